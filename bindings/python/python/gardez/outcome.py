"""How a game ends: `Termination` and `Outcome`.

>>> import gardez
>>> outcome = gardez.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").outcome()
>>> outcome.termination.name, outcome.result()
('STALEMATE', '1/2-1/2')
"""

from dataclasses import dataclass
from enum import Enum


class Termination(Enum):
    """Why a game ended, with the numbers of python-chess."""

    CHECKMATE = 1
    """The side to move is in check and has no legal move."""
    STALEMATE = 2
    """The side to move is not in check and has no legal move."""
    INSUFFICIENT_MATERIAL = 3
    """Neither side has the pieces to checkmate."""
    SEVENTYFIVE_MOVES = 4
    """75 moves by each side without a capture or a pawn move."""
    FIVEFOLD_REPETITION = 5
    """The position has occurred five times."""
    FIFTY_MOVES = 6
    """50 moves by each side without a capture or a pawn move: a draw if a player claims it."""
    THREEFOLD_REPETITION = 7
    """The position has occurred three times: a draw if a player claims it."""
    VARIANT_WIN = 8
    """The side to move has won by a rule of a variant: only boards of `gardez.chess.variant` have it."""
    VARIANT_LOSS = 9
    """The side to move has lost by a rule of a variant: only boards of `gardez.chess.variant` have it."""
    VARIANT_DRAW = 10
    """The game is drawn by a rule of a variant: only boards of `gardez.chess.variant` have it."""


@dataclass
class Outcome:
    """How a game ended, and who won.

    >>> import gardez
    >>> gardez.Outcome(gardez.Termination.CHECKMATE, True).result()
    '1-0'
    """

    termination: Termination
    """Why the game ended."""
    winner: bool | None
    """The color that won, True for white, or None after a draw."""

    def result(self) -> str:
        """The result: `1-0`, `0-1` or `1/2-1/2`.

        >>> import gardez
        >>> gardez.Outcome(gardez.Termination.STALEMATE, None).result()
        '1/2-1/2'
        """
        return "1/2-1/2" if self.winner is None else "1-0" if self.winner else "0-1"
