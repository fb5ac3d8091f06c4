"""Syzygy endgame tables, with python-chess's names.

    with gardez.chess.syzygy.open_tablebase("path/to/tables") as tablebase:
        tablebase.probe_wdl(board)      # 2 win, 1 cursed win, 0 draw, -1 blessed loss, -2 loss
        tablebase.probe_dtz(board)      # plies to the next capture, move of a pawn or mate
        tablebase.probe_root(board)[0].move             # a best move
        syzygy.probe_wdl_batch(tablebase, positions)    # an array

A probe takes all that is a position: boards, FENs and packed boards. It needs the tables of the position and of those after
captures and promotions. A damaged table, or one that cannot be read, raises OSError with its filename. Threads may share
a tablebase.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import _gardez
from .._gardez import (
    MissingTableError as MissingTableError,
    Move,
    _probe_dtz_batch,
    _probe_wdl_batch,
)
from .._streams import Closing, paths_of
from . import Board

if TYPE_CHECKING:
    from .._streams import Path, Paths
    from ..batch import _Position

probe_wdl_batch, probe_dtz_batch = _probe_wdl_batch, _probe_dtz_batch

TBPIECES = 7
TABLENAME_REGEX = re.compile(r"^[KQRBNP]+v[KQRBNP]+\Z")
PCHR = ["K", "Q", "R", "B", "N", "P"]


def _strength(side: str) -> tuple[int, list[int]]:
    return len(side), [-PCHR.index(piece) for piece in side]


def normalize_tablename(name: str, *, mirror: bool = False) -> str:
    """The name of a table with the stronger side first, or the weaker one if mirrored.

    >>> from gardez.chess.syzygy import normalize_tablename
    >>> normalize_tablename("KPvKRQ")
    'KQRvKP'
    """
    sides = ["".join(sorted(side, key=PCHR.index)) for side in name.split("v", 1)]
    sides.sort(key=_strength, reverse=not mirror)
    return "v".join(sides)


def is_tablename(
    name: str, *, one_king: bool = True, piece_count: int | None = TBPIECES, normalized: bool = True
) -> bool:
    """Returns true if a text is the name of a table."""
    return (
        (piece_count is None or len(name) <= piece_count + 1)
        and bool(TABLENAME_REGEX.match(name))
        and (not normalized or normalize_tablename(name) == name)
        and (not one_king or name != "KvK" and all(side.count("K") == 1 for side in name.split("v")))
    )


def tablenames(*, one_king: bool = True, piece_count: int = 6) -> Iterator[str]:
    """The names of all tables with up to this many pieces. Without `one_king`, a king is a piece like others."""
    king, letters = ("K", PCHR[1:]) if one_king else ("", PCHR)
    for count in range(1 if one_king else 2, piece_count - 2 * len(king) + 1):
        for white in range((count + 1) // 2, count + (1 if one_king else 0)):
            for first in combinations_with_replacement(letters, white):
                for second in combinations_with_replacement(letters, count - white):
                    name = f"{king}{''.join(first)}v{king}{''.join(second)}"
                    if normalize_tablename(name) == name:
                        yield name


def dependencies(target: str, *, one_king: bool = True) -> Iterator[str]:
    """The tables to which a capture or a promotion leads."""
    found = set()
    sides = target.split("v")
    for at in range(2):
        own, other = sides[at], sides[1 - at]
        if "P" in own:
            for promotion in "QRBN":
                found.add(normalize_tablename(f"{own.replace('P', promotion, 1)}v{other}"))
        for piece in set(own) - {"K"}:
            found.add(normalize_tablename(f"{own.replace(piece, '', 1)}v{other}"))
    yield from sorted(found - {"KvK"}, reverse=True)


def all_dependencies(targets: Iterable[str], *, one_king: bool = True) -> Iterator[str]:
    """Some tables, and all to which captures and promotions lead."""
    done: set[str] = set()
    waiting = [normalize_tablename(target) for target in targets]
    while waiting:
        name = waiting.pop()
        if name in done or name == "KvK":
            continue
        yield name
        done.add(name)
        waiting += dependencies(name, one_king=one_king)


def calc_key(board: Any, *, mirror: bool = False) -> str:
    """The pieces of a position as the name of a table has them, without the stronger side first."""
    sides = ["".join(letter * board.pieces_mask(6 - at, color).bit_count() for at, letter in enumerate(PCHR)) for color in (True, False)]
    return "v".join(reversed(sides) if mirror else sides)


class RootMove(NamedTuple):
    """A legal move, with its value for the side that makes it."""

    move: Move
    rank: int
    """From -1000 to 1000: above 0 for a win, below 0 for a loss. Moves of one rank are worth the same."""
    wdl: int
    """The result, -2 to 2, if the fifty-move counter is 0 after the move."""
    dtz: int | None
    """The plies to the next capture, move of a pawn or mate, with this move."""


class Tablebase(_gardez._Tablebase, Closing):
    """Tables in some directories. `cache` is the memory for parts of the files that were read last, in MiB."""

    def __init__(self, *, max_fds: int | None = 128, VariantBoard: type[Board] = Board, cache: int = 64) -> None:
        self.variant = VariantBoard

    def add_directory(self, directory: "Path", *, load_wdl: bool = True, load_dtz: bool = True) -> int:
        """Finds the tables in a directory, and returns how many files there are."""
        self._add(directory)
        endings = (".rtbw",) * load_wdl + (".rtbz",) * load_dtz
        names = map(os.fsdecode, os.listdir(directory))
        return sum(name.endswith(endings) and is_tablename(name[:-5]) for name in names)

    def _checked(self, board: "_Position") -> "_Position":
        """A position whose variant has tables."""
        for variant in (self.variant, board):
            name = getattr(variant, "uci_variant", "chess")
            if name != "chess":
                raise MissingTableError(f"there are no tables of {name} here, only of chess")
        return board

    def probe_wdl(self, board: "_Position") -> int:
        """2 for a win, 1 for a win that the fifty-move rule draws, 0 for a draw, -1 and -2 for losses.

        Raises MissingTableError, a KeyError, if the table is not there.

        >>> from gardez.chess import syzygy
        >>> syzygy.Tablebase().probe_wdl("8/8/4k3/8/8/3K4/8/8 w - - 0 1")
        0
        """
        return self._wdl(self._checked(board))

    def get_wdl(self, board: "_Position", default: int | None = None) -> int | None:
        """Like `probe_wdl`, but returns a default if the table is not there."""
        try:
            return self.probe_wdl(board)
        except KeyError:
            return default

    def probe_dtz(self, board: "_Position") -> int:
        """The plies to the next capture, move of a pawn or mate, negative for a loss; 0 for a draw.

        Raises MissingTableError, a KeyError, if the table is not there. A table may count full moves: then the distance may
        be one ply longer.
        """
        return self._dtz(self._checked(board))

    def get_dtz(self, board: "_Position", default: int | None = None) -> int | None:
        """Like `probe_dtz`, but returns a default if the table is not there."""
        try:
            return self.probe_dtz(board)
        except KeyError:
            return default

    def probe_wdl_table(self, board: "_Position") -> int:
        """What the table of results contains, without a look at captures: where one is best, that may be any value."""
        return self._stored_wdl(self._checked(board))

    def probe_dtz_table(self, board: "_Position", wdl: int) -> tuple[int, int]:
        """The plies that the table of distances contains, and 1; `(0, -1)` if it has only the other side to move."""
        plies = self._stored_dtz(self._checked(board), wdl)
        return (0, -1) if plies is None else (plies, 1)

    def probe_dtz_no_ep(self, board: Board) -> int:
        """Like `probe_dtz`, as if there were no capture en passant."""
        board = board.copy(stack=False)
        board.ep_square = None
        return self.probe_dtz(board)

    def probe_root(self, board: "_Position") -> list[RootMove]:
        """All legal moves, best first, with regard to the fifty-move counter and repetitions; empty at the end of a game.

        The first move always makes progress.
        """
        return list(map(RootMove._make, self._root(self._checked(board))))


class _Table(Closing):
    """One file, and those beside it."""

    def __init__(self, path: str, *, variant: type[Board] = Board) -> None:
        self._tables = open_tablebase(os.path.dirname(path) or ".", VariantBoard=variant)

    def close(self) -> None:
        """Closes the file."""
        self._tables.close()


class WdlTable(_Table):
    """A table of results."""

    def init_table_wdl(self) -> None:
        """Does nothing: a table is opened when it is probed."""

    def probe_wdl_table(self, board: Board) -> int:
        """What the table contains."""
        return self._tables.probe_wdl_table(board)


class DtzTable(_Table):
    """A table of distances."""

    def init_table_dtz(self) -> None:
        """Does nothing: a table is opened when it is probed."""

    def probe_dtz_table(self, board: Board, wdl: int) -> tuple[int, int]:
        """What the table contains for a position with this result."""
        return self._tables.probe_dtz_table(board, wdl)


def open_tablebase(
    directory: "Paths",
    *,
    load_wdl: bool = True,
    load_dtz: bool = True,
    max_fds: int | None = 128,
    VariantBoard: type[Board] = Board,
    cache: int = 64,
) -> Tablebase:
    """Opens the tables in a directory, or in several."""
    tables = Tablebase(max_fds=max_fds, VariantBoard=VariantBoard, cache=cache)
    for path in paths_of(directory):
        tables.add_directory(path, load_wdl=load_wdl, load_dtz=load_dtz)
    return tables
