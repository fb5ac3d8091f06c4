"""Threads: the same results as one, and calls that run at the same time."""

import io
import os
import pickle
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import gardez
from gardez import batch
from gardez.chess import pgn, syzygy
from oracle import SLOW

TABLES = Path(__file__).parents[3] / "crates/syzygy/tests/tables"


def positions(count: int) -> list[str]:
    """FENs along games that are played by a rule."""
    fens: list[str] = []
    board = gardez.Board()
    step = 0
    while len(fens) < count:
        moves = list(board.legal_moves)
        if not moves or board.halfmove_clock > 90:
            board.reset()
            continue
        step += 1
        board.push(moves[(step * 7919) % len(moves)])
        fens.append(board.fen())
    return fens


def game() -> str:
    board = gardez.Board()
    words = []
    for step in range(60):
        moves = list(board.legal_moves)
        if not moves:
            break
        move = moves[(step * 31) % len(moves)]
        words.append(board.san(move))
        board.push(move)
    return " ".join(words) + " *\n\n"


FENS = positions(512)
GAMES = game() * 40


def planes() -> object:
    return batch.planes(FENS).tobytes()


def masks() -> object:
    return batch.legal_mask(FENS).tobytes()


def keys() -> object:
    return batch.keys(FENS).tobytes()


def read() -> object:
    return [[move.uci() for move in game.mainline_moves()] for game in pgn.read_games(io.StringIO(GAMES))]


def boards() -> object:
    counts = []
    for fen in FENS:
        board = gardez.Board(fen)
        counts.append((board.legal_count(), [board.san(move) for move in board.legal_moves]))
    return counts


def probes() -> object:
    with syzygy.open_tablebase(TABLES) as tables:
        return [tables.probe_wdl(gardez.Board(fen)) for fen in ("8/8/8/8/4P3/2k5/8/K7 w - - 0 1", "8/8/8/8/8/2k5/2p5/K7 b - - 0 1")]


WORK: list[Callable[[], object]] = [planes, masks, keys, read, boards, probes]


def test_eight_threads_give_the_results_of_one() -> None:
    expected = [work() for work in WORK]
    with ThreadPoolExecutor(8) as pool:
        found = [[pool.submit(work) for work in WORK] for _ in range(8)]
        for answers in found:
            for work, answer, wanted in zip(WORK, answers, expected, strict=True):
                assert answer.result() == wanted, work.__name__


def test_threads_share_a_board_and_a_table() -> None:
    board = gardez.Board()
    with syzygy.open_tablebase(TABLES) as tables, ThreadPoolExecutor(8) as pool:
        ending = gardez.Board("8/8/8/8/4P3/2k5/8/K7 w - - 0 1")
        expected = board.perft(3), tables.probe_wdl(ending), tables.probe_dtz(ending)
        found = [pool.submit(lambda: (board.perft(3), tables.probe_wdl(ending), tables.probe_dtz(ending))) for _ in range(64)]
        assert {answer.result() for answer in found} == {expected}


def test_a_board_that_changes_in_one_thread_is_whole_in_another() -> None:
    board = gardez.Board()
    counts = {gardez.Board().legal_count(): gardez.Board().fen()}
    moves = [board.push_san(text) for text in ("e4", "e5", "Nf3", "Nc6", "Bb5")]
    fens = set(counts.values())
    while board.move_stack:
        fens.add(board.fen())
        board.pop()

    def change() -> None:
        for _ in range(200):
            for move in moves:
                board.push(move)
            for _ in moves:
                board.pop()

    with ThreadPoolExecutor(2) as pool:
        changing = pool.submit(change)
        seen = set()
        while not changing.done():
            seen.add(board.fen())
        changing.result()
    assert seen <= fens


