"""Ctrl-C ends every call that may take long, and the objects go on afterwards."""

import gc
import io
import itertools
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gardez
import gardez.chess
import gardez.chess.engine
import gardez.chess.pgn
from gardez import batch, formats, lc0, nnue
from gardez.chess import syzygy

TABLES = Path(__file__).parents[3] / "crates/syzygy/tests/tables"
START = gardez.Board().fen()
GAME = '[Event "x"]\n\n1. e4 {[%eval 0.3]} e5 {[%eval 0.1]} 2. Nf3 {[%eval 0.2]} Nc6 {[%eval 0.2]} 1/2-1/2\n\n'
FENS = [START] * (1 << 23)
ONE = b'width = 1\ninputs = [{ pieces = {} }]\nactivation = ["clip 255"]\nfile = "l0w i16; l0b i16; l1w i16; l1b i16"'
TABLE = {"board": batch.boards([START] * 1000), "score": [0] * 1000, "result": [0] * 1000}


class Endless(io.StringIO):
    """A file without an end."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.lines = itertools.cycle(text.splitlines(keepends=True))

    def readline(self, *_: object) -> str:  # type: ignore[override]
        return next(self.lines)

    def read(self, *_: object) -> str:
        return GAME * 100


def all_of(iterator: Iterator[object]) -> None:
    for _ in iterator:
        pass


def features(path: Path) -> None:
    formats.Features([path / "game.pgn"] * 20, 1 << 20, shuffle=1 << 30, epochs=None).read()


def records(path: Path) -> None:
    lc0.Batches([path / "chunk"] * 2000, batch=1 << 20, rule50="engine", outputs=["masks"], shuffle=1 << 30, epochs=None).read()


def think(path: Path) -> None:
    with gardez.chess.engine.SimpleEngine.popen_uci([sys.executable, str(path / "engine.py")]) as engine:
        engine.play(gardez.chess.Board(), gardez.chess.engine.Limit(time=60))


def analyse(path: Path) -> None:
    with gardez.chess.engine.SimpleEngine.popen_uci([sys.executable, str(path / "engine.py")]) as engine:
        all_of(iter(engine.analysis(gardez.chess.Board())))


CALLS: dict[str, Callable[[Path], Any]] = {
    "perft": lambda _: gardez.Board().perft(12),
    "divide": lambda _: gardez.Board().divide(12),
    "batch.perft": lambda _: batch.perft([START], 12),
    "batch.perft in threads": lambda _: batch.perft([START] * 8, 12, threads=2),
    "batch.keys": lambda _: batch.keys(FENS),
    "batch.legal_counts": lambda _: batch.legal_counts(FENS, threads=2),
    "batch.boards": lambda _: batch.boards(FENS),
    "batch.packed": lambda _: batch.packed(FENS[: 1 << 21]),
    "batch.read_fens": lambda _: batch.read_fens(FENS),
    "batch.policy_index": lambda _: batch.policy_index(FENS, np.full(len(FENS), 12 << 6 | 28, np.uint16)),
    "batch.pgn": lambda _: all_of(batch.pgn(Endless(""))),
    "chess.pgn.read_games": lambda _: all_of(gardez.chess.pgn.read_games(Endless(""))),
    "formats.read": lambda path: all_of(formats.read([path / "game.pgn"] * 10_000, chunk=1 << 24)),
    "formats.write": lambda path: formats.write(path / "out.bullet", itertools.repeat(TABLE)),
    "formats.Features": features,
    "lc0.Batches": records,
    "lc0.records": lambda path: all_of(lc0.records([path / "chunk"] * 100_000)),
    "nnue": lambda _: nnue.Network(bytes(1544), ONE).evaluate(FENS),
    "syzygy": lambda _: syzygy.probe_dtz_batch(syzygy.open_tablebase(TABLES), ["8/8/8/8/4P3/2k5/8/K7 w - - 0 1"] * (1 << 22)),
    "chess.pgn.read_game": lambda _: gardez.chess.pgn.read_game(Endless("1. e4 {a comment} e5 2. Ke2 Ke7 3. Ke1 Ke8\n")),
    "chess.pgn.read_headers": lambda _: gardez.chess.pgn.read_headers(Endless("1. e4 e5\n")),
    "chess.engine.play": think,
    "chess.engine.analysis": analyse,
}

ENGINE = """
import sys, time
for line in sys.stdin:
    match line.split():
        case ["uci"]: print("uciok", flush=True)
        case ["isready"]: print("readyok", flush=True)
        case ["go", *_]: print("info depth 1 score cp 0 pv e2e4", flush=True)
        case ["stop"]: print("bestmove e2e4", flush=True)
        case ["quit"]: break
"""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("files")
    (path / "game.pgn").write_text(GAME * 20_000)
    (path / "engine.py").write_text(ENGINE)
    array = np.zeros(50, lc0.V6)
    array["version"], array["input_format"], array["probabilities"] = 6, 1, -1
    (path / "chunk").write_bytes(array.tobytes())
    return path


@pytest.mark.parametrize("name", CALLS)
def test_control_c_ends_the_call(name: str, files: Path) -> None:
    began = threading.Event()

    def interrupt() -> None:
        began.wait()
        time.sleep(0.3)
        os.kill(os.getpid(), signal.SIGINT)

    # A shell that starts tests in the background has the signal ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    thread = threading.Thread(target=interrupt)
    thread.start()
    start = time.monotonic()
    # A callback of the collector, as hypothesis has one, would swallow the exception if the signal came during it.
    gc.disable()
    try:
        with pytest.raises(KeyboardInterrupt):
            began.set()
            CALLS[name](files)
    finally:
        gc.enable()
        signal.signal(signal.SIGINT, before)
    passed = time.monotonic() - start
    thread.join()
    assert 0.2 < passed < 10, passed
    # The next call is as always.
    assert gardez.Board().perft(3) == 8902
