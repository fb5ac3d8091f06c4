"""`gardez.chess.engine` and `gardez.chess.pgn` against python-chess, call by call, on random values."""

import io
import math
import os
import random
import re
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, TypeAlias

import chess.engine
import chess.pgn
import chess.svg
import pytest

import gardez.chess.engine
import gardez.chess.pgn
import gardez.chess.svg

OURS: Any = gardez.chess
THEIRS: Any = chess
MODELS = ("sf", "sf16.1", "sf16", "sf15.1", "sf15", "sf14", "sf12", "lichess", "sf99")
Ask: TypeAlias = Callable[..., Any]
ROUNDS = 20 if os.environ.get("GARDEZ_SLOW") else 1


def shown(value: Any) -> Any:
    """A value as both packages show it: without addresses, and with types."""
    if isinstance(value, (chess.Board, gardez.chess.Board)):
        return value.fen(), value.chess960, list(map(str, value.move_stack))
    if isinstance(value, (chess.pgn.GameNode, gardez.chess.pgn.GameNode)):
        return type(value).__name__, value.move and value.move.uci(), value.ply()
    if isinstance(value, (list, tuple)):
        return type(value).__name__, *map(shown, value)
    return re.sub("0x[0-9a-f]+", "", repr(value))


def told(call: Callable[[], Any]) -> Any:
    """What a call returns, or the kind of its exception."""
    try:
        return shown(call())
    except Exception as error:
        return next(kind.__name__ for kind in type(error).__mro__ if kind.__module__ == "builtins")


def same(call: Callable[[Any], Any], *about: Any) -> None:
    assert told(lambda: call(OURS)) == told(lambda: call(THEIRS)), about


# Each row is a question to a value of its kind.
SCORE: list[Ask] = [
    str, repr, abs, bool, len, hash, lambda s: -s, lambda s: +s, lambda s: s.score(), lambda s: s.score(mate_score=10_000), lambda s: s.mate(),
    lambda s: s.is_mate(), lambda s: s == 0, lambda s: s < 0, lambda s: s + 1, lambda s: s.cp, lambda s: s.moves,
]  # fmt: skip
POV: list[Ask] = [
    str, repr, bool, len, hash, lambda s: -s, lambda s: s.white(), lambda s: s.black(), lambda s: s.pov(True), lambda s: s.is_mate(),
    lambda s: s.wdl(), lambda s: s.wdl(model="lichess", ply=3), lambda s: s == s.relative, lambda s: s < s, lambda s: s.score(),
]  # fmt: skip
WDL: list[Ask] = [
    str, repr, bool, len, list, hash, lambda w: list(reversed(w)), lambda w: -w, lambda w: +w, lambda w: w.total(), lambda w: w.winning_chance(),
    lambda w: w.drawing_chance(), lambda w: w.losing_chance(), lambda w: w.expectation(), lambda w: 1000 in w, lambda w: w == w, lambda w: w < w,
    lambda w: w == (700, 200, 100), lambda w: w[-1], lambda w: w[3], lambda w: w[:2], lambda w: w.white(), lambda w: w.pov(False), lambda w: w.relative,
]  # fmt: skip
PAIR: list[Ask] = [lambda a, b: a < b, lambda a, b: a <= b, lambda a, b: a > b, lambda a, b: a >= b, lambda a, b: a == b, lambda a, b: a != b]
SCORES: list[Any] = [
    *(("Cp", centipawns) for centipawns in (0, 1, -1, 50, -200, 1001, 10**9)), *(("Mate", moves) for moves in (0, 1, -1, 2, -5, 10, 11, -50)), ("MateGiven",)
]  # fmt: skip


def score(package: Any, kind: str, *value: int) -> Any:
    made = getattr(package.engine, kind)
    return made(*value) if value else made


@pytest.mark.parametrize("value", SCORES)
def test_scores_answer_as_those_of_python_chess(value: Any) -> None:
    for ask in SCORE:
        same(lambda package: ask(score(package, *value)), value)
    for model, ply in product(MODELS, (-5, 0, 14, 15, 61, 240, 10**6)):
        same(lambda package: score(package, *value).wdl(model=model, ply=ply), value, model, ply)
    for other, ask, turn in product(SCORES, PAIR, (True, False)):
        same(lambda package: ask(score(package, *value), score(package, *other)), value, other)
        same(lambda package: ask(package.engine.PovScore(score(package, *value), turn), package.engine.PovScore(score(package, *other), True)), value, other)
    for ask, turn in product(POV, (True, False)):
        same(lambda package: ask(package.engine.PovScore(score(package, *value), turn)), value, turn)


def test_chances_answer_as_those_of_python_chess() -> None:
    for chances, ask, turn in product([(0, 0, 0), (1000, 0, 0), (700, 200, 100), (-1, 2, 5)], WDL, (True, False)):
        same(lambda package: ask(package.engine.Wdl(*chances)), chances)
        same(lambda package: ask(package.engine.PovWdl(package.engine.Wdl(*chances), turn)), chances, turn)


