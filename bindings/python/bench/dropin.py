"""Everyday tasks of programs that are written for python-chess, by the same code, and some of them with bulletchess."""

import functools
import io
import random
from collections.abc import Callable
from types import ModuleType
from typing import Any

import chess
import chess.pgn
import chess.polyglot
import chess.svg
import numpy as np

import gardez
import gardez.chess
import gardez.chess.pgn
import gardez.chess.polyglot
import gardez.chess.svg
from bench.peers import bulletchess
from bench.pgn import PATH
from bench.positions import positions

COUNT = 64
FENS = positions(COUNT, 64)
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
TEXT = PATH.read_text(encoding="utf-8")

Task = Callable[[ModuleType], Callable[[], int]]
TASKS: dict[str, tuple[Task, float]] = {}


def task(name: str, units: float = COUNT) -> Callable[[Task], Task]:
    """Adds a task, which is given the package and returns a function that does this much work."""

    def add(make: Task) -> Task:
        TASKS[f"gardez.chess: {name}"] = make, units
        return make

    return add


def boards(package: ModuleType) -> list[Any]:
    return [package.Board(fen) for fen in FENS]


def each(name: str, work: Callable[[Any], Any], units: float = COUNT) -> None:
    """Adds a task that does something with each board."""

    def make(package: ModuleType) -> Callable[[], int]:
        made = boards(package)

        def run() -> int:
            count = 0
            for board in made:
                work(board)
                count += 1
            return count

        return run

    task(name, units)(make)


MOVES = sum(chess.Board(fen).legal_moves.count() for fen in FENS)


def by_move(name: str, work: Callable[[Any, Any], Any]) -> None:
    """Adds a task that does something with each legal move of each board."""

    def make(package: ModuleType) -> Callable[[], int]:
        made = [(board, list(board.legal_moves)) for board in boards(package)]

        def run() -> int:
            for board, moves in made:
                for move in moves:
                    work(board, move)
            return len(made)

        return run

    task(name, MOVES)(make)


def push_pop(board: Any, move: Any) -> None:
    board.push(move)
    board.pop()


by_move("push and pop", push_pop)
by_move("san", lambda board, move: board.san(move))
by_move("uci", lambda board, move: board.uci(move))
@task("parse_san", MOVES)
def texts_of_moves(package: ModuleType) -> Callable[[], int]:
    made = [(board, [board.san(move) for move in board.legal_moves]) for board in boards(package)]

    def run() -> int:
        for board, sans in made:
            for san in sans:
                board.parse_san(san)
        return len(made)

    return run


by_move("is_legal", lambda board, move: board.is_legal(move))
by_move("gives_check", lambda board, move: board.gives_check(move))
by_move("is_capture", lambda board, move: board.is_capture(move))

each("Board(fen)", lambda board: type(board)(KIWIPETE))
each("fen", lambda board: board.fen())
each("epd", lambda board: board.epd())
each("copy", lambda board: board.copy())
each("mirror", lambda board: board.mirror())
each("list of legal moves", lambda board: list(board.legal_moves))
each("legal_moves.count", lambda board: board.legal_moves.count())
each("any legal move", lambda board: any(board.legal_moves))
each("captures", lambda board: list(board.generate_legal_captures()))
each("is_checkmate", lambda board: board.is_checkmate())
each("is_game_over", lambda board: board.is_game_over())
each("outcome with claims", lambda board: board.outcome(claim_draw=True))
each("status", lambda board: board.status())
each("piece_map", lambda board: board.piece_map())
each("piece_at", lambda board: [board.piece_at(square) for square in range(64)], 64 * COUNT)
each("pieces as lists", lambda board: [list(board.pieces(kind, color)) for color in (True, False) for kind in range(1, 7)], 12 * COUNT)
each("material", lambda board: sum(len(board.pieces(kind, True)) - len(board.pieces(kind, False)) for kind in range(1, 6)))
each("attackers", lambda board: [board.attackers(True, square) for square in range(64)], 64 * COUNT)
each("attacks", lambda board: [board.attacks(square) for square in range(64)], 64 * COUNT)
each("pins", lambda board: [board.is_pinned(True, square) for square in range(64)], 64 * COUNT)
each("str", str)
each("repr", repr)
each("==", lambda board: board == board.copy(stack=False))


