"""Gaviota's endgame tables, which this package does not read: names of python-chess that say so when they are used.

A program that may use such tables is imported and runs as long as it has none. `gardez.chess.syzygy` reads Syzygy's tables.

>>> from gardez.chess import gaviota
>>> gaviota.open_tablebase("tables")
Traceback (most recent call last):
    ...
NotImplementedError: gardez does not read Gaviota's endgame tables: use Syzygy's, with chess.syzygy
"""

from typing import Any, NoReturn

from .._gardez import MissingTableError as MissingTableError


def _missing() -> NoReturn:
    raise NotImplementedError("gardez does not read Gaviota's endgame tables: use Syzygy's, with chess.syzygy")


class PythonTablebase:
    """A name for annotations, of which no object can be made: raises NotImplementedError."""

    def __init__(self) -> None:
        _missing()


class NativeTablebase:
    """A name for annotations, of which no object can be made: raises NotImplementedError."""

    def __init__(self, libgtb: Any) -> None:
        _missing()


def open_tablebase_native(directory: str, *, libgtb: Any = None, LibraryLoader: Any = None) -> NativeTablebase:
    """Raises NotImplementedError."""
    _missing()


def open_tablebase(directory: str, *, libgtb: Any = None, LibraryLoader: Any = None) -> NativeTablebase | PythonTablebase:
    """Raises NotImplementedError."""
    _missing()
