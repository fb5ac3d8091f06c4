"""Opening books of Polyglot, with python-chess's names.

>>> import gardez.chess as chess
>>> import gardez.chess.polyglot
>>> hex(chess.polyglot.zobrist_hash(chess.Board()))
'0x463b96181691fc9c'

A position is a board, a FEN or a packed board.
"""

from __future__ import annotations

import mmap
import os
import random as _random
import struct
from collections.abc import Callable, Container, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, Union

from .._gardez import Board, Move, _polyglot_numbers
from .._streams import Closing
from ..squares import BLACK, WHITE

if TYPE_CHECKING:
    from ..batch import _Position

StrOrBytesPath = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]

ENTRY_STRUCT = struct.Struct(">QHHI")
POLYGLOT_RANDOM_ARRAY: list[int] = _polyglot_numbers()
"""The numbers of which keys are made: 768 for pieces, 4 for castling, 8 for files of captures en passant, one for White."""


class ZobristHasher:
    """Makes keys of positions from an array of 781 numbers."""

    def __init__(self, array: list[int]) -> None:
        assert len(array) >= 781
        self.array = array

    def hash_board(self, board: Any) -> int:
        """The numbers of the pieces."""
        key = 0
        for square, piece in board.piece_map().items():
            key ^= self.array[64 * (2 * (piece.piece_type - 1) + piece.color) + square]
        return key

    def hash_castling(self, board: Board) -> int:
        """The numbers of the castling rights."""
        key = 0
        for at, color in ((768, WHITE), (770, BLACK)):
            if board.has_kingside_castling_rights(color):
                key ^= self.array[at]
            if board.has_queenside_castling_rights(color):
                key ^= self.array[at + 1]
        return key

    def hash_ep_square(self, board: Board) -> int:
        """The number of the file, if a pawn stands beside the one that moved two squares."""
        if board.ep_square is None:
            return 0
        file, rank = board.ep_square & 7, 4 if board.turn else 3
        beside = [rank * 8 + other for other in (file - 1, file + 1) if 0 <= other < 8]
        is_near = any(board.piece_type_at(square) == 1 and board.color_at(square) == board.turn for square in beside)
        return self.array[772 + file] if is_near else 0

    def hash_turn(self, board: Board) -> int:
        """The number of White's turn."""
        return self.array[780] if board.turn else 0

    def __call__(self, board: Board) -> int:
        return self.hash_board(board) ^ self.hash_castling(board) ^ self.hash_ep_square(board) ^ self.hash_turn(board)


_HASHER = ZobristHasher(POLYGLOT_RANDOM_ARRAY)


def _board(position: _Position) -> Board:
    if isinstance(position, Board):
        return position
    return Board(position) if isinstance(position, str) else Board.from_packed(position)


def zobrist_hash(board: _Position, *, _hasher: Callable[[Board], int] = _HASHER) -> int:
    """Polyglot's key of a position."""
    board = _board(board)
    return board.polyglot_key if _hasher is _HASHER else _hasher(board)


class Entry(NamedTuple):
    """A move of a book."""

    key: int
    raw_move: int
    weight: int
    learn: int
    move: Move


def _entry(data: bytes) -> Entry:
    key, raw, weight, learn = ENTRY_STRUCT.unpack(data)
    promotion = raw >> 12 & 7
    origin, target = raw >> 6 & 63, raw & 63
    if not promotion and origin == target:
        return Entry(key, raw, weight, learn, Move.null())
    return Entry(key, raw, weight, learn, Move(origin, target, promotion + 1 if promotion else None))