@task("planes by hand")
def planes(package: ModuleType) -> Callable[[], int]:
    made = boards(package)

    def run() -> int:
        planes = np.zeros((12, 8, 8), np.float32)
        for board in made:
            planes[:] = 0
            for square, piece in board.piece_map().items():
                planes[piece.piece_type - 1 + (0 if piece.color else 6), square // 8, square % 8] = 1
        return int(planes.sum())

    return run


@task("operators of sets")
def operators(package: ModuleType) -> Callable[[], int]:
    choose = random.Random(7)
    sets = [package.SquareSet(choose.getrandbits(64)) for _ in range(COUNT)]

    def run() -> int:
        count = 0
        for squares in sets:
            count += len((squares & sets[0]) | ~squares) + (5 in squares) + int(bool(squares ^ sets[1]))
        return count

    return run


@task("zobrist_hash")
def keys(package: ModuleType) -> Callable[[], int]:
    made = boards(package)
    return lambda: sum(package.polyglot.zobrist_hash(board) & 1 for board in made)


@task("svg.board", 8)
def drawings(package: ModuleType) -> Callable[[], int]:
    made = boards(package)[:8]
    return lambda: len([package.svg.board(board) for board in made])


@task("read_headers", TEXT.count("[Event "))
def headers(package: ModuleType) -> Callable[[], int]:
    def run() -> int:
        count = 0
        with open(PATH, encoding="utf-8") as file:
            while (found := package.pgn.read_headers(file)) is not None:
                count += len(found["White"]) + len(found.get("WhiteElo", "?"))
        return count

    return run


@task("read_game to moves", TEXT.count("[Event "))
def moves(package: ModuleType) -> Callable[[], int]:
    def run() -> int:
        count, file = 0, io.StringIO(TEXT)
        while (game := package.pgn.read_game(file)) is not None:
            count += len(list(game.mainline_moves()))
        return count

    return run


GAMES = 20


@task("read_game to nodes and boards", GAMES)
def nodes(package: ModuleType) -> Callable[[], int]:
    def run() -> int:
        count, file = 0, io.StringIO(TEXT)
        for _ in range(GAMES):
            game = package.pgn.read_game(file)
            board = game.board()
            for node in game.mainline():
                board.push(node.move)
                count += len(node.comment) + board.fullmove_number
        return count

    return run


@task("str(game)", GAMES)
def texts(package: ModuleType) -> Callable[[], int]:
    file = io.StringIO(TEXT)
    games = [package.pgn.read_game(file) for _ in range(GAMES)]
    return lambda: sum(len(str(game)) for game in games)


def minimax(package: ModuleType) -> Callable[[], int]:
    """A search of material, as in many first programs."""
    values = {package.PAWN: 1, package.KNIGHT: 3, package.BISHOP: 3, package.ROOK: 5, package.QUEEN: 9}
    made = boards(package)[:4]

    def value(board: Any) -> int:
        ours = sum(values[kind] * len(board.pieces(kind, board.turn)) for kind in values)
        return ours - sum(values[kind] * len(board.pieces(kind, not board.turn)) for kind in values)

    def search(board: Any, depth: int) -> int:
        if depth == 0:
            return value(board)
        best = -99
        for move in board.legal_moves:
            board.push(move)
            best = max(best, -search(board, depth - 1))
            board.pop()
        return best

    return lambda: sum(search(board, 2) for board in made)


task("minimax", 4)(minimax)

# The nodes of KIWIPETE to depths 2 and 3, and of the start position to depth 5.
NODES = {2: 2039, 3: 97862}
NATIVE = 4_865_609


Moves = Callable[[], Any]


def perft(depth: int, moves: Moves, push: Callable[[Any], Any], pop: Moves, count: Callable[[], int] | None) -> int:
    """Counts sequences of moves: by making them all, or with the moves of the last ply counted at once."""
    if depth == 1 and count is not None:
        return count()
    if depth == 0:
        return 1
    nodes = 0
    for move in moves():
        push(move)
        nodes += perft(depth - 1, moves, push, pop, count)
        pop()
    return nodes


@task("perft loop, bulk", NODES[3])
def bulk(package: ModuleType) -> Callable[[], int]:
    board = package.Board(KIWIPETE)
    return lambda: perft(3, lambda: board.legal_moves, board.push, board.pop, board.legal_moves.count)


@task("perft loop, push and pop", NODES[2])
def loop(package: ModuleType) -> Callable[[], int]:
    board = package.Board(KIWIPETE)
    return lambda: perft(2, lambda: board.legal_moves, board.push, board.pop, None)


def bullets() -> dict[str, Callable[[], object]]:
    """What bulletchess does of these tasks; not all of its texts of moves are those of python-chess."""
    bullet = bulletchess()
    if bullet is None:
        return {}
    root = bullet.Board.from_fen(KIWIPETE)
    made = [bullet.Board.from_fen(fen) for fen in FENS]
    listed = [(board, list(board.legal_moves())) for board in made]
    texts = [(board, [board.san(move) for move in board.legal_moves]) for board in boards(chess)]
    named = [(board, sans) for board, (_, sans) in zip(made, texts, strict=True)]
    count = functools.partial(bullet.utils.count_moves, root)
    return {
        "push and pop": lambda: [(board.apply(move), board.undo()) for board, moves in listed for move in moves],
        "san": lambda: [move.san(board) for board, moves in listed for move in moves],
        "parse_san": lambda: [bullet.Move.from_san(san, board) for board, sans in named for san in sans],
        "Board(fen)": lambda: [bullet.Board.from_fen(KIWIPETE) for _ in FENS],
        "fen": lambda: [board.fen() for board in made],
        "list of legal moves": lambda: [list(board.legal_moves()) for board in made],
        "is_checkmate": lambda: [board in bullet.CHECKMATE for board in made],
        "perft loop, bulk": lambda: perft(3, root.legal_moves, root.apply, root.undo, count),
        "perft loop, push and pop": lambda: perft(2, root.legal_moves, root.apply, root.undo, None),
        "perft(5)": lambda: bullet.utils.perft(bullet.Board(), 5),
    }


def peers(name: str, work: Callable[[], object] | None) -> dict[str, Callable[[], object]]:
    """The same task in other packages."""
    found = {} if work is None else {"python-chess": work}
    bullet = BULLETS.get(name.removeprefix("gardez.chess: "))
    return found if bullet is None else found | {"bulletchess": bullet}


BULLETS = bullets()
LINES: list[tuple[str, Callable[[], object], dict[str, Callable[[], object]], float]] = [
    *((name, make(gardez.chess), peers(name, make(chess)), units) for name, (make, units) in TASKS.items()),
    ("perft(5)", lambda: gardez.Board().perft(5), peers("perft(5)", None), NATIVE),
]
