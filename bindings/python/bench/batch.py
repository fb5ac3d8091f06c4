"""Planes and masks of many positions, next to a loop over positions with python-chess and NumPy."""

from collections.abc import Callable

import chess
import numpy as np
from numpy.typing import NDArray

from bench.positions import positions
from gardez import batch

COUNT = 256

FENS = positions(COUNT, 1858)
PLANES = np.empty((COUNT, 112, 8, 8), np.float32)
PACKED = np.empty((COUNT, 112), np.uint64), np.empty(COUNT, np.float32)
MASKS = np.empty((COUNT, 1858), np.bool_)
PIECES = (chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.KING)


def encode(fen: str, planes: NDArray[np.float32]) -> None:
    """The planes of input format 1, as a script would make them."""
    board = chess.Board(fen)
    us, them = board.turn, not board.turn
    masks = np.array([board.pieces_mask(piece, color) for color in (us, them) for piece in PIECES], np.uint64)
    slot = np.unpackbits(masks.view(np.uint8), bitorder="little").reshape(12, 8, 8)
    if us == chess.BLACK:
        slot = slot[:, ::-1]
    # The start position alone has no earlier position.
    slots = planes[:104].reshape(8, 13, 8, 8)
    slots[:, :12] = slot
    slots[:, 12] = 0
    planes[104] = board.has_queenside_castling_rights(us)
    planes[105] = board.has_kingside_castling_rights(us)
    planes[106] = board.has_queenside_castling_rights(them)
    planes[107] = board.has_kingside_castling_rights(them)
    planes[108] = us == chess.BLACK
    planes[109] = board.halfmove_clock
    planes[110] = 0
    planes[111] = 1


BY_NUMPY = np.empty_like(PLANES)


def dense_by_numpy() -> None:
    for i, fen in enumerate(FENS):
        encode(fen, BY_NUMPY[i])


def dense() -> None:
    batch.planes(FENS, out=PLANES)


def packed() -> None:
    batch.packed(FENS, out=PACKED)


def masks() -> None:
    batch.legal_mask(FENS, out=MASKS)


def check() -> None:
    """All lines give the same answers, but for the slots of the position before a double step."""
    dense_by_numpy()
    dense()
    packed()
    masks()
    same = np.ones((COUNT, 112), bool)
    for i, fen in enumerate(FENS):
        same[i, 13:104] = chess.Board(fen).ep_square is None
    assert np.array_equal(BY_NUMPY[same], PLANES[same])
    assert same.mean() > 0.9
    assert np.array_equal(batch.unpack(*PACKED), PLANES)
    assert MASKS.sum(axis=1).tolist() == [chess.Board(fen).legal_moves.count() for fen in FENS]


check()

LINES: list[tuple[str, Callable[[], object], dict[str, Callable[[], object]], float]] = [
    ("FENs to dense planes, out=", dense, {"NumPy loop": dense_by_numpy}, COUNT),
    ("FENs to packed planes, out=", packed, {"NumPy loop": dense_by_numpy}, COUNT),
    ("FENs to masks of 1858, out=", masks, {"packed planes": packed}, COUNT),
]
