"""Boards one by one: moves, texts and counts, next to python-chess, by the same code, and to bulletchess."""

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
BULLET = [bullet.Board.from_fen(fen) for fen in FENS] if bullet else []
BULLET_MOVES = [list(board.legal_moves()) for board in BULLET]
BULLET_ROOT: Any = bullet.Board.from_fen(KIWIPETE) if bullet else None

# The nodes of KIWIPETE to depths 2 and 3, and of the start position to depth 5.
NODES = {2: 2039, 3: 97862}
NATIVE = 4_865_609

Work = Callable[[], object]


class Boards:
    """The boards of gardez or of python-chess, their moves and the texts of these."""

    def __init__(self, package: Any) -> None:
        self.package = package
        self.boards: list[Any] = [package.Board(fen) for fen in FENS]
        self.moves = [list(board.legal_moves) for board in self.boards]
        self.sans = [[board.san(move) for move in moves] for board, moves in zip(self.boards, self.moves, strict=True)]
        self.root = package.Board(KIWIPETE)

    def walk(self, depth: int, bulk: bool) -> int:
        """Perft, with the moves of the last ply made or counted."""
        board = self.root

        def walk(depth: int) -> int:
            if bulk and depth == 1:
                return int(board.legal_moves.count())
            if depth == 0:
                return 1
            nodes = 0
            for move in board.legal_moves:
                board.push(move)
                nodes += walk(depth - 1)
                board.pop()
            return nodes

        return walk(depth)

    def push_pop(self) -> None:
        for board, moves in zip(self.boards, self.moves, strict=True):
            for move in moves:
                board.push(move)
                board.pop()

    def read(self) -> None:
        for fen in FENS:
            self.package.Board(fen)

    def fens(self) -> None:
        for board in self.boards:
            board.fen()

    def lists(self) -> int:
        return sum(len(list(board.legal_moves)) for board in self.boards)

    def parse(self) -> None:
        for board, texts in zip(self.boards, self.sans, strict=True):
            for text in texts:
                board.parse_san(text)

    def san(self) -> int:
        return sum(len(board.san(move)) for board, moves in zip(self.boards, self.moves, strict=True) for move in moves)

    def mates(self) -> int:
        return [board.is_checkmate() for board in self.boards * 8].count(True)


def bullet_walk(depth: int, bulk: bool) -> int:
    board, count = BULLET_ROOT, bullet.utils.count_moves

    def walk(depth: int) -> int:
        if bulk and depth == 1:
            number: int = count(board)
            return number
        if depth == 0:
            return 1
        nodes = 0
        for move in board.legal_moves():
            board.apply(move)
            nodes += walk(depth - 1)
            board.undo()
        return nodes

    return walk(depth)


def bullet_push_pop() -> None:
    for board, moves in zip(BULLET, BULLET_MOVES, strict=True):
        for move in moves:
            board.apply(move)
            board.undo()


def bullet_san() -> None:
    # Not all of its texts are those of python-chess.
    for board, moves in zip(BULLET, BULLET_MOVES, strict=True):
        for move in moves:
            move.san(board)


def bullet_parse_san() -> None:
    read = bullet.Move.from_san
    for board, texts in zip(BULLET, OURS.sans, strict=True):
        for text in texts:
            read(text, board)


def bullet_mates() -> int:
    mate = bullet.CHECKMATE
    return [board in mate for board in BULLET * 8].count(True)


OURS, CHESS = Boards(gardez), Boards(chess)
ALL = sum(map(len, OURS.moves))


def line(name: str, work: Callable[[Boards], object], bullets: Work, units: float) -> tuple[str, Work, dict[str, Work], float]:
    peers: dict[str, Work] = {"python-chess": lambda: work(CHESS)}
    return name, lambda: work(OURS), peers | ({"bulletchess": bullets} if bullet else {}), units


LINES = [
    line("perft loop, bulk", lambda boards: boards.walk(3, bulk=True), lambda: bullet_walk(3, bulk=True), NODES[3]),
    line("perft loop, push and pop", lambda boards: boards.walk(2, bulk=False), lambda: bullet_walk(2, bulk=False), NODES[2]),
    line("push and pop", Boards.push_pop, bullet_push_pop, ALL),
    line("Board(fen)", Boards.read, lambda: [bullet.Board.from_fen(fen) for fen in FENS], COUNT),
    line("fen()", Boards.fens, lambda: [board.fen() for board in BULLET], COUNT),
    line("list(legal_moves)", Boards.lists, lambda: sum(len(board.legal_moves()) for board in BULLET), COUNT),
    line("parse_san", Boards.parse, bullet_parse_san, ALL),
    line("san", Boards.san, bullet_san, ALL),
    line("is_checkmate", Boards.mates, bullet_mates, COUNT * 8),
    (
        "perft(5)",
        lambda: gardez.Board().perft(5),
        {"bulletchess": lambda: bullet.utils.perft(bullet.Board(), 5)} if bullet else {},
        NATIVE,
    ),
]
