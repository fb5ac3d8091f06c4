"""Positions that the benches share."""

import random

import gardez


def positions(count: int, seed: int) -> list[str]:
    """FENs of random games."""
    choose = random.Random(seed)
    fens: list[str] = []
    while len(fens) < count:
        board = gardez.Board()
        for _ in range(80):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(choose.choice(moves))
            if choose.random() < 0.1:
                fens.append(board.fen())
    return fens[:count]
