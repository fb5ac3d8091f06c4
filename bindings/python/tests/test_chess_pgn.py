"""`gardez.chess.pgn`: games as nodes, and what is called while they are read, against python-chess."""

import io
import pickle
from pathlib import Path
from typing import Any

import chess.pgn
import pytest

import gardez.chess.pgn

TEXTS = [
    "1. e4 e5 *", "", "  \n", "1-0\n", '[Event "x"]\n', '[Event "x"]\n\n\n1. e4 *', "e4 -- Z0 e5??",
    '; c\n% e\n[A "b"]\n{c1} 1. e4 {c2} {c3} e5 Ke3 Nf6 *\n', '[FEN "bad"]\n\n1. e4 *\n\n1. d4', "1. e4 {x} e5 1-0",
    "1.e4 e5 2.Ke3 (2. Nf3) {x} d4", "1.e4{a}e5(1...c5)2.Nf3", '[SetUp "1"]\n[FEN "8/8/8/8/8/8/8/K1k5 b - - 0 5"]\n\n5... Kd2 *',
    "(1. e4 e5) d4", "1. e4 ) e5", "(1. e4 (1. d4) c5)", '[Event "a"]\n1. e4\n[Event "b"]\n1. d4', "e4\n\n\n\nd4", "e4 {unfinished\nfoo",
    '[A "b"]\n% foo\n[C "d"]\n\n%bar\ne4 e5\n%x\n\n', "e4 {}  { a } d5 $25 $a e5!? e3", '\ufeff[A "b"]\n\ne4', '[A "b"]\n\n[C "d"]\n\ne4',
    '[A "b"]\n[Q "a\\"b"]\n e4', '[A "b"]\r\n\r\n1. e4 {x\r\ny} e5\r\n\r\n1. d4', '[Variant "foo"]\n\ne4 e5\n\nd4',
    "{a} {b} e4 {c} ({d} d4 {e}) {f} e5", "e4\n;xyz\ne5 ; a b {c}\nd4", '[A "b"]\n[A "c"]\ne4', "e4 e8=K", "e4 O-O-O+ e5",
    '[Event "a"]\ne4 {]\n[Event "b"]\n} d5', "e4\n \ne5", "{a} e4 ({b} {c} d4 d5 {d} (f5 {e}) {f} ) {g} {h} e5 {i}", "e4 ! {a} ?",
    "e4 {  a  b  } {a\n b } {\nc\n} {d }", "1. e4 (1. c4 (1. d4 (1. f4 f5) 1... d5) 1... c5) 1... e5 2. Nf3 (2. Nc3) 2... Nc6",
]  # fmt: skip


# Without types, as most programs read games.
PGN: Any = gardez.chess.pgn

# Of what is not PGN, the reader of all games keeps less or more than python-chess: the moves, and the kinds of the problems.
DIFFERENCES = [
    ("xx yy e4", "", ["no-game"]),
    ("(1. e4 e5) d4 *", "e2e4 e7e5 d2d4", ["variation-without-move"]),
    ("1. e4 $300 *", "e2e4", ["nag"]),
    ("1. e4 (1. d4 1-0) e5 *", "e2e4 e7e5", ["result-in-variation"]),
    ("1. e4 e5 1/2", "e2e4 e7e5", ["result-form"]),
]


@pytest.mark.parametrize("text, moves, kinds", DIFFERENCES)
def test_what_is_not_pgn_has_problems(text: str, moves: str, kinds: list[str]) -> None:
    for game in (PGN.read_game(io.StringIO(text)), *gardez.chess.pgn.read_games(io.StringIO(text))):
        assert " ".join(move.uci() for move in game.mainline_moves()) == moves
        assert [problem.kind for problem in game.problems if problem.kind != "missing-result"] == kinds


def described(error: Exception) -> str:
    """An exception, whose class may be a class of its own for FENs."""
    return repr(error).replace("FenError(", "ValueError(")


