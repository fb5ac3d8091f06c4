"""Evaluations: centipawns or mate.

>>> from gardez.chess.engine import Cp, Mate, MateGiven
>>> Mate(-0) < Mate(-1) < Cp(-50) < Cp(200) < Mate(4) < Mate(1) < MateGiven
True
>>> Mate(5).score(mate_score=100000), Cp(10).score(), -Cp(10)
(99995, 10, Cp(-10))
"""

from abc import ABC, abstractmethod
from functools import total_ordering
from typing import Literal, overload

from .models import standard
from .wdl import Pov, PovWdl, Wdl, WdlModel, lichess_wins


class PovScore(Pov["Score"]):
    """An evaluation from the point of view of one side."""

    def is_mate(self) -> bool:
        """Returns true if the evaluation is a mate."""
        return self.relative.is_mate()

    def wdl(self, *, model: WdlModel = "sf", ply: int = 30) -> PovWdl:
        """The chances by a model, at a ply of the game."""
        return PovWdl(self.relative.wdl(model=model, ply=ply), self.turn)


@total_ordering
class Score(ABC):
    """An evaluation: `Cp`, `Mate` or `MateGiven`."""

    @overload
    @abstractmethod
    def score(self, *, mate_score: int) -> int: ...
    @overload
    @abstractmethod
    def score(self, *, mate_score: int | None = None) -> int | None: ...
    @abstractmethod
    def score(self, *, mate_score: int | None = None) -> int | None:
        """The centipawns. A mate is None, or `mate_score` less the number of moves."""

    @abstractmethod
    def mate(self) -> int | None:
        """The number of moves to mate, negative if this side is mated; None for centipawns."""

    def is_mate(self) -> bool:
        """Returns true if the evaluation is a mate."""
        return self.mate() is not None

    @abstractmethod
    def wdl(self, *, model: WdlModel = "sf", ply: int = 30) -> Wdl:
        """The chances by a model, at a ply of the game."""

    @abstractmethod
    def __neg__(self) -> "Score": ...

    @abstractmethod
    def __pos__(self) -> "Score": ...

    @abstractmethod
    def __abs__(self) -> "Score": ...

    @abstractmethod
    def _order(self) -> tuple[int, int]:
        """Smaller for worse evaluations."""

    def __eq__(self, other: object) -> bool:
        return self._order() == other._order() if isinstance(other, Score) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self._order() < other._order() if isinstance(other, Score) else NotImplemented


class Cp(Score):
    """Hundredths of a pawn."""

    def __init__(self, cp: int) -> None:
        self.cp = cp

    def mate(self) -> None:
        return None

    def score(self, *, mate_score: int | None = None) -> int:
        return self.cp

    def wdl(self, *, model: WdlModel = "sf", ply: int = 30) -> Wdl:
        if model == "lichess":
            wins = lichess_wins(max(-1000, min(self.cp, 1000)))
            return Wdl(wins, 0, 1000 - wins)
        wins, losses = standard(self.cp, model, ply), standard(-self.cp, model, ply)
        return Wdl(wins, 1000 - wins - losses, losses)

    def _order(self) -> tuple[int, int]:
        return 0, self.cp

    def __neg__(self) -> "Cp":
        return Cp(-self.cp)

    def __pos__(self) -> "Cp":
        return Cp(self.cp)

    def __abs__(self) -> "Cp":
        return Cp(abs(self.cp))

    def __str__(self) -> str:
        return f"{self.cp:+d}" if self.cp else "0"

    def __repr__(self) -> str:
        return f"Cp({self})"


class Mate(Score):
    """Mate in some moves: of the other side, or of this one if the number is not positive."""

    def __init__(self, moves: int) -> None:
        self.moves = moves

    def mate(self) -> int:
        return self.moves

    @overload
    def score(self, *, mate_score: int) -> int: ...
    @overload
    def score(self, *, mate_score: int | None = None) -> int | None: ...
    def score(self, *, mate_score: int | None = None) -> int | None:
        if mate_score is None:
            return None
        return mate_score - self.moves if self.moves > 0 else -mate_score - self.moves

    def wdl(self, *, model: WdlModel = "sf", ply: int = 30) -> Wdl:
        if model == "lichess":
            distance = (21 - min(10, abs(self.moves))) * 100
            wins = lichess_wins(distance if self.moves > 0 else -distance)
            return Wdl(wins, 0, 1000 - wins)
        return Wdl(1000, 0, 0) if self.moves > 0 else Wdl(0, 0, 1000)

    def _order(self) -> tuple[int, int]:
        return (1 if self.moves > 0 else -1), -self.moves

    def __neg__(self) -> "MateGivenType | Mate":
        return MateGiven if not self.moves else Mate(-self.moves)

    def __pos__(self) -> "Mate":
        return Mate(self.moves)

    def __abs__(self) -> "MateGivenType | Mate":
        return MateGiven if not self.moves else Mate(abs(self.moves))

    def __str__(self) -> str:
        return f"#+{self.moves}" if self.moves > 0 else f"#-{abs(self.moves)}"

    def __repr__(self) -> str:
        return f"Mate({str(self)[1:]})"


class MateGivenType(Score):
    """The other side is mated."""

    def mate(self) -> Literal[0]:
        return 0

    @overload
    def score(self, *, mate_score: int) -> int: ...
    @overload
    def score(self, *, mate_score: int | None = None) -> int | None: ...
    def score(self, *, mate_score: int | None = None) -> int | None:
        return mate_score

    def wdl(self, *, model: WdlModel = "sf", ply: int = 30) -> Wdl:
        return Wdl(1000, 0, 0)

    def _order(self) -> tuple[int, int]:
        return 2, 0

    def __neg__(self) -> Mate:
        return Mate(0)

    def __pos__(self) -> "MateGivenType":
        return self

    def __abs__(self) -> "MateGivenType":
        return self

    def __str__(self) -> str:
        return "#+0"

    def __repr__(self) -> str:
        return "MateGiven"


MateGiven = MateGivenType()
