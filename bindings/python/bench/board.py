"""Boards and moves: perft loops written in Python, FENs, lists of moves, SAN and mate.

Positions, moves and texts are prepared before the clock runs, for each package in its own objects. A rate is per node, per move
or per position.
"""

import importlib
import importlib.util
import random
from collections.abc import Callable
from typing import Any

import chess

import gardez

Work = Callable[[], int]
Line = tuple[str, Work, dict[str, Work], float]

# It exists for Python 3.13 and later only.
HAS_BULLET = importlib.util.find_spec("bulletchess") is not None
bulletchess: Any = importlib.import_module("bulletchess") if HAS_BULLET else None
utils: Any = importlib.import_module("bulletchess.utils") if HAS_BULLET else None

DEPTH = 3
NODES = 8_902
COUNT = 200


def positions() -> list[str]:
    """FENs of random games."""
    choose = random.Random(20)
    fens: list[str] = []
    while len(fens) < COUNT:
        board = gardez.Board()
        for _ in range(100):
            moves = board.legal_move_list()
            if not moves:
                break
            board.push(choose.choice(sorted(moves)))
            if choose.random() < 0.1 and board.legal_count():
                fens.append(board.fen())
    return fens[:COUNT]


FENS = positions()
OURS = [gardez.Board(fen) for fen in FENS]
THEIRS = [chess.Board(fen) for fen in FENS]
BULLET: list[Any] = [bulletchess.Board.from_fen(fen) for fen in FENS] if HAS_BULLET else []
# One move of each position, in each package.
CHOSEN = [min(board.legal_moves) for board in OURS]
THEIR_MOVES = [chess.Move.from_uci(move.uci()) for move in CHOSEN]
BULLET_MOVES: list[Any] = [bulletchess.Move.from_uci(move.uci()) for move in CHOSEN] if HAS_BULLET else []
TEXTS = [board.san(move) for board, move in zip(OURS, CHOSEN, strict=True)]


