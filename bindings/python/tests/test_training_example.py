"""The example that trains a network: it runs, its records are those of games, and its loss goes down."""

import importlib.util
from pathlib import Path
from types import ModuleType

import gardez
import numpy as np
import pytest
from gardez import batch, lc0

FILE = Path(__file__).parents[1] / "examples" / "train.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("train", FILE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def folder(example: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    example.write_games(folder, 6)
    return folder


def test_the_loss_goes_down(example: ModuleType, folder: Path) -> None:
    losses = example.train(folder, 30, 64)
    assert len(losses) == 30
    assert sum(losses[-5:]) < 0.8 * sum(losses[:5])


def test_training_is_the_same_each_time(example: ModuleType, folder: Path) -> None:
    assert example.train(folder, 3, 64) == example.train(folder, 3, 64)


def test_records_of_games_follow_the_rules_of_lc0(folder: Path) -> None:
    # lc0's rescorer refuses a game whose records do not follow from each other.
    strict = lc0.Batches(folder, 100, rule50="training", outputs=["q"], check=("games", "lc0"), errors="raise")
    assert sum(len(data.q) for data in strict) > 250


def test_planes_of_records_are_those_of_the_boards(example: ModuleType) -> None:
    boards = []
    board = gardez.Board()
    for text in ("e4", "e5", "Nf3", "Nc6", "Bb5"):
        boards.append(board.copy())
        board.push_san(text)
    moves = [next(iter(board.legal_moves)) for board in boards]
    records = example.records(boards, moves)
    found = lc0.decode(records.tobytes(), rule50="engine", outputs=["planes", "legal"])
    assert np.array_equal(found.planes, batch.planes(boards))
    assert np.array_equal(found.legal, batch.legal_mask(boards))
