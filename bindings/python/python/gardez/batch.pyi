from collections.abc import Iterator, Sequence
from typing import Any, Literal, Protocol, TypeAlias, TypeVar, overload

import numpy as np
from numpy.typing import DTypeLike, NDArray

from gardez import Board, Move

from ._arrow import Table
from ._streams import Path, Readable

__all__ = [
    "boards",
    "fens",
    "keys",
    "legal_counts",
    "legal_mask",
    "move_from_index",
    "moves",
    "packed",
    "perft",
    "pgn",
    "planes",
    "policy_index",
    "read_fens",
    "unpack",
]

class _Column(Protocol):
    """A column of FENs."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: Any, /) -> Any: ...
    def __iter__(self) -> Iterator[str]: ...

_Positions: TypeAlias = Board | str | Sequence[Board] | Sequence[str | Board] | NDArray[np.str_ | np.object_ | np.uint8] | _Column
_Position: TypeAlias = Board | str | bytes | NDArray[np.uint8]
_Fens: TypeAlias = Sequence[str] | NDArray[np.str_] | NDArray[np.object_]
_History: TypeAlias = str | Sequence[str] | Sequence[Move] | None
_Plain: TypeAlias = Literal[1, 2]
_Canonical: TypeAlias = Literal[3, 4, 5, 132, 133]
_Fill: TypeAlias = Literal["no", "fen_only", "always"]
_Rule50: TypeAlias = Literal["engine", "training"]
_Indexing: TypeAlias = Literal["lc0", "geometric"]
_Cells: TypeAlias = NDArray[np.float32] | NDArray[np.float16] | NDArray[np.uint8]
_Masks: TypeAlias = NDArray[np.uint64]
_Counter: TypeAlias = NDArray[np.float32]
_Transform: TypeAlias = NDArray[np.uint8]
_A = TypeVar("_A", NDArray[np.float32], NDArray[np.float16], NDArray[np.uint8])

@overload
def planes(
    boards_or_fens: _Positions,
    format: _Plain = 1,
    fill: _Fill = "fen_only",
    dtype: None = None,
    out: None = None,
    histories: Sequence[_History] | None = None,
    threads: int = 1,
    *,
    rule50: _Rule50 = "engine",
) -> NDArray[np.float32]: ...
@overload
def planes(
    boards_or_fens: _Positions,
    format: _Canonical,
    fill: _Fill = "fen_only",
    dtype: None = None,
    out: None = None,
    histories: Sequence[_History] | None = None,
    threads: int = 1,
    *,
    rule50: _Rule50 = "engine",
) -> tuple[NDArray[np.float32], _Transform]: ...
@overload
def planes(
    boards_or_fens: _Positions,
    format: _Plain = 1,
    fill: _Fill = "fen_only",
    dtype: DTypeLike | None = None,
    *,
    out: _A,
    histories: Sequence[_History] | None = None,
    threads: int = 1,
    rule50: _Rule50 = "engine",
) -> _A: ...
@overload
def planes(
    boards_or_fens: _Positions,
    format: _Canonical,
    fill: _Fill = "fen_only",
    dtype: DTypeLike | None = None,
    *,
    out: _A,
    histories: Sequence[_History] | None = None,
    threads: int = 1,
    rule50: _Rule50 = "engine",
) -> tuple[_A, _Transform]: ...
@overload
def planes(
    boards_or_fens: _Positions,
    format: int = 1,
    fill: _Fill = "fen_only",
    dtype: DTypeLike | None = None,
    out: _Cells | None = None,
    histories: Sequence[_History] | None = None,
    threads: int = 1,
    *,
    rule50: _Rule50 = "engine",
) -> Any: ...
@overload
def packed(
    boards_or_fens: _Positions,
    format: _Plain = 1,
    fill: _Fill = "fen_only",
    out: tuple[_Masks, _Counter] | None = None,
    histories: Sequence[_History] | None = None,
    threads: int = 1,
    *,
    rule50: _Rule50 = "engine",
) -> tuple[_Masks, _Counter]: ...
@overload
def packed(
    boards_or_fens: _Positions,
    format: _Canonical,
    fill: _Fill = "fen_only",
    out: tuple[_Masks, _Counter] | None = None,
    histories: Sequence[_History] | None = None,
    threads: int = 1,
    *,
    rule50: _Rule50 = "engine",
) -> tuple[_Masks, _Counter, _Transform]: ...
@overload
def packed(
    boards_or_fens: _Positions,
    format: int = 1,
    fill: _Fill = "fen_only",
    out: tuple[_Masks, _Counter] | None = None,
    histories: Sequence[_History] | None = None,
    threads: int = 1,
    *,
    rule50: _Rule50 = "engine",
) -> Any: ...
@overload
def unpack(
    masks: _Masks,
    counter: _Counter,
    out: None = None,
    dtype: None = None,
    threads: int = 1,
) -> NDArray[np.float32]: ...
@overload
def unpack(
    masks: _Masks,
    counter: _Counter,
    out: _A,
    dtype: DTypeLike | None = None,
    threads: int = 1,
) -> _A: ...
@overload
def unpack(
    masks: _Masks,
    counter: _Counter,
    out: _Cells | None = None,
    dtype: DTypeLike | None = None,
    threads: int = 1,
) -> Any: ...
def legal_mask(
    boards_or_fens: _Positions,
    format: int = 1,
    indexing: _Indexing = "lc0",
    out: NDArray[np.bool_] | None = None,
    threads: int = 1,
) -> NDArray[np.bool_]: ...
def policy_index(
    boards_or_fens: _Positions,
    moves: Sequence[Move] | Sequence[str | Move] | NDArray[np.uint16] | NDArray[np.str_] | NDArray[np.object_],
    format: int = 1,
    indexing: _Indexing = "lc0",
    threads: int = 1,
) -> NDArray[np.uint16]: ...
def move_from_index(
    boards_or_fens: _Positions,
    indices: Sequence[int] | NDArray[np.integer[Any]],
    format: int = 1,
    indexing: _Indexing = "lc0",
    threads: int = 1,
) -> list[Move]: ...
@overload
def read_fens(
    fens: _Fens,
    errors: Literal["raise"] = "raise",
    *,
    chess960: bool | None = False,
    threads: int = 1,
) -> list[Board]: ...
@overload
def read_fens(
    fens: _Fens,
    errors: Literal["skip"],
    *,
    chess960: bool | None = False,
    threads: int = 1,
) -> tuple[list[Board], NDArray[np.int64]]: ...
def _rows(boards: _Positions) -> tuple[bytes, int]: ...
def _column(name: str, values: Any, dtype: Any, count: int, missing: int | None = None) -> NDArray[Any]: ...
def boards(boards_or_fens: _Positions, threads: int = 1) -> NDArray[np.uint8]: ...
def fens(
    boards: _Positions,
    rule50: Sequence[int] | NDArray[np.integer[Any]] | None = None,
    fullmove: Sequence[int] | NDArray[np.integer[Any]] | None = None,
) -> list[str]: ...
def moves(boards: _Positions, moves: Sequence[int] | NDArray[np.integer[Any]]) -> list[Move | None]: ...
def legal_counts(boards_or_fens: _Positions, threads: int = 1) -> NDArray[np.uint16]: ...
def keys(boards_or_fens: _Positions, threads: int = 1) -> NDArray[np.uint64]: ...
def perft(boards_or_fens: _Positions, depth: int, threads: int = 1) -> NDArray[np.uint64]: ...

def pgn(
    path_or_file: Path | Readable | Sequence[str] | _Column,
    planes: _Plain | _Canonical | None = None,
    *,
    policy: bool | None = None,
    min_ply: int = 0,
    max_ply: int | None = None,
    chunk: int = 65536,
    fill: _Fill = "fen_only",
    indexing: _Indexing = "lc0",
    rule50: _Rule50 = "engine",
    headers: Sequence[str] | None = None,
    columns: Sequence[Literal["key", "fen", "uci", "san", "eval", "clock"]] | None = None,
    comments: bool = False,
    letters: str | None = None,
) -> Iterator[Table]: ...
