"""Names and ECO codes of openings, by position.

>>> from gardez import Board, openings
>>> board = Board()
>>> for text in "e4", "c5", "Nf3", "d6", "a3", "h6":
...     move = board.push_san(text)
>>> openings.find(board)
Opening(eco='B50', name='Sicilian Defense: Modern Variations')

The names are those of Lichess, 3,807 of them. The opening of a game is the one of its last position with a name, so the order
of the moves does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple, Union

from . import _gardez
from .chess import Board
from .chess.pgn import GameNode

if TYPE_CHECKING:
    from .batch import _Position, _Positions

    _Found = Union[_Position, GameNode]

__all__ = ["Opening", "find", "find_all"]


class Opening(NamedTuple):
    """An opening."""

    eco: str
    """The code of the Encyclopaedia of Chess Openings, such as B50."""
    name: str
    """The name, with its variations after a colon."""


def find(position: _Found) -> Opening | None:
    """The opening of a board with its moves, of a game of `chess.pgn` up to the end of its main line, or of a FEN.

    >>> from gardez import openings
    >>> openings.find("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2").name
    "King's Pawn Game"
    """
    found = _gardez._opening(position.end().board() if isinstance(position, GameNode) else position)
    return None if found is None else Opening(*found)


def find_all(positions: _Positions | Iterable[_Found]) -> list[Opening | None]:
    """The opening of each: of a list of boards or games, of a column of FENs, or of packed boards.

    >>> from gardez import Board, openings
    >>> openings.find_all([Board(), "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"])
    [None, Opening(eco='A40', name="Queen's Pawn Game")]
    """
    if isinstance(positions, (str, Board)):
        positions = [positions]
    return [find(_text(position)) for position in positions]


def _text(position: _Found) -> _Found:
    """A position, of a scalar of Arrow as well."""
    return position.as_py() if hasattr(position, "as_py") else position
