"""`gardez.chess`: boards on which nothing is checked, against python-chess, call by call."""

import copy
import pickle
import random
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from typing import Any

import chess
import pytest

import gardez
import gardez.chess

SEEDS = range(4)

STATE = "occupied pawns kings promoted turn ep_square castling_rights clean_castling_rights checkers"
LISTS = (
    "legal_moves pseudo_legal_moves generate_legal_ep generate_pseudo_legal_ep generate_legal_captures "
    "generate_pseudo_legal_captures generate_castling_moves"
)
QUESTIONS = (
    "is_check was_into_check has_legal_en_passant has_pseudo_legal_en_passant is_checkmate is_stalemate is_insufficient_material "
    "outcome result is_game_over status is_valid has_chess960_castling_rights can_claim_draw is_repetition is_fifty_moves "
    "is_seventyfive_moves chess960_pos ply fen shredder_fen board_fen castling_xfen epd mirror root copy piece_map __str__ unicode"
)
KINDS = (
    "is_legal is_pseudo_legal is_into_check is_en_passant is_capture is_zeroing is_castling is_kingside_castling "
    "is_queenside_castling gives_check san lan uci xboard"
)


def plain(value: Any) -> Any:
    """A value of either package as one that both could have."""
    if isinstance(value, chess.Move | gardez.Move):
        return value.uci()
    if isinstance(value, chess.Piece | gardez.Piece):
        return value.symbol()
    if isinstance(value, chess.Board | gardez.chess.Board):
        return value.fen(en_passant="fen", promoted=True), value.chess960, plain(value.move_stack)
    if isinstance(value, chess.Outcome | gardez.Outcome):
        return value.termination.value, value.winner
    if isinstance(value, dict):
        return [(key, plain(element)) for key, element in value.items()]
    if isinstance(value, list | tuple) or hasattr(value, "__next__") or type(value).__name__.endswith("Generator"):
        return [plain(element) for element in value]
    return int(value) if hasattr(value, "__int__") and not isinstance(value, str) else value


def answer(board: Any, name: str, *arguments: Any, **options: Any) -> Any:
    try:
        found = getattr(board, name)
        return plain(found(*arguments, **options) if callable(found) else found)
    except (ValueError, AssertionError) as error:
        return type(error).__name__.replace("FenError", "ValueError")


def same(theirs: Any, ours: Any, names: str, *moves: Any, **options: Any) -> None:
    for name in names.split():
        found, expected = answer(ours, name, *moves[1:], **options), answer(theirs, name, *moves[:1], **options)
        assert found == expected, (name, theirs.fen(en_passant="fen"), theirs.castling_rights, moves)


def sketched(theirs: Any) -> Any:
    """The same position, set up piece by piece."""
    ours = gardez.chess.Board(None, chess960=theirs.chess960)
    for square, piece in theirs.piece_map().items():
        ours.set_piece_at(square, gardez.Piece(piece.piece_type, piece.color), bool(theirs.promoted >> square & 1))
    for name in ("turn", "castling_rights", "ep_square", "halfmove_clock", "fullmove_number"):
        setattr(ours, name, getattr(theirs, name))
    return ours


def games(seed: int) -> Iterator[tuple[Any, Any]]:
    """Positions of random games, and of games in which pieces appear and disappear."""
    choose = random.Random(seed)
    for number in range(25):
        theirs: Any = chess.Board.from_chess960_pos(choose.randrange(960)) if number % 3 == 0 else chess.Board()
        ours: Any = gardez.chess.Board(theirs.fen(), chess960=theirs.chess960)
        for _ in range(choose.randrange(80)):
            moves = list(theirs.legal_moves)
            if not moves:
                break
            move = choose.choice(moves)
            theirs.push(move)
            ours.push(gardez.Move.from_uci(move.uci()))
        yield theirs, ours
        theirs = theirs.copy(stack=False)
        for _ in range(choose.randrange(1, 6)):
            square = choose.randrange(64)
            if theirs.piece_type_at(square) == chess.KING:
                continue
            theirs.remove_piece_at(square)
            if choose.random() < 0.6:
                theirs.set_piece_at(square, chess.Piece(choose.randrange(1, 6), choose.random() < 0.5), choose.random() < 0.2)
        if choose.random() < 0.3:
            theirs.remove_piece_at(theirs.king(choose.random() < 0.5) or 0)
        theirs.ep_square = choose.choice([None, *range(16, 24), *range(40, 48)])
        theirs.castling_rights = choose.choice([theirs.castling_rights, theirs.rooks, chess.BB_CORNERS])
        theirs.halfmove_clock = choose.choice([0, 99, 100, 149, 150])
        yield theirs, sketched(theirs)


@pytest.mark.parametrize("seed", SEEDS)
def test_positions_answer_as_those_of_python_chess(seed: int) -> None:
    choose = random.Random(seed)
    for theirs, ours in games(seed):
        assert plain(ours) == plain(theirs)
        same(theirs, ours, STATE)
        same(theirs, ours, LISTS)
        same(theirs, ours, QUESTIONS)
        same(theirs, ours, "outcome result", claim_draw=True)
        for style in ("legal", "xfen", "fen"):
            same(theirs, ours, "fen epd", en_passant=style, shredder=True, promoted=True)
        for square in choose.sample(range(64), 8):
            same(theirs, ours, "piece_at piece_type_at color_at attacks", square, square)
            for color in (True, False):
                for name in ("attackers", "is_attacked_by", "pin", "is_pinned"):
                    assert plain(getattr(ours, name)(color, square)) == plain(getattr(theirs, name)(color, square))


