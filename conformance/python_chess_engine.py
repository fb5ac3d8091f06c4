#!/usr/bin/env python3
"""Plays games with a UCI engine through python-chess, which checks every move.

    python_chess_engine.py ENGINE [--games N] [--plies N] [--seed S]

Games of chess and Chess960 alternate. They begin with random moves, and each search has another kind of limit. Then the
engine is asked during a search whether it is ready, and stopped. This program needs python-chess 1.11.2.
"""

import argparse
import random
import subprocess
import sys
import threading
import time

import chess
import chess.engine

VERSION = "1.11.2"
LIMITS = [
    chess.engine.Limit(time=0.004),
    chess.engine.Limit(depth=2),
    chess.engine.Limit(nodes=300),
    chess.engine.Limit(white_clock=0.1, black_clock=0.1, white_inc=0.005, black_inc=0.005),
]


def play(engine, rng, number, plies):
    """Plays one game. python-chess raises an error if a move is illegal."""
    is_chess960 = number % 2 == 1
    board = chess.Board.from_chess960_pos(rng.randrange(960)) if is_chess960 else chess.Board()
    for _ in range(rng.randrange(8)):
        moves = list(board.legal_moves)
        if moves:
            board.push(rng.choice(moves))
    while not board.is_game_over(claim_draw=True) and board.ply() < plies:
        result = engine.play(board, rng.choice(LIMITS), game=number)
        assert result.move is not None, board.fen()
        board.push(result.move)
    return board


def speaks_while_it_searches(program):
    """Checks that the engine answers `isready` during a search, and moves only after `stop`."""
    process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    # If it never answers, its output ends, and `next` raises an error.
    watchdog = threading.Timer(30, process.kill)
    watchdog.start()
    process.stdin.write("uci\nposition startpos moves e2e4\ngo infinite\nisready\n")
    process.stdin.flush()
    lines = iter(process.stdout.readline, "")
    seen = next(line for line in lines if line.startswith(("readyok", "bestmove")))
    assert seen.startswith("readyok"), "a move before `stop`"
    start = time.monotonic()
    process.stdin.write("stop\n")
    process.stdin.flush()
    best = next(line for line in lines if line.startswith("bestmove")).split()[1]
    assert time.monotonic() - start < 5, "it does not stop"
    board = chess.Board()
    board.push_uci("e2e4")
    board.push_uci(best)
    process.stdin.write("quit\n")
    process.stdin.close()
    assert process.wait(10) == 0
    watchdog.cancel()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--plies", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if chess.__version__ != VERSION:
        sys.exit("python-chess %s is needed, not %s" % (VERSION, chess.__version__))

    rng = random.Random(options.seed)
    plies = 0
    with chess.engine.SimpleEngine.popen_uci(options.engine) as engine:
        for number in range(options.games):
            plies += play(engine, rng, number, options.plies).ply()
    speaks_while_it_searches(options.engine)
    print("%d games, %d plies, every move legal" % (options.games, plies))


if __name__ == "__main__":
    main()