def test_a_board_is_pushed_while_other_threads_look_at_it() -> None:
    board = gardez.Board()
    with syzygy.open_tablebase(TABLES) as tables, ThreadPoolExecutor(4) as pool:
        looks: list[Callable[[], object]] = [
            lambda: board.perft(4),
            lambda: board.divide(4),
            lambda: board.planes(),
            lambda: batch.planes([board] * 64, threads=2),
            lambda: batch.perft([board.fen()] * 8, 3),
            lambda: (board.attackers(True, gardez.E4), board.checkers(), board.pieces(1, True), board.piece_map(mask=gardez.SquareSet(7))),
            lambda: (board.outcome(), board.epd(x=1), board.move_stack, list(board.legal_moves), repr(board.legal_moves)),
            lambda: (pickle.loads(pickle.dumps(board)), board.copy(stack=1), board.mirror(), board == board.root()),
            lambda: pgn.Game.from_board(board),
            lambda: tables.get_wdl(board, 0),
        ]
        interval = sys.getswitchinterval()
        sys.setswitchinterval(1e-6)
        try:
            looking = [pool.submit(look) for _ in range(8) for look in looks]
            pushes = 0
            while pushes < 2_000 or not all(answer.done() for answer in looking):
                board.push_san("e4")
                board.push(gardez.Move.from_uci("e7e5"))
                board.pop()
                board.pop()
                pushes += 1
            for answer in looking:
                answer.result()
        finally:
            sys.setswitchinterval(interval)
    assert board == gardez.Board() and not board.move_stack


def test_code_that_a_call_runs_may_change_its_board() -> None:
    board = gardez.Board()

    class Square:
        def __index__(self) -> int:
            board.push_san("Nf3" if board.turn else "Nf6")
            return gardez.E2

    def moves() -> Iterator[gardez.Move]:
        yield gardez.Move.from_uci("d2d4")
        board.push_san("a3")
        board.pop()
        yield gardez.Move.from_uci("d7d5")

    assert board.piece_type_at(Square()) == gardez.PAWN and len(board.move_stack) == 1
    board.reset()
    # It is the line from where the call began.
    assert board.variation_san(moves()) == "1. d4 d5" and not board.move_stack

    class Clearing:
        def __index__(self) -> int:
            board.clear()
            return gardez.A1

    board.set_piece_at(Clearing(), gardez.Piece(gardez.KING, True))
    assert board.piece_map() == {gardez.A1: gardez.Piece(gardez.KING, True)}


def test_a_batch_gives_the_same_with_any_number_of_threads() -> None:
    one, transforms = batch.planes(FENS, format=3, threads=1)
    for threads in (2, 3, 8):
        several, others = batch.planes(FENS, format=3, threads=threads)
        assert np.array_equal(one, several) and np.array_equal(transforms, others)


@pytest.mark.parametrize("call", [lambda: batch.legal_counts(FENS * 256), lambda: gardez.Board().perft(6), lambda: list(batch.keys(FENS * 256))])
def test_python_runs_while_a_call_does(call: Callable[[], object]) -> None:
    """With the lock held, this thread would stand still for as long as the call takes."""

    def share() -> float:
        """The longest time in which this thread stood still, as a share of the time of the call."""
        longest, last = 0.0, time.perf_counter()
        start = last
        running = pool.submit(call)
        while not running.done():
            now = time.perf_counter()
            longest, last = max(longest, now - last), now
        return longest / (time.perf_counter() - start)

    # A busy machine spoils some rounds.
    with ThreadPoolExecutor(1) as pool:
        assert any(share() < 0.5 for _ in range(8))


@pytest.mark.skipif(not SLOW or (os.cpu_count() or 1) < 2, reason="needs two idle CPUs: GARDEZ_SLOW=1")
def test_two_batches_at_a_time_take_at_most_six_tenths_of_two_in_a_row() -> None:
    fens = FENS * 16
    out = [(np.empty((len(fens), 112), np.uint64), np.empty(len(fens), np.float32)) for _ in range(2)]

    def work(number: int) -> None:
        batch.packed(fens, out=out[number])

    def ratio(pool: ThreadPoolExecutor) -> float:
        start = time.perf_counter()
        work(0)
        work(1)
        middle = time.perf_counter()
        list(pool.map(work, range(2)))
        return (time.perf_counter() - middle) / (middle - start)

    with ThreadPoolExecutor(2) as pool:
        assert min(ratio(pool) for _ in range(25)) < 0.6


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_child_can_use_threads_too() -> None:
    """Loaders of torch fork their workers after the parent has used threads."""
    expected = batch.keys(FENS, threads=2)
    child = os.fork()
    if child == 0:
        same = np.array_equal(batch.keys(FENS, threads=2), expected)
        os._exit(0 if same else 1)
    end = time.monotonic() + 60
    done = (0, 0)
    while done[0] == 0 and time.monotonic() < end:
        done = os.waitpid(child, os.WNOHANG)
        time.sleep(0.01)
    if done[0] == 0:
        os.kill(child, 9)
        os.waitpid(child, 0)
    assert done == (child, 0)