def events(package: Any, text: str) -> list[Any]:
    """What is called while the games of a text are read, and where each of them ends."""
    calls: list[Any] = []

    def shown(value: Any) -> Any:
        return value.fen() if hasattr(value, "fen") else value.uci() if hasattr(value, "uci") else value

    class Visitor(package.BaseVisitor):  # type: ignore[misc]
        def __getattribute__(self, name: str) -> Any:
            if name.startswith("__") or name == "result":
                return object.__getattribute__(self, name)

            def call(*arguments: Any) -> Any:
                calls.append((name, *(described(value) if name == "handle_error" else shown(value) for value in arguments)))
                return None if name == "handle_error" else getattr(package.BaseVisitor, name)(self, *arguments)

            return call

        def result(self) -> bool:
            return True

    file = io.StringIO(text)
    while package.read_game(file, Visitor=Visitor):
        calls.append(file.tell())
    return calls


def tree(node: Any) -> Any:
    return (
        node.move.uci() if node.move is not None else None, node.comment, node.starting_comment if node.parent else "", sorted(node.nags),
        [tree(child) for child in node.variations],
    )  # fmt: skip


def games(package: Any, text: str) -> list[Any]:
    file, found = io.StringIO(text), []
    while (game := package.read_game(file)) is not None:
        moves = [move.uci() for move in game.mainline_moves()]
        try:
            text = str(game)
        except ValueError as error:
            # The position of the headers cannot be set up.
            text = described(error)
        found.append((moves, tree(game), dict(game.headers), list(map(described, game.errors)), text, file.tell()))
    return found


@pytest.mark.parametrize("text", TEXTS)
def test_the_same_is_called_and_read_as_by_python_chess(text: str) -> None:
    assert events(gardez.chess.pgn, text) == events(chess.pgn, text)
    assert games(gardez.chess.pgn, text) == games(chess.pgn, text)
    files = io.StringIO(text), io.StringIO(text)
    while (theirs := chess.pgn.read_headers(files[0])) is not None:
        ours = gardez.chess.pgn.read_headers(files[1])
        assert ours is not None and list(ours.items()) == list(theirs.items()) and files[0].tell() == files[1].tell()
    assert gardez.chess.pgn.read_headers(files[1]) is None


def test_any_number_of_tags_is_read_changed_and_removed_as_by_python_chess() -> None:
    # The time for each tag must not grow with their number: this would take minutes.
    numbers = range(100_000)
    text = "".join(f'[Tag{number} "{number}"]\n' for number in numbers) + '[Tag7 "last"]\n[Site "x"]\n\n1. e4 *\n'

    def changed(package: Any) -> list[Any]:
        headers = package.pgn.read_headers(io.StringIO(text))
        found = [sum(len(headers[f"Tag{number}"]) for number in numbers)]
        for number in numbers[::2]:
            headers[f"Tag{number}"] = headers.get(f"Tag{number + 1}")
            headers[f"New{number}"] = "new"
            del headers[f"Tag{number + 1}"]
        return [*found, len(headers), list(headers.items()), "Tag1" in headers, "New1" in headers]

    assert changed(gardez.chess) == changed(chess)
    game = PGN.read_game(io.StringIO(text))
    assert str(game).count("\n[Tag") == 100_000 and game.headers["Tag7"] == "last"


# The rows that the test of the readers in Rust has, too.
LINES = Path(__file__).parents[3] / "crates/notation/tests/it/tag_lines.tsv"
ROWS = [row.rsplit("\t", 4) for row in LINES.read_text(encoding="utf-8").splitlines() if not row.startswith("#")]


