"""Trains a network on the PGN of an engine match, and compares it with counting pieces.

    python train_match.py HELD_OUT.pgn MATCH.pgn...

The evaluations in the comments are the target. Two workers read the files; their state goes into a checkpoint, so that a run
that was stopped goes on as if it had not been.
"""

import pickle
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from gardez import formats
from numpy.typing import NDArray

Floats = NDArray[np.float64]
WORKERS, SIZE = 2, 256
VALUES = np.repeat([1, 3, 3, 5, 9, 0], 64)
# Quiet positions after the opening that are not decided.
FILTERS = {"no_checks": True, "no_captures": True, "plies": "8-", "max_score": 2999}


def loader(path: Any, rank: int, epochs: int | None = None, world: int = WORKERS) -> formats.Features:
    """The positions of one worker."""
    options: dict[str, Any] = {"features": "Chess768", "shuffle": 4096, "seed": 1, "filters": FILTERS}
    return formats.Features(path, SIZE, epochs=epochs, rank=rank, world=world, **options)


def prepared(batch: formats.FeatureBatch) -> tuple[Floats, Floats]:
    """The inputs, and the expected points that the scores mean."""
    inputs = np.zeros((len(batch.us), 769))
    np.put_along_axis(inputs, batch.us, 1, axis=1)  # -1 is the last column
    return inputs[:, :768], 1 / (1 + np.exp(-batch.score / 400))


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
    with ThreadPoolExecutor(WORKERS) as pool:
        for _ in range(state["step"], steps):
            parts = list(pool.map(lambda one: prepared(next(one)), loaders))
            inputs, target = (np.concatenate(part) for part in zip(*parts, strict=True))
            hidden, points = forward(state["weights"], inputs)
            error = (points - target) / len(target)
            back = np.outer(error, state["weights"][2]) * (hidden > 0)
            slopes = inputs.T @ back, back.sum(0), hidden.T @ error, inputs.T @ error
            for weight, moment, slope in zip(state["weights"], state["moments"], slopes, strict=True):  # Adam
                moment += np.array([0.1, 0.01]).reshape(2, *(1,) * slope.ndim) * (np.array([slope, slope**2]) - moment)
                weight -= rate * moment[0] / (np.sqrt(moment[1]) + 1e-8)
    checkpoint.write_bytes(pickle.dumps(state | {"step": steps, "loaders": [one.state_dict() for one in loaders]}))
    return list(state["weights"])


def errors(path: Any, weights: list[Floats]) -> tuple[float, float]:
    """The mean errors, in points, of the network and of the best that material alone can say."""
    inputs, target = (np.concatenate(part) for part in zip(*map(prepared, loader(path, 0, epochs=1, world=1)), strict=True))
    material = inputs @ np.concatenate([VALUES, -VALUES])
    by_material = (np.abs(1 / (1 + np.exp(-material * scale)) - target).mean() for scale in np.linspace(0.05, 0.5, 20))
    return float(np.abs(forward(weights, inputs)[1] - target).mean()), float(min(by_material))


if __name__ == "__main__":
    held_out, *match = sys.argv[1:]
    print("mean error in points: network %.3f, material %.3f" % errors(held_out, train(match, 300, Path("checkpoint"))))
