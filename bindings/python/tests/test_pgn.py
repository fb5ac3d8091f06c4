"""`chess.pgn.read_games`: games from paths, files and file objects, with what is wrong in them."""

from __future__ import annotations

import bz2
import gzip
import io
import os
import pickle
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from gardez.chess import pgn

# Without types, as most programs read games.
read_game: Any = pgn.read_game

TWO_GAMES = """[Event "Match"]
[White "Anna"]
[Black "Ben"]
[Result "1-0"]

1. e4 {[%clk 0:05:00] best} (1. d4 {solid} d5 (1... Nf6) 2. c4 $14) 1... e5 2. Nf3! Nc6 1-0

[Event "Return match"]
[White "Ben"]
[Black "Anna"]

1. d4 1/2-1/2
"""

# "1. e4 e5 *", packed by the program zstd.
ZSTANDARD = bytes.fromhex("28b52ffd000051000031 2e206534206535202a")


def games(text: str | bytes) -> list[pgn.Game]:
    return list(pgn.read_games(io.StringIO(text) if isinstance(text, str) else io.BytesIO(text)))


def uci(game: pgn.Game) -> list[str]:
    return [move.uci() for move in game.mainline_moves()]


def test_every_kind_of_source_gives_the_same_games(tmp_path: Path) -> None:
    data = TWO_GAMES.encode()
    plain, packed = tmp_path / "games.pgn", tmp_path / "games.pgn.gz"
    plain.write_bytes(data)
    packed.write_bytes(gzip.compress(data))

    class Drops(io.RawIOBase):
        """Gives one byte at a time."""

        def __init__(self) -> None:
            self.rest = data

        def read(self, size: int = -1) -> bytes:
            drop, self.rest = self.rest[:1], self.rest[1:]
            return drop

    sources: list[Callable[[], object]] = [
        lambda: str(plain),
        lambda: plain,
        lambda: packed,
        lambda: io.BytesIO(data),
        lambda: io.StringIO(TWO_GAMES),
        lambda: io.BytesIO(gzip.compress(data)),
        lambda: gzip.open(packed),
        lambda: bz2.open(io.BytesIO(bz2.compress(data))),
        lambda: open(plain, encoding="utf-8"),
        lambda: open(plain, "rb", buffering=0),
        Drops,
    ]
    wanted = [(dict(game.headers), str(game)) for game in games(TWO_GAMES)]
    for source in sources:
        file: Any = source()
        assert [(dict(game.headers), str(game)) for game in pgn.read_games(file)] == wanted
        if hasattr(file, "close"):
            file.close()


def test_zstandard_is_unpacked() -> None:
    (game,) = games(ZSTANDARD)
    assert uci(game) == ["e2e4", "e7e5"]


def test_a_reader_reads_no_further_than_it_must() -> None:
    class Endless:
        reads = 0

        def read(self, size: int) -> str:
            self.reads += 1
            return "1. e4 e5 *\n\n" * 100

    source = Endless()
    reader = pgn.read_games(source)
    for _ in range(10):
        assert uci(next(reader)) == ["e2e4", "e7e5"]
    assert source.reads < 100


def test_a_path_that_cannot_be_read_is_an_os_error_with_its_name(tmp_path: Path) -> None:
    missing = tmp_path / "missing.pgn"
    with pytest.raises(FileNotFoundError) as caught:
        pgn.read_games(missing)
    assert caught.value.filename == str(missing)
    with pytest.raises(IsADirectoryError):
        pgn.read_games(tmp_path)
    with pytest.raises(ValueError, match="NUL byte"):
        pgn.read_games("a\0b")


def test_a_damaged_file_gives_its_games_and_then_an_os_error(tmp_path: Path) -> None:
    path = tmp_path / "cut.pgn.gz"
    path.write_bytes(gzip.compress(os.urandom(2000).hex().encode() + b"\n\n" + TWO_GAMES.encode() * 50)[:-12])
    reader, count = pgn.read_games(path), 0
    with pytest.raises(OSError) as caught:
        for _ in reader:
            count += 1
    assert 50 < count
    assert caught.value.filename == str(path)
    assert list(reader) == []


class Returns:
    """A file object that gives a game, and then something else."""

    def __init__(self, after: Callable[[], object]) -> None:
        self.pieces: list[Callable[[], object]] = [lambda: b"1. e4 *\n\n1. d4 *\n\n1. ", after]

    def read(self, size: int) -> object:
        return self.pieces.pop(0)() if self.pieces else b""


def fail(error: BaseException) -> object:
    raise error


@pytest.mark.parametrize("value", [None, 1, [1], object()])
def test_a_file_object_that_returns_something_else_is_a_type_error(value: object) -> None:
    with pytest.raises(TypeError, match="read"):
        list(pgn.read_games(Returns(lambda: value)))  # type: ignore[arg-type]


@pytest.mark.parametrize("error", [KeyError("x"), OSError("disk"), KeyboardInterrupt(), InterruptedError(), RecursionError()])
def test_what_a_file_object_raises_is_passed_on_after_the_games_before_it(error: BaseException) -> None:
    reader = pgn.read_games(Returns(lambda: fail(error)))  # type: ignore[arg-type]
    assert uci(next(reader)) == ["e2e4"]
    assert uci(next(reader)) == ["d2d4"]
    with pytest.raises(type(error)) as caught:
        list(reader)
    assert caught.value is error


def test_a_closed_file_is_a_value_error() -> None:
    file = io.StringIO(TWO_GAMES)
    file.close()
    with pytest.raises(ValueError, match="closed"):
        list(pgn.read_games(file))