@pytest.mark.parametrize("seed", SEEDS)
def test_moves_do_what_those_of_python_chess_do(seed: int) -> None:
    choose = random.Random(seed)
    for theirs, ours in games(seed + 100):
        moves = list(theirs.pseudo_legal_moves)
        for move in choose.sample(moves, min(8, len(moves))):
            other = gardez.Move.from_uci(move.uci())
            same(theirs, ours, KINDS, move, other)
            san = theirs.san(move)
            for text in (san, san.rstrip("+#"), san.lower(), move.uci(), theirs.lan(move), san.replace("x", "")):
                same(theirs, ours, "parse_san parse_uci parse_xboard", text, text)
            theirs.push(move)
            ours.push(other)
            assert plain(ours) == plain(theirs), move
            same(theirs, ours, "legal_moves castling_xfen is_repetition")
            assert ours.pop() == other and theirs.pop() == move
        for origin in range(64):
            move = chess.Move(origin, choose.randrange(64))
            if move.from_square != move.to_square and theirs.color_at(origin) == theirs.turn and theirs.piece_type_at(move.to_square) != chess.KING:
                theirs.push(move)
                ours.push(gardez.Move.from_uci(move.uci()))
                assert plain(ours) == plain(theirs), move
                theirs.pop()
                ours.pop()
        assert plain(ours) == plain(theirs)


EPDS = (
    'bm e4; id "x;y"; hmvc 3; fmvn 10;', "pv e4 e5 Nf3;", 'a "b" c;', "noop;", "a -3; b +4; c 1e5;", "bm e4;;; x;", "0 1", "- x;",
    "pv;", "bm;", "am O-O;", "a b c;", "id x", 'abc"def";',
)  # fmt: skip


@pytest.mark.parametrize("text", EPDS)
def test_epds_are_read_and_written_as_by_python_chess(text: str) -> None:
    theirs, ours = chess.Board(), gardez.chess.Board()
    epd = theirs.epd() + " " + text
    same(theirs, ours, "set_epd", epd, epd)
    assert plain(ours) == plain(theirs)
    operations = {"id": 'a "b"\n\\', "hmvc": 3, "x": 1.5, "y": None}
    assert ours.epd(**operations) == theirs.epd(**operations)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["", "x", "8/8/8/8/8/8/8/8 x", "8/8/8/8/8/8/8/9", "8/8/8/8/8/8/8/44", "8/8/8/8/8/8/8/~7", "8/8/8/8/8/8/8/8 w K- - 0 1", "8/8/8/8/8/8/8/8 w - e9 0 1", "8/8/8/8/8/8/8/8 w - - -1 1", "8/8/8/8/8/8/8/8 w - - 0 1 2"])  # fmt: skip
def test_a_text_that_is_no_fen_changes_nothing(text: str) -> None:
    board = gardez.chess.Board()
    board.push_san("e4")
    with pytest.raises(ValueError):
        chess.Board(text)
    with pytest.raises(ValueError):
        board.set_fen(text)
    assert board.fen() == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1" and len(board.move_stack) == 1


class Counting(gardez.chess.Board):
    """A board that counts the moves that are made on it."""

    pushed = 0

    def push(self, move: gardez.Move) -> None:
        self.pushed += 1
        super().push(move)


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy, lambda board: pickle.loads(pickle.dumps(board)), lambda board: board.copy()])
def test_copies_of_a_subclass_keep_class_moves_and_position(make: Callable[[Any], Any]) -> None:
    board = Counting()
    board.push_san("e4")
    board.push_uci("e7e5")
    assert board.pushed == 2
    other = make(board)
    assert type(other) is Counting and other == board and other.move_stack == board.move_stack
    other.pop()
    assert other != board and len(board.move_stack) == 2


def test_a_program_runs_with_the_package_in_place_of_python_chess(tmp_path: Any) -> None:
    program = tmp_path / "program.py"
    program.write_text(textwrap.dedent("""
        import sys
        import chess, chess.pgn, chess.engine, chess.svg, chess.polyglot, chess.syzygy
        board = chess.Board()
        board.push(chess.Move.from_uci("e2e5"))
        print(chess.__name__, sys.argv[1], board.fen().split()[0], chess.engine.Cp(5))
    """))
    run = subprocess.run([sys.executable, "-m", "gardez.chess", str(program), "x"], capture_output=True, text=True, check=True)
    assert run.stdout == "gardez.chess x rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR +5\n"


@pytest.mark.parametrize("package", [chess, gardez.chess], ids=["python-chess", "gardez"])
def test_a_private_method_that_packages_call_has_no_signs_of_check(package: Any) -> None:
    board = package.Board("4k3/8/8/8/8/8/8/QK6 w - - 0 1")
    check = package.Move.from_uci("a1a8")
    assert (board.san(check), board._algebraic_without_suffix(check)) == ("Qa8+", "Qa8")
    assert board._algebraic_without_suffix(check, long=True) == "Qa1-a8"
