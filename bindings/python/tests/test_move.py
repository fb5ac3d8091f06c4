"""Moves: texts, order, pickles, and wrong arguments."""

import copy
import pickle
from typing import Any

import pytest

import gardez
from gardez import Move


@pytest.mark.parametrize("uci", ["e2e4", "a7a8q", "h1a8", "e7e8k", "a2a1p", "0000"])
def test_a_move_is_the_same_after_text_and_pickle(uci: str) -> None:
    move = Move.from_uci(uci)
    assert move.uci() == str(move) == uci
    assert pickle.loads(pickle.dumps(move)) == move
    assert copy.copy(move) is move and copy.deepcopy(move) is move
    assert Move(move.from_square, move.to_square, move.promotion) == move
    assert repr(move) == f"Move.from_uci('{uci}')"


def test_all_triples_are_different_moves() -> None:
    triples = [(a, b, p) for a in range(64) for b in range(64) for p in (None, 1, 2, 3, 4, 5, 6)]
    moves = {Move(*triple) for triple in triples}
    assert len(moves) == len(triples) == 7 * 4096
    assert sorted(moves) == [Move(a, b, p) for a, b, p in sorted(triples, key=lambda t: (t[0], t[1], t[2] or 0))]


def test_a_move_of_a_text_is_one_object() -> None:
    assert Move.from_uci("e2e4") is Move.from_uci("e2e4")
    assert gardez.Board().parse_san("e4") is Move.from_uci("e2e4")


def test_only_the_null_move_is_false() -> None:
    assert not Move.null() and Move.null().uci() == "0000"
    assert Move(0, 0, gardez.KNIGHT) and Move(0, 1) and Move(5, 5)


@pytest.mark.parametrize("text", ["", "e2", "e2e", "e2e2", "E2e4", "i1a1", "e7e8Q", "e7e8qq", "e9e4", "e2e4 ", "éééé", "0001", "a\0b1"])
def test_other_texts_are_no_moves(text: str) -> None:
    with pytest.raises(gardez.InvalidMoveError):
        Move.from_uci(text)


@pytest.mark.parametrize("arguments", [(64, 0), (0, -1), (10**30, 0), (0, 0, 0), (0, 0, 7), (0, 0, -1)])
def test_numbers_that_are_no_squares_and_pieces_are_value_errors(arguments: Any) -> None:
    with pytest.raises(ValueError, match=r"from \d to \d+"):
        Move(*arguments)


@pytest.mark.parametrize("arguments", [(), (1,), ("a1", "a2"), (1.5, 2), (None, 2), (1, 2, "q")])
def test_other_arguments_are_type_errors(arguments: Any) -> None:
    with pytest.raises(TypeError):
        Move(*arguments)


def test_a_move_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Move.null().from_square = 3  # type: ignore[misc]


def test_pieces_have_symbols_numbers_and_pickles() -> None:
    pieces = [gardez.Piece.from_symbol(symbol) for symbol in "PNBRQKpnbrqk"]
    assert [hash(piece) for piece in pieces] == list(range(12))
    assert all(pickle.loads(pickle.dumps(piece)) == piece for piece in pieces)
    assert [piece.unicode_symbol(invert_color=True) for piece in pieces] == list("♟♞♝♜♛♚♙♘♗♖♕♔")
    with pytest.raises(ValueError):
        gardez.Piece.from_symbol("x")
