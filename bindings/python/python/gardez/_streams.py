"""What the loaders of `gardez.lc0` and `gardez.formats` have in common."""

from __future__ import annotations

import difflib
import functools
import io
import operator
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from typing import Self

Path = str | bytes | os.PathLike[str] | os.PathLike[bytes]
Paths = Path | Iterable[Path]
Specs = dict[str, tuple[tuple[int, ...], np.dtype[Any]]]
T = TypeVar("T")


class Readable(Protocol):
    """A file that is open, as text or as bytes."""

    def read(self, size: int, /) -> str | bytes | bytearray: ...


# Tags that are known by the standard, Lichess, chess.com and TCEC.
HEADERS = (
    "Event Site Date Round White Black Result WhiteElo BlackElo WhiteTitle BlackTitle WhiteUSCF BlackUSCF WhiteNA BlackNA WhiteType "
    "BlackType WhiteTeam BlackTeam WhiteFideId BlackFideId WhiteRatingDiff BlackRatingDiff EventDate EventSponsor Section Stage Board "
    "Opening Variation SubVariation ECO NIC Time UTCTime UTCDate TimeControl SetUp FEN Termination Annotator Mode PlyCount Variant "
    "GameId Link StartTime EndTime EndDate"
).split()  # fmt: skip


def known_headers(names: Iterable[str]) -> None:
    """Raises ValueError for a name that is nearly that of a known tag."""
    for name in names:
        nearest = difflib.get_close_matches(name, HEADERS, 1, 0.8)
        if name not in HEADERS and nearest:
            raise ValueError(f"headers: unknown name {name!r}: did you mean {nearest[0]!r}?")


