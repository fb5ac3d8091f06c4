"""Subclasses of the package's classes stay themselves, as those of python-chess do."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import chess
import chess.variant
import pytest

import gardez
import gardez.chess.variant


class Tagged(gardez.Board):
    """A board with an attribute that its constructor sets."""

    tag: object

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.tag = "new"


class TheirTagged(chess.Board):
    tag: object

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.tag = "new"


class Crazy(gardez.chess.variant.CrazyhouseBoard):
    tag: object = "new"


class TheirCrazy(chess.variant.CrazyhouseBoard):
    tag: object = "new"


class Carrying(Tagged):
    """A board whose copies have the attribute of the original."""

    def copy(self, *, stack: Any = True) -> "Carrying":
        made = super().copy(stack=stack)
        assert isinstance(made, Carrying)
        made.tag = self.tag
        return made


class TheirCarrying(TheirTagged):
    def copy(self, *, stack: Any = True) -> "TheirCarrying":
        made = super().copy(stack=stack)
        made.tag = self.tag
        return made


class Slotted(gardez.Board):
    __slots__ = ("tag",)
    tag: object


PAIRS: list[tuple[Any, Any]] = [
    (Tagged, TheirTagged),
    (Carrying, TheirCarrying),
    (Crazy, TheirCrazy),
]

MAKERS: dict[str, Callable[[Any], Any]] = {
    "copy": lambda board: board.copy(),
    "copy without moves": lambda board: board.copy(stack=False),
    "copy with a move": lambda board: board.copy(stack=1),
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "pickle": lambda board: pickle.loads(pickle.dumps(board)),
    "mirror": lambda board: board.mirror(),
    "root": lambda board: board.root(),
    "from_epd": lambda board: type(board).from_epd("4k3/8/8/8/8/8/8/4K3 w - -")[0],
    "from_epd of an object": lambda board: board.from_epd("4k3/8/8/8/8/8/8/4K3 w - -")[0],
    "from_chess960_pos": lambda board: type(board).from_chess960_pos(7),
}


def played(board: Any) -> Any:
    for text in ("e4", "e5", "Nf3"):
        board.push_san(text)
    board.tag = "changed"
    board.late = [1]
    return board


def facts(board: Any) -> tuple[object, ...]:
    """What must be the same in both libraries."""
    return board.fen(), board.chess960, len(board.move_stack), board.tag, getattr(board, "late", None)


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
def test_a_board_of_a_subclass_makes_boards_of_the_subclass(name: str, ours: Any, theirs: Any) -> None:
    make = MAKERS[name]
    found = make(played(ours()))
    assert type(found) is ours
    assert facts(found) == facts(make(played(theirs())))
    # It is a board of its own.
    found.push(next(iter(found.legal_moves)))
    again = make(found)
    assert type(again) is ours and again is not found


@pytest.mark.parametrize("name", MAKERS)
def test_a_plain_board_makes_plain_boards(name: str) -> None:
    board = gardez.Board()
    board.push_san("e4")
    assert type(MAKERS[name](board)) is gardez.Board


def test_what_a_constructor_of_a_subclass_raises_is_passed_on() -> None:
    class Named(gardez.Board):
        def __init__(self, *, name: str) -> None:
            super().__init__()
            self.name = name

    board = Named(name="x")
    with pytest.raises(TypeError):
        board.copy()
    with pytest.raises(TypeError):
        Named.from_epd("4k3/8/8/8/8/8/8/4K3 w - -")


def test_slots_are_pickled_and_a_board_sets_itself_up_again() -> None:
    board = Slotted()
    board.tag = [1]
    board.push_san("e4")
    found = pickle.loads(pickle.dumps(board))
    assert type(found) is Slotted and found.tag == [1] and found == board and found.move_stack == board.move_stack
    board.__init__("4k3/8/8/8/8/8/8/4K3 w - - 0 1")  # type: ignore[misc]
    assert board.fen() == "4k3/8/8/8/8/8/8/4K3 w - - 0 1" and not board.move_stack and board.tag == [1]
    with pytest.raises(gardez.FenError):
        board.__init__("x")  # type: ignore[misc]
    assert board.fen() == "4k3/8/8/8/8/8/8/4K3 w - - 0 1"


class OurSquares(gardez.SquareSet):
    pass


class TheirSquares(chess.SquareSet):
    pass


@pytest.mark.parametrize(
    "make",
    [
        lambda squares: squares | squares,
        lambda squares: ~squares,
        lambda squares: squares << 1,
        lambda squares: squares.copy(),
        lambda squares: squares.mirror(),
        lambda squares: squares.union([5]),
        lambda squares: type(squares).ray(0, 9),
        lambda squares: type(squares).between(0, 27),
        lambda squares: type(squares).from_square(3),
        lambda squares: copy.copy(squares),
        lambda squares: copy.deepcopy(squares),
        lambda squares: pickle.loads(pickle.dumps(squares)),
    ],
)
def test_a_set_of_a_subclass_makes_what_that_of_python_chess_makes(make: Callable[[Any], Any]) -> None:
    ours, theirs = OurSquares([1, 2]), TheirSquares([1, 2])
    ours.tag = theirs.tag = "changed"  # type: ignore[attr-defined]
    found, expected = make(ours), make(theirs)
    assert (type(found) is OurSquares) == (type(expected) is TheirSquares)
    assert getattr(found, "tag", None) == getattr(expected, "tag", None)
    assert int(found) == int(expected)


class OurMove(gardez.Move):
    tag: object

    def __init__(self, text: str) -> None:
        move = gardez.Move.from_uci(text)
        super().__init__(move.from_square, move.to_square, move.promotion)
        self.tag = "new"


def test_moves_and_pieces_have_subclasses() -> None:
    move = OurMove("e7e8q")
    move.tag = [1]
    for same in (move, copy.copy(move), pickle.loads(pickle.dumps(move))):
        assert type(same) is OurMove and same.uci() == "e7e8q" and same.tag == [1]
    # As with dataclasses, an object of another class is another value.
    assert move != gardez.Move.from_uci("e7e8q")
    board = gardez.Board()
    board.push(OurMove("e2e4"))
    assert board.peek().uci() == "e2e4" and board.is_legal(OurMove("e7e5"))

    class Square(gardez.Piece):
        pass

    assert type(Square.from_symbol("n")) is Square and Square.from_symbol("n").symbol() == "n"
    assert gardez.chess.BaseBoard(None).set_piece_at(0, Square(1, True)) is None  # type: ignore[func-returns-value]
