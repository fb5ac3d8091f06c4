"""Boards: moves and their refusal, texts, errors with places, copies, draws, EPD and set-up."""

import copy
import pickle
from typing import Any

import pytest

import gardez
from gardez import Board, Move

CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def played(*texts: str, fen: str = gardez.STARTING_FEN) -> Board:
    board = Board(fen)
    for text in texts:
        board.push_san(text)
    return board


@pytest.mark.parametrize("chess960", [False, True])
@pytest.mark.parametrize("uci", ["e1g1", "e1h1"])
def test_castling_is_pushed_in_both_forms_and_written_by_mode(chess960: bool, uci: str) -> None:
    board = Board(CASTLING, chess960=chess960)
    board.push(Move.from_uci(uci))
    assert board.fen() == "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"
    assert board.peek().uci() == ("e1h1" if chess960 else "e1g1")
    board.pop()
    assert board.is_legal(Move.from_uci(uci)) == (not chess960 or uci == "e1h1")
    assert board.san(Move.from_uci(uci)) == "O-O"


def test_the_mode_is_detected_on_request() -> None:
    fen = "1r2k2r/8/8/8/8/8/8/1R2K2R w HBhb - 0 1"
    assert Board(fen, chess960=None).chess960 and not Board(CASTLING, chess960=None).chess960


@pytest.mark.parametrize("uci", ["e2e5", "e1e1", "a1a1q", "e2e4q", "e2e3p", "e2e3k", "e7e5", "d4d5", "e1g1", "a1h8"])
def test_a_move_that_is_not_legal_changes_nothing(uci: str) -> None:
    board = Board()
    move = Move(4, 4) if uci == "e1e1" else Move(0, 0, 5) if uci == "a1a1q" else Move.from_uci(uci)
    with pytest.raises(gardez.IllegalMoveError):
        board.push(move)
    with pytest.raises(gardez.IllegalMoveError):
        board.san(move)
    assert board == Board() and not board.move_stack and move not in board.legal_moves


def test_null_moves_count_and_are_refused_in_check() -> None:
    board = played("e4")
    board.push(Move.null())
    assert board.fen() == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"
    assert board.pop() == Move.null() and board == played("e4")
    check = Board("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")
    with pytest.raises(gardez.IllegalMoveError, match="cannot pass"):
        check.push(Move.null())
    assert Move.null() not in board.legal_moves and board.san(Move.null()) == "--" and board.uci(Move.null()) == "0000"


def test_legal_moves_are_a_live_view() -> None:
    board = Board()
    view = board.legal_moves
    assert len(view) == view.count() == board.legal_count() == 20 and Move.from_uci("e2e4") in view
    board.push_san("e4")
    assert Move.from_uci("e2e4") not in view and Move.from_uci("e7e5") in view and 5 not in view
    assert list(view) == board.legal_move_list() == [view[at] for at in range(20)] and view[-1] == list(view)[-1]
    for at in (20, -21):
        with pytest.raises(IndexError):
            view[at]
    assert not Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").legal_moves


def test_an_empty_stack_is_an_index_error() -> None:
    for call in (Board().pop, Board().peek):
        with pytest.raises(IndexError):
            call()


def test_an_error_of_a_fen_has_kind_and_place_in_characters() -> None:
    text = "4k3/8/8/♚/8/8/8/4K3 w - - 0 1"
    with pytest.raises(gardez.FenError) as caught:
        Board(text)
    error = caught.value
    assert error.start is not None and error.end is not None
    assert text[error.start : error.end] == "♚" and error.kind == "unknown-piece" and error.problem is None


def test_an_ambiguous_text_has_candidates() -> None:
    with pytest.raises(gardez.AmbiguousMoveError) as caught:
        Board("4k3/8/8/8/8/8/4K3/R6R w - - 0 1").parse_san("Rd1")
    assert sorted(move.uci() for move in caught.value.candidates) == ["a1d1", "h1d1"]


@pytest.mark.parametrize("text", ["", "e5", "Nd4", "O-O", "\0", "♘", "e4" * 1000])
def test_other_texts_are_value_errors(text: str) -> None:
    for call in (Board().push_san, Board().parse_san, Board().push_uci, Board().parse_uci):
        with pytest.raises(ValueError):
            call(text)


def test_a_surrogate_is_a_value_error() -> None:
    for call in (Board, Board().push_san, Board().set_fen, Board().set_epd):
        with pytest.raises(ValueError):
            call("\ud800")


@pytest.mark.parametrize("square", [64, -1, 10**30])
def test_numbers_that_are_no_squares_are_value_errors(square: int) -> None:
    board = Board()
    calls: list[Any] = [board.piece_at, board.piece_type_at, board.color_at, board.attacks, board.attacks_mask]
    calls += [lambda n: board.attackers(True, n), lambda n: board.pin_mask(True, n), lambda n: board.find_move(n, 0)]
    for call in calls:
        with pytest.raises(ValueError):
            call(square)