def games_of(source: Any) -> Any:
    """A path or a file object of games: also of bytes, and of a column with a game in each row."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return io.BytesIO(source)
    if source is None or hasattr(source, "read") or isinstance(source, (str, os.PathLike)) or not hasattr(source, "__len__"):
        return source
    texts = source.to_pylist() if hasattr(source, "to_pylist") else list(source)
    for text in texts:
        if not isinstance(text, (str, type(None))):
            raise TypeError(f"expected the text of a game in each row, not {type(text).__name__}")
    # A game without tags gets one, so that it does not go on with the one before.
    return io.StringIO("\n\n".join(text if text and text.lstrip().startswith("[") else f'[Event "?"]\n\n{text or "*"}' for text in texts))


MOST_BATCH = 1 << 20
MOST_BYTES = 1 << 40


def paths_of(paths: Paths) -> list[str]:
    """The paths as texts. One path counts as a list of one."""
    if isinstance(paths, (str, bytes, os.PathLike)):
        return [os.fsdecode(paths)]
    if isinstance(paths, (bytearray, memoryview)):
        raise TypeError("paths must be paths, not bytes")
    return [os.fsdecode(path) for path in paths]


def count_of(name: str, value: Any, low: int, high: int) -> int:
    """A whole number in a range, both ends included."""
    if isinstance(value, bool):
        raise TypeError(f"{name} must be a whole number, not a bool")
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {type(value).__name__}") from None
    if not low <= number <= high:
        raise ValueError(f"{name} is {number}: it must be from {low} to {high}")
    return number


def number_of(name: str, value: Any, low: float, high: float) -> float:
    """A number in a range, both ends included. NaN is in no range."""
    if isinstance(value, (bool, str, bytes)):
        raise TypeError(f"{name} must be a number, not {type(value).__name__}")
    number = float(value)
    if not low <= number <= high:
        raise ValueError(f"{name} is {number}: it must be from {low:g} to {high:g}")
    return number


def choice_of(name: str, value: Any, choices: Iterable[str]) -> str:
    """One of some texts."""
    choices = list(choices)
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a text, not {type(value).__name__}")
    if value not in choices:
        raise ValueError(f"{name} is {value!r}: it must be one of {', '.join(map(repr, choices))}")
    return value


def worker() -> tuple[int, int]:
    """The number of this worker of a `torch.utils.data.DataLoader`, and of all workers; (0, 1) elsewhere."""
    data = sys.modules.get("torch.utils.data")
    info = data.get_worker_info() if data is not None else None
    return (0, 1) if info is None else (info.id, info.num_workers)


class Arrays(tuple[Any, ...]):
    """A tuple of arrays with names. `_fields` has the names."""

    __slots__ = ()
    _fields: tuple[str, ...] = ()

    def __new__(cls, *arrays: Any) -> Self:
        if len(arrays) != len(cls._fields):
            raise TypeError(f"expected {len(cls._fields)} arrays, not {len(arrays)}")
        return super().__new__(cls, arrays)

    def _field(self, name: str) -> Any:
        if name not in self._fields:
            raise AttributeError(f"{name} is not among the outputs {', '.join(self._fields)}")
        return self[self._fields.index(name)]

    def _asdict(self) -> dict[str, Any]:
        return dict(zip(type(self)._fields, self, strict=True))

    def __repr__(self) -> str:
        shapes = (f"{name}{getattr(array, 'shape', '')}" for name, array in self._asdict().items())
        return f"<{type(self).__name__} {', '.join(shapes)}>"

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        # The class of some names is made again in the other process.
        base = type(self).__mro__[1]
        return rebuild, (base, type(self)._fields, *self)


class Field(Generic[T]):
    """A value that the `_field` of an object finds by its name."""

    def __init__(self, doc: str = "The array of this name; see the class.") -> None:
        self.__doc__ = doc

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, of: Any, owner: type) -> T:
        return cast(T, self if of is None else of._field(self._name))


@functools.cache
def arrays_type(base: type[Arrays], fields: tuple[str, ...]) -> type[Arrays]:
    """The subclass of `base` with these names."""
    return type(base.__name__, (base,), {"__slots__": (), "__module__": base.__module__, "_fields": fields})


def rebuild(base: type[Arrays], fields: tuple[str, ...], *arrays: Any) -> Arrays:
    """Makes a batch again that was pickled."""
    return arrays_type(base, fields)(*arrays)


def allocate(specs: Specs) -> dict[str, Any]:
    """New arrays, one for each output."""
    size = sum(int(np.prod(shape, dtype=object)) * dtype.itemsize for shape, dtype in specs.values())
    if size > MOST_BYTES:
        raise ValueError(f"a batch of {size} bytes is too large")
    return {name: np.empty(shape, dtype) for name, (shape, dtype) in specs.items()}


def reused(out: Any, specs: Specs) -> dict[str, Any]:
    """The arrays of a batch of the caller, which must be those that `allocate` would give."""
    arrays = list(out)
    if len(arrays) != len(specs):
        raise ValueError(f"out has {len(arrays)} arrays, but there are {len(specs)} outputs")
    for array, (name, (shape, dtype)) in zip(arrays, specs.items(), strict=True):
        if not isinstance(array, np.ndarray):
            raise ValueError(f"out: {name} must be an array, not {type(array).__name__}")
        if array.shape != shape or array.dtype != dtype:
            raise ValueError(f"out: {name} must have the shape {shape} and the dtype {dtype}, "
                             f"not {array.shape} and {array.dtype}")
        if not (array.flags.c_contiguous and array.flags.writeable):
            raise ValueError(f"out: {name} must be C-contiguous and writeable")
    for i, array in enumerate(arrays):
        if any(np.may_share_memory(array, other) for other in arrays[:i]):
            raise ValueError("out: two arrays share memory")
    return dict(zip(specs, arrays, strict=True))


class Closing:
    """A context manager that is closed at its end."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Frees what it uses."""
        raise NotImplementedError