@pytest.mark.parametrize("source", [None, 3, [1], object(), float("nan")])
def test_a_source_of_another_type_is_a_type_error(source: object) -> None:
    with pytest.raises(TypeError):
        pgn.read_games(source)  # type: ignore[arg-type]


def test_a_reader_inside_its_own_source_raises_and_does_not_wait() -> None:
    class Selfish:
        reader: Any = None

        def read(self, size: int) -> bytes:
            if self.reader is not None:
                next(self.reader)
            return b"1. e4 *\n" if self.reader is None else b""

    source = Selfish()
    reader = source.reader = pgn.read_games(source)
    with pytest.raises(ValueError, match="already in use"):
        list(reader)


def test_threads_share_the_games_of_a_reader(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    count = 2000
    path.write_text("".join(f'[Round "{number}"]\n\n1. e4 e5 2. Nf3 *\n\n' for number in range(count)))
    with open(path, "rb") as binary, open(path) as text:
        for reader in (pgn.read_games(path), pgn.read_games(binary), pgn.read_games(text)):
            share(reader, count)


def share(reader: Any, count: int) -> None:
    found: list[list[int]] = [[] for _ in range(8)]

    def take(mine: list[int]) -> None:
        for game in reader:
            mine.append(int(game.headers["Round"]))
            assert len(list(game.mainline())) == 3

    threads = [threading.Thread(target=take, args=(mine,)) for mine in found]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(sum(found, [])) == list(range(count))


def test_problems_have_lines_and_columns() -> None:
    text = '[White "A"]\n[White "B"]\n\n1. e4 Ke6 2. d4 {never closed'
    (game,) = games(text)
    again = read_game(io.StringIO(text))
    for found in (game, again):
        assert [(problem.kind, problem.severity, problem.line, problem.column) for problem in found.problems[:2]] == [
            ("duplicate-tag", "note", 2, 1),
            ("illegal", "error", 4, 7),
        ]
        assert str(found.problems[1]) == "line 4, column 7: illegal move: no black king can reach e6"
        assert [str(error) for error in found.errors] == [str(error) for error in game.errors] and len(found.errors) == 1
        assert uci(found) == ["e2e4"] and found.headers["White"] == "B"
        assert pickle.loads(pickle.dumps(found)).problems == found.problems
    assert pgn.Game().problems == []


def test_a_file_counts_lines_from_its_start() -> None:
    first, second = games("1. e4 *\n\n1. d4 Ke6 *\n")
    assert first.problems == [] and [problem.line for problem in second.problems] == [3]
    file = io.StringIO("\n\n1. d4 Ke6 *\n\n\n1. d4 Ke6 *")
    assert [[problem.line for problem in read_game(file).problems] for _ in range(2)] == [[3], [2]]


def test_only_the_first_thousand_problems_are_kept() -> None:
    (game,) = games("1. e4 " + ") " * 5000)
    assert len(game.problems) == 1000


@pytest.mark.parametrize(
    "text, moves",
    [
        ("1. e4 e5 2. ♘f3 Nc6 *", "e2e4 e7e5 g1f3 b8c6"),
        ("1. e4 c5 2. e5 d5 3. exd6e.p. *", "e2e4 c7c5 e4e5 d7d5 e5d6"),
        ("1. N f3 d5 *", "g1f3 d7d5"),
        ("1. Nf3± d5 *", "g1f3 d7d5"),
        ("1. e4 e5 2. nf3 *", "e2e4 e7e5 g1f3"),
        ('[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. a8(Q)+ *', "a7a8q"),
        ("1. e4 blah e5 *", "e2e4 e7e5"),
        ("1. e4 -- 2. Nf3 *", "e2e4 0000 g1f3"),
    ],
)
def test_what_people_write_is_read_by_every_reader_and_noted(text: str, moves: str) -> None:
    again = read_game(io.StringIO(text), Visitor=type("Again", (pgn.GameBuilder,), {}))
    for game in (*games(text), read_game(io.StringIO(text)), again):
        assert (" ".join(uci(game)), game.errors) == (moves, [])
    assert bool(read_game(io.StringIO(text)).problems) == ("--" not in text)


@pytest.mark.parametrize("text", ["", " \n", "%\n", "\0", "((((", "{", '["', "1. e4 (" * 300, "\ud800", "1." * 10000, ")" * 1000])
def test_odd_texts_are_read_to_their_end(text: str) -> None:
    class File:
        texts = [text]

        def read(self, size: int) -> str:
            return self.texts.pop() if self.texts else ""

    try:
        found = list(pgn.read_games(File()))
    except UnicodeEncodeError:
        assert text == "\ud800"
        return
    for game in found:
        str(game)
    file = io.StringIO(text)
    while (game := read_game(file)) is not None:
        str(game)


def test_bytes_that_are_not_utf8_are_read() -> None:
    data = b'[White "M\xfcller"]\n\n1. e4 *'
    for file in (io.BytesIO(data), io.TextIOWrapper(io.BytesIO(data), "utf-8", errors="surrogateescape")):
        (game,) = pgn.read_games(file)
        assert game.headers["White"] == "Müller"


@pytest.mark.skipif("GARDEZ_DATA" not in os.environ, reason="GARDEZ_DATA is not set")
def test_all_files_of_the_data_folder_are_read_written_and_read_again() -> None:
    paths = sorted((Path(os.environ["GARDEZ_DATA"]) / "data" / "pgn").rglob("*.pgn"))
    assert paths
    for path in paths:
        if path.stat().st_size > 300_000:
            continue
        for game in pgn.read_games(path):
            if game.errors:
                continue
            again = read_game(io.StringIO(str(game)))
            assert (uci(again), str(again)) == (uci(game), str(game)), path
