"""The guide's chapter about training: its programs learn, and the networks that they write say what was learned."""

import random
import re
import sys
from pathlib import Path
from types import ModuleType

import gardez
import numpy as np
import pytest
from gardez import nnue

PAGE = Path(__file__).parents[3] / "docs/guide/training.md"
VALUES = (100, 300, 300, 500, 900, 0)


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def programs() -> tuple[ModuleType, ModuleType]:
    """The two programs of the page. The second one begins where a block imports from the first one."""
    code = blocks("python")
    first = next(place for place, block in enumerate(code) if "from train import" in block)
    train, deep = ModuleType("train"), ModuleType("deep")
    exec("\n".join(code[:first]), train.__dict__)
    sys.modules["train"] = train
    exec("\n".join(code[first:]), deep.__dict__)
    del sys.modules["train"]
    return train, deep


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str], list[int]]:
    """Positions of random games, each with its material as score, as a text file."""
    choose = random.Random(7)
    fens: list[str] = []
    scores: list[int] = []
    while len(fens) < 600:
        board = gardez.Board()
        while len(board.move_stack) < 80 and not board.is_game_over():
            board.push(choose.choice(list(board.legal_moves)))
            if choose.random() < 0.2 and not board.is_check():
                pieces = board.piece_map().values()
                fens.append(board.fen())
                scores.append(sum(VALUES[piece.piece_type - 1] * (1 if piece.color else -1) for piece in pieces))
    path = tmp_path_factory.mktemp("games") / "games.txt"
    path.write_text("".join(f"{fen} | {score} | 0.5\n" for fen, score in zip(fens, scores, strict=True)))
    return path, fens, scores


@pytest.mark.parametrize("place", [0, 1], ids=["one layer", "four layers"])
def test_a_network_of_the_guide_says_what_it_learned(
    programs: tuple[ModuleType, ModuleType], games: tuple[Path, list[str], list[int]], tmp_path: Path, place: int
) -> None:
    (path, fens, scores), program, file = games, programs[place], tmp_path / "network.bin"
    # All of the score, and nothing of the result, in small batches.
    settings = {"BATCH": 100, "WIDTH": 32, "SEEN": 1.0, "LEFT": 1.0}
    program.__dict__.update(settings)
    (program.train if place == 0 else program.train_deep)([path], epochs=30).write(file)
    description = next(text for text in blocks("toml") if ("pairwise" in text) == (place == 1))
    network = nnue.Network(file, re.sub(r"width = \d+", "width = 32", description).encode())
    seen = [score if " w " in fen else -score for fen, score in zip(fens, scores, strict=True)]
    assert np.corrcoef(network.evaluate(fens), seen)[0, 1] > 0.9
