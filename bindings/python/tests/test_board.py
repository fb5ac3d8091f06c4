"""What a board has beside python-chess's methods: counts, keys, packed boards, reasons of errors, numbers of networks."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import gardez
import gardez.chess
from gardez import Board, Move, batch

CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
CHESS960 = "1r2k2r/8/8/8/8/8/8/1R2K2R w HBhb - 0 1"
NO_KING = "8/8/8/8/8/8/8/K7 w - - 0 1"


def test_there_is_one_board_and_one_of_each_class() -> None:
    for name in ("Board", "Move", "Piece", "SquareSet", "Outcome", "Termination", "IllegalMoveError"):
        assert getattr(gardez, name) is getattr(gardez.chess, name)
    assert not hasattr(gardez, "SetUp") and not hasattr(gardez, "LegalMoves")


def test_the_mode_is_detected_on_request() -> None:
    assert Board(CHESS960, chess960=None).chess960 and not Board(CASTLING, chess960=None).chess960
    assert not Board(CHESS960).chess960


def test_the_numbers_of_perft_are_those_of_the_literature() -> None:
    board = Board(KIWIPETE)
    assert [board.perft(depth) for depth in range(5)] == [1, 48, 2039, 97862, 4085603]
    assert sum(board.divide(3).values()) == 97862 and board.legal_count() == 48
    for call, depth in ((board.perft, -1), (board.perft, 65), (board.divide, 0)):
        with pytest.raises(ValueError):
            call(depth)


def walked(board: Board, depth: int) -> int:
    """Perft in Python."""
    if depth == 0:
        return 1
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += walked(board, depth - 1)
        board.pop()
    return count


def variants() -> list[Board]:
    from gardez.chess import variant

    return [
        Board(), Board(CHESS960, chess960=True), Board(NO_KING), Board(None), Board("k7/P7/8/8/8/8/8/8 w - - 0 1"), Board("K1kP4/8/8/8/8/8/8/8 w - - 0 1"),
        variant.AtomicBoard(), variant.CrazyhouseBoard("4k3/8/8/8/8/8/8/4K3[Pn] w - - 0 1"), variant.AntichessBoard(), variant.HordeBoard(),
    ]  # fmt: skip


@pytest.mark.parametrize("board", variants(), ids=lambda board: f"{type(board).__name__} {board.board_fen()}")
def test_perft_counts_by_the_rules_of_each_board(board: Board) -> None:
    assert [board.perft(depth) for depth in range(3)] == [walked(board, depth) for depth in range(3)]
    divided = board.divide(2)
    assert list(divided) == list(board.legal_moves) and sum(divided.values()) == board.perft(2)


def test_a_move_that_is_refused_has_a_reason() -> None:
    rows: list[tuple[Callable[[Board], object], type[ValueError], str]] = [
        (lambda board: board.push_uci("e2e5"), gardez.IllegalMoveError, "no pawn moves so"),
        (lambda board: board.parse_uci("e1e2"), gardez.IllegalMoveError, "e2"),
        (lambda board: board.push_san("Nd4"), gardez.IllegalMoveError, "d4"),
        (lambda board: board.parse_san("O-O"), gardez.IllegalMoveError, ""),
        (lambda board: board.parse_san("hello"), gardez.InvalidMoveError, ""),
    ]
    for call, expected, reason in rows:
        board = Board()
        with pytest.raises(expected) as caught:
            call(board)
        error: Any = caught.value
        assert error.reason and reason in error.reason and board == Board()
    # Where no game leads, no rule gives a reason.
    with pytest.raises(gardez.IllegalMoveError) as illegal:
        Board(None).push_san("e4")
    assert illegal.value.reason is None


def test_an_ambiguous_text_has_candidates() -> None:
    with pytest.raises(gardez.AmbiguousMoveError) as caught:
        Board("4k3/8/8/8/8/8/4K3/R6R w - - 0 1").parse_san("Rd1")
    assert sorted(move.uci() for move in caught.value.candidates) == ["a1d1", "h1d1"]


def test_an_error_of_a_fen_has_kind_and_place_in_characters() -> None:
    text = "4k3/8/8/♚/8/8/8/4K3 w - - 0 1"
    for call in (Board, Board().set_fen):
        with pytest.raises(gardez.FenError) as caught:
            call(text)
        error = caught.value
        assert error.start is not None and error.end is not None and error.reason is not None
        assert text[error.start : error.end] == "♚" and error.kind == "unknown-piece"


def test_what_needs_a_position_that_can_be_played_says_what_is_wrong() -> None:
    board = Board(NO_KING)
    calls: list[Callable[[], object]] = [
        lambda: board.key, board.packed, board.planes, board.legal_mask, lambda: board.policy_index("a1a2"), lambda: board.see(Move(0, 8)),
    ]  # fmt: skip
    for call in calls:
        with pytest.raises(gardez.FenError, match="black has no king") as caught:
            call()
        assert caught.value.kind == "missing-king"
    assert board.polyglot_key and board.perft(1) == 3


@pytest.mark.parametrize("fen", [gardez.STARTING_FEN, KIWIPETE, CASTLING, CHESS960, "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1"])
def test_a_packed_board_is_the_position_without_its_counters(fen: str) -> None:
    board = Board(fen, chess960=None)
    packed = board.packed()
    assert packed == batch.boards([board]).tobytes()
    for given in (packed, batch.boards(board)[0]):
        again = Board.from_packed(given)
        assert again == board and again.key == board.key and again.chess960 == board.chess960
    with pytest.raises(ValueError):
        Board.from_packed(packed[1:])


def test_a_network_sees_the_moves_before() -> None:
    board = Board()
    for text in "Nf3 Nf6 Ng1 Ng8 Nf3".split():
        board.push_san(text)
    moves = [str(move) for move in board.move_stack]
    assert np.array_equal(board.planes(), batch.planes([gardez.STARTING_FEN], histories=[moves])[0])
    assert not np.array_equal(board.planes(), batch.planes([board.fen()])[0])
    # What was changed between the moves has no past.
    board.halfmove_clock = 7
    assert np.array_equal(board.planes(), batch.planes([board.fen()])[0])


def test_moves_that_are_not_legal_are_no_past() -> None:
    board = Board()
    board.push(Move.from_uci("e2e5"))
    board.push_san("Nf6")
    board.push_san("Nf3")
    later = Board(board.root().fen())
    later.push(Move.from_uci("e2e5"))
    start = later.copy(stack=False)
    history = [str(move) for move in board.move_stack[1:]]
    assert np.array_equal(board.planes(), batch.planes([start], histories=[history])[0])


def test_errors_name_the_right_call() -> None:
    board = Board()
    for text in ("e2e4", "e4"):
        with pytest.raises(TypeError, match="push_uci and push_san take texts"):
            board.push(text)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="push.. expects a Move, not int"):
        board.push(3)  # type: ignore[arg-type]
    calls: list[Any] = [board.piece_at, board.attacks, board.remove_piece_at]
    for call in calls:
        with pytest.raises(TypeError, match="a square is a number, such as E4, not 'e4': parse_square.'e4'. reads a name"):
            call("e4")


def test_sets_of_pieces_can_be_assigned() -> None:
    board = Board()
    board.push_san("e4")
    board.pawns = 0
    assert board.fen() == "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR b KQkq - 0 1" and len(board.move_stack) == 1
    board.knights &= gardez.BB_RANK_1
    board.queens |= gardez.BB_A1
    assert board.board_fen() == "r1bqkb1r/8/8/8/8/8/8/QNBQKBNR"
    board.occupied &= ~gardez.BB_RANK_8
    assert board.board_fen() == "8/8/8/8/8/8/8/QNBQKBNR" and board.occupied_co[gardez.BLACK] == 0
    with pytest.raises(ValueError, match="there is no piece on e4, and a set has no colors: use set_piece_at"):
        board.rooks = gardez.BB_E4


def test_who_can_still_mate() -> None:
    for fen, white, black in [
        (gardez.STARTING_FEN, True, True),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", True, False),
        ("7k/7Q/8/8/8/8/8/K7 b - - 0 1", False, False),
        ("4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4KB2 w - - 0 1", False, False),
    ]:
        board = gardez.Board(fen)
        assert (board.can_mate(gardez.WHITE), board.can_mate(gardez.BLACK)) == (white, black), fen
    assert gardez.Board().can_mate(gardez.WHITE, limit=0) is None
    with pytest.raises(ValueError):
        gardez.Board.empty().can_mate(gardez.WHITE)
