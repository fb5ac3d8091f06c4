"""`Game` and its nodes: a tree of moves.

A game that was read keeps its moves as a compact tree of the compiled half, and becomes nodes when they are asked for.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from .. import Board, Move
from .annotations import Annotations
from .headers import DEFAULTS, Data, Headers
from .time_control import TimeControl, parse_time_control

if TYPE_CHECKING:
    from typing import Self

    from .visitors import BaseVisitor, GameBuilder

MapT = TypeVar("MapT", covariant=True)
ResultT = TypeVar("ResultT", covariant=True)


class Problem(NamedTuple):
    """A part of a text that does not follow the standard, with its place."""

    kind: str
    """The name of the kind, such as "illegal" or "missing-result". Names are stable."""
    message: str
    """What is wrong, as a clause."""
    severity: str
    """"error" if something could not be read or was dropped, "note" if the meaning is clear."""
    line: int
    """The number of the line, from 1: in the file of `read_games`, and for `read_game` from where it began to read."""
    column: int
    """The number of the byte in the line, from 1, as UTF-8."""

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}"


class GameNode(Annotations, ABC):
    """A position of a game: what was played, what is said about it, and what follows."""

    parent: "GameNode | None"
    """The position before the move, or None at the root."""
    move: Move | None
    """The move that leads here, or None at the root."""
    variations: "list[ChildNode]"
    """What follows; the first is the main line."""
    comment: str
    nags: set[int]

    def __init__(self, *, comment: str = "") -> None:
        self.parent = None
        self.move = None
        self.variations = []
        self.comment = comment
        self.starting_comment = ""
        self.nags = set()

    @abstractmethod
    def board(self) -> Board:
        """The position, on a new board with the moves that led to it."""

    @abstractmethod
    def ply(self) -> int:
        """The number of plies before this position, by the number of the move."""

    @abstractmethod
    def accept(self, visitor: "BaseVisitor[ResultT]") -> ResultT:
        """Calls a visitor for this node and all that follows, and returns its result."""

    def turn(self) -> bool:
        """The side to move: True for white."""
        return self.ply() % 2 == 0

    def _repr_svg_(self) -> str:
        """The position as a drawing, which notebooks show: with the last move, check, and the arrows of the comment."""
        from .. import svg

        board = self.board()
        check = board.king(board.turn) if board.is_check() else None
        return svg.board(board, lastmove=self.move, check=check, arrows=self.arrows(), size=390)

    def root(self) -> "GameNode":
        """The first node."""
        node = self
        while node.parent is not None:
            node = node.parent
        return node

    def game(self) -> "Game":
        """The game. Raises AssertionError if the root is not one."""
        root = self.root()
        assert isinstance(root, Game), "GameNode not rooted in Game"
        return root

    def end(self) -> "GameNode":
        """The last node of the main line from here."""
        node = self
        while node.variations:
            node = node.variations[0]
        return node

    def is_end(self) -> bool:
        """Returns true if nothing follows."""
        return not self.variations

    def starts_variation(self) -> bool:
        """Returns true if this is the first move of a variation."""
        return bool(self.parent and self.parent.variations and self.parent.variations[0] is not self)

    def is_mainline(self) -> bool:
        """Returns true if the node is in the main line of the game."""
        node = self
        while node.parent is not None:
            if not node.is_main_variation():
                return False
            node = node.parent
        return True

    def is_main_variation(self) -> bool:
        """Returns true if the node is the first variation of its parent."""
        return self.parent is None or not self.parent.variations or self.parent.variations[0] is self

    def _index(self, move: "int | Move | GameNode") -> int:
        """Where a variation is. Raises KeyError or IndexError if it is not there."""
        if isinstance(move, int):
            return range(len(self.variations))[move]
        for at, variation in enumerate(self.variations):
            if variation is move or variation.move == move:
                return at
        raise KeyError("variation not found")

    def __getitem__(self, move: "int | Move | GameNode") -> "ChildNode":
        return self.variations[self._index(move)]

    def __contains__(self, move: "int | Move | GameNode") -> bool:
        try:
            self._index(move)
        except KeyError:
            return False
        return True

    def variation(self, move: "int | Move | GameNode") -> "ChildNode":
        """A variation by its move or index. Raises KeyError or IndexError if there is none."""
        return self[move]

    def has_variation(self, move: "int | Move | GameNode") -> bool:
        """Returns true if there is such a variation."""
        return move in self

    def promote_to_main(self, move: "int | Move | GameNode") -> None:
        """Makes a variation the main line."""
        self.variations.insert(0, self.variations.pop(self._index(move)))

    def promote(self, move: "int | Move | GameNode") -> None:
        """Moves a variation one place up."""
        at = self._index(move)
        if at > 0:
            self.variations[at - 1], self.variations[at] = self.variations[at], self.variations[at - 1]

    def demote(self, move: "int | Move | GameNode") -> None:
        """Moves a variation one place down."""
        at = self._index(move)
        if at < len(self.variations) - 1:
            self.variations[at + 1], self.variations[at] = self.variations[at], self.variations[at + 1]

    def remove_variation(self, move: "int | Move | GameNode") -> None:
        """Takes a variation away."""
        del self.variations[self._index(move)]

    def add_variation(
        self, move: Move, *, comment: str = "", starting_comment: str = "", nags: Iterable[int] = ()
    ) -> "ChildNode":
        """Adds a variation after all others, and returns its node."""
        return ChildNode(self, move, comment=comment, starting_comment=starting_comment, nags=nags)

    def add_main_variation(self, move: Move, *, comment: str = "", nags: Iterable[int] = ()) -> "ChildNode":
        """Adds a variation before all others, and returns its node."""
        node = self.add_variation(move, comment=comment, nags=nags)
        self.variations.insert(0, self.variations.pop())
        return node

    def next(self) -> "ChildNode | None":
        """The next node of the main line, or None."""
        return self.variations[0] if self.variations else None

    def mainline(self) -> "Mainline[ChildNode]":
        """The nodes of the main line after this one."""
        return Mainline(self, _node)

    def mainline_moves(self) -> "Mainline[Move]":
        """The moves of the main line after this node."""
        return Mainline(self, _move)

    def add_line(
        self, moves: Iterable[Move], *, comment: str = "", starting_comment: str = "", nags: Iterable[int] = ()
    ) -> "GameNode":
        """Adds several moves in a row, and returns the last node, which gets the comment and the glyphs."""
        node: GameNode = self
        for move in moves:
            node = node.add_variation(move, starting_comment=starting_comment)
            starting_comment = ""
        node.comment = f"{node.comment} {comment}" if node.comment else comment
        node.nags.update(nags)
        return node

    def accept_subgame(self, visitor: "BaseVisitor[ResultT]") -> ResultT:
        """Calls a visitor as if the game began with this position, and returns its result."""
        from .traversal import visit_game

        board, headers, first = self.board(), self.game().headers.copy(), Game.without_tag_roster()
        first.setup(board)
        for name, value in first.headers.items():
            headers.pop(name, None)
            headers[name] = value
        visit_game(visitor, headers, board, "", self.next())
        return visitor.result()

    def __str__(self) -> str:
        from .export import StringExporter

        return self.accept(StringExporter(columns=None))


class ChildNode(GameNode):
    """A node after a move."""

    parent: GameNode
    move: Move
    starting_comment: str
    """What is said before the first move of a variation."""

    def __init__(
        self,
        parent: GameNode,
        move: Move,
        *,
        comment: str = "",
        starting_comment: str = "",
        nags: Iterable[int] = (),
    ) -> None:
        if not isinstance(move, Move):
            raise TypeError(f"expected a move, not {type(move).__name__}")
        self.parent = parent
        self.move = move
        self.variations = []
        self.comment = comment
        self.starting_comment = starting_comment
        self.nags = set(nags)
        parent.variations.append(self)

    def _path(self) -> tuple[GameNode, list[Move]]:
        """The root, and the moves to this node."""
        moves: list[Move] = []
        node: GameNode = self
        while isinstance(node, ChildNode):
            moves.append(node.move)
            node = node.parent
        moves.reverse()
        return node, moves

    def board(self) -> Board:
        root, moves = self._path()
        board = root.board()
        for move in moves:
            board.push(move)
        return board

    def ply(self) -> int:
        root, moves = self._path()
        return root.ply() + len(moves)

    def san(self) -> str:
        """The move in algebraic notation."""
        return self.parent.board().san(self.move)

    def uci(self, *, chess960: bool | None = None) -> str:
        """The move in UCI notation."""
        return self.parent.board().uci(self.move, chess960=chess960)

    def end(self) -> "ChildNode":
        node = self
        while node.variations:
            node = node.variations[0]
        return node

    def accept(self, visitor: "BaseVisitor[ResultT]") -> ResultT:
        from .traversal import visit_lines

        visit_lines(visitor, self.parent.board(), self, siblings=False)
        return visitor.result()

    def __repr__(self) -> str:
        try:
            board = self.parent.board()
            number = f"{board.fullmove_number}." if board.turn else f"{board.fullmove_number}..."
            shown = f"{number} {board.san(self.move)} ..."
        except (AssertionError, ValueError):
            shown = str(self.move)
        return f"<{type(self).__name__} at {id(self):#x} ({shown})>"


def _node(node: ChildNode) -> ChildNode:
    return node


def _move(node: ChildNode) -> Move:
    return node.move


class Game(GameNode):
    """The root of a game, with its headers."""

    errors: list[Exception]
    """What was wrong in the text."""
    problems: list[Problem]
    """All that does not follow the standard, with its line and column: up to 1,000 entries."""

    def __init__(self, headers: Data | None = None) -> None:
        super().__init__()
        self._tree: Any = None
        self.headers = Headers(headers)
        self.errors = []
        self.problems = []

    @classmethod
    def _of(cls, tree: Any) -> Self:
        """A game that was read."""
        game = cls.__new__(cls)
        game._tree = tree
        game.parent = game.move = None
        game.starting_comment = ""
        game.comment, nags = tree.notes
        game.nags = set(nags)
        game.errors = tree.errors
        return game

    # Read games have no headers, problems and variations until someone asks for them.

    def __getattr__(self, name: str) -> Any:
        tree = self.__dict__.get("_tree")
        if tree is not None and name == "headers":
            self.headers = Headers()
            self.headers.update(tree.headers)
            return self.headers
        if tree is not None and name == "problems":
            self.problems = [Problem(*problem) for problem in tree.problems]
            return self.problems
        if tree is not None and name == "variations":
            nodes: list[GameNode] = [self]
            self.variations = []
            self._tree = _Opened(tree)
            for parent, move, notes in tree.nodes():
                node = ChildNode(nodes[parent], move)
                if notes is not None:
                    node.starting_comment, node.comment, node.nags = notes[0], notes[1], set(notes[2])
                nodes.append(node)
            return self.variations
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __getstate__(self) -> dict[str, Any]:
        _ = self.headers, self.problems, self.variations
        return self.__dict__ | {"_tree": None}

    def board(self) -> Board:
        return self.headers.board()

    def ply(self) -> int:
        return self.board().ply() if "FEN" in self.headers else 0

    def setup(self, board: Board | str) -> None:
        """Sets the headers for a first position, which is the start position unless they say otherwise."""
        setup = board
        if isinstance(setup, str):
            setup = Board(setup)
            setup.chess960 = setup.has_chess960_castling_rights()
        fen = setup.fen()
        if fen == type(setup).starting_fen:
            self.headers.pop("FEN", None)
            self.headers.pop("SetUp", None)
        else:
            self.headers["FEN"], self.headers["SetUp"] = fen, "1"
        if type(setup).aliases[0] == "Standard" and setup.chess960:
            self.headers["Variant"] = "Chess960"
        elif type(setup).aliases[0] != "Standard":
            self.headers["Variant"] = type(setup).aliases[0]
            self.headers["FEN"] = fen
        else:
            self.headers.pop("Variant", None)

    def accept(self, visitor: "BaseVisitor[ResultT]") -> ResultT:
        from .traversal import visit_game

        visit_game(visitor, self.headers, self.board, self.comment, self.next())
        return visitor.result()

    def time_control(self) -> TimeControl:
        """The time control of the headers. Raises ValueError if it cannot be read."""
        return parse_time_control(self.headers.get("TimeControl", ""))

    @classmethod
    def from_board(cls, board: Board) -> Self:
        """A game with the moves of a board."""
        game = cls()
        game.setup(board.root())
        node: GameNode = game
        for move in board.move_stack:
            node = node.add_variation(move)
        game.headers["Result"] = board.result()
        return game

    @classmethod
    def without_tag_roster(cls) -> Self:
        """A game without headers."""
        return cls(headers={})

    @classmethod
    def builder(cls) -> "GameBuilder[Self]":
        """A visitor that reads games as objects of this class."""
        from .visitors import GameBuilder

        return GameBuilder(Game=cls)

    def __repr__(self) -> str:
        headers = self.headers
        names = [headers.get(name, DEFAULTS[name]) for name in ("White", "Black", "Date", "Site")]
        shown = "{!r} vs. {!r}, {!r} at {!r}".format(*names)
        errors = f", {len(self.errors)} errors" if self.errors else ""
        return f"<{type(self).__name__} at {id(self):#x} ({shown}{errors})>"


class _Opened:
    """The headers and problems of a tree whose nodes exist, and may have changed."""

    def __init__(self, tree: Any) -> None:
        self.headers, self.problems = tree.headers, tree.problems


class Mainline(Generic[MapT]):
    """The nodes of a main line, or what a function makes of them, from the one after a start."""

    def __init__(self, start: GameNode, f: Callable[[ChildNode], MapT]) -> None:
        self.start = start
        self.f = f

    def __bool__(self) -> bool:
        return bool(self.start.variations)

    def __iter__(self) -> Iterator[MapT]:
        if self.f is _move and "variations" not in self.start.__dict__ and isinstance(self.start, Game):
            return iter(self.start._tree.mainline())
        return self._nodes()

    def _nodes(self) -> Iterator[MapT]:
        node = self.start
        while node.variations:
            node = node.variations[0]
            yield self.f(node)

    def __reversed__(self) -> Iterator[MapT]:
        node = self.start.end()
        while node is not self.start:
            assert isinstance(node, ChildNode)
            yield self.f(node)
            node = node.parent

    def accept(self, visitor: "BaseVisitor[ResultT]") -> ResultT:
        """Calls a visitor for the nodes, and returns its result."""
        from .traversal import visit_node

        board = self.start.board()
        for node in Mainline(self.start, _node):
            visit_node(visitor, board, node)
        return visitor.result()

    def __str__(self) -> str:
        from .export import StringExporter

        return self.accept(StringExporter(columns=None))

    def __repr__(self) -> str:
        from .export import StringExporter

        return f"<Mainline at {id(self):#x} ({self.accept(StringExporter(columns=None, comments=False))})>"