@pytest.mark.parametrize("model", MODELS)
def test_chances_are_those_of_python_chess_for_each_score_and_ply(model: Any) -> None:
    # A step that shares no factor with the number of scores meets all of them over the plies; slow tests leave nothing out.
    step = 1 if ROUNDS > 1 else 41
    for ply in range(0, 262, 1 if ROUNDS > 1 else 2):
        for centipawns in range(ply % step - 1200, 1200, step):
            found = OURS.engine.Cp(centipawns).wdl(model=model, ply=ply)
            wanted = THEIRS.engine.Cp(centipawns).wdl(model=model, ply=ply)
            assert tuple(found) == tuple(wanted), (centipawns, ply)


COMMENTS = [
    "", "text", " ", "\n", "\t", "é", "{x}", "[%eval 0.30]", "[%eval #3]", "[%eval #-3,12]", "[%eval #0]", "[%eval #-0]", "[%eval #+2]", "[%eval -0.00]",
    "[%eval 1.]", "[%eval .5]", "[%eval 12.345]", "[%eval -1.5,]", "[%eval 0.3,20]", "[%eval  0.3]", "[%eval 1e5]", "[%eval 99999999999.1]", "[%eval]",
    "[%EVAL 0.3]", "[%clk 1:02:03]", "[%clk 0:00:05.5]", "[%clk 1:2:3]", "[%clk 10:61:75.125]", "[%clk -1:00:00]", "[%clk 0:00:01,5]", "[%clk\n1:00:00]",
    "[%emt 0:00:07]", "[%emt 0:00:07.25]", "[%csl Ra1,Gb2]", "[%cal Re2e4,Gd2d4][%csl Yh8]", "[%cal Re2]", "[%csl Re2e4]", "[%cal Re9e4]", "[%cal Xe2e4]",
]  # fmt: skip
TIMES = [None, 0, -1, 1, 59.999, 59.9999, 60, 3599.9996, 3600, 0.0005, 0.00049, -0.0, 1e6, 1.005, math.nan, math.inf, True]


def test_comments_are_read_and_changed_as_by_python_chess() -> None:
    draw = random.Random(20)
    for _ in range(3000 * ROUNDS):
        comment = "".join(draw.choice(COMMENTS) + draw.choice(["", " "]) for _ in range(draw.randint(0, 4)))
        is_black, turn, depth, value = draw.random() < 0.5, draw.random() < 0.5, draw.choice([None, 0, -5, 12]), draw.choice([None, *SCORES])
        time, arrows = draw.choice([*TIMES, draw.random() * 10_000]), [(draw.randrange(8), draw.randrange(8)) for _ in range(draw.randrange(4))]
        setter = draw.choice(["eval", "clock", "emt", "arrows"])

        def asked(package: Any) -> Any:
            node = package.pgn.Game()
            if is_black:
                node = node.add_variation(package.Move.from_uci("e2e4"))
            node.comment = comment
            answers = [told(getattr(node, name)) for name in ("eval", "eval_depth", "clock", "emt", "arrows")]
            if setter == "eval":
                node.set_eval(value and package.engine.PovScore(score(package, *value), turn), depth)
            elif setter == "arrows":
                node.set_arrows([package.svg.Arrow(*arrow, color="red") if arrow[0] % 2 else arrow for arrow in arrows])
            else:
                getattr(node, f"set_{setter}")(time)
            return [answers, node.comment, str(node)]

        same(asked, comment, setter, value, turn, depth, time, arrows)


INFO = [
    "depth 12", "depth  7", "depth x", "depth", "seldepth 20", "multipv 2", "multipv", "nodes 1000", "nodes", "nps 5", "time 123", "time 1.5", "hashfull 3",
    "tbhits 4", "cpuload 10", "currmovenumber 3", "currmove e2e4", "currmove zz", "ebf 1.5", "score cp 35", "score mate -3", "score cp 5 upperbound lowerbound",
    "score cp 10 lowerbound", "score mate 0", "score", "score cp", "score wdl 1 2 3", "score cp 35 wdl 10 20 970", "wdl 100 800 100", "wdl 1 2", "wdl x 2",
    "pv e2e4 e7e5 g1f3", "pv e2e4 e2e4", "pv e2e4e5", "pv", "refutation d2d4 d7d5", "refutation e2e4", "refutation e2e4e5 e7e5", "currline 1 e2e4 e7e5",
    "currline e2e4", "string hello  depth 5", "string", "foo 3", " ",
]  # fmt: skip


def test_lines_of_engines_are_read_as_by_python_chess() -> None:
    draw = random.Random(21)
    for _ in range(2000 * ROUNDS):
        line, kept = " ".join(draw.sample(INFO, draw.randint(0, 5))), draw.choice([0, 1, 2, 4, 8, 16, 31])

        def asked(package: Any) -> Any:
            return sorted(package.engine._parse_uci_info(line, package.Board(), package.engine.Info(kept)).items())

        same(asked, line, kept)
    for words in product(("e2e4", "E2E4", "e2e5", "0000", "(none)", "NULL", ""), ("", "ponder e7e5", "ponder E7E5", "ponder zz", "ponder 0000", "foo")):
        same(lambda package: (lambda best: (best.move, best.ponder))(package.engine._parse_uci_bestmove(package.Board(), " ".join(words))), words)


