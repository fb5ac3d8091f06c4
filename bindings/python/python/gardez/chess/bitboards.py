"""Sets of squares as numbers: flips, steps and tables of attacks, with python-chess's names.

>>> from gardez.chess import bitboards
>>> hex(bitboards.shift_up(0xFF)), hex(bitboards.flip_vertical(0xFF))
('0xff00', '0xff00000000000000')
"""

import re
from functools import cache, reduce
from operator import or_
from typing import Any

from .._gardez import BaseBoard as _BaseBoard, Piece as _Piece
from ..square_set import SquareSet as _SquareSet
from ..squares import BB_ALL, BB_FILE_A, BB_FILE_H, BB_FILES, BB_RANKS, BB_SQUARES, SQUARES, between as _between, ray as _ray

SQUARES_180 = [square ^ 56 for square in SQUARES]

SAN_REGEX = re.compile(r"^([NBKRQ])?([a-h])?([1-8])?[\-x]?([a-h][1-8])(=?[nbrqkNBRQK])?[\+#]?\Z")
FEN_CASTLING_REGEX = re.compile(r"^(?:-|[KQABCDEFGH]{0,2}[kqabcdefgh]{0,2})\Z")

_NOT_A, _NOT_H = BB_ALL ^ BB_FILE_A, BB_ALL ^ BB_FILE_H
_NOT_AB, _NOT_GH = _NOT_A & ~(BB_FILE_A << 1), _NOT_H & ~(BB_FILE_H >> 1)


def flip_vertical(bb: int) -> int:
    """The set turned upside down: rank 1 becomes rank 8."""
    return int.from_bytes((int(bb) & BB_ALL).to_bytes(8, "little"), "big")


def flip_horizontal(bb: int) -> int:
    """The set from left to right: the a-file becomes the h-file."""
    bb = int(bb) & BB_ALL
    for shift, mask in ((1, 0x5555_5555_5555_5555), (2, 0x3333_3333_3333_3333), (4, 0x0F0F_0F0F_0F0F_0F0F)):
        bb = (bb >> shift) & mask | (bb & mask) << shift
    return bb


def flip_diagonal(bb: int) -> int:
    """The set mirrored at the diagonal from a1 to h8."""
    squares = _SquareSet(bb)
    return sum(1 << (square % 8 * 8 + square // 8) for square in squares)


def flip_anti_diagonal(bb: int) -> int:
    """The set mirrored at the diagonal from h1 to a8."""
    return flip_diagonal(flip_horizontal(flip_vertical(bb)))


def shift_down(b: int) -> int:
    """The set one rank lower."""
    return b >> 8


def shift_2_down(b: int) -> int:
    """The set two ranks lower."""
    return b >> 16


def shift_up(b: int) -> int:
    """The set one rank higher."""
    return b << 8 & BB_ALL


def shift_2_up(b: int) -> int:
    """The set two ranks higher."""
    return b << 16 & BB_ALL


def shift_right(b: int) -> int:
    """The set one file further to the right."""
    return b << 1 & _NOT_A


def shift_2_right(b: int) -> int:
    """The set two files further to the right."""
    return b << 2 & _NOT_AB


def shift_left(b: int) -> int:
    """The set one file further to the left."""
    return b >> 1 & _NOT_H


def shift_2_left(b: int) -> int:
    """The set two files further to the left."""
    return b >> 2 & _NOT_GH


def shift_up_left(b: int) -> int:
    """The set one rank higher and one file further to the left."""
    return b << 7 & _NOT_H


def shift_up_right(b: int) -> int:
    """The set one rank higher and one file further to the right."""
    return b << 9 & _NOT_A


def shift_down_left(b: int) -> int:
    """The set one rank lower and one file further to the left."""
    return b >> 9 & _NOT_H


def shift_down_right(b: int) -> int:
    """The set one rank lower and one file further to the right."""
    return b >> 7 & _NOT_A


def _attacks(symbol: str) -> list[int]:
    """What a piece attacks on an empty board, from each square."""
    masks = []
    for square in SQUARES:
        board = _BaseBoard(None)
        board.set_piece_at(square, _Piece.from_symbol(symbol))
        masks.append(board.attacks_mask(square))
    return masks


BB_KNIGHT_ATTACKS = _attacks("N")
BB_KING_ATTACKS = _attacks("K")
BB_PAWN_ATTACKS = [_attacks("p"), _attacks("P")]


def _lines(square: int) -> dict[str, int]:
    """The squares on the lines through a square, without it, by the kind of line."""
    found = {"DIAG": 0, "FILE": 0, "RANK": 0}
    for other in SQUARES:
        if other != square and _ray(square, other):
            kind = "FILE" if other % 8 == square % 8 else "RANK" if other // 8 == square // 8 else "DIAG"
            found[kind] |= BB_SQUARES[other]
    return found


@cache
def _table(kind: str) -> tuple[list[int], list[dict[int, int]]]:
    """The squares whose pieces matter to a slider, and what it attacks for each set of them."""
    masks, attacks = [], []
    for square in SQUARES:
        line = _lines(square)[kind]
        inner = _inner(square, line)
        masks.append(inner)
        subsets = _SquareSet(inner).carry_rippler()
        attacks.append({subset: _reached(square, line, subset) for subset in subsets})
    return masks, attacks


def _inner(square: int, line: int) -> int:
    """The squares of a line without its ends."""
    return reduce(or_, (_between(square, other) for other in _SquareSet(line)))


def _reached(square: int, line: int, occupied: int) -> int:
    return sum(BB_SQUARES[other] for other in _SquareSet(line) if not _between(square, other) & occupied)


LARGE = frozenset(
    "BB_RAYS BB_DIAG_MASKS BB_DIAG_ATTACKS BB_FILE_MASKS BB_FILE_ATTACKS BB_RANK_MASKS BB_RANK_ATTACKS".split()
)
"""The names of tables that are made when they are asked for."""


@cache
def _rays() -> list[list[int]]:
    return [[_ray(a, b) for b in SQUARES] for a in SQUARES]


def __getattr__(name: str) -> Any:
    if name == "BB_RAYS":
        return _rays()
    if name in LARGE:
        masks, attacks = _table(name.split("_")[1])
        return masks if name.endswith("MASKS") else attacks
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
