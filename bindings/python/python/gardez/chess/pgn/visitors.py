"""Visitors: what is called for each event of a game, while it is read or traversed."""

import logging
from abc import ABC, abstractmethod
from enum import Enum
from typing import Any, Generic, Literal, TypeVar

from .. import Board, Move
from .headers import Headers
from .nodes import ChildNode, Game, GameNode

LOGGER = logging.getLogger(__name__.rpartition(".")[0])

ResultT = TypeVar("ResultT", covariant=True)
GameT = TypeVar("GameT", bound=Game)
HeadersT = TypeVar("HeadersT", bound=Headers)


class SkipType(Enum):
    """What a method returns to leave out what follows."""

    SKIP = None


SKIP = SkipType.SKIP


class BaseVisitor(ABC, Generic[ResultT]):
    """What is called for each event, in the order of the text. All methods but `result` do nothing unless written."""

    def begin_game(self) -> SkipType | None:
        """Called at the start of a game. `SKIP` leaves the whole game out."""
        return None

    def begin_headers(self) -> Headers | None:
        """Called before the headers. What it returns gets them, too, and gives the first position."""
        return None

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Called for each header."""

    def end_headers(self) -> SkipType | None:
        """Called after the headers. `SKIP` leaves the moves out."""
        return None

    def begin_parse_san(self, board: Board, san: str) -> SkipType | None:
        """Called before a move is read. `SKIP` leaves it out."""
        return None

    def parse_san(self, board: Board, san: str) -> Move:
        """Reads a move. Raises ValueError if it is wrong."""
        return board.parse_san(san)

    def visit_move(self, board: Board, move: Move) -> None:
        """Called for each move, with the position before it."""

    def visit_board(self, board: Board) -> None:
        """Called for the first position, and for that after each move. It must not be changed."""

    def visit_comment(self, comment: str) -> None:
        """Called for each comment."""

    def visit_nag(self, nag: int) -> None:
        """Called for each glyph."""

    def begin_variation(self) -> SkipType | None:
        """Called at the start of a variation. `SKIP` leaves it out."""
        return None

    def end_variation(self) -> None:
        """Called at the end of a variation."""

    def visit_result(self, result: str) -> None:
        """Called for the result at the end of the moves."""

    def end_game(self) -> None:
        """Called at the end of a game."""

    @abstractmethod
    def result(self) -> ResultT:
        """What the visitor has made of the game."""

    def handle_error(self, error: Exception) -> None:
        """Called for each error. Raises it unless written otherwise."""
        raise error


class GameBuilder(BaseVisitor[GameT]):
    """Makes a game of the events. Errors are logged, and kept in `errors` of the game."""

    def __init__(self, *, Game: Any = Game) -> None:
        self.Game = Game

    def begin_game(self) -> SkipType | None:
        self.game: GameT = self.Game()
        self.variation_stack: list[GameNode] = [self.game]
        self.starting_comment = ""
        self.in_variation = False
        return None

    def begin_headers(self) -> Headers:
        return self.game.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.game.headers[tagname] = tagvalue

    def visit_nag(self, nag: int) -> None:
        self.variation_stack[-1].nags.add(nag)

    def begin_variation(self) -> SkipType | None:
        parent = self.variation_stack[-1].parent
        assert parent is not None, "begin_variation called, but root node on top of the stack"
        self.variation_stack.append(parent)
        self.in_variation = False
        return None

    def end_variation(self) -> None:
        self.variation_stack.pop()

    def visit_result(self, result: str) -> None:
        if self.game.headers.get("Result", "*") == "*":
            self.game.headers["Result"] = result

    def visit_comment(self, comment: str) -> None:
        node = self.variation_stack[-1]
        if self.in_variation or node.parent is None and node.is_end():
            node.comment = " ".join(filter(None, (node.comment, comment)))
        else:
            self.starting_comment = " ".join(filter(None, (self.starting_comment, comment)))

    def visit_move(self, board: Board, move: Move) -> None:
        node = self.variation_stack[-1].add_variation(move)
        node.starting_comment, self.starting_comment = self.starting_comment, ""
        self.variation_stack[-1] = node
        self.in_variation = True

    def handle_error(self, error: Exception) -> None:
        LOGGER.error("%s while parsing %r", error, self.game)
        self.game.errors.append(error)

    def result(self) -> GameT:
        return self.game


class HeadersBuilder(BaseVisitor[HeadersT]):
    """Keeps only the headers."""

    def __init__(self, *, Headers: Any = Headers) -> None:
        self.Headers = Headers

    def begin_headers(self) -> HeadersT:
        self.headers: HeadersT = self.Headers({})
        return self.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.headers[tagname] = tagvalue

    def end_headers(self) -> SkipType:
        return SKIP

    def handle_error(self, error: Exception) -> None:
        """Leaves out what is not a header."""

    def result(self) -> HeadersT:
        return self.headers


class BoardBuilder(BaseVisitor[Board]):
    """Keeps only the last position of the main line."""

    def begin_game(self) -> SkipType | None:
        self.skip_variation_depth = 0
        return None

    def begin_variation(self) -> SkipType:
        self.skip_variation_depth += 1
        return SKIP

    def end_variation(self) -> None:
        self.skip_variation_depth = max(self.skip_variation_depth - 1, 0)

    def visit_board(self, board: Board) -> None:
        if not self.skip_variation_depth:
            self.board = board

    def result(self) -> Board:
        return self.board


class SkipVisitor(BaseVisitor[Literal[True]]):
    """Leaves everything out."""

    def begin_game(self) -> SkipType:
        return SKIP

    def end_headers(self) -> SkipType:
        return SKIP

    def begin_variation(self) -> SkipType:
        return SKIP

    def result(self) -> Literal[True]:
        return True
