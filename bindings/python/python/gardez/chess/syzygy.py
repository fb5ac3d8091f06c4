"""Syzygy endgame tables, with python-chess's names.

    with gardez.chess.syzygy.open_tablebase("path/to/tables") as tablebase:
        tablebase.probe_wdl(board)      # 2 win, 1 cursed win, 0 draw, -1 blessed loss, -2 loss
        tablebase.probe_dtz(board)      # plies to the next capture, move of a pawn or mate
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement
from types import TracebackType
from typing import TYPE_CHECKING, Any

from gardez import syzygy as _syzygy
from gardez._gardez import MissingTableError as MissingTableError

from . import Board

if TYPE_CHECKING:
    from typing import Self

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


class Tablebase:
    """Tables in some directories."""

    def __init__(self, *, max_fds: int | None = 128, VariantBoard: type[Board] = Board) -> None:
        self.variant = VariantBoard
        self._tables = _syzygy.Tablebase(cache=max_fds or 64)

    def add_directory(self, directory: str, *, load_wdl: bool = True, load_dtz: bool = True) -> int:
        """Finds the tables in a directory, and returns how many files there are."""
        self._tables.add_directory(os.fsdecode(directory))
        endings = (".rtbw",) * load_wdl + (".rtbz",) * load_dtz
        return sum(
            name.endswith(endings) and is_tablename(name[:-5]) for name in os.listdir(directory)
        )

    def _probed(self, name: str, board: Board) -> Any:
        if self.variant.uci_variant != "chess" or type(board).uci_variant != "chess":
            raise MissingTableError(f"there are no tables of {type(board).uci_variant} here, only of chess")
        if board.castling_rights:
            raise KeyError("syzygy tables do not contain positions with castling rights")
        count = int(board.occupied).bit_count()
        if count > TBPIECES:
            raise KeyError(f"syzygy tables support up to {TBPIECES} pieces, not {count}: {board.fen()}")
        return getattr(self._tables, name)(board)

    def probe_wdl(self, board: Board) -> int:
        """2 for a win, 1 for a win that the fifty-move rule draws, 0 for a draw, -1 and -2 for losses.

        Raises MissingTableError, a KeyError, if the table is not there.
        """
        wdl: int = self._probed("probe_wdl", board)
        return wdl

    def get_wdl(self, board: Board, default: int | None = None) -> int | None:
        """Like `probe_wdl`, but returns a default if the table is not there."""
        try:
            return self.probe_wdl(board)
        except KeyError:
            return default

    def probe_dtz(self, board: Board) -> int:
        """The plies to the next capture, move of a pawn or mate, negative for a loss; 0 for a draw.

        Raises MissingTableError, a KeyError, if the table is not there.
        """
        dtz: int = self._probed("probe_dtz", board)
        return dtz

    def get_dtz(self, board: Board, default: int | None = None) -> int | None:
        """Like `probe_dtz`, but returns a default if the table is not there."""
        try:
            return self.probe_dtz(board)
        except KeyError:
            return default

    def close(self) -> None:
        """Closes all files."""
        self._tables.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, exc_type: type[BaseException] | None, exc_value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


def open_tablebase(
    directory: str,
    *,
    load_wdl: bool = True,
    load_dtz: bool = True,
    max_fds: int | None = 128,
    VariantBoard: type[Board] = Board,
) -> Tablebase:
    """Opens the tables in a directory."""
    tables = Tablebase(max_fds=max_fds, VariantBoard=VariantBoard)
    tables.add_directory(directory, load_wdl=load_wdl, load_dtz=load_dtz)
    return tables
