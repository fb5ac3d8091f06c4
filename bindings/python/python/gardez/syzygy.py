"""Syzygy endgame tables: who wins a position with few pieces, and how far the next capture or pawn move is.

    tablebase = syzygy.Tablebase("path/to/tables")
    tablebase.probe_wdl(board)                    # 2 win, 1 cursed win, 0 draw, -1 blessed loss, -2 loss
    tablebase.probe_dtz(board)                    # plies to the next capture, pawn move or mate
    tablebase.probe_root(board)[0].move           # a best move
    syzygy.probe_wdl_batch(tablebase, fens)       # an array
"""

from ._gardez import (
    MissingTableError,
    _probe_dtz_batch as probe_dtz_batch,
    _probe_wdl_batch as probe_wdl_batch,
    _SyzygyRootMove as RootMove,
    _SyzygyTablebase as Tablebase,
)

__all__ = ["MissingTableError", "RootMove", "Tablebase", "open_tablebase", "probe_dtz_batch", "probe_wdl_batch"]


def open_tablebase(directory, *, cache=64):
    """Opens the tables in a directory, or in several. The same as Tablebase(directory, cache=cache)."""
    return Tablebase(directory, cache=cache)
