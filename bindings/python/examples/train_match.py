"""Trains a network on the PGN of an engine match, and compares it with counting pieces.

    python train_match.py --held-out HELD_OUT.pgn [--steps N] MATCH.pgn...

The evaluations in the comments are the target. Two workers read the files, of which each must
have a part (a file, or a mebibyte of one); their state goes into a checkpoint, so that a run that was stopped goes on as if
it had not been.
"""

from __future__ import annotations

import argparse
import pickle
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from gardez import formats
from numpy.typing import NDArray

Floats = NDArray[np.float64]
WORKERS, SIZE = 2, 256
VALUES = np.repeat([1, 3, 3, 5, 9, 0], 64)


def loader(path: Any, rank: int, epochs: int | None = None, world: int = WORKERS) -> formats.Features:
    """The positions of one worker: those of the side to move, with what the filter below asks for."""
    options: dict[str, Any] = {"features": "Chess768", "shuffle": 4096, "seed": 1, "facts": ["ply", "check"]}
    return formats.Features(path, SIZE, epochs=epochs, rank=rank, world=world, **options)


def prepared(batch: formats.FeatureBatch) -> tuple[Floats, Floats]:
    """The inputs of quiet positions after the opening, and the expected points that their scores mean."""
    kept = ~batch.check & (batch.ply >= 8) & (np.abs(batch.score) < 3000)
    inputs = np.zeros((len(batch.us), 769))
    np.put_along_axis(inputs, batch.us, 1, axis=1)  # -1 is the last column
    return inputs[kept, :768], 1 / (1 + np.exp(-batch.score[kept] / 400))


def forward(weights: list[Floats], inputs: Floats) -> tuple[Floats, Floats]:
    hidden = np.maximum(inputs @ weights[0] + weights[1], 0)
    return hidden, 1 / (1 + np.exp(-np.clip(hidden @ weights[2] + inputs @ weights[3], -30, 30)))


def train(path: Any, steps: int, checkpoint: Path, rate: float = 0.01) -> list[Floats]:
    """Makes steps until there are so many, from the checkpoint if there is one."""
    generator = np.random.default_rng(1)
    weights: list[Floats] = [generator.normal(0, 0.1, (768, 8)), np.zeros(8), np.zeros(8), np.zeros(768)]
    state: dict[str, Any] = {"step": 0, "weights": weights, "moments": [np.zeros((2, *weight.shape)) for weight in weights]}
    if checkpoint.exists():
        state = pickle.loads(checkpoint.read_bytes())
    loaders = [loader(path, rank) for rank in range(WORKERS)]
    for one, saved in zip(loaders, state.get("loaders", ()), strict=False):
        one.load_state_dict(saved)
    weights, moments = state["weights"], state["moments"]
    with ThreadPoolExecutor(WORKERS) as pool:
        for _ in range(state["step"], steps):
            parts = list(pool.map(lambda one: prepared(next(one)), loaders))
            inputs, target = (np.concatenate(part) for part in zip(*parts, strict=True))
            hidden, points = forward(weights, inputs)
            error = (points - target) / len(target)
            back = np.outer(error, weights[2]) * (hidden > 0)
            slopes = inputs.T @ back, back.sum(0), hidden.T @ error, inputs.T @ error
            for weight, moment, slope in zip(weights, moments, slopes, strict=True):  # Adam
                moment += np.array([0.1, 0.01]).reshape(2, *(1,) * slope.ndim) * (np.array([slope, slope**2]) - moment)
                weight -= rate * moment[0] / (np.sqrt(moment[1]) + 1e-8)
    state = {"step": steps, "weights": weights, "moments": moments, "loaders": [one.state_dict() for one in loaders]}
    checkpoint.write_bytes(pickle.dumps(state))
    return weights


def errors(path: Any, weights: list[Floats]) -> tuple[float, float]:
    """The mean errors, in points, of the network and of the best that material alone can say."""
    parts = [prepared(batch) for batch in loader(path, 0, epochs=1, world=1)]
    inputs, target = (np.concatenate(part) for part in zip(*parts, strict=True))
    material = inputs @ np.concatenate([VALUES, -VALUES])
    by_material = (np.abs(1 / (1 + np.exp(-material * scale)) - target).mean() for scale in np.linspace(0.05, 0.5, 20))
    return float(np.abs(forward(weights, inputs)[1] - target).mean()), float(min(by_material))


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a network on the PGN of an engine match")
    parser.add_argument("match", type=Path, nargs="+")
    parser.add_argument("--held-out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=300)
    arguments = parser.parse_args()
    weights = train(arguments.match, arguments.steps, arguments.match[0].with_suffix(".checkpoint"))
    network, material = errors(arguments.held_out, weights)
    print(f"mean error in points: network {network:.3f}, material {material:.3f}")


if __name__ == "__main__":
    main()
