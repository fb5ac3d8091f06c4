from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal, Self, TypeAlias, final

import numpy as np
from numpy.typing import NDArray

from . import Move
from ._gardez import RecordError as RecordError
from ._arrow import Table as Table
from ._streams import Arrays, Path, Paths, Stream

__all__ = ["COLUMNS", "FEATURES", "FILTERS", "FORMATS", "Chunks", "FeatureBatch", "Features", "RecordError", "Table", "fens", "moves", "read", "write"]

_View: TypeAlias = Literal["white", "side"]

COLUMNS: Final[tuple[str, ...]]
FEATURES: Final[dict[str, int]]
FILTERS: Final[dict[str, str]]
FORMATS: Final[dict[str, str]]

@final
class Chunks:
    def __new__(
        cls,
        paths: Sequence[str],
        data: bytes | None,
        format: str | None,
        chunk: int,
        is_white: bool,
        columns: Sequence[str],
        strict: bool,
        skips: bool,
        missing: tuple[int | None, int | None],
    ) -> Self: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> Table: ...
    @property
    def problems(self) -> list[str]: ...
    @property
    def problem_count(self) -> int: ...
    def close(self) -> None: ...

def read(
    paths: Paths | bytes | bytearray | memoryview,
    *,
    chunk: int = 65536,
    format: str | None = None,
    view: _View = "white",
    columns: Iterable[str] = ("board", "turn", "rule50", "fullmove", "move", "score", "result", "ply"),
    strict: bool = True,
    errors: Literal["raise", "skip"] = "raise",
    missing_score: int | None = None,
    missing_result: Literal[1, 0, -1] | None = None,
) -> Chunks: ...
def fens(chunk: Table | Mapping[str, Any]) -> list[str]: ...
def moves(chunk: Table | Mapping[str, Any]) -> list[Move | None]: ...

def write(
    path: Path,
    tables: Table | Mapping[str, Any] | Iterable[Table | Mapping[str, Any]],
    *,
    format: str | None = None,
    view: _View = "white",
    lossy: bool = False,
    errors: Literal["raise", "skip"] = "raise",
) -> int: ...

class FeatureBatch(Arrays):
    @property
    def us(self) -> NDArray[np.int32]: ...
    @property
    def us_offsets(self) -> NDArray[np.int32]: ...
    @property
    def them(self) -> NDArray[np.int32]: ...
    @property
    def them_offsets(self) -> NDArray[np.int32]: ...
    @property
    def white(self) -> NDArray[np.int32]: ...
    @property
    def white_offsets(self) -> NDArray[np.int32]: ...
    @property
    def black(self) -> NDArray[np.int32]: ...
    @property
    def black_offsets(self) -> NDArray[np.int32]: ...
    @property
    def score(self) -> NDArray[np.int16]: ...
    @property
    def result(self) -> NDArray[np.int8]: ...
    @property
    def turn(self) -> NDArray[np.bool_]: ...
    @property
    def pieces(self) -> NDArray[np.uint8]: ...
    @property
    def move(self) -> NDArray[np.uint16]: ...
    @property
    def ply(self) -> NDArray[np.uint16]: ...
    @property
    def check(self) -> NDArray[np.bool_]: ...
    @property
    def bucket(self) -> NDArray[np.uint8]: ...

class Features(Stream):
    def __init__(
        self,
        paths: Paths,
        batch: int,
        *,
        features: str = "HalfKAv2_hm",
        buckets: Iterable[int] | None = None,
        layout: Literal["padded", "flat"] = "padded",
        view: _View = "side",
        shuffle: int = 0,
        seed: int = 0,
        format: str | None = None,
        block_order: Literal["shuffled", "source"] = "shuffled",
        epochs: int | None = 1,
        drop_last: bool = False,
        reuse: bool = False,
        rank: int = 0,
        world: int = 1,
        strict: bool = True,
        errors: Literal["skip", "raise"] = "skip",
        facts: Iterable[Literal["move", "ply", "check", "bucket"]] = (),
        filters: Mapping[str, bool | int | str | Mapping[str, bool | float] | None] | None = None,
    ) -> None: ...
    def read(self, out: Iterable[NDArray[Any]] | None = None) -> FeatureBatch | None: ...
    def __next__(self) -> FeatureBatch: ...
    @property
    def inputs(self) -> int: ...
    @property
    def stats(self) -> dict[str, int]: ...
