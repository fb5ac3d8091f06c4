"""Moves: texts, order, pickles, and wrong arguments."""

import copy
import dataclasses
import pickle
from collections.abc import Callable
from typing import Any

import chess
import pytest

import gardez
from gardez import Move


@pytest.mark.parametrize("uci", ["e2e4", "a7a8q", "h1a8", "e7e8k", "a2a1p", "0000"])
def test_a_move_is_the_same_after_text_and_pickle(uci: str) -> None:
    move = Move.from_uci(uci)
    assert move.uci() == str(move) == uci
    assert pickle.loads(pickle.dumps(move)) == move
    for same in (copy.copy(move), copy.deepcopy(move)):
        assert same == move and same is not move
    assert Move(move.from_square, move.to_square, move.promotion) == move
    assert repr(move) == f"Move.from_uci('{uci}')"


def test_all_triples_are_different_moves() -> None:
    triples = [(a, b, p) for a in range(64) for b in range(64) for p in (None, 1, 2, 3, 4, 5, 6)]
    moves = {Move(*triple) for triple in triples}
    assert len(moves) == len(triples) == 7 * 4096
    assert sorted(moves) == [Move(a, b, p) for a, b, p in sorted(triples, key=lambda t: (t[0], t[1], t[2] or 0))]


FIELDS = [("from_square", 3), ("to_square", 4), ("promotion", 5), ("promotion", None), ("drop", 1)]


@pytest.mark.parametrize("cls", [Move, chess.Move], ids=["gardez", "python-chess"])
@pytest.mark.parametrize(("name", "value"), FIELDS)
def test_a_move_is_a_dataclass(cls: Any, name: str, value: int | None) -> None:
    move = cls(12, 28, 2)
    replaced = dataclasses.replace(move, **{name: value})
    assert move == cls(12, 28, 2) and replaced == cls(**{**dataclasses.asdict(move), name: value})
    setattr(move, name, value)
    assert getattr(move, name) == value and move == replaced and hash(move) == hash(replaced)
    assert [field.name for field in dataclasses.fields(cls)] == list(cls.__match_args__)
    assert dataclasses.astuple(move) == tuple(getattr(move, name) for name in cls.__match_args__)
    match move:
        case cls(origin, target, promotion, drop):
            assert (origin, target, promotion, drop) == dataclasses.astuple(move)
        case _:
            raise AssertionError


@pytest.mark.parametrize("package", [gardez, chess], ids=["gardez", "python-chess"])
def test_a_piece_is_a_dataclass(package: Any) -> None:
    piece = package.Piece(1, True)
    assert dataclasses.replace(piece, color=False) == package.Piece.from_symbol("p")
    piece.piece_type, piece.color = package.QUEEN, package.BLACK
    assert piece == package.Piece.from_symbol("q") and hash(piece) == hash(package.Piece.from_symbol("q")) and piece.symbol() == "q"
    match piece:
        case package.Piece(kind, color):
            assert (kind, color) == (5, False)


MADE: dict[str, Callable[[], Any]] = {
    "from_uci": lambda: [Move.from_uci("e7e8q")],
    "null": lambda: [Move.null()],
    "legal_moves": lambda: list(gardez.Board().legal_moves),
    "move_stack": lambda: [gardez.Board().push_san("e4")],
    "parse_san": lambda: [gardez.Board().parse_san("e4")],
    "divide": lambda: list(gardez.Board().divide(1)),
    "piece_at": lambda: [gardez.Board().piece_at(0)],
    "piece_map": lambda: list(gardez.Board().piece_map().values()),
    "from_symbol": lambda: [gardez.Piece.from_symbol("N")],
}


@pytest.mark.parametrize("name", MADE)
def test_what_is_changed_is_no_one_elses(name: str) -> None:
    """Objects are used again, but not while someone has them."""
    make = MADE[name]
    first, expected = make(), [str(value) for value in make()]
    second = make()
    assert not {id(value) for value in first} & {id(value) for value in second}
    assert len({id(value) for value in first}) == len(first)
    for value in first:
        field = dataclasses.fields(value)[0].name
        setattr(value, field, 6)
    assert [str(value) for value in second] == [str(value) for value in make()] == expected
    del first
    assert [str(value) for value in make()] == expected


def test_a_set_has_a_move_by_its_value() -> None:
    assert Move(12, 28) in {Move.from_uci("e2e4")} and Move(12, 28, drop=1) not in {Move(12, 28)}
    others: list[Any] = [(12, 28), "e2e4", None]
    assert all(Move(12, 28) != other and gardez.Piece(1, True) != other for other in others)


def test_only_the_null_move_is_false() -> None:
    assert not Move.null() and Move.null().uci() == "0000"
    assert Move(0, 0, gardez.KNIGHT) and Move(0, 1) and Move(5, 5)


@pytest.mark.parametrize("text", ["", "e2", "e2e", "e2e2", "E2e4", "i1a1", "e7e8Q", "e7e8qq", "e9e4", "e2e4 ", "éééé", "0001", "a\0b1"])
def test_other_texts_are_no_moves(text: str) -> None:
    with pytest.raises(gardez.InvalidMoveError):
        Move.from_uci(text)


@pytest.mark.parametrize("arguments", [(128, 0), (0, -129), (10**30, 0), (0, 0, 0), (0, 0, 7), (0, 0, -1)])
def test_numbers_that_are_no_squares_and_pieces_are_value_errors(arguments: Any) -> None:
    with pytest.raises(ValueError, match=r"from \d to \d+"):
        Move(*arguments)


@pytest.mark.parametrize(("origin", "target"), [(0, -1), (-8, 0), (64, 127), (-128, 8)])
def test_a_move_that_leaves_the_board_is_legal_nowhere(origin: int, target: int) -> None:
    move = Move(origin, target)
    assert (move.from_square, move.to_square) == (origin, target) and move and move == pickle.loads(pickle.dumps(move))
    for board in (gardez.Board(), gardez.Board(None), gardez.Board("Q7/8/8/8/8/8/8/K6k w - - 0 1")):
        assert move not in board.legal_moves and not board.is_pseudo_legal(move) and move.uci()
        with pytest.raises(AssertionError):
            board.push(move)


@pytest.mark.parametrize("arguments", [(), (1,), ("a1", "a2"), (1.5, 2), (None, 2), (1, 2, "q")])
def test_other_arguments_are_type_errors(arguments: Any) -> None:
    with pytest.raises(TypeError):
        Move(*arguments)


@pytest.mark.parametrize(("name", "value"), [("from_square", 128), ("to_square", -129), ("promotion", 7), ("drop", 0)])
def test_a_field_takes_only_squares_and_pieces(name: str, value: int) -> None:
    move = Move(12, 28)
    with pytest.raises(ValueError, match=r"from \d to \d+"):
        setattr(move, name, value)
    with pytest.raises(AttributeError):
        delattr(move, name)
    assert move == Move(12, 28)


def test_pieces_have_symbols_numbers_and_pickles() -> None:
    pieces = [gardez.Piece.from_symbol(symbol) for symbol in "PNBRQKpnbrqk"]
    assert [hash(piece) for piece in pieces] == list(range(12))
    assert all(pickle.loads(pickle.dumps(piece)) == piece for piece in pieces)
    assert [piece.unicode_symbol(invert_color=True) for piece in pieces] == list("♟♞♝♜♛♚♙♘♗♖♕♔")
    with pytest.raises(ValueError):
        gardez.Piece.from_symbol("x")
