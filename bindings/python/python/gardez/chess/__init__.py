"""A drop-in for python-chess: its names and its behavior, with boards on which nothing is checked.

>>> import gardez.chess as chess
>>> board = chess.Board("8/8/8/8/8/8/8/R7 w - - 0 1")
>>> board.is_valid(), board.status() & chess.STATUS_NO_BLACK_KING == chess.STATUS_NO_BLACK_KING
(False, True)
>>> board.set_piece_at(chess.E8, chess.Piece.from_symbol("k"))
>>> board.remove_piece_at(chess.A1), board.fen()
(Piece.from_symbol('R'), '4k3/8/8/8/8/8/8/8 w - - 0 1')

A program that says `import chess` runs unedited after `gardez.chess.install()`, which puts this package in the place of
python-chess. `python -m gardez.chess program.py` does that and runs the program.

`gardez.Board` is this board, and moves, pieces, sets of squares and exceptions are those of `gardez`, too.

| module | what it has |
|---|---|
| `gardez.chess.pgn` | games as trees of nodes, visitors, and writers |
| `gardez.chess.engine` | engines that speak UCI |
| `gardez.chess.svg` | drawings |
| `gardez.chess.polyglot` | opening books |
| `gardez.chess.syzygy` | endgame tables |
| `gardez.chess.gaviota` | names of Gaviota's endgame tables, which this package does not read |
| `gardez.chess.variant` | boards of variants: crazyhouse, antichess, atomic and the others of Lichess |
"""

import importlib
import sys
from collections.abc import Iterator
from typing import Any, Literal, Union

from .._gardez import (
    AmbiguousMoveError as AmbiguousMoveError,
    BaseBoard as BaseBoard,
    Board as Board,
    IllegalMoveError as IllegalMoveError,
    InvalidMoveError as InvalidMoveError,
    LegalMoveGenerator as LegalMoveGenerator,
    Move as Move,
    Piece as Piece,
    _restore as _restore,
)
from ..outcome import Outcome as Outcome, Termination as Termination
from ..square_set import IntoSquareSet as IntoSquareSet, SquareSet as SquareSet
from ..squares import *
from . import bitboards as _bitboards
from .bitboards import *
from .status import *

__version__ = "1.11.2"
"""The version of python-chess whose interface this is."""
__author__ = "The Gardez authors"
__email__ = ""

Color = bool
PieceType = int
Square = int
Bitboard = int
ColorName = Literal["white", "black"]
EnPassantSpec = Literal["legal", "fen", "xfen"]

_MODULES = ("engine", "gaviota", "pgn", "svg", "polyglot", "syzygy", "variant")


class PseudoLegalMoveGenerator:
    """The pseudo-legal moves of a board as it is when they are asked for."""

    def __init__(self, board: Any) -> None:
        self.board = board

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def count(self) -> int:
        """Returns the number of moves."""
        return len(list(self))

    def __iter__(self) -> Iterator[Move]:
        moves: Iterator[Move] = self.board.generate_pseudo_legal_moves()
        return moves

    def __contains__(self, move: Move) -> bool:
        return bool(self.board.is_pseudo_legal(move))

    def __repr__(self) -> str:
        board = self.board
        texts = [move.uci() if board.is_into_check(move) else board.san(move) for move in self]
        return f"<PseudoLegalMoveGenerator at {id(self):#x} ({', '.join(texts)})>"


def __getattr__(name: str) -> Any:
    if name in _bitboards.LARGE:
        return getattr(_bitboards, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def install() -> None:
    """Puts this package and its modules in the place of python-chess for all imports that follow."""
    sys.modules["chess"] = sys.modules[__name__]
    for name in _MODULES:
        sys.modules[f"chess.{name}"] = importlib.import_module(f"{__name__}.{name}")
