"""gardez.pgn: games from texts, files and file objects, their trees, and writing."""

from __future__ import annotations

import bz2
import doctest
import gzip
import io
import os
import pickle
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import gardez
from gardez import Board, Move, pgn

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
    return list(pgn.Reader(io.StringIO(text) if isinstance(text, str) else io.BytesIO(text)))


def uci(game: pgn.Game) -> list[str]:
    return [move.uci() for move in game.moves]


def line(game: pgn.Game) -> str:
    return game.to_pgn(None).rstrip().splitlines()[-1]


def test_the_examples_of_the_module_give_what_they_say() -> None:
    results = doctest.testmod(pgn)
    assert results.failed == 0
    assert 40 <= results.attempted


def test_a_game_has_headers_result_and_moves() -> None:
    first, second = games(TWO_GAMES)
    assert first.headers == {"Event": "Match", "White": "Anna", "Black": "Ben", "Result": "1-0"}
    assert list(first.headers) == ["Event", "White", "Black", "Result"]
    assert (first.result, second.result) == ("1-0", "1/2-1/2")
    assert uci(first) == ["e2e4", "e7e5", "g1f3", "b8c6"]
    assert TWO_GAMES.encode()[second.offset :].startswith(b'[Event "Return match"]')


def test_the_last_value_of_a_repeated_header_counts() -> None:
    (game,) = games('[White "A"]\n[Black "B"]\n[White "C"]\n\n1. e4 *')
    assert game.headers == {"White": "C", "Black": "B"}
    assert [problem.kind for problem in game.errors] == ["duplicate-tag"]


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
    wanted = [(game.headers, str(game)) for game in games(TWO_GAMES)]
    for source in sources:
        file: Any = source()
        assert [(game.headers, str(game)) for game in pgn.Reader(file)] == wanted
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
    reader = pgn.Reader(source)
    for _ in range(10):
        assert uci(next(reader)) == ["e2e4", "e7e5"]
    assert source.reads < 100


def test_a_path_that_cannot_be_read_is_an_os_error_with_its_name(tmp_path: Path) -> None:
    missing = tmp_path / "missing.pgn"
    with pytest.raises(FileNotFoundError) as caught:
        pgn.Reader(missing)
    assert caught.value.filename == str(missing)
    with pytest.raises(IsADirectoryError):
        pgn.Reader(tmp_path)
    with pytest.raises(ValueError, match="NUL byte"):
        pgn.Reader("a\0b")


def test_a_damaged_file_gives_its_games_and_then_an_os_error(tmp_path: Path) -> None:
    path = tmp_path / "cut.pgn.gz"
    path.write_bytes(gzip.compress(os.urandom(2000).hex().encode() + b"\n\n" + TWO_GAMES.encode() * 50)[:-12])
    reader, count = pgn.Reader(path), 0
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
        list(pgn.Reader(Returns(lambda: value)))  # type: ignore[arg-type]


@pytest.mark.parametrize("error", [KeyError("x"), OSError("disk"), KeyboardInterrupt(), InterruptedError(), RecursionError()])
def test_what_a_file_object_raises_is_passed_on_after_the_games_before_it(error: BaseException) -> None:
    reader = pgn.Reader(Returns(lambda: fail(error)))  # type: ignore[arg-type]
    assert uci(next(reader)) == ["e2e4"]
    assert uci(next(reader)) == ["d2d4"]
    with pytest.raises(type(error)) as caught:
        list(reader)
    assert caught.value is error


def test_a_closed_file_is_a_value_error() -> None:
    file = io.StringIO(TWO_GAMES)
    file.close()
    with pytest.raises(ValueError, match="closed"):
        list(pgn.Reader(file))


@pytest.mark.parametrize("source", [None, 3, ["a"], object(), float("nan")])
def test_a_source_of_another_type_is_a_type_error(source: object) -> None:
    with pytest.raises(TypeError):
        pgn.Reader(source)  # type: ignore[arg-type]


