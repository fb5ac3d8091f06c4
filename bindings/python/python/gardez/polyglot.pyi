"""Opening books in the format of Polyglot."""

from collections.abc import Iterable, Iterator
from os import PathLike
from typing import Protocol, Self, TypeVar, final, overload

from . import Move
from .batch import _Position

__all__ = ["Book", "Entry"]

_T = TypeVar("_T")

class _Random(Protocol):
    def randrange(self, stop: int, /) -> int: ...

@final
class Book:
    """An opening book: moves with weights for positions."""

    def __new__(cls, path_or_bytes: str | PathLike[str] | bytes | bytearray) -> Self: ...
    def find_all(
        self, board: _Position | int, *, minimum_weight: int = 1, exclude_moves: Iterable[Move] | None = None
    ) -> Iterator[Entry]: ...
    def find(
        self, board: _Position | int, *, minimum_weight: int = 1, exclude_moves: Iterable[Move] | None = None
    ) -> Entry: ...
    @overload
    def get(
        self,
        board: _Position | int,
        default: None = None,
        *,
        minimum_weight: int = 1,
        exclude_moves: Iterable[Move] | None = None,
    ) -> Entry | None: ...
    @overload
    def get(
        self, board: _Position | int, default: _T, *, minimum_weight: int = 1, exclude_moves: Iterable[Move] | None = None
    ) -> Entry | _T: ...
    def choice(
        self,
        board: _Position | int,
        *,
        minimum_weight: int = 1,
        exclude_moves: Iterable[Move] | None = None,
        random: _Random | None = None,
    ) -> Entry: ...
    def weighted_choice(
        self, board: _Position | int, *, exclude_moves: Iterable[Move] | None = None, random: _Random | None = None
    ) -> Entry: ...
    def __contains__(self, key: _Position | int, /) -> bool: ...
    def __len__(self) -> int: ...
    def __getitem__(self, key: int, /) -> Entry: ...
    def __iter__(self) -> Iterator[Entry]: ...

@final
class Entry:
    """A move of a book."""

    @property
    def key(self) -> int: ...
    @property
    def move(self) -> Move: ...
    @property
    def raw_move(self) -> int: ...
    @property
    def weight(self) -> int: ...
    @property
    def learn(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