@pytest.mark.parametrize("line, white, problems, comments, error", ROWS)
def test_a_game_is_not_cut_in_two_by_a_line_among_its_tags(line: str, white: str, problems: str, comments: str, error: str) -> None:
    line = line.replace("\\n", "\n")
    text = f'[Event "a"]\n{line}\n[Black "B"]\n\n1. e4 e5 *\n\n[Event "b"]\n\n1. d4 d5 *\n'
    file = io.StringIO(text)
    first, second, end = (PGN.read_game(file) for _ in range(3))
    assert [first.headers["Event"], second.headers["Event"], end] == ["a", "b", None]
    assert first.headers["White"] == ("?" if white == "-" else white) and first.headers["Black"] == "B"
    assert [str(game.mainline()) for game in (first, second)] == ["1. e4 e5", "1. d4 d5"]
    assert bool(first.errors) == (error == "error") and not second.errors
    assert first.comment.split() == [word for word in comments.split() if word not in ("-", "s")]

    def read(function: Any, **options: Any) -> list[Any]:
        file = io.StringIO(text)
        return [function(file, **options) for _ in range(3)]

    headers = [game and dict(game) for game in read(gardez.chess.pgn.read_headers)]
    assert headers[2] is None and {"White": "?", **headers[0]}["White"] == first.headers["White"] and headers[1]["Event"] == "b"
    assert read(gardez.chess.pgn.skip_game) == [True, True, False]
    # A visitor in Python hears the same.
    again = read(gardez.chess.pgn.read_game, Visitor=type("Again", (gardez.chess.pgn.GameBuilder,), {}))
    assert [str(again[0]), str(again[1]), again[2]] == [str(first), str(second), None]
    assert list(map(str, again[0].errors)) == list(map(str, first.errors))


def test_an_error_in_a_variation_does_not_end_the_main_line() -> None:
    # python-chess goes on with the position of the variation, and finds no move of the main line legal.
    game = PGN.read_game(io.StringIO("1. e4 (1. d5 d6) 1... e5 2. Nf3 *"))
    assert [move.uci() for move in game.mainline_moves()] == ["e2e4", "e7e5", "g1f3"]
    assert len(game.errors) == 1 and "d5" in str(game.errors[0])


@pytest.mark.parametrize("columns", [None, 20, 80])
def test_exporters_write_what_those_of_python_chess_write(columns: int | None) -> None:
    for text in TEXTS:
        if "bad" in text or "foo" in text:
            continue
        ours, theirs = (package.read_game(io.StringIO(text)) for package in (gardez.chess.pgn, chess.pgn))
        if theirs is None:
            continue
        for options in ({}, {"headers": False}, {"comments": False}, {"variations": False}):
            found = ours.accept(gardez.chess.pgn.StringExporter(columns=columns, **options))
            assert found == theirs.accept(chess.pgn.StringExporter(columns=columns, **options))
        assert ours.end().board().fen() == theirs.end().board().fen()


def test_nodes_change_and_games_are_pickled() -> None:
    game = PGN.read_game(io.StringIO("1. e4 e5 (1... c5 2. Nf3) 2. Nc3 *"))
    node = game.next()
    node.promote_to_main(gardez.Move.from_uci("c7c5"))
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    assert str(game.mainline()) == "1. e4 c5 2. Nf3"
    node.remove_variation(1)
    node.add_main_variation(gardez.Move.from_uci("d7d5"), comment="x", nags=[2])
    assert str(game.mainline()) == "1. e4 d5 $2 { x }"
    assert [child.san() for child in reversed(game.mainline())] == ["d5", "e4"]


def test_deep_variations_are_read_and_written() -> None:
    depth = 5_000
    text = "1. e4 " + "(1. d4 " * depth + ")" * depth + " e5 *"
    game = PGN.read_game(io.StringIO(text))
    assert len(game.variations) == depth + 1
    nested = "1. e4 e5 " + "".join(f"({'1... c5' if turn else '1... d5'} 2. d4 " for turn in range(2)) + "))"
    assert len(PGN.read_game(io.StringIO(nested)).next().variations) == 2


def test_a_comment_that_others_interrupt_again_and_again_takes_linear_memory() -> None:
    resource = pytest.importorskip("resource")
    count = 20_000
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    game = PGN.read_game(io.StringIO("1. e4 " + "{c} (1. d4 {d}) " * count + "*"))
    # Kilobytes: each part once is less than a tenth of this, and the whole for each part is 400,000.
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200_000
    assert game.next().comment == " ".join("c" * count)
    assert game.variations[-1].comment == "d"