def test_a_closed_reader_raises(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(TWO_GAMES)
    with pgn.Reader(path) as reader:
        next(reader)
    with pytest.raises(ValueError, match="closed"):
        next(reader)
    reader.close()


def test_a_reader_inside_its_own_source_raises_and_does_not_wait() -> None:
    class Selfish:
        reader: pgn.Reader | None = None

        def read(self, size: int) -> bytes:
            if self.reader is not None:
                next(self.reader)
            return b"1. e4 *\n" if self.reader is None else b""

    source = Selfish()
    reader = source.reader = pgn.Reader(source)
    with pytest.raises(ValueError, match="already in use"):
        list(reader)


def test_threads_share_the_games_of_a_reader(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    count = 2000
    path.write_text("".join(f'[Round "{number}"]\n\n1. e4 e5 2. Nf3 *\n\n' for number in range(count)))
    with open(path, "rb") as binary, open(path) as text:
        for reader in (pgn.Reader(path), pgn.Reader(binary), pgn.Reader(text)):
            share(reader, count)


def share(reader: pgn.Reader, count: int) -> None:
    found: list[list[int]] = [[] for _ in range(8)]

    def take(mine: list[int]) -> None:
        for game in reader:
            mine.append(int(game.headers["Round"]))
            assert len(game.moves) == 3

    threads = [threading.Thread(target=take, args=(mine,)) for mine in found]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(sum(found, [])) == list(range(count))


def test_problems_are_data() -> None:
    (game,) = games("1. e4 Ke6 2. d4 {never closed")
    error, *_ = game.errors
    assert (error.kind, error.severity, error.game, error.line, error.column) == ("illegal", "error", 1, 1, 7)
    assert (error.offset, error.length) == (6, 3)
    assert str(error) == f"game 1, line 1, column 7: {error.message}"
    assert game.error_count == len(game.errors)
    assert {problem.severity for problem in game.errors} == {"error", "note"}
    assert uci(game) == ["e2e4"]


def test_only_the_first_thousand_problems_are_kept() -> None:
    (game,) = games("1. e4 " + ") " * 5000)
    assert len(game.errors) == 1000
    assert game.error_count == 5001


def test_a_tree_has_variations_comments_and_glyphs() -> None:
    game = games(TWO_GAMES)[0]
    e4, d4 = game.variations
    assert (e4.san(), d4.san(), e4.uci(), e4.move) == ("e4", "d4", "e2e4", Move.from_uci("e2e4"))
    assert (e4.comment, e4.comments, e4.clock()) == ("[%clk 0:05:00] best", ("[%clk 0:05:00] best",), 300.0)
    assert [node.san() for node in d4.variations] == ["d5", "Nf6"]
    d5 = d4.variations[0]
    assert (d5.variations[0].nags, d5.ply(), d5.turn()) == ((14,), 2, True)
    assert [node.is_mainline() for node in (game.root, e4, d4, d5)] == [True, True, False, False]
    assert (e4.parent, d5.parent) == (game.root, d4)
    assert [node.nags for node in game.mainline()] == [(), (), (1,), ()]
    assert game.end().san() == "Nc6"
    assert game.end().next() is None
    assert d4.board().fen() == "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"
    assert len({e4, d4, game.variations[0]}) == 2


def test_boards_of_a_game_have_the_moves_that_lead_there() -> None:
    game = games(TWO_GAMES)[0]
    assert game.board().fen() == gardez.STARTING_FEN
    board = game.board(3)
    assert board.move_stack == game.moves[:3]
    assert game.board(-1).fen() == game.end().board().fen() == game.board(4).fen()
    assert game.board(-5).fen() == gardez.STARTING_FEN
    for ply in (5, -6, 2**62, -(2**62)):
        with pytest.raises(IndexError):
            game.board(ply)


def test_a_game_without_a_position_has_no_board() -> None:
    (game,) = games('[SetUp "1"]\n[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 *')
    assert (game.moves, game.errors[0].severity) == ([], "error")
    for call in (game.board, game.root.board):
        with pytest.raises(ValueError, match="position"):
            call()


def test_null_moves_and_chess960_are_read() -> None:
    (null,) = games("1. e4 -- 2. Nf3 *")
    assert uci(null) == ["e2e4", "0000", "g1f3"]
    assert null.board(2).fen() == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"
    assert [node.san() for node in null.mainline()] == ["e4", "--", "Nf3"]
    (castled,) = games('[Variant "Chess960"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"]\n\n1. O-O *')
    assert uci(castled) == ["e1g1"]
    assert castled.moves[0] in castled.board().legal_moves


def test_games_are_built_from_boards_and_moves() -> None:
    board = Board("4k3/8/8/8/8/8/8/4K2R w K - 3 20")
    board.push_san("O-O")
    game = pgn.Game.from_board(board, {"White": "A"})
    assert game.headers == {"SetUp": "1", "FEN": "4k3/8/8/8/8/8/8/4K2R w K - 3 20", "White": "A"}
    assert game.board(-1).fen() == board.fen()
    (again,) = games(str(game))
    assert (again.moves, again.board(-1).fen(), again.errors) == (board.move_stack, board.fen(), [])
    assert pgn.Game.from_board(Board("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1")).result == "*"
    mate = Board()
    for san in ["f3", "e5", "g4", "Qh4#"]:
        mate.push_san(san)
    assert pgn.Game.from_board(mate).result == "0-1"
    assert pgn.Game.from_board(mate, {"Result": "*"}).result == "*"
    assert pgn.Game({"White": "B"}).headers == {"White": "B"}


def test_trees_can_be_changed() -> None:
    game = pgn.Game()
    e4 = game.root.add_variation("e4", comment="best", nags=[1, 3])
    d4 = game.root.add_variation(Move.from_uci("d2d4"))
    d4.starting_comment = "or"
    end = e4.add_line(["e5", "g1f3", "--", "Nf6"][:2])
    end.comments = ("one", "two")
    end.set_clock(65.5)
    end.set_eval(mate=-3, depth=9)
    assert line(game) == (
        "1. e4 $1 $3 { best } ({ or } 1. d4) 1... e5 2. Nf3 { one } { two [%clk 0:01:05.5] [%eval #-3,9] } *"
    )
    value = end.eval()
    assert value is not None
    assert (value.centipawns, value.mate, value.depth, end.clock(), end.emt()) == (None, -3, 9, 65.5, None)
    end.set_eval()
    end.set_clock(None)
    assert end.comments == ("one", "two")
    assert d4.promote()
    assert not d4.promote()
    assert uci(game) == ["d2d4"]
    assert e4.remove()
    assert not e4.remove()
    assert not game.root.remove()
    assert line(game) == "{ or } 1. d4 *"
    game.result = "1-0"
    assert game.headers["Result"] == "1-0"
    assert str(game).endswith(" 1-0\n")


def test_a_removed_node_raises_and_does_not_panic() -> None:
    game = games(TWO_GAMES)[0]
    e4 = game.variations[0]
    e5 = e4.variations[0]
    e4.remove()
    for call in (e4.san, e4.board, e5.san, e5.board, e5.ply, e5.turn, e5.is_mainline):
        with pytest.raises(ValueError, match="removed"):
            call()
    with pytest.raises(ValueError, match="removed"):
        e5.add_variation("Nf3")
    assert uci(game) == ["d2d4", "d7d5", "c2c4"]


def test_moves_that_are_not_legal_are_refused() -> None:
    game = games("1. f3 e5 2. g4 Qh4# *")[0]
    node = game.end()
    for move in ("--", Move.null()):
        with pytest.raises(gardez.IllegalMoveError):
            node.add_variation(move)
    for move in ("e5", "e2e5", Move.from_uci("e2e5"), Move.from_uci("e7e8q")):
        with pytest.raises(gardez.IllegalMoveError):
            game.root.add_variation(move)
    with pytest.raises(gardez.InvalidMoveError):
        game.root.add_variation("what")
    for wrong in (None, 3, b"e4"):
        with pytest.raises(TypeError):
            game.root.add_variation(wrong)  # type: ignore[arg-type]
    with pytest.raises((OverflowError, TypeError)):
        game.root.add_variation("e4", nags=[256])
    assert [node.san() for node in game.variations] == ["f3"]
    for seconds in (-1.0, float("nan"), float("inf"), 1e300):
        with pytest.raises(ValueError):
            node.set_clock(seconds)
    with pytest.raises(ValueError):
        game.result = "2-0"
    with pytest.raises(TypeError):
        game.root.add_variation("e4", nags=3)  # type: ignore[arg-type]



def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    def broken() -> Any:
        yield from games(TWO_GAMES)
        raise KeyboardInterrupt

    for name in ("a.pgn", "a.pgn.gz"):
        path = tmp_path / name
        with pytest.raises(KeyboardInterrupt):
            pgn.write(broken(), path)
        assert list(tmp_path.iterdir()) == []
        pgn.write(games(TWO_GAMES), path)
        before = path.read_bytes()
        with pytest.raises(KeyboardInterrupt):
            pgn.write(broken(), path)
        assert path.read_bytes() == before
        path.unlink()
    with pytest.raises(IsADirectoryError):
        pgn.write([], tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="links need rights")
def test_writing_through_a_link_keeps_the_link(tmp_path: Path) -> None:
    link, end = tmp_path / "link.pgn", tmp_path / "end.pgn"
    link.symlink_to("end.pgn")
    for _ in range(2):
        assert pgn.write(games(TWO_GAMES), link) == 2
        assert link.is_symlink() and len(games(end.read_text())) == 2


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    wanted = [str(game) for game in games(TWO_GAMES)]
    for name in ("a.pgn", "a.pgn.gz"):
        assert pgn.write(games(TWO_GAMES), tmp_path / name) == 2
        assert [str(game) for game in pgn.Reader(tmp_path / name)] == wanted
    assert (tmp_path / "a.pgn.gz").read_bytes()[:2] == b"\x1f\x8b"
    text, data = io.StringIO(), io.BytesIO()
    assert pgn.write(iter(games(TWO_GAMES)), text) == pgn.write(pgn.Reader(io.StringIO(TWO_GAMES)), data) == 2
    assert data.getvalue().decode() == text.getvalue() == (tmp_path / "a.pgn").read_bytes().decode()
    with open(tmp_path / "b.pgn", "wb", buffering=0) as file:
        pgn.write(games(TWO_GAMES)[0], file)
    assert [str(game) for game in pgn.Reader(tmp_path / "b.pgn")] == wanted[:1]
    assert max(map(len, text.getvalue().splitlines())) < 80


def test_writing_refuses_other_things(tmp_path: Path) -> None:
    with pytest.raises(TypeError):
        pgn.write([1], io.StringIO())  # type: ignore[list-item]
    with pytest.raises(TypeError):
        pgn.write(None, tmp_path / "a.pgn")  # type: ignore[arg-type]
    assert not (tmp_path / "a.pgn").exists()
    with pytest.raises(ValueError, match="Zstandard"):
        pgn.write([], tmp_path / "a.pgn.zst")
    with pytest.raises(FileNotFoundError):
        pgn.write([], tmp_path / "no" / "a.pgn")
    game = pgn.Game()
    game.headers["White"] = 3  # type: ignore[assignment]
    with pytest.raises(TypeError, match="headers"):
        str(game)


def test_games_are_pickled_as_pgn() -> None:
    for game in games(TWO_GAMES):
        again = pickle.loads(pickle.dumps(game))
        assert str(again) == str(game)


@pytest.mark.parametrize("text", ["", " \n", "%\n", "\0", "((((", "{", '["', "1. e4 (" * 300, "\ud800", "1." * 10000, ")" * 1000])
def test_odd_texts_are_read_to_their_end(text: str) -> None:
    class File:
        texts = [text]

        def read(self, size: int) -> str:
            return self.texts.pop() if self.texts else ""

    try:
        found = list(pgn.Reader(File()))
    except UnicodeEncodeError:
        assert text == "\ud800"
        return
    for game in found:
        assert len(list(game.mainline())) == len(game.moves)
        str(game)


def test_bytes_that_are_not_utf8_survive_a_text_file() -> None:
    file = io.TextIOWrapper(io.BytesIO(b'[White "M\xfcller"]\n\n1. e4 *'), "utf-8", errors="surrogateescape")
    (game,) = pgn.Reader(file)
    assert game.headers["White"] == "Müller"


def test_a_walk_along_a_long_game_takes_linear_time() -> None:
    moves = "".join(f"{4 * n + 1}. Nf3 Nf6 {4 * n + 2}. Ng1 Ng8 " for n in range(5000))
    (game,) = games(moves + "*")
    sans = [node.san() for node in game.mainline()]
    assert sans[:5] == ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3"]
    assert len(sans) == 20000


@pytest.mark.skipif("GARDEZ_DATA" not in os.environ, reason="GARDEZ_DATA is not set")
def test_all_files_of_the_data_folder_are_read_written_and_read_again() -> None:
    paths = sorted((Path(os.environ["GARDEZ_DATA"]) / "data" / "pgn").rglob("*.pgn"))
    assert paths
    for path in paths:
        if path.stat().st_size > 300_000:
            continue
        for game in pgn.Reader(path):
            if not all(problem.severity == "note" for problem in game.errors):
                continue
            (again,) = games(str(game))
            assert again.moves == game.moves, path
            assert str(again) == str(game), path
