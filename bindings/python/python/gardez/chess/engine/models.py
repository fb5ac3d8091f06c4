"""Stockfish's models of the chance to win.

Each model is a logistic curve whose center and width are polynomials of the number of moves. The coefficients were fitted to
values that python-chess prints, and give the same value for each score and ply.
"""

import math

# Center and width, from the third power of the number of moves down.
_CURVES = {
    "sf16.1": ((-0.2984375, 2.0842417, 0.2512883, 97.9223369), (-1.4975366, 11.1175014, -25.5181471, 34.6646262)),
    "sf16": ((0.1159615, -0.859783, 7.0666839, 93.709675), (-0.69949, 4.0478065, -4.3500529, 19.3454698)),
    "sf15.1": ((-0.161421, 0.743833, 4.223357, 95.428624), (-0.736098, 4.422419, -5.731369, 20.390689)),
    "sf15": ((-0.1172028, 0.5947304, 11.2065645, 122.6061983), (-1.7906815, 11.3076506, -17.4368401, 36.471498)),
    "sf14": ((-3.6838979, 30.0706657, -60.528753, 149.5337539), (-2.0181844, 15.8568619, -29.8345771, 47.5908321)),
    "sf12": ((-8.244048, 64.238949, -95.7305941, 153.8647973), (-3.3715406, 28.4448744, -56.6765528, 72.0585783)),
}


def standard(centipawns: int, model: str, ply: int) -> int:
    """The chance to win of 1000 by one of Stockfish's models: by the last one for a name that is not here."""
    name = model if model in _CURVES else "sf16.1"
    moves = min(120, max(8, ply / 2 + 1)) / 32 if name == "sf16.1" else min(240, max(ply, 0)) / 64
    center, width = (((a * moves + b) * moves + c) * moves + d for a, b, c, d in _CURVES[name])
    exponent = (center - max(-4000, min(centipawns, 4000))) / width
    return round(1000 / (1 + math.exp(exponent)))
