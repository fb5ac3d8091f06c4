"""Boards one by one: moves, texts and counts, next to python-chess and bulletchess."""

from collections.abc import Callable
from typing import Any

import chess

import gardez
from bench.peers import bulletchess
from bench.positions import positions

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
COUNT = 64

bullet = bulletchess()

FENS = positions(COUNT, 64)
OURS = [gardez.Board(fen) for fen in FENS]
CHESS = [chess.Board(fen) for fen in FENS]
BULLET = [bullet.Board.from_fen(fen) for fen in FENS] if bullet else []

MOVES = [list(board.legal_moves) for board in OURS]
CHESS_MOVES = [list(board.legal_moves) for board in CHESS]
BULLET_MOVES = [list(board.legal_moves()) for board in BULLET]
ALL = sum(map(len, MOVES))
SANS = [[board.san(move) for move in moves] for board, moves in zip(OURS, MOVES, strict=True)]

ROOT, CHESS_ROOT = gardez.Board(KIWIPETE), chess.Board(KIWIPETE)
BULLET_ROOT: Any = bullet.Board.from_fen(KIWIPETE) if bullet else None

# The nodes of KIWIPETE to depths 2 and 3, and of the start position to depth 5.
NODES = {2: 2039, 3: 97862}
NATIVE = 4_865_609


def bulk(board: gardez.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_count()
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += bulk(board, depth - 1)
        board.pop()
    return nodes


def chess_bulk(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += chess_bulk(board, depth - 1)
        board.pop()
    return nodes


def bullet_bulk(depth: int) -> int:
    board, count = BULLET_ROOT, bullet.utils.count_moves

    def walk(depth: int) -> int:
        if depth == 1:
            number: int = count(board)
            return number
        nodes = 0
        for move in board.legal_moves():
            board.apply(move)
            nodes += walk(depth - 1)
            board.undo()
        return nodes

    return walk(depth)


def leaves(board: gardez.Board, depth: int) -> int:
    if depth == 0:
        return 1
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += leaves(board, depth - 1)
        board.pop()
    return nodes


def chess_leaves(board: chess.Board, depth: int) -> int:
    if depth == 0:
        return 1
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += chess_leaves(board, depth - 1)
        board.pop()
    return nodes


def bullet_leaves(depth: int) -> int:
    board = BULLET_ROOT

    def walk(depth: int) -> int:
        if depth == 0:
            return 1
        nodes = 0
        for move in board.legal_moves():
            board.apply(move)
            nodes += walk(depth - 1)
            board.undo()
        return nodes

    return walk(depth)


def push_pop() -> None:
    for board, moves in zip(OURS, MOVES, strict=True):
        for move in moves:
            board.push(move)
            board.pop()


def chess_push_pop() -> None:
    for board, moves in zip(CHESS, CHESS_MOVES, strict=True):
        for move in moves:
            board.push(move)
            board.pop()


def bullet_push_pop() -> None:
    for board, moves in zip(BULLET, BULLET_MOVES, strict=True):
        for move in moves:
            board.apply(move)
            board.undo()


def san() -> int:
    return sum(len(board.san(move)) for board, moves in zip(OURS, MOVES, strict=True) for move in moves)


def chess_san() -> int:
    return sum(len(board.san(move)) for board, moves in zip(CHESS, CHESS_MOVES, strict=True) for move in moves)


def bullet_san() -> None:
    # Not all of its texts are those of python-chess.
    for board, moves in zip(BULLET, BULLET_MOVES, strict=True):
        for move in moves:
            move.san(board)


def parse_san() -> None:
    for board, texts in zip(OURS, SANS, strict=True):
        for text in texts:
            board.parse_san(text)


def chess_parse_san() -> None:
    for board, texts in zip(CHESS, SANS, strict=True):
        for text in texts:
            board.parse_san(text)


def bullet_parse_san() -> None:
    read = bullet.Move.from_san
    for board, texts in zip(BULLET, SANS, strict=True):
        for text in texts:
            read(text, board)


def mates(boards: list[gardez.Board] | list[chess.Board]) -> int:
    return [board.is_checkmate() for board in boards].count(True)


def bullet_mates() -> int:
    mate = bullet.CHECKMATE
    return [board in mate for board in BULLET * 8].count(True)


def lists() -> int:
    return sum(len(list(board.legal_moves)) for board in OURS)


def direct_lists() -> int:
    return sum(len(board.legal_move_list()) for board in OURS)


def chess_lists() -> int:
    return sum(len(list(board.legal_moves)) for board in CHESS)


def bullet_lists() -> int:
    return sum(len(board.legal_moves()) for board in BULLET)


def line(name: str, ours: Callable[[], object], theirs: Callable[[], object], bullets: Callable[[], object], units: float) -> tuple[
    str, Callable[[], object], dict[str, Callable[[], object]], float
]:
    return name, ours, {"python-chess": theirs} | ({"bulletchess": bullets} if bullet else {}), units


LINES = [
    line("perft loop, bulk", lambda: bulk(ROOT, 3), lambda: chess_bulk(CHESS_ROOT, 3), lambda: bullet_bulk(3), NODES[3]),
    line("perft loop, push and pop", lambda: leaves(ROOT, 2), lambda: chess_leaves(CHESS_ROOT, 2), lambda: bullet_leaves(2), NODES[2]),
    line("push and pop", push_pop, chess_push_pop, bullet_push_pop, ALL),
    line(
        "Board(fen)",
        lambda: [gardez.Board(fen) for fen in FENS],
        lambda: [chess.Board(fen) for fen in FENS],
        lambda: [bullet.Board.from_fen(fen) for fen in FENS],
        COUNT,
    ),
    line(
        "fen()",
        lambda: [board.fen() for board in OURS],
        lambda: [board.fen() for board in CHESS],
        lambda: [board.fen() for board in BULLET],
        COUNT,
    ),
    line("list(legal_moves)", lists, chess_lists, bullet_lists, COUNT),
    line("legal_move_list()", direct_lists, chess_lists, bullet_lists, COUNT),
    line("parse_san", parse_san, chess_parse_san, bullet_parse_san, ALL),
    line("san", san, chess_san, bullet_san, ALL),
    line("is_checkmate", lambda: mates(OURS * 8), lambda: mates(CHESS * 8), bullet_mates, COUNT * 8),
    (
        "perft(5)",
        lambda: gardez.Board().perft(5),
        {"bulletchess": lambda: bullet.utils.perft(bullet.Board(), 5)} if bullet else {},
        NATIVE,
    ),
]
