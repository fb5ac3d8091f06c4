"""`gardez.chess.variant`: boards of variants, against python-chess, call by call."""

import copy
import pickle
import random
from typing import Any

import chess.variant
import pytest
from test_chess_board import KINDS, QUESTIONS, STATE, answer, plain, same

import gardez
import gardez.chess
from gardez.chess import variant

NAMES = [board.__name__ for board in chess.variant.VARIANTS[1:]]

# What is a matter of taste, and what asks for pieces that the position does not have.
QUESTIONS = QUESTIONS.replace("is_seventyfive_moves ", "")
ATTRIBUTES = (
    "aliases uci_variant xboard_variant starting_fen tbw_suffix tbz_suffix tbw_magic tbz_magic pawnless_tbw_suffix "
    "pawnless_tbz_suffix pawnless_tbw_magic pawnless_tbz_magic connected_kings one_king captures_compulsory"
)


def pair(name: str) -> tuple[Any, Any]:
    return getattr(chess.variant, name), getattr(variant, name)


@pytest.mark.parametrize("name", NAMES)
def test_classes_have_the_attributes_of_python_chess(name: str) -> None:
    theirs, ours = pair(name)
    for attribute in ATTRIBUTES.split():
        assert getattr(ours, attribute) == getattr(theirs, attribute), attribute
    assert ours().fen() == theirs().fen() and repr(ours()) == repr(theirs())
    assert ours.empty().fen() == theirs.empty().fen()
    for alias in theirs.aliases:
        assert variant.find_variant(alias.upper()) is ours


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(3))
def test_games_are_those_of_python_chess(name: str, seed: int) -> None:
    choose = random.Random(seed)
    for number in range(6):
        their_class, our_class = pair(name)
        theirs, ours = their_class(), our_class()
        if number % 2 and name in ("AtomicBoard", "CrazyhouseBoard", "KingOfTheHillBoard"):
            theirs.set_chess960_pos(number * 100 + seed)
            theirs.chess960 = True
            ours = our_class(theirs.fen(), chess960=True)
        for ply in range(choose.randrange(120)):
            moves = list(theirs.legal_moves)
            assert sorted(plain(ours.legal_moves)) == sorted(plain(moves)), theirs.fen()
            assert ours.legal_moves.count() == len(moves) and bool(ours.legal_moves) == bool(moves)
            if not moves:
                break
            move = choose.choice(moves)
            other = gardez.Move.from_uci(move.uci())
            if ply % 5 == 0:
                # python-chess takes a drop that answers a check for a move into check.
                kinds = KINDS.replace("is_into_check ", "") if move.drop else KINDS
                same(theirs, ours, kinds + " is_irreversible", move, other)
                san = theirs.san(move)
                same(theirs, ours, "parse_san parse_uci", san, san)
            theirs.push(move)
            ours.push(other)
            assert plain(ours) == plain(theirs), move
            if ply % 5 == 0:
                same(theirs, ours, STATE)
                same(theirs, ours, QUESTIONS)
        same(theirs, ours, "is_variant_end is_variant_win is_variant_loss is_variant_draw outcome result status")
        for made in (copy.copy(ours), pickle.loads(pickle.dumps(ours)), ours.copy()):
            assert type(made) is our_class and made == ours and plain(made) == plain(ours)
        while ours.move_stack:
            assert ours.pop().uci() == theirs.pop().uci()
        assert plain(ours) == plain(theirs)


@pytest.mark.parametrize("name", NAMES)
def test_pieces_that_appear_and_disappear_make_no_difference_to_python_chess(name: str) -> None:
    choose = random.Random(5)
    their_class, our_class = pair(name)
    for _ in range(60):
        theirs = their_class(None)
        for _ in range(choose.randrange(2, 14)):
            theirs.set_piece_at(choose.randrange(64), chess.Piece(choose.randrange(1, 6), choose.random() < 0.5))
        for color in (True, False):
            if choose.random() < 0.9:
                theirs.set_piece_at(choose.randrange(64), chess.Piece(chess.KING, color))
        theirs.turn = choose.random() < 0.5
        ours = our_class(theirs.fen())
        assert plain(ours) == plain(theirs)
        same(theirs, ours, "status is_check was_into_check is_variant_end")
        assert sorted(plain(ours.legal_moves)) == sorted(plain(theirs.legal_moves)), theirs.fen()
        for move in list(theirs.pseudo_legal_moves)[:12]:
            # For a king that explodes with what it takes, python-chess's SAN has no sign of mate.
            is_suicide = theirs.piece_type_at(move.from_square) == chess.KING and theirs.is_capture(move)
            if theirs.piece_type_at(move.to_square) != chess.KING and not (name == "AtomicBoard" and is_suicide):
                same(theirs, ours, "is_legal san", move, gardez.Move.from_uci(move.uci()))


FENS = {
    "CrazyhouseBoard": [
        "4k3/8/8/8/8/8/8/4K3/Qp w - - 0 1", "4k3/8/8/8/8/8/8/Q~3K3[] w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[Qx] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[Q w - - 0 1",
    ],
    "ThreeCheckBoard": [
        "4k3/8/8/8/8/8/8/4K3 w - - 3+1 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +1+2", "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - a+3 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 1+1",
    ],
}  # fmt: skip


@pytest.mark.parametrize(("name", "fen"), [(name, fen) for name, fens in FENS.items() for fen in fens])
def test_fens_are_read_as_by_python_chess(name: str, fen: str) -> None:
    theirs, ours = (board() for board in pair(name))
    assert answer(ours, "set_fen", fen) == answer(theirs, "set_fen", fen)
    assert plain(ours) == plain(theirs)


def test_pockets_and_checks_are_written_back() -> None:
    board = variant.CrazyhouseBoard()
    board.pockets[True].add(gardez.QUEEN)
    board.pockets[False] = variant.CrazyhousePocket("pp")
    assert board.fen().startswith("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Qpp] ")
    assert [len(pocket) for pocket in board.copy().pockets] == [2, 1]
    with pytest.raises(AssertionError, match="cannot remove n from CrazyhousePocket"):
        board.pockets[True].remove(gardez.KNIGHT)
    with pytest.raises(ValueError, match="not 6"):
        board.pockets[True].add(gardez.KING)
    with pytest.raises(AssertionError, match="pseudo-legal"):
        board.push(gardez.Move.from_uci("R@e4"))
    three = variant.ThreeCheckBoard()
    three.remaining_checks[True] = 1
    assert three.fen().endswith(" 1+3 0 1") and three.remaining_checks == [3, 1]
