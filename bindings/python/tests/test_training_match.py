"""The example that trains on an engine match: it beats material, and a run that was stopped goes on as if it had not been."""

import importlib.util
import io
import random
from pathlib import Path
from types import ModuleType

import gardez
import numpy as np
import pytest
from gardez.chess import pgn

FILE = Path(__file__).parents[1] / "examples" / "train_match.py"
VALUES = (100, 310, 330, 500, 950, 0)
# What the engines of the match know besides material: pawns go forward, pieces to the center.
ADVANCE = [0, 0, 10, 30, 80, 160, 250, 0]


def bonus(kind: int, square: int) -> int:
    file, rank = square & 7, square >> 3
    if kind == gardez.PAWN:
        return ADVANCE[rank]
    center = 6 - int(abs(file - 3.5) + abs(rank - 3.5))
    return -25 * center if kind == gardez.KING else 35 * center


def evaluation(board: gardez.Board) -> int:
    """Centipawns for the side to move."""
    total = 0
    for square, piece in board.piece_map().items():
        seen = square if piece.color else square ^ 56
        value = VALUES[piece.piece_type - 1] + bonus(piece.piece_type, seen)
        total += value if piece.color == board.turn else -value
    return total


def write_match(path: Path, games: int, seed: int) -> None:
    """A match of two engines that look one ply ahead, with comments as cutechess writes them."""
    choose = random.Random(seed)
    with path.open("w") as file:
        for _ in range(games):
            board, words = gardez.Board(), []
            while len(board.move_stack) < 70 and not board.is_game_over():
                score = evaluation(board)
                moves = list(board.legal_moves)
                best, least = moves[0], 10**9
                for move in choose.sample(moves, min(6, len(moves))):
                    board.push(move)
                    after = evaluation(board)
                    board.pop()
                    if after < least:
                        best, least = move, after
                words.append(f"{board.san(best)} {{{score / 100:+.2f}/1 0.1s}}")
                board.push(best)
            game = pgn.read_game(io.StringIO(" ".join(words) + " *"))
            assert game is not None and len(list(game.mainline())) == len(words)
            file.write('[Event "Match"]\n[White "a"]\n[Black "b"]\n[Result "1/2-1/2"]\n\n' + " ".join(words) + " 1/2-1/2\n\n")


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("train_match", FILE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_network_of_a_match_beats_material(example: ModuleType, tmp_path: Path) -> None:
    match, held_out = [tmp_path / f"match_{part}.pgn" for part in range(4)], tmp_path / "held_out.pgn"
    for part, file in enumerate(match):
        write_match(file, 20, part)
    write_match(held_out, 15, 9)
    weights = example.train(match, 150, tmp_path / "whole")
    network, material = example.errors(held_out, weights)
    assert network < 0.7 * material, (network, material)

    # Stopped after 60 steps, and continued from the checkpoint.
    example.train(match, 60, tmp_path / "parts")
    resumed = example.train(match, 150, tmp_path / "parts")
    assert all(np.array_equal(a, b) for a, b in zip(weights, resumed, strict=True))
