"""`chess.polyglot`: opening books, next to python-chess."""

import os
import random
import struct
from pathlib import Path
from typing import Any

import chess.polyglot
import pytest

from gardez import Board, Move
from gardez.chess import polyglot

START = 0x463B96181691FC9C


def record(key: int, uci: str, weight: int, learn: int = 0) -> bytes:
    """A record as the format describes it."""
    move = Move.from_uci(uci)
    promotion = (move.promotion or 1) - 1
    raw = promotion << 12 | move.from_square << 6 | move.to_square
    return struct.pack(">QHHI", key, raw, weight, learn)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    castling, promotion = 0xFDA239CC692A6053, 0xE7783B5A70DA7685
    records = [record(START, *row) for row in [("d2d4", 2, 7), ("e2e4", 6, 0), ("g1f3", 0, 0), ("e2e5", 9, 0)]]
    records += [record(castling, "e1h1", 2), record(castling, "e1a1", 1)]
    records += [record(promotion, "a7a8" + piece, 1) for piece in "nbrq"]
    file = tmp_path / "book.bin"
    file.write_bytes(b"".join(sorted(records)))
    return file


FENS = [Board().fen(), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]


def shown(package: Any, path: Path) -> list[Any]:
    """What a book says, by all its methods."""

    def entry(entry: Any) -> Any:
        return entry and (entry.key, entry.raw_move, entry.weight, entry.learn, entry.move.uci())

    with package.polyglot.open_reader(path) as book:
        found: list[Any] = [len(book), *map(entry, book), entry(book[-1]), book.bisect_key_left(START)]
        for position in [*map(package.Board, FENS), package.Board(FENS[1], chess960=True), START, 5]:
            for options in ({}, {"minimum_weight": 0}, {"minimum_weight": 7}, {"exclude_moves": [package.Move.from_uci("e2e4")]}):
                entries = list(book.find_all(position, **options))
                found += [*map(entry, entries), entry(book.get(position, **options)), all(entry in book for entry in entries)]
                if entries:
                    found += [entry(book.choice(position, random=random.Random(seed), **options)) for seed in range(20)]
                    found.append(entry(book.find(position, **options)))
                else:
                    with pytest.raises(IndexError):
                        book.choice(position, **options)
        found += [entry(book.weighted_choice(START, random=random.Random(seed))) for seed in range(20)]
        return found


def test_a_book_is_what_it_is_for_python_chess(path: Path) -> None:
    import gardez.chess

    assert shown(gardez.chess, path) == shown(chess, path)


def test_every_kind_of_position_is_found(path: Path) -> None:
    with polyglot.open_reader(path) as book:
        for position in (Board(), FENS[0], Board().packed()):
            assert [entry.weight for entry in book.find_all(position)] == [2, 6]
            assert book.find(position).move == Move.from_uci("e2e4")
            assert polyglot.zobrist_hash(position) == START


def test_what_is_not_a_book_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "book.bin"
    path.write_bytes(b"")
    assert list(polyglot.open_reader(path)) == []
    path.write_bytes(b"x")
    with pytest.raises(OSError, match="book.bin"):
        polyglot.open_reader(path)
    with pytest.raises(FileNotFoundError) as caught:
        polyglot.open_reader(tmp_path / "missing.bin")
    assert caught.value.filename == str(tmp_path / "missing.bin")


@pytest.mark.skipif("GARDEZ_DATA" not in os.environ, reason="GARDEZ_DATA is not set")
def test_a_book_of_the_data_folder_is_what_it_is_for_python_chess() -> None:
    import gardez.chess

    path = Path(os.environ["GARDEZ_DATA"]) / "data" / "polyglot" / "book_small.bin"
    assert shown(gardez.chess, path) == shown(chess, path)
