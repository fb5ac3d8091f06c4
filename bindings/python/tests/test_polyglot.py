"""gardez.polyglot: opening books."""

from __future__ import annotations

import doctest
import os
import random
import struct
from pathlib import Path

import pytest

from gardez import Board, Move, polyglot

START = 0x463B96181691FC9C


def record(key: int, uci: str, weight: int, learn: int = 0) -> bytes:
    """A record as the format describes it."""
    move = Move.from_uci(uci)
    promotion = (move.promotion or 1) - 1
    raw = promotion << 12 | move.from_square << 6 | move.to_square
    return struct.pack(">QHHI", key, raw, weight, learn)


@pytest.fixture
def book() -> polyglot.Book:
    rows = [("d2d4", 2, 7), ("e2e4", 6, 0), ("g1f3", 0, 0), ("e2e5", 9, 0)]
    return polyglot.Book(b"".join(record(START, *row) for row in rows))


def test_the_examples_of_the_module_give_what_they_say() -> None:
    results = doctest.testmod(polyglot)
    assert results.failed == 0
    assert 8 <= results.attempted


def test_entries_are_found_in_the_order_of_the_book(book: polyglot.Book) -> None:
    found = [(entry.move.uci(), entry.weight, entry.learn) for entry in book.find_all(Board())]
    assert found == [("d2d4", 2, 7), ("e2e4", 6, 0)]
    every = [entry.move.uci() for entry in book.find_all(Board(), minimum_weight=0)]
    assert every == ["d2d4", "e2e4", "g1f3"], "a move that is not legal is skipped"
    assert [entry.move.uci() for entry in book.find_all(START)] == ["d2d4", "e2e4", "e2e5"]
    assert [entry.weight for entry in book] == [2, 6, 0, 9]
    assert (len(book), book[0].key, book[-1].weight, book[1].raw_move) == (4, START, 9, 0o1434)


def test_the_best_entry_is_that_of_the_highest_weight(book: polyglot.Book) -> None:
    e4, d4 = Move.from_uci("e2e4"), Move.from_uci("d2d4")
    assert book.find(Board()).move == e4
    assert book.find(Board(), exclude_moves=[e4]).move == d4
    with pytest.raises(IndexError):
        book.find(Board(), exclude_moves=[e4, d4])
    assert book.get(Board(), exclude_moves={e4, d4}) is None
    assert book.get(Board(), "none", minimum_weight=7) == "none"
    assert Board() in book
    assert START in book
    after = Board()
    after.push_uci("e2e4")
    assert after not in book
    assert list(book.find_all(after)) == []


def test_choices_are_drawn_by_the_generator_that_is_given(book: polyglot.Book) -> None:
    weighted = [book.weighted_choice(Board(), random=random.Random(seed)).move.uci() for seed in range(4000)]
    assert 2800 < weighted.count("e2e4") < 3200
    assert weighted.count("e2e4") + weighted.count("d2d4") == 4000
    even = [book.choice(Board(), random=random.Random(seed)).move.uci() for seed in range(4000)]
    assert 1800 < even.count("e2e4") < 2200
    assert book.choice(Board(), minimum_weight=6).move.uci() == "e2e4"
    with pytest.raises(IndexError):
        book.choice(Board(), minimum_weight=7)
    with pytest.raises(IndexError):
        book.weighted_choice(0)

    class Wild:
        def randrange(self, stop: int) -> int:
            return stop

    for choose in (book.choice, book.weighted_choice):
        with pytest.raises(ValueError, match="limit"):
            choose(Board(), random=Wild())


def test_castling_is_written_as_the_board_writes_it() -> None:
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    key = 0xFDA239CC692A6053
    book = polyglot.Book(record(key, "e1h1", 2) + record(key, "e1c1", 1))
    assert [entry.move.uci() for entry in book.find_all(Board(fen))] == ["e1g1", "e1c1"]
    assert [entry.move.uci() for entry in book.find_all(Board(fen, chess960=True))] == ["e1h1", "e1a1"]


def test_promotions_have_the_piece_types_of_moves() -> None:
    fen = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"
    key = 0xE7783B5A70DA7685
    book = polyglot.Book(b"".join(record(key, "a7a8" + piece, 1) for piece in "nbrq"))
    assert [entry.move.promotion for entry in book.find_all(Board(fen))] == [2, 3, 4, 5]
    assert [entry.move.promotion for entry in book.find_all(key)] == [2, 3, 4, 5]
    odd = polyglot.Book(struct.pack(">QHHI", key, 0xFFFF, 1, 0))
    assert list(odd.find_all(Board(fen))) == []
    assert odd[0].move.promotion is not None


def test_a_book_is_read_from_a_path(tmp_path: Path, book: polyglot.Book) -> None:
    path = tmp_path / "book.bin"
    path.write_bytes(record(START, "e2e4", 1))
    assert polyglot.Book(path).find(Board()).move == polyglot.Book(str(path)).find(Board()).move
    path.write_bytes(b"")
    assert list(polyglot.Book(path)) == []
    path.write_bytes(b"x")
    with pytest.raises(ValueError, match="16 bytes"):
        polyglot.Book(path)
    with pytest.raises(FileNotFoundError) as caught:
        polyglot.Book(tmp_path / "missing.bin")
    assert caught.value.filename == str(tmp_path / "missing.bin")
    with pytest.raises(OSError):
        polyglot.Book(tmp_path)


def test_other_arguments_are_refused(book: polyglot.Book) -> None:
    for source in (None, 3, [1], object()):
        with pytest.raises(TypeError):
            polyglot.Book(source)  # type: ignore[arg-type]
    for board in (None, 1.5, [START]):
        with pytest.raises(TypeError):
            book.find(board)  # type: ignore[arg-type]
    for key in (-1, 2**64, 10**40):
        with pytest.raises(ValueError):
            book.find(key)
    for index in (4, -5, 2**62):
        with pytest.raises(IndexError):
            book[index]
    with pytest.raises(TypeError):
        book.find(Board(), exclude_moves=["e2e4"])  # type: ignore[list-item]


@pytest.mark.skipif("GARDEZ_DATA" not in os.environ, reason="GARDEZ_DATA is not set")
def test_a_book_of_the_data_folder_has_legal_moves_in_the_start_position() -> None:
    book = polyglot.Book(Path(os.environ["GARDEZ_DATA"]) / "data" / "polyglot" / "book_small.bin")
    entries = list(book.find_all(Board()))
    assert entries
    assert all(entry.move in Board().legal_moves for entry in entries)


def test_a_pipe_is_an_error_and_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "book.bin"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="not a regular file"):
        polyglot.Book(pipe)
