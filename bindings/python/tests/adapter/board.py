"""A board with the methods of python-chess's `Board`, whose positions and moves are those of `gardez.Board`.

What is left to python-chess is in `SET_UP`, `FIELDS` and `LEFT`: setting up pieces one by one and from EPD, what other
parts of python-chess ask of its board, and a few views that have nothing to do with the rules. A board that is being set up becomes a `gardez.Board`
as soon as anything else is asked of it; if nobody can play on it, that raises a `ValueError`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import chess
import gardez

# The class of python-chess, before it is replaced.
Original: Any = chess.Board

# Methods that change pieces, rights or counters of a position: `gardez.SetUp` does it before there is a board.
SET_UP = frozenset(
    "set_piece_at remove_piece_at clear_board set_board_fen set_piece_map set_castling_fen clear clear_stack "
    "set_chess960_pos apply_transform apply_mirror reset_board set_epd".split()
)

# Fields that python-chess allows to assign.
FIELDS = frozenset("turn castling_rights ep_square halfmove_clock fullmove_number chess960 promoted".split())

# Methods without a counterpart, all of which only read. The variants and the private names are for python-chess's own modules.
LEFT = frozenset(
    "status is_valid transform unicode castling_shredder_fen castling_xfen is_into_check was_into_check promoted "
    "is_variant_end is_variant_win is_variant_loss is_variant_draw _from_chess960 _to_chess960".split()
)

# Names of the class itself, which the rest of python-chess reads.
CLASS = (
    "aliases uci_variant xboard_variant starting_fen tbw_suffix tbz_suffix tbw_magic tbz_magic pawnless_tbw_suffix "
    "pawnless_tbz_suffix pawnless_tbw_magic pawnless_tbz_magic connected_kings one_king captures_compulsory"
).split()


def to_gardez(value: Any) -> Any:
    """An argument of python-chess as one of gardez."""
    if isinstance(value, chess.Move):
        if value.drop is not None:
            raise gardez.IllegalMoveError(f"no piece is dropped: {value.uci()}")
        return gardez.Move(value.from_square, value.to_square, value.promotion)
    if isinstance(value, Board):
        return value.game
    if isinstance(value, list | tuple):
        return type(value)(map(to_gardez, value))
    return value


def to_chess(value: Any) -> Any:
    """A result of gardez as one of python-chess."""
    if isinstance(value, gardez.Move):
        return chess.Move(value.from_square, value.to_square, value.promotion)
    if isinstance(value, gardez.Board):
        return Board.over(value)
    if isinstance(value, list | tuple):
        return type(value)(map(to_chess, value))
    if isinstance(value, dict):
        return {key: to_chess(element) for key, element in value.items()}
    if isinstance(value, Iterator):
        return map(to_chess, value)
    return value


class Moves:
    """A view of the legal or pseudo-legal moves."""

    def __init__(self, view: Any) -> None:
        self.view = view

    def __iter__(self) -> Iterator[chess.Move]:
        return map(to_chess, self.view)

    def __contains__(self, move: chess.Move) -> bool:
        return to_gardez(move) in self.view

    def __bool__(self) -> bool:
        return bool(self.view)

    def __repr__(self) -> str:
        return repr(self.view)

    def count(self) -> int:
        number: int = self.view.count()
        return number


class Board:
    """See the module."""

    game_: gardez.Board | None
    # The board of python-chess on which pieces are being set up.
    pending: Any

    def __init__(self, fen: str | None = chess.STARTING_FEN, *, chess960: bool = False) -> None:
        self.__dict__.update(game_=None, pending=None)
        if fen is None:
            self.__dict__["pending"] = Original(None, chess960=chess960)
        else:
            self.__dict__["game_"] = gardez.Board(fen, chess960=chess960)

    @classmethod
    def over(cls, game: gardez.Board) -> Board:
        """The adapter of a board of gardez."""
        board = cls.__new__(cls)
        board.__dict__.update(game_=game, pending=None)
        return board

    @property
    def game(self) -> gardez.Board:
        """The board of gardez, if pieces that have been set up can be one."""
        if self.pending is not None:
            pending = self.pending
            game = gardez.Board(pending.fen(en_passant="fen"), chess960=pending.chess960)
            self.__dict__.update(game_=game, pending=None)
        assert self.game_ is not None
        return self.game_

    def original(self) -> Any:
        """The same game on a board of python-chess."""
        if self.pending is not None:
            return self.pending
        root = self.game.root()
        board = Original(root.fen(en_passant="fen"), chess960=root.chess960)
        for move in self.game.move_stack:
            board.push(to_chess(move))
        return board

    def __getattr__(self, name: str) -> Any:
        if name in SET_UP:
            return self.changing(name)
        if name in LEFT or self.pending is not None and hasattr(chess.BaseBoard, name):
            return getattr(self.original(), name)
        if self.pending is not None and name in FIELDS:
            return getattr(self.pending, name)
        value = getattr(self.game, name)
        if not callable(value):
            return to_chess(value)

        def call(*arguments: Any, **named: Any) -> Any:
            return to_chess(value(*map(to_gardez, arguments), **{name: to_gardez(value) for name, value in named.items()}))

        return call

    def changing(self, name: str) -> Any:
        """A method that sets up a position."""

        def change(*arguments: Any, **named: Any) -> Any:
            board = self.original()
            result = getattr(board, name)(*arguments, **named)
            self.__dict__.update(game_=None, pending=board)
            return result

        return change

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in FIELDS:
            raise AttributeError(name)
        board = self.original()
        setattr(board, name, value)
        self.__dict__.update(game_=None, pending=board)

    @property
    def legal_moves(self) -> Moves:
        return Moves(self.game.legal_moves)

    @property
    def pseudo_legal_moves(self) -> Moves:
        return Moves(self.game.pseudo_legal_moves)

    def variation_san(self, variation: Iterable[chess.Move]) -> str:
        text: str = self.game.variation_san([to_gardez(move) for move in variation])
        return text

    def set_fen(self, fen: str) -> None:
        game = gardez.Board(fen, chess960=self.chess960)
        self.__dict__.update(game_=game, pending=None)

    def clean_castling_rights(self) -> int:
        # They are always clean here.
        rights: int = self.game.castling_rights
        return rights

    def copy(self, *, stack: bool | int = True) -> Board:
        return Board.over(self.game.copy(stack=stack))

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Board:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        same: bool = self.game == other.game
        return same

    def __str__(self) -> str:
        return str(self.original())

    def __repr__(self) -> str:
        return repr(self.game)

    def _repr_svg_(self) -> str:
        return str(self.original()._repr_svg_())

    @classmethod
    def empty(cls, *, chess960: bool = False) -> Board:
        return cls(None, chess960=chess960)

    @classmethod
    def from_epd(cls, epd: str, *, chess960: bool = False) -> tuple[Board, dict[str, Any]]:
        board = cls.empty(chess960=chess960)
        return board, board.set_epd(epd)

    @classmethod
    def from_chess960_pos(cls, number: int) -> Board:
        return cls.over(gardez.Board.from_chess960_pos(number))


for name in CLASS:
    setattr(Board, name, getattr(Original, name))
