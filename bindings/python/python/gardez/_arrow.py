"""`Table`: arrays by their names, which Arrow's libraries take in one call, by the Arrow PyCapsule interface.

>>> import numpy as np
>>> from gardez._arrow import Table
>>> table = Table({"score": np.array([3, -1], np.int16), "board": np.zeros((2, 24), np.uint8)})
>>> table["score"].tolist(), "arrow_array_stream" in repr(table.__arrow_c_stream__())
([3, -1], True)
"""

from __future__ import annotations

import ctypes
import datetime
import itertools
import re
from collections.abc import ItemsView, Iterator, KeysView, Mapping, ValuesView
from types import MappingProxyType
from typing import Any

import numpy as np

_FORMATS = {"u1": b"C", "i1": b"c", "u2": b"S", "i2": b"s", "u4": b"I", "i4": b"i", "u8": b"L", "i8": b"l", "f2": b"e", "f4": b"f", "f8": b"g"}
_NULLABLE = 2


class _Schema(ctypes.Structure):
    pass


class _Array(ctypes.Structure):
    pass


class _Stream(ctypes.Structure):
    pass


_RELEASE_SCHEMA = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Schema))
_RELEASE_ARRAY = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Array))
_RELEASE_STREAM = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Stream))
_GET_SCHEMA = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_Stream), ctypes.POINTER(_Schema))
_GET_NEXT = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_Stream), ctypes.POINTER(_Array))
_GET_ERROR = ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.POINTER(_Stream))
_DESTRUCTOR = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)

