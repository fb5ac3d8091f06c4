"""Stockfish's models of the chance to win.

Each model is a logistic curve whose center and width are polynomials of the number of moves. The coefficients were fitted to
values that python-chess prints; the curves differ from these values by at most 1 of 1000.
"""

import math

# Center and width, from the third power of the number of moves down.
_CURVES = {
    "sf16": ((0.11387, -0.84754, 7.05012, 93.713), (-0.69928, 4.04653, -4.35007, 19.34963)),
    "sf15.1": ((-0.16238, 0.74899, 4.21458, 95.43581), (-0.7379, 4.43389, -5.75148, 20.39824)),
    "sf15": ((-0.11873, 0.60651, 11.18428, 122.61781), (-1.79001, 11.3043, -17.43134, 36.464)),
    "sf14": ((-3.68386, 30.07097, -60.52935, 149.53408), (-2.01666, 15.84775, -29.8175, 47.58426)),
    "sf12": ((-8.24371, 64.22916, -95.6964, 153.83782), (-3.37301, 28.45234, -56.68228, 72.05165)),
    "sf16.1": ((-0.30208, 2.11088, 0.19407, 97.952), (-1.49985, 11.13267, -25.5478, 34.68253)),
}


def standard(centipawns: int, model: str, ply: int) -> int:
    """The chance to win of 1000 by one of Stockfish's models. Raises ValueError if the model is not known."""
    name = "sf16.1" if model == "sf" else model
    if name not in _CURVES:
        raise ValueError(f"unknown wdl model: {model!r}")
    moves = min(120, max(8, ply / 2 + 1)) / 32 if name == "sf16.1" else min(240, max(ply, 0)) / 64
    center, width = (((a * moves + b) * moves + c) * moves + d for a, b, c, d in _CURVES[name])
    exponent = (center - max(-4000, min(centipawns, 4000))) / width
    return round(1000 / (1 + math.exp(exponent)))
