"""Chances to win, to draw and to lose.

>>> from gardez.chess.engine import Wdl
>>> wdl = Wdl(wins=700, draws=200, losses=100)
>>> wdl.expectation(), -wdl
(0.8, Wdl(wins=100, draws=200, losses=700))
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Generic, Literal, Protocol, TypeVar

WdlModel = Literal["sf", "sf16.1", "sf16", "sf15.1", "sf15", "sf14", "sf12", "lichess"]


@dataclass
class Wdl:
    """Chances of a side, as parts of their sum."""

    wins: int
    draws: int
    losses: int

    def total(self) -> int:
        """The sum, usually 1000."""
        return self.wins + self.draws + self.losses

    def winning_chance(self) -> float:
        """The chance to win, from 0 to 1."""
        return self.wins / self.total()

    def drawing_chance(self) -> float:
        """The chance to draw, from 0 to 1."""
        return self.draws / self.total()

    def losing_chance(self) -> float:
        """The chance to lose, from 0 to 1."""
        return self.losses / self.total()

    def expectation(self) -> float:
        """The points that the side can expect, from 0 to 1."""
        return (self.wins + 0.5 * self.draws) / self.total()

    def __bool__(self) -> bool:
        return bool(self.total())

    def __iter__(self) -> Iterator[int]:
        return iter((self.wins, self.draws, self.losses))

    def __reversed__(self) -> Iterator[int]:
        return iter((self.losses, self.draws, self.wins))

    def __pos__(self) -> "Wdl":
        return self

    def __neg__(self) -> "Wdl":
        return Wdl(self.losses, self.draws, self.wins)


class _Negated(Protocol):
    def __neg__(self) -> Any: ...


T = TypeVar("T", bound=_Negated)


class Pov(Generic[T]):
    """Something from the point of view of one side."""

    relative: T
    turn: bool

    def __init__(self, relative: T, turn: bool) -> None:
        self.relative = relative
        self.turn = turn

    def white(self) -> T:
        """The same for White."""
        return self.pov(True)

    def black(self) -> T:
        """The same for Black."""
        return self.pov(False)

    def pov(self, color: bool) -> T:
        """The same for a side."""
        other: T = -self.relative
        return self.relative if self.turn == color else other

    def __eq__(self, other: object) -> bool:
        return self.white() == other.white() if isinstance(other, type(self)) else NotImplemented

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.relative!r}, {'WHITE' if self.turn else 'BLACK'})"


class PovWdl(Pov[Wdl]):
    """Chances from the point of view of one side."""

    def __bool__(self) -> bool:
        return bool(self.relative)

    def __iter__(self) -> Iterator[int]:
        return iter(self.relative)

    def __len__(self) -> int:
        return 3

    def __getitem__(self, idx: int) -> int:
        return tuple(self.relative)[idx]

    def __eq__(self, other: object) -> bool:
        return tuple(self) == other if isinstance(other, tuple) else super().__eq__(other)


def lichess_wins(centipawns: int) -> int:
    """The chance to win of 1000 by the curve of lichess.org, which knows no draws."""
    return round(1000 / (1 + math.exp(-0.00368208 * centipawns)))