def bulk(board: gardez.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_count()
    nodes = 0
    for move in board.legal_move_list():
        board.push(move)
        nodes += bulk(board, depth - 1)
        board.pop()
    return nodes


def bulk_chess(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += bulk_chess(board, depth - 1)
        board.pop()
    return nodes


def bulk_bullet(board: Any, depth: int) -> int:
    if depth == 1:
        return int(utils.count_moves(board))
    nodes = 0
    for move in board.legal_moves():
        board.apply(move)
        nodes += bulk_bullet(board, depth - 1)
        board.undo()
    return nodes


def leaves(board: gardez.Board, depth: int) -> int:
    if depth == 0:
        return 1
    nodes = 0
    for move in board.legal_move_list():
        board.push(move)
        nodes += leaves(board, depth - 1)
        board.pop()
    return nodes


def leaves_chess(board: chess.Board, depth: int) -> int:
    if depth == 0:
        return 1
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += leaves_chess(board, depth - 1)
        board.pop()
    return nodes


def leaves_bullet(board: Any, depth: int) -> int:
    if depth == 0:
        return 1
    nodes = 0
    for move in board.legal_moves():
        board.apply(move)
        nodes += leaves_bullet(board, depth - 1)
        board.undo()
    return nodes


def push_pop() -> int:
    for board, move in zip(OURS, CHOSEN, strict=True):
        board.push(move)
        board.pop()
    return COUNT


def push_pop_chess() -> int:
    for board, move in zip(THEIRS, THEIR_MOVES, strict=True):
        board.push(move)
        board.pop()
    return COUNT


def push_pop_bullet() -> int:
    for board, move in zip(BULLET, BULLET_MOVES, strict=True):
        board.apply(move)
        board.undo()
    return COUNT


def mates() -> int:
    for board in OURS:
        board.is_checkmate()
    return COUNT


def mates_chess() -> int:
    for board in THEIRS:
        board.is_checkmate()
    return COUNT


def mates_bullet() -> int:
    checkmate = bulletchess.CHECKMATE
    for board in BULLET:
        board in checkmate  # noqa: B015
    return COUNT


def of_each(objects: list[Any], function: Callable[[Any], Any]) -> Work:
    """Calls a function with each object."""

    def work() -> int:
        for element in objects:
            function(element)
        return len(objects)

    return work


def of_pairs(objects: list[Any], others: list[Any], function: Callable[[Any, Any], Any]) -> Work:
    """Calls a function with each pair."""

    def work() -> int:
        for element, other in zip(objects, others, strict=True):
            function(element, other)
        return len(objects)

    return work


def check() -> None:
    """All packages give the same answers for the positions."""
    for ours, theirs, move, text in zip(OURS, THEIRS, CHOSEN, TEXTS, strict=True):
        assert ours.fen() == theirs.fen()
        listed = sorted(move.uci() for move in ours.legal_move_list())
        assert listed == sorted(move.uci() for move in theirs.legal_moves)
        assert theirs.parse_san(text).uci() == ours.parse_san(text).uci() == move.uci()
        assert ours.is_checkmate() == theirs.is_checkmate()
    for ours, bullet, move, text in zip(OURS, BULLET, CHOSEN, TEXTS, strict=False):
        assert sorted(move.uci() for move in ours.legal_move_list()) == sorted(str(move) for move in bullet.legal_moves())
        assert str(bulletchess.Move.from_san(text, bullet)) == move.uci()
        assert ours.is_checkmate() == (bullet in bulletchess.CHECKMATE)
    assert gardez.Board().perft(DEPTH) == NODES


check()

START = gardez.Board()
CHESS_START = chess.Board()
BULLET_START: Any = bulletchess.Board() if HAS_BULLET else None

LINES: list[Line] = [
    (
        "perft loop, bulk at the leaves",
        lambda: bulk(START, DEPTH),
        {"python-chess": lambda: bulk_chess(CHESS_START, DEPTH), "bulletchess": lambda: bulk_bullet(BULLET_START, DEPTH)},
        NODES,
    ),
    (
        "perft loop, push and pop per leaf",
        lambda: leaves(START, DEPTH),
        {"python-chess": lambda: leaves_chess(CHESS_START, DEPTH), "bulletchess": lambda: leaves_bullet(BULLET_START, DEPTH)},
        NODES,
    ),
    ("push + pop alone", push_pop, {"python-chess": push_pop_chess, "bulletchess": push_pop_bullet}, COUNT),
    (
        "Board(fen)",
        of_each(FENS, gardez.Board),
        {"python-chess": of_each(FENS, chess.Board), "bulletchess": of_each(FENS, lambda fen: bulletchess.Board.from_fen(fen))},
        COUNT,
    ),
    (
        "fen()",
        of_each(OURS, lambda board: board.fen()),
        {
            "python-chess": of_each(THEIRS, lambda board: board.fen()),
            "bulletchess": of_each(BULLET, lambda board: board.fen()),
        },
        COUNT,
    ),
    (
        "list(legal_moves)",
        of_each(OURS, lambda board: list(board.legal_moves)),
        {"python-chess": of_each(THEIRS, lambda board: list(board.legal_moves))},
        COUNT,
    ),
    (
        "legal_move_list()",
        of_each(OURS, lambda board: board.legal_move_list()),
        {
            "python-chess": of_each(THEIRS, lambda board: list(board.legal_moves)),
            "bulletchess": of_each(BULLET, lambda board: board.legal_moves()),
        },
        COUNT,
    ),
    (
        "parse_san",
        of_pairs(OURS, TEXTS, lambda board, text: board.parse_san(text)),
        {
            "python-chess": of_pairs(THEIRS, TEXTS, lambda board, text: board.parse_san(text)),
            "bulletchess": of_pairs(BULLET, TEXTS, lambda board, text: bulletchess.Move.from_san(text, board)),
        },
        COUNT,
    ),
    (
        "san",
        of_pairs(OURS, CHOSEN, lambda board, move: board.san(move)),
        {
            "python-chess": of_pairs(THEIRS, THEIR_MOVES, lambda board, move: board.san(move)),
            "bulletchess": of_pairs(BULLET, BULLET_MOVES, lambda board, move: move.san(board)),
        },
        COUNT,
    ),
    (
        "is_checkmate",
        mates,
        {"python-chess": mates_chess, "bulletchess": mates_bullet},
        COUNT,
    ),
    (
        "native perft(5)",
        lambda: START.perft(5),
        {"bulletchess": lambda: int(utils.perft(BULLET_START, 5))},
        4_865_609,
    ),
]

if not HAS_BULLET:
    for line in LINES:
        line[2].pop("bulletchess", None)