def test_squares_are_whole_numbers() -> None:
    for square in (0.5, float("nan"), "a1", None):
        calls: list[Any] = [gardez.square_name, gardez.square_file, gardez.square_mirror, lambda n: gardez.square_knight_distance(0, n)]
        for call in calls:
            with pytest.raises(TypeError):
                call(square)


@pytest.mark.parametrize(
    ("en_passant", "square"), [("legal", "-"), ("xfen", "c6"), ("fen", "c6")], ids=["legal", "xfen", "fen"]
)
def test_the_en_passant_square_is_written_as_asked(en_passant: Any, square: str) -> None:
    # The capture would uncover the rook.
    board = Board("7k/8/8/KPp4r/8/8/8/8 w - c6 0 2")
    assert board.fen(en_passant=en_passant).split()[3] == square
    with pytest.raises(ValueError, match="en_passant"):
        board.fen(en_passant="x")  # type: ignore[arg-type]


def test_boards_compare_pickle_and_have_no_hash() -> None:
    board = played("e4", "e5", "Nf3")
    board.push(Move.null())
    for same in (pickle.loads(pickle.dumps(board)), copy.copy(board), copy.deepcopy(board), board.copy()):
        assert same == board and same.move_stack == board.move_stack and same.root() == Board()
        same.pop()
        assert same != board and len(board.move_stack) == 4
    assert Board() != "x" and Board() == Board(chess960=True)
    with pytest.raises(TypeError):
        hash(board)


def test_a_copy_keeps_as_many_moves_as_asked() -> None:
    board = played("e4", "e5", "Nf3")
    for stack, kept in ((True, 3), (False, 0), (0, 0), (1, 1), (2, 2), (3, 3), (99, 3)):
        same = board.copy(stack=stack)
        assert same == board and same.move_stack == board.move_stack[3 - kept :]
    with pytest.raises(ValueError):
        board.copy(stack=-1)


@pytest.mark.parametrize("times", [1, 2, 4])
def test_repetition_is_counted_over_the_game(times: int) -> None:
    board = played(*"Nf3 Nf6 Ng1 Ng8".split() * times)
    assert board.is_repetition(times + 1) and not board.is_repetition(times + 2)
    assert board.is_fivefold_repetition() == (times == 4)
    outcome = board.outcome(claim_draw=times == 2)
    expected = {1: None, 2: gardez.Termination.THREEFOLD_REPETITION, 4: gardez.Termination.FIVEFOLD_REPETITION}[times]
    assert (outcome and outcome.termination) == expected and board.is_game_over(claim_draw=times == 2) == (times > 1)


def test_the_numbers_of_perft_are_those_of_the_literature() -> None:
    board = Board(KIWIPETE)
    assert [board.perft(depth) for depth in range(5)] == [1, 48, 2039, 97862, 4085603]
    assert sum(board.divide(3).values()) == 97862
    for call, depth in ((board.perft, -1), (board.perft, 65), (board.divide, 0)):
        with pytest.raises(ValueError):
            call(depth)


def test_an_epd_is_read_as_it_was_written() -> None:
    board = Board()
    line = [Move.from_uci("e2e4"), Move.from_uci("e7e5")]
    operations: dict[str, Any] = {"am": [line[0]], "pv": line, "id": 'a "b"; c', "acd": 3, "ce": -12, "x": 1.5, "z": None}
    read, values = Board.from_epd(board.epd(**operations))
    assert read == board and values == operations
    for opcode in ("1", "", "a b", "a;"):
        wrong: dict[str, Any] = {opcode: 1}
        with pytest.raises(ValueError):
            board.epd(**wrong)


def test_a_set_up_may_be_illegal_until_it_is_built() -> None:
    setup = gardez.SetUp(Board(CASTLING))
    assert setup.build() == Board(CASTLING)
    setup.remove_piece_at(gardez.H1)
    with pytest.raises(gardez.FenError) as caught:
        setup.build()
    assert caught.value.kind == "castling-right"
    setup.castling, setup.turn, setup.halfmove_clock, setup.fullmove_number = "Qkq", gardez.BLACK, 7, 9
    assert setup.build().fen() == "r3k2r/8/8/8/8/8/8/R3K3 b Qkq - 7 9"
    for name, value in (("castling", "xyz"), ("castling", ""), ("ep", 64), ("halfmove_clock", -1), ("fullmove_number", 0)):
        with pytest.raises(ValueError):
            setattr(setup, name, value)
    setup.clear()
    with pytest.raises(gardez.FenError):
        setup.build()


def test_pins_attackers_and_checkers_are_squares() -> None:
    board = Board("4k3/8/8/b7/8/2N5/4r3/4K3 w - - 0 1")
    assert board.checkers() == [gardez.E2] and board.is_check()
    assert board.is_pinned(gardez.WHITE, gardez.C3) and board.pin(gardez.WHITE, gardez.C3) == gardez.SquareSet.ray(4, 32)
    assert board.attackers(gardez.BLACK, gardez.E1, gardez.BB_EMPTY) == [gardez.E2, gardez.A5]
    assert board.piece_map(mask=gardez.BB_RANK_1) == {gardez.E1: gardez.Piece.from_symbol("K")}
