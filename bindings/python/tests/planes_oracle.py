"""Planes and indices by their definition, slowly: what the tests of `gardez.batch` compare with.

The definitions are those of `docs/lc0.md`. Nothing here is shared with the package.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import chess
import numpy as np
from numpy.typing import NDArray

Plane = NDArray[np.float32]

FORMATS = [1, 2, 3, 4, 132, 5, 133]
PIECES = [chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.KING]


class Seen:
    """A position as the side to move at the end of the game sees it."""

    def __init__(self, board: chess.Board, us: chess.Color) -> None:
        self.counter = board.halfmove_clock
        self.black = board.turn == chess.BLACK
        flip = (lambda square: square) if us == chess.WHITE else chess.square_mirror

        def plane(squares: Any) -> Plane:
            numbers = np.zeros((8, 8), np.float32)
            for square in squares:
                numbers[divmod(flip(square), 8)] = 1
            return numbers

        self.pieces = [plane(board.pieces(piece, color)) for color in (us, not us) for piece in PIECES]
        rooks = [board.castling_rights & side for side in (chess.BB_RANK_1, chess.BB_RANK_8)]
        ours, theirs = (rooks if us == chess.WHITE else rooks[::-1])
        king = {chess.WHITE: board.king(chess.WHITE), chess.BLACK: board.king(chess.BLACK)}
        self.castling = [
            plane(rook for rook in chess.SquareSet(rights) if (rook > (king[color] or 0)) == king_side)
            for rights, color in ((ours, us), (theirs, not us))
            for king_side in (False, True)
        ]
        self.flag = np.zeros((8, 8), np.float32)
        if has_flag(board):
            # On the last rank of the side that may capture.
            rank = 7 if board.turn == us else 0
            self.flag[rank, chess.square_file(board.ep_square or 0)] = 1


def has_flag(board: chess.Board) -> bool:
    """Whether a pawn attacks the square that a double step has just passed."""
    if board.ep_square is None:
        return False
    return bool(board.attackers_mask(board.turn, board.ep_square) & board.pawns)


def repetitions(game: list[chess.Board]) -> list[int]:
    """How often each position has occurred before, since the last capture or pawn move."""
    counts: list[int] = []
    for i, board in enumerate(game):
        counts.append(0)
        for j in range(i - 4, max(-1, i - board.halfmove_clock - 1), -2):
            if identity(game[j]) == identity(board):
                counts[i] = 1 + counts[j]
                break
    return counts


def identity(board: chess.Board) -> tuple[str, bool, int, int | None]:
    return board.board_fen(), board.turn, board.castling_rights, board.ep_square if has_flag(board) else None


def before_double_step(board: chess.Board) -> chess.Board:
    """The board with the pawn that may be captured en passant back on its first square."""
    board = board.copy(stack=False)
    if has_flag(board) and board.ep_square is not None:
        back = 8 if board.turn == chess.BLACK else -8
        board.remove_piece_at(board.ep_square + back)
        board.set_piece_at(board.ep_square - back, chess.Piece(chess.PAWN, not board.turn))
        board.ep_square = None
    return board


def slots(game: list[chess.Board], format: int, fill: str) -> Iterator[tuple[chess.Board, bool]]:
    """The positions that are shown, newest first, and whether each is a repetition."""
    newest, first = game[-1], game[0]
    counts = repetitions(game)
    for age, (board, count) in enumerate(zip(reversed(game), reversed(counts))):
        if format >= 3 and age > 0 and (has_flag(board) or board.castling_rights != newest.castling_rights):
            return
        if format in (5, 133):
            if age == 0 or count > 0:
                yield board, count > 0
        else:
            yield board, count > 0
        if format >= 3 and board.halfmove_clock == 0:
            return
    if format in (5, 133) or (format >= 3 and has_flag(first)):
        return
    fillers = {"always": 8, "fen_only": 0 if first.fen() == chess.STARTING_FEN else 8, "no": 0}[fill]
    if has_flag(first):
        fillers = max(fillers, 1)
        # The start position has no flag, so "fen_only" fills.
    for _ in range(fillers):
        yield before_double_step(first), False


def transform_of(board: chess.Board) -> int:
    """The transform of canonical formats."""
    if board.castling_rights:
        return 0
    seen = Seen(board, board.turn)
    rank, file = np.argwhere(seen.pieces[5])[0]
    transform = 0
    if file < 4:
        transform, file = transform | 1, 7 - file
    if board.pawns or has_flag(board):
        return transform
    if rank >= 4:
        transform, rank = transform | 2, 7 - rank
    if rank == 7 - file:
        both = [seen.pieces[i] + seen.pieces[i + 6] for i in range(6)]
        _, knights, bishops, rooks, queens, kings = both
        sets = [sum(both), sum(seen.pieces[:6]), kings, queens, rooks, knights, bishops]
        for squares in sets:
            moved = transformed(np.asarray(squares), transform)
            a, b = bits(moved), bits(transformed(moved, 4))
            if a != b:
                return transform | (4 if a > b else 0)
        return transform
    return transform | (4 if 7 - file < rank else 0)


def bits(plane: Plane) -> int:
    return sum(1 << i for i, number in enumerate(plane.flatten()) if number)


def transformed(plane: Plane, transform: int) -> Plane:
    if transform & 1:
        plane = plane[:, ::-1]
    if transform & 2:
        plane = plane[::-1]
    if transform & 4:
        plane = plane[::-1, ::-1].T
    return plane


def encode(game: list[chess.Board], format: int, fill: str = "fen_only") -> tuple[Plane, int]:
    """The planes of the last position of a game, and their transform."""
    newest = game[-1]
    us = newest.turn
    planes = np.zeros((112, 8, 8), np.float32)
    for slot, (board, repeated) in zip(range(8), slots(game, format, fill)):
        planes[13 * slot : 13 * slot + 12] = Seen(board, us).pieces
        planes[13 * slot + 12] = repeated
    seen = Seen(newest, us)
    if format == 1:
        for i, rooks in enumerate(seen.castling):
            planes[104 + i] = rooks.any()
    else:
        planes[104] = seen.castling[0] + seen.castling[2]
        planes[105] = seen.castling[1] + seen.castling[3]
    planes[108] = seen.flag if format >= 3 else seen.black
    planes[109] = seen.counter if format <= 3 else np.float32(seen.counter) / np.float32(100)
    planes[110] = seen.black if format >= 132 else 0
    planes[111] = 1
    if format < 3:
        return planes, 0
    transform = transform_of(newest)
    return np.stack([transformed(plane, transform) for plane in planes]), transform


def all_moves() -> list[tuple[int, int, int | None]]:
    """The 1858 moves: all moves of a queen or knight by origin and target, then promotions."""
    moves: list[tuple[int, int, int | None]] = []
    for origin in range(64):
        for target in range(64):
            steps = chess.square_distance(origin, target), chess.square_knight_distance(origin, target)
            queen = chess.ray(origin, target) != 0
            if queen or steps[1] == 1:
                moves.append((origin, target, None))
    for file in range(8):
        for target in (file - 1, file, file + 1):
            if 0 <= target < 8:
                pieces = (chess.QUEEN, chess.ROOK, chess.BISHOP)
                moves.extend((48 + file, 56 + target, piece) for piece in pieces)
    return moves


INDEX = {move: index for index, move in enumerate(all_moves())}


def index_of(board: chess.Board, move: chess.Move, format: int, indexing: str) -> int:
    """The index of a legal move."""
    origin, target = move.from_square, move.to_square
    if board.is_castling(move):
        rooks = chess.SquareSet(board.castling_rights & chess.BB_RANKS[chess.square_rank(origin)])
        king_side = chess.square_file(target) > chess.square_file(origin)
        target = max(rooks) if king_side else min(rooks)
    if board.turn == chess.BLACK:
        origin, target = chess.square_mirror(origin), chess.square_mirror(target)
    transform = transform_of(board) if format >= 3 else 0
    if indexing == "lc0" and transform & 4:
        transform = 3
    squares = []
    for square in (origin, target):
        plane = np.zeros((8, 8), np.float32)
        plane[divmod(square, 8)] = 1
        squares.append(int(transformed(plane, transform).argmax()))
    promotion = None if move.promotion == chess.KNIGHT else move.promotion
    return INDEX[squares[0], squares[1], promotion]


def random_game(seed: int, plies: int, fen: str = chess.STARTING_FEN) -> list[chess.Board]:
    """The positions of a game of random moves that likes to repeat positions."""
    choose = random.Random(seed)
    board = chess.Board(fen)
    game = [board.copy(stack=False)]
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        back = None
        if len(board.move_stack) >= 2 and choose.random() < 0.4:
            last = board.move_stack[-2]
            back = chess.Move(last.to_square, last.from_square)
        board.push(back if back in moves else choose.choice(moves))
        game.append(board.copy(stack=False))
    return game


def uci_between(before: chess.Board, after: chess.Board) -> str:
    """The move that leads from one board to the next."""
    for move in before.legal_moves:
        board = before.copy(stack=False)
        board.push(move)
        if board == after:
            return move.uci()
    raise AssertionError("no move leads there")