class MemoryMappedReader(Closing):
    """A book. Its entries are in the order of their keys."""

    def __init__(self, filename: StrOrBytesPath) -> None:
        self.mmap: mmap.mmap | bytes
        # Not the number of an open file, which would be closed.
        name = os.fsdecode(filename)
        with open(name, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size % ENTRY_STRUCT.size:
                raise OSError(f"invalid file size: ensure {name!r} is a valid polyglot opening book")
            self.mmap = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if size else b""

    def __len__(self) -> int:
        return len(self.mmap) // ENTRY_STRUCT.size

    def __getitem__(self, index: int) -> Entry:
        at = range(len(self))[index] * ENTRY_STRUCT.size
        entry = _entry(self.mmap[at : at + ENTRY_STRUCT.size])
        return entry

    def __iter__(self) -> Iterator[Entry]:
        return (self[index] for index in range(len(self)))

    def bisect_key_left(self, key: int) -> int:
        """The index of the first entry whose key is not smaller."""
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            (found,) = struct.unpack_from(">Q", self.mmap, middle * ENTRY_STRUCT.size)
            low, high = (middle + 1, high) if found < key else (low, middle)
        return low

    def __contains__(self, entry: object) -> bool:
        return isinstance(entry, Entry) and any(other == entry for other in self.find_all(entry.key, minimum_weight=entry.weight))

    def find_all(
        self, board: _Position | int, *, minimum_weight: int = 1, exclude_moves: Container[Move] = ()
    ) -> Iterator[Entry]:
        """The entries of a position, whose moves are legal there; of a key, all entries."""
        position = None if isinstance(board, int) else _board(board)
        key = board if isinstance(board, int) else zobrist_hash(board)
        for index in range(self.bisect_key_left(key), len(self)):
            entry = self[index]
            if entry.key != key:
                return
            if entry.weight < minimum_weight:
                continue
            if position is not None:
                # Castling is king takes rook in a book.
                text = position.uci(entry.move) if position.is_castling(entry.move) else entry.move.uci()
                entry = entry._replace(move=Move.from_uci(text))
                if not position.is_legal(entry.move):
                    continue
            if entry.move not in exclude_moves:
                yield entry

    def find(
        self, board: _Position | int, *, minimum_weight: int = 1, exclude_moves: Container[Move] = ()
    ) -> Entry:
        """The entry with the greatest weight, the first of several. Raises IndexError if there is none."""
        entries = self.find_all(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves)
        try:
            return max(entries, key=lambda entry: entry.weight)
        except ValueError:
            raise IndexError from None

    def get(
        self,
        board: _Position | int,
        default: Entry | None = None,
        *,
        minimum_weight: int = 1,
        exclude_moves: Container[Move] = (),
    ) -> Entry | None:
        """Like `find`, but returns a default if there is none."""
        try:
            return self.find(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves)
        except IndexError:
            return default

    def choice(
        self,
        board: _Position | int,
        *,
        minimum_weight: int = 1,
        exclude_moves: Container[Move] = (),
        random: _random.Random | None = None,
    ) -> Entry:
        """Any entry. Raises IndexError if there is none."""
        source, chosen = random or _random, None
        entries = self.find_all(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves)
        for at, entry in enumerate(entries):
            if chosen is None or source.randint(0, at) == at:
                chosen = entry
        if chosen is None:
            raise IndexError
        return chosen

    def weighted_choice(
        self, board: _Position | int, *, exclude_moves: Container[Move] = (), random: _random.Random | None = None
    ) -> Entry:
        """Any entry, those with more weight more often. Raises IndexError if there is none."""
        entries = list(self.find_all(board, exclude_moves=exclude_moves))
        if not entries:
            raise IndexError
        left = (random or _random).randint(0, sum(entry.weight for entry in entries) - 1)
        for entry in entries:
            left -= entry.weight
            if left < 0:
                return entry
        raise AssertionError("the numbers are below the sum of the weights")

    def close(self) -> None:
        """Closes the file."""
        if isinstance(self.mmap, mmap.mmap):
            self.mmap.close()


def open_reader(path: StrOrBytesPath) -> MemoryMappedReader:
    """Opens a book. Raises OSError if it cannot be read or is not one."""
    return MemoryMappedReader(path)
