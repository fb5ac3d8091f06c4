"""Networks of engines: what they say about positions.

    network = nnue.Network("nn-37f18f62d772.nnue")
    network.evaluate(boards_or_fens, threads=2)   # an array, in Stockfish's units
    network.parts(boards_or_fens)                 # material, positional part and bucket
    network = nnue.Network("mine.bin", "mine.toml")   # any architecture, described in TOML
    network.outputs(boards_or_fens)               # of the last layer, before they are scaled
"""

from ._gardez import _NnueNetwork as Network

__all__ = ["Network"]