def test_options_of_engines_take_what_those_of_python_chess_take() -> None:
    kinds = ("check", "spin", "combo", "string", "button", "file", "path", "reset", "save", "unknown")
    for name, kind, value, var in product(("Foo", "MultiPV"), kinds, (True, "false", "b", "c", 0, 101, "7", 3.7, None, "x\ny", ""), (["a", "b"], None)):
        same(lambda package: package.engine.Option(name, kind, "a", 0, 100, var).parse(value), kind, value)
        same(lambda package: package.engine.Option(name, kind, "a", 0, 100, var).is_managed(), name)


# Each row is a question to a node.
NODE: list[Ask] = [
    str, repr, bool, *(lambda n, name=name: getattr(n, name)() for name in (
        "san", "uci", "ply", "turn", "board", "root", "game", "end", "is_end", "starts_variation", "is_mainline", "is_main_variation", "next", "time_control",
    )), *(lambda n, name=name: getattr(n, name) for name in ("comment", "starting_comment", "nags", "move", "parent", "variations", "errors", "headers")),
    lambda n: list(n.mainline()), lambda n: list(reversed(n.mainline())), lambda n: str(n.mainline_moves()), lambda n: n.mainline(), lambda n: 3 in n,
    lambda n: bool(n.mainline()), lambda n: n.variation(0), lambda n: n[-1], lambda n: n.has_variation(5), lambda n: n.variations[0] in n, lambda n: n in n,
    lambda n: str(n.root().from_board(n.board())), lambda n: n.headers.board(),
]  # fmt: skip
FENS = [None, "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 17", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"]


def visited(package: Any, node: Any, method: str, skips: set[tuple[str, int]]) -> list[Any]:
    """What a visitor hears that leaves parts out."""
    calls: list[Any] = []

    def hear(name: str, *arguments: Any) -> Any:
        calls.append((name, *map(shown, arguments)))
        return package.pgn.SKIP if (name, len(calls)) in skips else None

    names = "visit_header end_headers begin_game visit_move visit_board visit_comment visit_nag begin_variation end_variation visit_result end_game"
    members = {name: lambda self, *arguments, name=name: hear(name, *arguments) for name in names.split()}
    visitor = type("Visitor", (package.pgn.BaseVisitor,), members | {"result": lambda self: calls})
    return getattr(node, method)(visitor())  # type: ignore[no-any-return]


def planted(package: Any, draw: random.Random) -> list[Any]:
    """The nodes of a random game."""
    headers = {draw.choice(["White", "Result", "ECO", "Variant"]): draw.choice(["Anna", "1-0", "Chess960", 'q"'])} if draw.random() < 0.5 else {}
    if headers.get("Variant") not in (None, "Chess960"):
        headers = {}
    game = draw.choice([package.pgn.Game, lambda: package.pgn.Game(headers), package.pgn.Game.without_tag_roster])()
    if fen := draw.choice(FENS):
        game.setup(package.Board(fen, chess960="HF" in fen))
    game.comment = draw.choice(["", "start"])
    nodes = [game]
    for _ in range(draw.randint(0, 20)):
        parent = draw.choice(nodes) if draw.random() < 0.3 else nodes[-1]
        if moves := sorted(map(str, parent.board().legal_moves)):
            add = draw.choice([parent.add_variation, parent.add_main_variation])
            nodes.append(add(package.Move.from_uci(draw.choice(moves)), comment=draw.choice(["", "good", "}"]), nags=draw.choice([(), (1,), (14, 4)])))
            nodes[-1].starting_comment = draw.choice(["", "first"])
    return nodes


def walked(package: Any, seed: int) -> Iterator[Any]:
    """Everything that both packages say about a random game."""
    draw = random.Random(seed)
    nodes = planted(package, draw)
    for _ in range(8):
        node, change, at = draw.choice(nodes), draw.choice(["promote", "demote", "promote_to_main"]), draw.randint(-2, 3)
        yield [told(lambda: ask(node)) for ask in NODE]
        skips = {(draw.choice(["begin_game", "end_headers", "begin_variation"]), draw.randint(1, 30)) for _ in range(3)}
        yield [told(lambda: visited(package, node, method, skips)) for method in ("accept", "accept_subgame")]
        options = {"columns": draw.choice([None, 80, 5])} | {name: draw.random() < 0.7 for name in ("headers", "comments", "variations")}
        yield options, node.accept(package.pgn.StringExporter(**options)), str(node.accept_subgame(package.pgn.GameBuilder()))
        file = io.StringIO()
        yield told(lambda: node.accept(package.pgn.FileExporter(file, **options))), file.getvalue()
        yield told(lambda: getattr(node, change)(at))
    yield str(package.pgn.read_game(io.StringIO(str(nodes[0]))))


@pytest.mark.parametrize("seed", range(60 * ROUNDS))
def test_random_games_answer_as_those_of_python_chess(seed: int) -> None:
    for found, wanted in zip(walked(OURS, seed), walked(THEIRS, seed), strict=True):
        assert found == wanted
