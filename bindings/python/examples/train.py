"""Trains a small network with NumPy alone: from training records to batches to gradients.

    python train.py [--steps N] [--batch N] [CHUNKS...]

CHUNKS are tars, directories or chunks of lc0's training data. Without them, the program plays random games and writes them
as records first. It prints the loss of some steps, which goes down: cross-entropy of the moves and of the result.
"""

from __future__ import annotations

import argparse
import gzip
import random
import tempfile
from pathlib import Path
from typing import Any

import gardez
import numpy as np
from gardez import batch, lc0
from numpy.typing import NDArray

Floats = NDArray[np.float32]

VALUES = {gardez.PAWN: 1, gardez.KNIGHT: 3, gardez.BISHOP: 3, gardez.ROOK: 5, gardez.QUEEN: 9}


def material(board: gardez.Board) -> int:
    """White's material less that of Black."""
    sides = (gardez.WHITE, 1), (gardez.BLACK, -1)
    return sum(sign * value * len(board.pieces(kind, side)) for side, sign in sides for kind, value in VALUES.items())


def play(generator: random.Random, plies: int) -> tuple[list[gardez.Board], list[gardez.Move]]:
    """A game in which captures are played where there are some: its positions, and the moves that were played."""
    boards: list[gardez.Board] = []
    board, moves = gardez.Board(), []
    while len(boards) < plies and not board.is_game_over():
        legal = list(board.legal_moves)
        move = generator.choice([move for move in legal if board.is_capture(move)] or legal)
        boards.append(board.copy())
        moves.append(move)
        board.push(move)
    return boards, moves


def records(boards: list[gardez.Board], moves: list[gardez.Move]) -> NDArray[np.void]:
    """The records of a game, whose winner is the side with more material in its last position."""
    array: NDArray[np.void] = np.zeros(len(boards), lc0.V6)
    masks, counter = batch.packed(boards)
    # A record has the first 104 planes, with the bits of each byte in the other order.
    bits = np.unpackbits(masks[:, :104].copy().view(np.uint8), bitorder="little")
    array["planes"] = np.packbits(bits).view(np.uint64).reshape(-1, 104)
    for plane, side in enumerate(("us_ooo", "us_oo", "them_ooo", "them_oo"), 104):
        array[f"castling_{side}"] = masks[:, plane] != 0
    array["version"], array["input_format"] = 6, 1
    array["rule50_count"] = counter
    array["side_to_move_or_enpassant"] = [board.turn == gardez.BLACK for board in boards]
    # A move that is not legal has -1, and the one that was played all visits.
    array["probabilities"] = np.where(batch.legal_mask(boards), 0, -1)
    played = batch.policy_index(boards, moves)
    array["probabilities"][np.arange(len(boards)), played] = 1
    array["played_idx"] = array["best_idx"] = played
    winner = np.sign(material(boards[-1]))
    signs = np.array([1 if board.turn else -1 for board in boards])
    array["result_q"] = array["best_q"] = winner * signs
    array["result_d"] = array["best_d"] = winner == 0
    array["plies_left"] = np.arange(len(boards), 0, -1)
    return array


def write_games(folder: Path, games: int, seed: int = 1) -> None:
    """Writes a chunk for each of some random games."""
    generator = random.Random(seed)
    for number in range(games):
        data = records(*play(generator, 60)).tobytes()
        (folder / f"game_{number:06}.gz").write_bytes(gzip.compress(data))


def softmax(numbers: Floats) -> Floats:
    """The probabilities of each row."""
    powers = np.exp(numbers - numbers.max(axis=1, keepdims=True))
    result: Floats = powers / powers.sum(axis=1, keepdims=True)
    return result


class Network:
    """One hidden layer, with a head for the moves and one for the result."""

    def __init__(self, hidden: int = 64, seed: int = 1) -> None:
        generator = np.random.default_rng(seed)

        def layer(inputs: int, outputs: int) -> Floats:
            return generator.normal(0, inputs**-0.5, (inputs, outputs)).astype(np.float32)

        self.weights = [layer(112 * 64, hidden), layer(hidden, 1858), layer(hidden, 3)]

    def step(self, data: lc0.Batch, rate: float) -> float:
        """Makes a step against the gradient, and returns the loss before it."""
        size = len(data.planes)
        first, moves, result = self.weights
        inputs = data.planes.reshape(size, -1)
        hidden = np.maximum(inputs @ first, 0)
        policy = softmax(np.where(data.policy < 0, np.float32(-1e9), hidden @ moves))
        values = softmax(hidden @ result)
        target = np.maximum(data.policy, 0)
        loss = -(target * np.log(policy + 1e-9)).sum() - (data.wdl * np.log(values + 1e-9)).sum()

        policy_error, values_error = (policy - target) / size, (values - data.wdl) / size
        hidden_error = (policy_error @ moves.T + values_error @ result.T) * (hidden > 0)
        moves -= rate * hidden.T @ policy_error
        result -= rate * hidden.T @ values_error
        first -= rate * inputs.T @ hidden_error
        return float(loss) / size


def train(paths: Any, steps: int, size: int, rate: float = 0.1) -> list[float]:
    """Trains a new network, and returns the loss of each step."""
    network, losses = Network(), []
    # Plane 109 as lczero-training feeds it. The memory of a batch is used again for the next one.
    options: dict[str, Any] = {"rule50": "training", "shuffle": 10_000, "seed": 1, "epochs": None}
    with lc0.Batches(paths, size, reuse=True, drop_last=True, threads=1, **options) as batches:
        for step, data in zip(range(steps), batches, strict=False):
            losses.append(network.step(data, rate))
            if step % 20 == 0 or step == steps - 1:
                print(f"step {step:4}  loss {losses[-1]:.3f}")
    return losses


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a small network with NumPy")
    parser.add_argument("chunks", nargs="*", help="tars, directories or chunks")
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--batch", type=int, default=128)
    arguments = parser.parse_args()
    if arguments.chunks:
        train(arguments.chunks, arguments.steps, arguments.batch)
        return
    with tempfile.TemporaryDirectory() as folder:
        write_games(Path(folder), 32)
        train(folder, arguments.steps, arguments.batch)


if __name__ == "__main__":
    main()
