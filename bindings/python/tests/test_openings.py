"""gardez.openings: names of openings of boards, games and columns."""

import importlib
import io
from typing import Any, cast

import numpy as np
import pytest

import gardez
from gardez import Board, batch, openings
from gardez.chess import pgn, variant

pandas, polars, pyarrow = (cast(Any, importlib.import_module(name)) for name in ("pandas", "polars", "pyarrow"))

# A game whose last moves have no name.
MOVES = "d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O Bd3 d5 Nf3 c5 O-O Nc6 a3 Bxc3 bxc3 dxc4 Bxc4 Qc7 h3 h6 h4 a5"


def played(moves: str) -> Board:
    board = Board()
    for san in moves.split():
        board.push_san(san)
    return board


def test_the_longest_name_along_a_game_counts() -> None:
    board = played(MOVES)
    found = openings.find(board)
    assert found is not None and found.eco == "E59" and found.name.startswith("Nimzo-Indian Defense: Normal Variation")
    assert openings.find(board.fen()) is None
    game = pgn.Game.from_board(board)
    assert openings.find(game) == openings.find(game.end()) == openings.find(board)
    assert openings.find(Board()) is None


def test_an_order_of_moves_does_not_matter() -> None:
    assert openings.find(played("Nf3 c5 e4")) == openings.find(played("e4 c5 Nf3"))


def test_a_column_is_named_whatever_it_is() -> None:
    fens = [played("e4").fen(), played("e4 c5").fen(), Board().fen()]
    expected = [openings.find(fen) for fen in fens]
    columns: list[Any] = [fens, tuple(fens), np.array(fens), pandas.Series(fens), polars.Series(fens), pyarrow.array(fens)]
    columns += [batch.boards(fens), [Board(fen) for fen in fens], (pgn.Game.from_board(Board(fen)) for fen in fens)]
    for column in columns:
        assert openings.find_all(column) == expected
    assert openings.find_all(fens[0]) == expected[:1]


def test_what_cannot_be_played_is_an_error_or_has_no_name() -> None:
    assert openings.find(Board(None)) is None
    atomic = variant.AtomicBoard()
    atomic.push_san("e4")
    assert openings.find(atomic) is None
    with pytest.raises(gardez.FenError):
        openings.find("8/8/8/8 w")
    with pytest.raises(TypeError):
        openings.find(3)  # type: ignore[arg-type]


def test_a_game_that_was_read_has_its_name() -> None:
    game = pgn.read_game(io.StringIO("1. e4 e5 2. Nf3 Nc6 3. Bb5 *"))
    assert game is not None
    assert openings.find(game) == ("C60", "Ruy Lopez")
