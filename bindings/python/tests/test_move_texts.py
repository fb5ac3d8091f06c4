"""The texts of moves are those of python-chess, and each is read back as its move by the board that wrote it.

The boards are full of castling: kings and rooks of all starts of Chess960 with few other pieces, in both castling modes.
"""

import random
from collections.abc import Callable, Iterator

import chess
import gardez
import pytest

from oracle import SEED, SLOW

BOARDS = 20_000 if SLOW else 800

# The values of the argument `chess960`.
MODES = (None, False, True)


def setups(seed: int, count: int) -> Iterator[tuple[gardez.Board, chess.Board]]:
    """Both boards of positions in which much can castle; every fourth is one of chess."""
    choose = random.Random(seed)
    made = 0
    while made < count:
        chess960 = choose.random() < 0.75
        board = chess.Board.from_chess960_pos(choose.randrange(960) if chess960 else 518)
        board.chess960 = chess960
        for square in chess.SQUARES:
            kept = {None: 0, chess.KING: 1, chess.ROOK: 0.9, chess.PAWN: 0.3}.get(board.piece_type_at(square), 0.1)
            if choose.random() >= kept:
                board.remove_piece_at(square)
        for _ in range(choose.randrange(4)):
            square = choose.randrange(8, 56)
            if board.piece_type_at(square) != chess.KING:
                board.set_piece_at(square, chess.Piece(choose.randint(1, 5), choose.random() < 0.5))
        board.turn = choose.random() < 0.5
        board.castling_rights = board.clean_castling_rights()
        if board.is_valid():
            made += 1
            yield gardez.Board(board.shredder_fen(), chess960=chess960), board


def moves(theirs: chess.Board, choose: random.Random) -> Iterator[chess.Move]:
    """Moves that are legal, pseudo-legal and neither: all of a king along its rank, and some of all others."""
    yield from theirs.legal_moves
    yield from choose.sample(moves := list(theirs.pseudo_legal_moves), min(len(moves), 5))
    for king in (theirs.king(theirs.turn), theirs.king(not theirs.turn)):
        assert king is not None
        for file in range(8):
            yield chess.Move(king, chess.square(file, chess.square_rank(king)))
    for _ in range(20):
        yield chess.Move(choose.randrange(64), choose.randrange(64), choose.choice([None] * 9 + [1, 2, 5, 6]))


def answer(call: Callable[[], object]) -> str:
    """What a call returns, as a text, or the kind of its error."""
    try:
        return str(call())
    except ValueError as error:
        return type(error).__name__


def castles_here_only(ours: gardez.Board, theirs: chess.Board, text: str) -> bool:
    """Whether this package castles by a king's step of two squares to a rook that is not in the corner."""
    return answer(lambda: theirs.parse_uci(text)) == "IllegalMoveError" and answer(lambda: ours.is_castling(ours.parse_uci(text))) == "True"


@pytest.mark.parametrize("part", range(4))
def test_moves_are_written_and_read_as_in_python_chess(part: int) -> None:
    choose = random.Random(SEED + part)
    castled = 0
    for ours, theirs in setups(SEED * 100 + part, BOARDS // 4):
        for their_move in moves(theirs, choose):
            # No king promotes, and here such a move is castling.
            if their_move.promotion and theirs.piece_type_at(their_move.from_square) == chess.KING:
                continue
            move = gardez.Move(their_move.from_square, their_move.to_square, their_move.promotion)
            where = f"{move} of {ours!r}"
            castled += theirs.is_legal(their_move) and theirs.is_castling(their_move)
            texts = {move.uci(), move.xboard()}
            for mode in MODES:
                if not castles_here_only(ours, theirs, move.uci()):
                    assert ours.uci(move, chess960=mode) == theirs.uci(their_move, chess960=mode), f"{mode} {where}"
                assert ours.xboard(move, chess960=mode) == theirs.xboard(their_move, chess960=mode), f"{mode} {where}"
                texts |= {ours.uci(move, chess960=mode), ours.xboard(move, chess960=mode)}
            for text in sorted(texts):
                if castles_here_only(ours, theirs, text):
                    continue
                assert answer(lambda: ours.parse_uci(text)) == answer(lambda: theirs.parse_uci(text)), f"{text} {where}"
                expected = answer(lambda: theirs.parse_xboard(text))
                # Reading is more lenient here: docs/notation.md.
                if not expected.endswith("Error"):
                    assert answer(lambda: ours.parse_xboard(text)) == expected, f"{text} {where}"
                pushed, their_pushed = ours.copy(stack=False), theirs.copy(stack=False)
                if answer(lambda: their_pushed.push_uci(text)).endswith("Error"):
                    assert answer(lambda: pushed.push_uci(text)).endswith("Error"), f"{text} {where}"
                elif theirs.is_legal(theirs.parse_uci(text)):
                    pushed.push_uci(text)
                    assert pushed.fen() == their_pushed.fen(), f"{text} {where}"
    assert castled > BOARDS // 10


@pytest.mark.parametrize("part", range(4))
def test_every_text_of_a_move_is_read_back_as_the_move(part: int) -> None:
    for ours, _ in setups(SEED * 200 + part, BOARDS // 4):
        king = ours.king(ours.turn)
        assert king is not None
        steps = [gardez.Move(king, to) for to in ((king & 56) + gardez.C1, (king & 56) + gardez.G1) if to != king]
        steps = [step for step in steps if answer(lambda: ours.parse_uci(step.uci())) != "IllegalMoveError"]
        for given in [*ours.legal_moves, *steps, gardez.Move.null()]:
            if not given and ours.is_check():
                continue
            move = ours.parse_uci(given.uci())
            assert move in ours.legal_moves or not move
            for mode in MODES:
                text = ours.uci(given, chess960=mode)
                assert ours.parse_uci(text) == move, f"{text} {mode} {given} of {ours!r}"
                text = ours.xboard(given, chess960=mode)
                assert ours.parse_xboard(text) == move, f"{text} {mode} {given} of {ours!r}"
            for text in (given.xboard(), move.xboard(), given.uci(), ours.san(given), ours.lan(given)):
                assert ours.parse_san(text) == ours.parse_xboard(text) == move, f"{text} of {ours!r}"
            after = ours.copy()
            after.push(move)
            for push, text in (("push_uci", ours.uci(given)), ("push_xboard", ours.xboard(given)), ("push_san", ours.san(given))):
                pushed = ours.copy()
                assert getattr(pushed, push)(text) == move and pushed == after and pushed.move_stack == after.move_stack