_Schema._fields_ = [
    ("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_char_p), ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64), ("children", ctypes.POINTER(ctypes.POINTER(_Schema))), ("dictionary", ctypes.POINTER(_Schema)),
    ("release", _RELEASE_SCHEMA), ("private_data", ctypes.c_void_p),
]  # fmt: skip
_Array._fields_ = [
    ("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64), ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64), ("buffers", ctypes.POINTER(ctypes.c_void_p)), ("children", ctypes.POINTER(ctypes.POINTER(_Array))),
    ("dictionary", ctypes.POINTER(_Array)), ("release", _RELEASE_ARRAY), ("private_data", ctypes.c_void_p),
]  # fmt: skip
_Stream._fields_ = [
    ("get_schema", _GET_SCHEMA), ("get_next", _GET_NEXT), ("get_last_error", _GET_ERROR), ("release", _RELEASE_STREAM),
    ("private_data", ctypes.c_void_p),
]  # fmt: skip

# What other libraries point to, until they release it.
_KEPT: dict[int, Any] = {}
_KEYS = itertools.count(1)


def _keep(structure: Any, *owned: Any) -> None:
    """Keeps Python's objects alive as long as a structure is used."""
    key = next(_KEYS)
    _KEPT[key] = owned
    structure.private_data = key
    structure.release = {_Schema: _release_schema, _Array: _release_array, _Stream: _release_stream}[type(structure)]


def _released(kind: Any) -> Any:
    """A function that releases a structure and its children, as often as it is called."""

    def release(pointer: Any) -> None:
        structure = pointer.contents
        for number in range(getattr(structure, "n_children", 0)):
            child = structure.children[number]
            if child.contents.release:
                child.contents.release(child)
        _KEPT.pop(structure.private_data, None)
        structure.release = kind()

    return kind(release)


_release_schema = _released(_RELEASE_SCHEMA)
_release_array = _released(_RELEASE_ARRAY)
_release_stream = _released(_RELEASE_STREAM)


class _Column:
    """The Arrow format of a column, its buffers, and the columns in it."""

    def __init__(self, name: str, form: bytes, length: int, buffers: list[Any], children: list[_Column], nulls: int = 0) -> None:
        self.name, self.form, self.length, self.buffers, self.children, self.nulls = name, form, length, buffers, children, nulls

    def write_schema(self, out: _Schema) -> None:
        schemas = [_Schema() for _ in self.children]
        for schema, child in zip(schemas, self.children, strict=True):
            child.write_schema(schema)
        pointers = (ctypes.POINTER(_Schema) * len(schemas))(*map(ctypes.pointer, schemas))
        name = self.name.encode()
        out.format, out.name, out.flags, out.n_children, out.children = self.form, name, _NULLABLE, len(schemas), pointers
        out.metadata = out.dictionary = None
        _keep(out, schemas, pointers, name, self.form)

    def write_array(self, out: _Array) -> None:
        arrays = [_Array() for _ in self.children]
        for array, child in zip(arrays, self.children, strict=True):
            child.write_array(array)
        pointers = (ctypes.POINTER(_Array) * len(arrays))(*map(ctypes.pointer, arrays))
        buffers = (ctypes.c_void_p * max(1, len(self.buffers)))(*(None if data is None else data.ctypes.data for data in self.buffers))
        out.length, out.null_count, out.offset = self.length, self.nulls, 0
        out.n_buffers, out.buffers = len(self.buffers), buffers
        out.n_children, out.children, out.dictionary = len(arrays), pointers, None
        _keep(out, arrays, pointers, buffers, self.buffers)


def _of_array(name: str, array: Any) -> _Column:
    """A column of numbers, or of rows of numbers, of which all have the same length."""
    array = np.ascontiguousarray(array)
    if array.ndim > 1:
        width = int(np.prod(array.shape[1:]))
        return _Column(name, b"+w:%d" % width, len(array), [None], [_of_array("item", array.reshape(-1))])
    if array.dtype == np.bool_:
        return _Column(name, b"b", len(array), [None, np.packbits(array, bitorder="little")], [])
    return _Column(name, _FORMATS[array.dtype.str[1:]], len(array), [None, array], [])


def _of_texts(name: str, texts: list[str | None]) -> _Column:
    """A column of texts; None is a null."""
    data = [b"" if text is None else text.encode(errors="replace") for text in texts]
    offsets = np.zeros(len(data) + 1, np.int64)
    np.cumsum([len(text) for text in data], out=offsets[1:])
    present = np.packbits([text is not None for text in texts], bitorder="little") if texts else np.zeros(0, np.uint8)
    whole = np.frombuffer(b"".join(data) or b"\0", np.uint8)
    return _Column(name, b"U", len(data), [present, offsets, whole], [], texts.count(None))


def _of_values(name: str, values: Any) -> _Column:
    return _of_texts(name, values) if isinstance(values, list) else _of_array(name, values)


def _of_header(name: str, texts: list[str | None]) -> _Column:
    """A column of a tag: ratings and numbers of plies are numbers, dates are dates, and what is not known is a null."""
    if name.endswith(("Elo", "USCF", "RatingDiff")) or name == "PlyCount":
        numbers = [int(text) if text and re.fullmatch(r"[+-]?[0-9]{1,9}", text) else None for text in texts]
    elif name.endswith("Date"):
        numbers = [_days(text) for text in texts]
    else:
        return _of_texts(name, texts)
    present = np.packbits([number is not None for number in numbers], bitorder="little") if texts else np.zeros(0, np.uint8)
    values = np.array([number or 0 for number in numbers], np.int32)
    return _Column(name, b"tdD" if name.endswith("Date") else b"i", len(texts), [present, values], [], numbers.count(None))


def _days(text: str | None) -> int | None:
    """The days from 1970 to a date such as 2026.11.28; None if a part is not known."""
    match = re.fullmatch(r"([0-9]{4})[.-]([0-9]{2})[.-]([0-9]{2})", text or "")
    try:
        return (datetime.date(*map(int, match.groups())) - datetime.date(1970, 1, 1)).days if match else None
    except ValueError:
        return None


class Table:
    """Arrays by their names, as a dict has them. Polars, pandas, DuckDB and pyarrow take a table in one call.

    That is `polars.DataFrame(table)`, `pandas.DataFrame.from_arrow(table)`, `duckdb.from_arrow(table)`, `pyarrow.table(table)`.
    >>> from gardez import formats
    >>> [table] = formats.read(b"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 120 | 1.0\\n", format="bullet.txt")
    >>> table["score"].tolist(), "board" in table
    ([120], True)

    A row is an entry. Of the games of a PGN, a row is a game, and what there is for each move is a list. A table is not a
    `Mapping`, because Polars takes a mapping apart itself.
    """

    __slots__ = ("_arrays",)

    def __init__(self, arrays: Mapping[str, Any] = MappingProxyType({})) -> None:
        self._arrays = dict(arrays)

    def __getitem__(self, name: str) -> Any:
        return self._arrays[name]

    def __setitem__(self, name: str, array: Any) -> None:
        self._arrays[name] = array

    def __delitem__(self, name: str) -> None:
        del self._arrays[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def get(self, name: str, default: Any = None) -> Any:
        """The array of a name, or a default."""
        return self._arrays.get(name, default)

    def keys(self) -> KeysView[str]:
        """The names."""
        return self._arrays.keys()

    def values(self) -> ValuesView[Any]:
        """The arrays."""
        return self._arrays.values()

    def items(self) -> ItemsView[str, Any]:
        """The names with their arrays."""
        return self._arrays.items()

    def __len__(self) -> int:
        return len(self._arrays)

    def __repr__(self) -> str:
        return f"Table({self._arrays!r})"

    def __array__(self, dtype: object = None, copy: bool | None = None) -> Any:
        raise TypeError("a table is not one array: take table[name], or pandas.DataFrame.from_arrow(table)")

    def _columns(self) -> list[_Column]:
        offsets = self.get("offsets")
        columns = []
        for name, values in self._arrays.items():
            if name == "headers":
                columns += [_of_header(header, texts) for header, texts in values.items()]
            elif name == "offsets":
                continue
            elif offsets is not None and name not in ("game", "result", "errors"):
                starts = np.ascontiguousarray(offsets, np.int64)
                columns.append(_Column(name, b"+L", len(starts) - 1, [None, starts], [_of_values("item", values)]))
            else:
                columns.append(_of_array(name, values))
        return columns

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The table as an Arrow stream of one batch, in a capsule. Its arrays are not copied, except for truth values."""
        columns = self._columns()
        whole = _Column("", b"+s", columns[0].length if columns else 0, [None], columns)
        pending = [whole]

        def get_schema(_: Any, out: Any) -> int:
            whole.write_schema(out.contents)
            return 0

        def get_next(_: Any, out: Any) -> int:
            if pending:
                pending.pop().write_array(out.contents)
            else:
                out.contents.release = _RELEASE_ARRAY()
            return 0

        stream = _Stream()
        stream.get_schema, stream.get_next = _GET_SCHEMA(get_schema), _GET_NEXT(get_next)
        stream.get_last_error = _GET_ERROR(lambda _: None)
        _keep(stream, stream.get_schema, stream.get_next, stream.get_last_error)
        capsule = _new_capsule(ctypes.addressof(stream), b"arrow_array_stream", _destroy)
        _CAPSULES[id(capsule)] = stream
        return capsule


# The streams in capsules, by the addresses of the capsules. A consumer moves a stream out and leaves an empty one.
_CAPSULES: dict[int, _Stream] = {}

_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.argtypes, _new_capsule.restype = [ctypes.c_void_p, ctypes.c_char_p, _DESTRUCTOR], ctypes.py_object


def _release_capsule(capsule: Any) -> None:
    """Releases the stream of a capsule that goes away."""
    stream = _CAPSULES.pop(capsule, None)
    if stream is not None and stream.release:
        # Nothing of C is called: an exception may be on its way.
        _KEPT.pop(stream.private_data, None)


_destroy = _DESTRUCTOR(_release_capsule)
