"""Boards agree with those of python-chess 1.11.2.

Usually in 2,000 positions and 50 games; with `GARDEZ_SLOW=1`, in 100,000 and 2,000. `GARDEZ_SEED=N` chooses others.
"""

import chess
import gardez
import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from oracle import (
    SEED,
    SLOW,
    Start,
    attacks_agree,
    boards,
    ends_agree,
    fens_agree,
    fields_agree,
    games,
    moves_agree,
    play,
    starts,
)

POSITIONS, GAMES = (100_000, 2_000) if SLOW else (2_000, 50)

# Without the phase that explains a failure, which takes long and says little here.
thorough = settings(
    max_examples=POSITIONS,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate, Phase.shrink],
)


@seed(SEED)
@thorough
@given(starts(), st.lists(st.integers(0, 2**16), max_size=24))
def test_a_position_is_the_same_on_both_boards(start: Start, choices: list[int]) -> None:
    ours, theirs = boards(start)
    play(ours, theirs, choices)
    fens_agree(ours, theirs)
    fields_agree(ours, theirs)
    attacks_agree(ours, theirs)
    moves_agree(ours, theirs)
    ends_agree(ours, theirs)

    # A board that is read from a FEN has the same moves as one that was played to it.
    again = gardez.Board(theirs.fen(en_passant="xfen"), chess960=start.chess960)
    assert set(again.legal_moves) == set(ours.legal_moves)

    # Moves are taken back to the start.
    assert [move.uci() for move in ours.move_stack] == [move.uci() for move in theirs.move_stack]
    while theirs.move_stack:
        assert ours.peek().uci() == theirs.peek().uci()
        assert ours.pop().uci() == theirs.pop().uci()
    assert ours.fen(en_passant="fen") == theirs.fen(en_passant="fen")
    with pytest.raises(IndexError):
        ours.pop()


@pytest.mark.parametrize("part", range(10))
def test_every_position_of_a_game_has_the_same_draws_and_claims(part: int) -> None:
    for number in range(part, GAMES, 10):
        for ours, theirs in games(SEED * 1_000_000 + number, plies=90):
            ends_agree(ours, theirs)
            fens_agree(ours, theirs)
            assert ours.legal_count() == theirs.legal_moves.count()


@seed(SEED)
@thorough
@given(starts(), st.lists(st.integers(0, 2**16), max_size=12), st.integers(0, 63), st.integers(0, 63), st.sampled_from([None, 1, 2, 3, 4, 5, 6]))
def test_any_move_is_accepted_or_refused_by_both(start: Start, choices: list[int], origin: int, target: int, promotion: int | None) -> None:
    ours, theirs = boards(start)
    play(ours, theirs, choices)
    move, theirs_move = gardez.Move(origin, target, promotion), chess.Move(origin, target, promotion)
    assert move.uci() == theirs_move.uci()
    assert bool(move) == bool(theirs_move)
    assert ours.is_legal(move) == theirs.is_legal(theirs_move)
    assert (move in ours.legal_moves) == (theirs_move in theirs.legal_moves)
    assert ours.is_pseudo_legal(move) == theirs.is_pseudo_legal(theirs_move)
    if ours.is_legal(move):
        ours.push(move)
        theirs.push(theirs_move)
        assert ours.fen() == theirs.fen()


@seed(SEED)
@thorough
@given(starts(), st.lists(st.integers(0, 2**16), max_size=12), st.data())
def test_a_text_that_python_chess_reads_as_a_move_is_that_move(start: Start, choices: list[int], data: st.DataObject) -> None:
    ours, theirs = boards(start)
    play(ours, theirs, choices)
    texts = [text for move in theirs.legal_moves for text in (theirs.san(move), theirs.lan(move), move.uci())]
    text = data.draw(st.sampled_from(texts or ["--"]))
    at = data.draw(st.integers(0, len(text)))
    text = text[:at] + data.draw(st.text("abcdefgh12345678NBRQKxO0-=+#@ !?", max_size=2)) + text[at + data.draw(st.integers(0, 2)) :]
    for read, read_theirs in ((ours.parse_san, theirs.parse_san), (ours.parse_uci, theirs.parse_uci)):
        try:
            expected = read_theirs(text).uci()
        except ValueError:
            # Fewer texts are refused here; docs/notation.md says which.
            try:
                assert ours.is_legal(read(text)) or not read(text)
            except ValueError:
                pass
        else:
            assert read(text).uci() == expected