class Stream(Closing, Generic[T]):
    """The part of a loader that does not depend on what it loads: shards, states and pickling.

    A subclass sets `_arguments` (for pickling), `_size`, `_specs`, `_type`, `_reuse`, an empty `_loaders`, and the shard in
    `_rank` and `_world`, and has `_make(shard, shards)`, which returns the loader in Rust, and `_fill(loader, arrays)`.
    """

    _arguments: Mapping[str, Any]
    _specs: Specs
    _type: type[Arrays]
    _rank: int
    _world: int
    _size: int
    _reuse: bool
    _loaders: dict[tuple[int, int], Any]
    _buffer: dict[str, Any] | None = None
    _pending: dict[str, Any] | None = None
    _closed = False

    def _make(self, shard: int, shards: int) -> Any:
        raise NotImplementedError

    def _fill(self, loader: Any, arrays: dict[str, Any]) -> int:
        raise NotImplementedError

    def _current(self) -> tuple[int, int]:
        """The shard of this process and worker: with more workers, the shard of the process is divided."""
        number, workers = worker()
        return self._rank + self._world * number, self._world * workers

    def _ready(self) -> Any:
        """The loader of this worker, made when it is first needed."""
        if self._closed:
            raise ValueError("this is closed")
        shard = self._current()
        loader = self._loaders.get(shard)
        if loader is None:
            made, pending = self._make(*shard), self._pending
            # The state of a pickled loader belongs to its shard only.
            if pending is not None and tuple(pending["shard"]) == shard:
                made.restore(pending["state"])
            # Another thread may have made one meanwhile.
            loader = self._loaders.setdefault(shard, made)
            self._pending = None
            for other in [other for other in self._loaders if other != shard]:
                self._loaders.pop(other, None)
        return loader

    def read(self, out: Iterable[NDArray[Any]] | None = None) -> T | None:
        """The next batch, or `None` after the last one.

        `out` is a batch with arrays of the full size, which are overwritten; an incomplete last batch is a view of them.
        """
        loader = self._ready()
        if out is not None:
            arrays = reused(out, self._specs)
        elif self._reuse:
            arrays = self._buffer = self._buffer or allocate(self._specs)
        else:
            arrays = allocate(self._specs)
        count = self._fill(loader, arrays)
        if count == 0:
            return None
        if count < self._size:
            return cast(T, self._type(*(self._first(array, count) for array in arrays.values())))
        return cast(T, self._type(*arrays.values()))

    def _first(self, array: Any, count: int) -> Any:
        return array[:count]

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> T:
        batch = self.read()
        if batch is None:
            raise StopIteration
        return batch

    def state_dict(self) -> dict[str, Any]:
        """The state after the last batch, about 8 bytes for each place of the shuffle buffer, as a dict to be saved.

        The state belongs to files that begin as these do: the first call may read the beginning of each chunk.
        """
        loader = self._ready()
        return {"version": 1, "shard": self._current(), "state": loader.state()}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Goes on where a loader with the same options and files was; threads, sizes of batches and outputs may differ.

        What the shuffle buffer had is read again. Raises `ValueError` if the state belongs to other options, files or
        another shard.
        """
        if not isinstance(state, Mapping) or not {"version", "shard", "state"} <= set(state):
            raise ValueError("this is not the state of a loader")
        if state["version"] != 1:
            raise ValueError(f"the state has the unknown version {state['version']!r}")
        loader = self._ready()
        shard = tuple(state["shard"])
        if shard != self._current():
            raise ValueError(f"the state belongs to shard {shard}, and this is shard {self._current()}")
        if not isinstance(state["state"], bytes):
            raise ValueError("this is not the state of a loader")
        loader.restore(state["state"])

    def close(self) -> None:
        """Ends the threads, closes the files and frees the memory. Leaving a `with` block does so, too."""
        self._closed = True
        self._buffer = None
        for loader in self._loaders.values():
            loader.close()

    @property
    def problems(self) -> list[str]:
        """The texts of the first 16 problems that were skipped."""
        found: list[str] = self._ready().problems()
        return found

    def __getstate__(self) -> dict[str, Any]:
        started = bool(self._loaders) and not self._closed
        return {"arguments": dict(self._arguments), "state": self.state_dict() if started else self._pending}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state["arguments"])  # type: ignore[misc]
        self._pending = state["state"]

    def __repr__(self) -> str:
        return f"<{type(self).__module__}.{type(self).__name__} of batches of {self._size}>"
