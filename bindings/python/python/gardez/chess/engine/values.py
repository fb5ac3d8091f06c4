"""Limits, results, options and errors.

>>> from gardez.chess.engine import Limit
>>> Limit(time=0.5, depth=10)
Limit(time=0.5, depth=10)
"""

import enum
from collections.abc import Iterable, Iterator, MutableMapping
from dataclasses import dataclass
from typing import Any, Generic, Mapping, TypedDict, TypeVar, Union

from .. import Move
from .scores import PovScore
from .wdl import PovWdl

__all__ = [
    "AnalysisComplete", "BestMove", "ConfigMapping", "ConfigValue", "EngineError", "EngineTerminatedError", "INFO_ALL",
    "INFO_BASIC", "INFO_CURRLINE", "INFO_NONE", "INFO_PV", "INFO_REFUTATION", "INFO_SCORE", "Info", "InfoDict", "Limit",
    "MANAGED_OPTIONS", "Opponent", "Option", "PlayResult", "UciOptionMap",
]  # fmt: skip

T = TypeVar("T")

MANAGED_OPTIONS = ["uci_chess960", "uci_variant", "multipv", "ponder"]
"""Options, in lower case, that `play` and `analysis` set themselves."""

ConfigValue = Union[str, int, bool, None]
ConfigMapping = Mapping[str, ConfigValue]


class EngineError(RuntimeError):
    """The engine did something that it must not do, or was asked to do what it cannot."""


class EngineTerminatedError(EngineError):
    """The process of the engine has ended."""


class AnalysisComplete(Exception):
    """There is nothing more to get from an analysis."""


@dataclass(frozen=True)
class Option:
    """An option of an engine."""

    name: str
    type: str
    """`check`, `spin`, `combo`, `button`, `string`, and for XBoard others."""
    default: ConfigValue
    min: int | None
    max: int | None
    var: list[str] | None

    def parse(self, value: ConfigValue) -> ConfigValue:
        """The value as the option takes it. Raises EngineError if it does not."""
        if self.type == "check":
            return value and value != "false"
        if self.type == "spin":
            try:
                number = int(value)  # type: ignore[arg-type]
            except ValueError:
                raise EngineError(f"expected integer for spin option {self.name!r}, got: {value!r}") from None
            for limit, is_wrong, name in ((self.min, number < (self.min or 0), "at least"), (self.max, number > (self.max or 0), "at most")):
                if limit is not None and is_wrong:
                    raise EngineError(f"expected value for option {self.name!r} to be {name} {limit}, got: {number}")
            return number
        if self.type == "combo":
            text = str(value)
            if text not in (self.var or []):
                raise EngineError(f"invalid value for combo option {self.name!r}, got: {text} (available: {', '.join(self.var or [])})")
            return text
        if self.type in ("button", "reset", "save"):
            return None
        if self.type in ("string", "file", "path"):
            text = str(value)
            if "\n" in text or "\r" in text:
                raise EngineError(f"invalid line-break in string option {self.name!r}: {text!r}")
            return text
        raise EngineError(f"unknown option type: {self.type!r}")

    def is_managed(self) -> bool:
        """Returns true if `play` and `analysis` set the option themselves."""
        return self.name.lower() in MANAGED_OPTIONS


@dataclass
class Limit:
    """When a search ends: seconds, plies, nodes, a mate in some moves, or the clocks of a game."""

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    white_clock: float | None = None
    black_clock: float | None = None
    white_inc: float | None = None
    black_inc: float | None = None
    remaining_moves: int | None = None
    clock_id: object = None

    def __repr__(self) -> str:
        shown = (f"{name}={value!r}" for name, value in vars(self).items() if value is not None)
        return f"{type(self).__name__}({', '.join(shown)})"


class InfoDict(TypedDict, total=False):
    """What an engine says while it searches."""

    score: PovScore
    pv: list[Move]
    depth: int
    seldepth: int
    time: float
    nodes: int
    nps: int
    tbhits: int
    multipv: int
    currmove: Move
    currmovenumber: int
    hashfull: int
    cpuload: int
    refutation: dict[Move, list[Move]]
    currline: dict[int, list[Move]]
    ebf: float
    wdl: PovWdl
    string: str


class PlayResult:
    """The move of an engine, the answer that it expects, and what it said."""

    def __init__(
        self,
        move: Move | None,
        ponder: Move | None,
        info: InfoDict | None = None,
        *,
        draw_offered: bool = False,
        resigned: bool = False,
    ) -> None:
        self.move = move
        self.ponder = ponder
        self.info: InfoDict = info or {}
        self.draw_offered = draw_offered
        self.resigned = resigned

    def __repr__(self) -> str:
        return (
            f"<PlayResult at {id(self):#x} (move={self.move}, ponder={self.ponder}, info={self.info}, "
            f"draw_offered={self.draw_offered}, resigned={self.resigned})>"
        )


class Info(enum.IntFlag):
    """What is kept of the things an engine says."""

    NONE = 0
    BASIC = 1
    SCORE = 2
    PV = 4
    REFUTATION = 8
    CURRLINE = 16
    ALL = BASIC | SCORE | PV | REFUTATION | CURRLINE


INFO_NONE = Info.NONE
INFO_BASIC = Info.BASIC
INFO_SCORE = Info.SCORE
INFO_PV = Info.PV
INFO_REFUTATION = Info.REFUTATION
INFO_CURRLINE = Info.CURRLINE
INFO_ALL = Info.ALL


@dataclass
class Opponent:
    """Against whom an engine plays."""

    name: str | None
    title: str | None
    rating: int | None
    is_engine: bool | None


class BestMove:
    """The result of an analysis."""

    def __init__(self, move: Move | None, ponder: Move | None) -> None:
        self.move = move
        self.ponder = ponder

    def __repr__(self) -> str:
        return f"<BestMove at {id(self):#x} (move={self.move}, ponder={self.ponder})>"


class UciOptionMap(MutableMapping[str, T], Generic[T]):
    """A dictionary whose keys are found in upper and in lower case."""

    def __init__(self, data: Iterable[tuple[str, T]] | Mapping[str, T] | None = None, **kwargs: T) -> None:
        self._items: dict[str, tuple[str, T]] = {}
        self.update(data or (), **kwargs)

    def __setitem__(self, key: str, value: T) -> None:
        self._items[key.lower()] = (key, value)

    def __getitem__(self, key: str) -> T:
        return self._items[key.lower()][1]

    def __delitem__(self, key: str) -> None:
        del self._items[key.lower()]

    def __iter__(self) -> Iterator[str]:
        return (key for key, _ in self._items.values())

    def __len__(self) -> int:
        return len(self._items)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Mapping):
            return NotImplemented
        if not isinstance(other, UciOptionMap):
            other = UciOptionMap(other)
        mine = {key: value for key, (_, value) in self._items.items()}
        theirs: dict[str, Any] = {key: value for key, (_, value) in other._items.items()}
        return mine == theirs

    def copy(self) -> "UciOptionMap[T]":
        """A copy."""
        return type(self)(self.items())

    def __copy__(self) -> "UciOptionMap[T]":
        return self.copy()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({dict(self.items())!r})"
