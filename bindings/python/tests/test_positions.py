"""Each function that takes positions takes each kind of position, and says the same of all."""

import importlib
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gardez
from gardez import Board, batch, formats, nnue
from gardez.chess import polyglot, syzygy, variant

FENS = ["8/8/8/8/4P3/2k5/8/K7 w - - 0 1", "8/8/8/8/8/2k5/2p5/K7 b - - 0 1", "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1"]
pandas, polars, pyarrow = (importlib.import_module(name) for name in ("pandas", "polars", "pyarrow"))
TABLES = Path(__file__).parents[3] / "crates/syzygy/tests/tables"


class Bot(Board):
    """A board of a subclass."""


def boards() -> list[Board]:
    return [Board(fen) for fen in FENS]


# Positions of the same three FENs.
KINDS: dict[str, Callable[[], Any]] = {
    "list of FENs": lambda: FENS,
    "tuple of FENs": lambda: tuple(FENS),
    "boards": boards,
    "boards of a subclass": lambda: [Bot(fen) for fen in FENS],
    "boards of Chess960": lambda: [Board(fen, chess960=True) for fen in FENS],
    "boards and FENs": lambda: [FENS[0], *boards()[1:]],
    "read_fens": lambda: batch.read_fens(FENS),
    "NumPy of texts": lambda: np.array(FENS),
    "NumPy of objects": lambda: np.array(boards(), object),
    "packed boards": lambda: batch.boards(FENS),
    "packed boards, turned": lambda: np.asfortranarray(batch.boards(FENS)),
    "pandas": lambda: pandas.Series(FENS),
    "Polars": lambda: polars.Series(FENS),
    "Arrow": lambda: pyarrow.array(FENS),
    "Arrow, views": lambda: pyarrow.array(FENS, pyarrow.string_view()),
    "Arrow, chunked": lambda: pyarrow.chunked_array([FENS[:1], FENS[1:]]),
}

TABLEBASE = syzygy.open_tablebase(TABLES)
ONE = b'width = 1\ninputs = [{ pieces = {} }]\nactivation = ["clip 255"]\nfile = "l0w i16; l0b i16; l1w i16; l1b i16"'
NETWORK = nnue.Network(np.arange(1544, dtype=np.uint8).tobytes(), ONE)

def written(positions: Any) -> bytes:
    """The bytes of a file of entries."""
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "entries.bullet.txt"
        formats.write(path, {"board": positions, "score": [1, 2, 3], "result": [1, 0, -1]})
        return path.read_bytes()


FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "batch.planes": batch.planes,
    "batch.packed": lambda positions: batch.packed(positions)[0],
    "batch.legal_mask": batch.legal_mask,
    "batch.legal_counts": batch.legal_counts,
    "batch.keys": batch.keys,
    "batch.boards": batch.boards,
    "batch.fens": batch.fens,
    "batch.moves": lambda positions: batch.moves(positions, [4 << 6 | 28] * 3),
    "formats.write": written,
    "batch.perft": lambda positions: batch.perft(positions, 2),
    "batch.policy_index": lambda positions: batch.policy_index(positions, ["e4e5", "c2c1q", "c5d4"]),
    "batch.move_from_index": lambda positions: batch.move_from_index(positions, batch.policy_index(FENS, ["e4e5", "c2c1q", "c5d4"])),
    "nnue.evaluate": NETWORK.evaluate,
    "nnue.parts": NETWORK.parts,
    "syzygy.probe_wdl_batch": lambda positions: syzygy.probe_wdl_batch(TABLEBASE, positions[:2]),
    "syzygy.probe_dtz_batch": lambda positions: syzygy.probe_dtz_batch(TABLEBASE, positions[:2]),
}


def same(found: Any, expected: Any) -> bool:
    return bool(found == expected) if isinstance(expected, list | bytes) else np.array_equal(found, expected)


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("kind", KINDS)
def test_each_function_takes_each_kind_of_positions(function: str, kind: str) -> None:
    call = FUNCTIONS[function]
    assert same(call(KINDS[kind]()), call(FENS))


# Single positions, and functions of one.
SINGLE: dict[str, Callable[[str], Any]] = {
    "FEN": lambda fen: fen,
    "board": Board,
    "board of a subclass": Bot,
    "packed board": lambda fen: Board(fen).packed(),
    "row of packed boards": lambda fen: batch.boards(fen)[0],
}

OF_ONE: dict[str, Callable[[Any], object]] = {
    "Tablebase.probe_wdl": TABLEBASE.probe_wdl,
    "Tablebase.probe_dtz": TABLEBASE.probe_dtz,
    "Tablebase.get_wdl": TABLEBASE.get_wdl,
    "Tablebase.get_dtz": TABLEBASE.get_dtz,
    "Tablebase.probe_root": TABLEBASE.probe_root,
}


@pytest.mark.parametrize("function", OF_ONE)
@pytest.mark.parametrize("kind", SINGLE)
def test_each_function_of_one_position_takes_each_kind(function: str, kind: str) -> None:
    for fen in FENS[:2]:
        assert OF_ONE[function](SINGLE[kind](fen)) == OF_ONE[function](fen)


@pytest.mark.parametrize("kind", SINGLE)
def test_a_book_is_searched_for_each_kind_of_position(kind: str, tmp_path: Path) -> None:
    (tmp_path / "book.bin").write_bytes(bytes.fromhex("463b96181691fc9c 031c 0003 00000000"))
    position = SINGLE[kind](gardez.STARTING_FEN)
    with polyglot.open_reader(tmp_path / "book.bin") as book:
        assert book.find(position).move.uci() == "e2e4" and [entry.weight for entry in book.find_all(position)] == [3]


@pytest.mark.parametrize("position", [FENS[0], Board(FENS[0]), batch.boards(FENS[0]), batch.boards(FENS[0])[0]])
def test_one_position_is_a_sequence_of_one(position: Any) -> None:
    for name, call in FUNCTIONS.items():
        if name in ("batch.planes", "batch.legal_mask", "batch.keys", "batch.boards", "nnue.evaluate"):
            assert same(call(position), call(FENS[:1]))


@pytest.mark.parametrize("function", FUNCTIONS)
def test_what_is_not_a_position_of_chess_is_named(function: str) -> None:
    if function.startswith("syzygy"):
        return
    call = FUNCTIONS[function]
    with pytest.raises(gardez.FenError, match=r"fens\[1\]: black has no king") as caught:
        call([FENS[0], Board("8/8/8/8/8/8/8/K7 w - - 0 1"), FENS[2]])
    assert caught.value.index == 1
    with pytest.raises(ValueError, match=r"fens\[2\]: expected a position of chess, found one of Crazyhouse"):
        call([*FENS[:2], variant.CrazyhouseBoard()])
    wrong = batch.boards(FENS)
    wrong[1] = 255
    with pytest.raises(ValueError, match=r"^(fens|board)\[1\]: "):
        call(wrong)
    for other in (3, None, b"x", [b"x"], np.zeros((3, 23), np.uint8), np.zeros((3, 24), np.int8)):
        with pytest.raises((TypeError, ValueError)):
            call(other)
