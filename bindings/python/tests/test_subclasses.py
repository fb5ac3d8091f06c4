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


class DropIn(gardez.chess.Board):
    """The same with a board of the drop-in, which is python-chess's in all."""

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
    (DropIn, TheirTagged),
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


def test_a_copy_calls_the_class_with_its_position() -> None:
    calls: list[tuple[str, bool]] = []

    class Counting(gardez.Board):
        def __init__(self, fen: str, *, chess960: bool) -> None:
            super().__init__(fen, chess960=chess960)
            calls.append((self.fen(), self.chess960))

    board = Counting("8/8/8/8/8/k7/8/K6R w - - 3 50", chess960=True)
    assert type(board.copy()) is type(board.root()) is type(board.mirror()) is Counting
    assert calls == [(board.fen(), True)] * 4


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


def test_a_copy_must_be_a_board() -> None:
    class Odd(gardez.Board):
        def copy(self, *, stack: Any = True) -> Any:
            return 3

    for make in (copy.copy, copy.deepcopy):
        assert make(Odd()) == 3
    with pytest.raises(TypeError):
        Odd().mirror()


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


def test_a_pickle_of_a_plain_board_is_as_it_was() -> None:
    made: Any = gardez.Board().__reduce__()
    restore, arguments = made
    assert restore(*arguments) == gardez.Board() and len(arguments) == 3


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


@pytest.mark.parametrize("cls", [gardez.Move, gardez.Piece, gardez.SetUp, gardez.LegalMoves])
def test_other_classes_have_no_subclasses(cls: type) -> None:
    with pytest.raises(TypeError, match="not an acceptable base type"):
        type("Sub", (cls,), {})
