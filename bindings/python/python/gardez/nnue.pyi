"""Networks of engines: what they say about positions."""

from collections.abc import Sequence
from os import PathLike
from typing import Literal, Self, final

import numpy as np
from numpy.typing import NDArray

from .batch import _Positions

__all__ = ["Network"]

@final
class Network:
    """A network that evaluates positions."""

    def __new__(
        cls, file: str | PathLike[str] | bytes, description: str | PathLike[str] | bytes | None = None
    ) -> Self: ...
    @staticmethod
    def simple(
        file: str | PathLike[str] | bytes,
        *,
        width: int,
        buckets: Sequence[int] | None = None,
        outputs: int = 1,
        activation: Literal["screlu", "crelu", "relu"] = "screlu",
        qa: int = 255,
        qb: int = 64,
        scale: int = 400,
    ) -> Network: ...
    @property
    def kind(self) -> str: ...
    @property
    def width(self) -> int: ...
    @property
    def description(self) -> str: ...
    def evaluate(
        self,
        boards_or_fens: _Positions,
        *,
        out: NDArray[np.int32] | None = None,
        threads: int = 1,
    ) -> NDArray[np.int32]: ...
    def outputs(
        self,
        boards_or_fens: _Positions,
        *,
        out: NDArray[np.float64] | None = None,
        threads: int = 1,
    ) -> NDArray[np.float64]: ...
    def parts(
        self,
        boards_or_fens: _Positions,
        *,
        out: NDArray[np.int64] | None = None,
        threads: int = 1,
    ) -> NDArray[np.int64]: ...
