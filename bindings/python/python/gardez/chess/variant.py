"""Boards of variants, with python-chess's names and the rules of `gardez-variants`.

>>> from gardez.chess import variant
>>> board = variant.CrazyhouseBoard("4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1")
>>> board.push_san("Q@e7+")
Move.from_uci('Q@e7')
>>> board.fen(), board.pockets[True]
('4k3/4Q3/8/8/8/8/8/4K3[n] b - - 1 1', CrazyhousePocket(''))
>>> variant.find_variant("King of the Hill")().uci_variant
'kingofthehill'

Like all boards of `gardez.chess`, they are not checked: any pieces can be set up, and any move can be made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, SupportsIndex

from .. import squares as _squares
from ..square_set import SquareSet
from . import Board, Move

if TYPE_CHECKING:
    from typing import Self

_USUAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - "
_RACE = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"
_HORDE = "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"


class SuicideBoard(Board):
    """Captures are forced, kings are ordinary pieces, and a side that has lost everything wins.

    A side that cannot move wins if it has fewer pieces.
    """

    _rules: ClassVar[str] = "antichess"
    aliases = ["Suicide", "Suicide chess"]
    uci_variant = "suicide"
    xboard_variant = "suicide"
    tbw_suffix = ".stbw"
    tbz_suffix = ".stbz"
    tbw_magic = b"\x7b\xf6\x93\x15"
    tbz_magic = b"\xe4\xcf\xe7\x23"
    pawnless_tbw_suffix = ".gtbw"
    pawnless_tbz_suffix = ".gtbz"
    pawnless_tbw_magic = b"\xbc\x55\xbc\x21"
    pawnless_tbz_magic = b"\xd6\xf5\x1b\x50"
    connected_kings = True
    one_king = False
    captures_compulsory = True

    def _balance(self) -> int | None:
        """How many pieces the side to move has more than the other one, if it cannot move in a game that goes on."""
        if super().is_variant_end() or any(self.generate_legal_moves()):
            return None
        black, white = (mask.bit_count() for mask in self.occupied_co)
        return white - black if self.turn else black - white

    def is_variant_win(self) -> bool:
        balance = self._balance()
        return super().is_variant_win() if balance is None else balance < 0

    def is_variant_loss(self) -> bool:
        balance = self._balance()
        return super().is_variant_loss() if balance is None else balance > 0

    def is_variant_draw(self) -> bool:
        return self._balance() == 0


class GiveawayBoard(SuicideBoard):
    """Captures are forced, and a side that has lost everything or cannot move wins."""

    aliases = ["Giveaway", "Giveaway chess", "Give away", "Give away chess"]
    uci_variant = "giveaway"
    xboard_variant = "giveaway"
    tbw_suffix = ".gtbw"
    tbz_suffix = ".gtbz"
    tbw_magic = b"\xbc\x55\xbc\x21"
    tbz_magic = b"\xd6\xf5\x1b\x50"
    pawnless_tbw_suffix = ".stbw"
    pawnless_tbz_suffix = ".stbz"
    pawnless_tbw_magic = b"\x7b\xf6\x93\x15"
    pawnless_tbz_magic = b"\xe4\xcf\xe7\x23"

    def _balance(self) -> int | None:
        return None


class AntichessBoard(GiveawayBoard):
    """Giveaway without castling, as Lichess plays it."""

    aliases = ["Antichess", "Anti chess", "Anti"]
    uci_variant = "antichess"
    starting_fen = _USUAL.replace("KQkq", "-") + "0 1"

    def __init__(self, fen: str | None = starting_fen, *, chess960: bool = False) -> None:
        super().__init__(fen, chess960=chess960)


class AtomicBoard(Board):
    """A capture explodes what is around it, except pawns; who explodes the other king wins."""

    _rules: ClassVar[str] = "atomic"
    aliases = ["Atomic", "Atom", "Atomic chess"]
    uci_variant = "atomic"
    xboard_variant = "atomic"
    tbw_suffix = ".atbw"
    tbz_suffix = ".atbz"
    tbw_magic = b"\x55\x8d\xa4\x49"
    tbz_magic = b"\x91\xa9\x5e\xeb"
    connected_kings = True


class KingOfTheHillBoard(Board):
    """A king on d4, e4, d5 or e5 wins."""

    _rules: ClassVar[str] = "kingOfTheHill"
    aliases = ["King of the Hill", "KOTH", "kingOfTheHill"]
    uci_variant = "kingofthehill"
    xboard_variant = "kingofthehill"
    tbw_suffix = tbz_suffix = tbw_magic = tbz_magic = None


class RacingKingsBoard(Board):
    """The first king on the eighth rank wins, and no move may give check."""

    _rules: ClassVar[str] = "racingKings"
    aliases = ["Racing Kings", "Racing", "Race", "racingkings"]
    uci_variant = "racingkings"
    xboard_variant = "racingkings"
    starting_fen = _RACE
    tbw_suffix = tbz_suffix = tbw_magic = tbz_magic = None

    def __init__(self, fen: str | None = starting_fen, *, chess960: bool = False) -> None:
        super().__init__(fen, chess960=chess960)


class HordeBoard(Board):
    """White's pawns against Black's pieces: Black wins by capturing them all."""

    _rules: ClassVar[str] = "horde"
    aliases = ["Horde", "Horde chess"]
    uci_variant = "horde"
    xboard_variant = "horde"
    starting_fen = _HORDE
    tbw_suffix = tbz_suffix = tbw_magic = tbz_magic = None

    def __init__(self, fen: str | None = starting_fen, *, chess960: bool = False) -> None:
        super().__init__(fen, chess960=chess960)


class _Written(list[Any]):
    """Values for Black and White that are written back to a board when they are set."""

    def __init__(self, values: Iterable[Any], write: Any) -> None:
        super().__init__(values)
        self._write = write

    def __setitem__(self, color: Any, value: Any) -> None:
        super().__setitem__(color, value)
        self._write(self)


class ThreeCheckBoard(Board):
    """The third check wins. `remaining_checks` has the checks that Black and White still have to give."""

    _rules: ClassVar[str] = "threeCheck"
    aliases = ["Three-check", "Three check", "Threecheck", "Three check chess", "3-check", "3 check", "3check"]
    uci_variant = "3check"
    xboard_variant = "3check"
    starting_fen = _USUAL + "3+3 0 1"
    tbw_suffix = tbz_suffix = tbw_magic = tbz_magic = None

    def __init__(self, fen: str | None = starting_fen, *, chess960: bool = False) -> None:
        super().__init__(fen, chess960=chess960)

    @property
    def remaining_checks(self) -> list[int]:
        """The number of checks that each color still has to give: the color is the index."""
        return _Written(self._checks_left, lambda checks: setattr(self, "remaining_checks", checks))

    @remaining_checks.setter
    def remaining_checks(self, checks: Iterable[int]) -> None:
        black, white = checks
        self._checks_left = (black, white)


class CrazyhousePocket:
    """The pieces in hand of one color. Pieces are letters such as `q`; kings have no place in it.

    >>> pocket = CrazyhousePocket("ppq")
    >>> pocket.remove(1)
    >>> pocket, pocket.count(1), len(pocket)
    (CrazyhousePocket('qp'), 1, 2)
    """

    _board: "CrazyhouseBoard | None" = None
    _color = False

    def __init__(self, symbols: Iterable[str] = "") -> None:
        self._own = [0] * 5
        for symbol in symbols:
            self.add(_squares.PIECE_SYMBOLS.index(symbol))

    @classmethod
    def _of(cls, board: "CrazyhouseBoard", color: bool) -> Self:
        """The pocket of a board, which changes with it."""
        pocket = cls()
        pocket._board, pocket._color = board, color
        return pocket

    @property
    def _counts(self) -> list[int]:
        return self._own if self._board is None else list(self._board._pocket(self._color))

    @_counts.setter
    def _counts(self, counts: list[int]) -> None:
        if self._board is None:
            self._own = counts
        else:
            self._board._set_pocket(self._color, counts)

    def _change(self, piece_type: int, by: int) -> None:
        counts = list(self._counts)
        if not 1 <= piece_type <= 5:
            raise ValueError(f"a pocket has pawns to queens (1 to 5), not {piece_type}")
        counts[piece_type - 1] += by
        self._counts = counts

    def reset(self) -> None:
        """Takes everything out."""
        self._counts = [0] * 5

    def add(self, piece_type: int) -> None:
        """Adds a piece."""
        self._change(piece_type, 1)

    def remove(self, piece_type: int) -> None:
        """Takes a piece out. Raises AssertionError if there is none."""
        assert self.count(piece_type), f"cannot remove {_squares.piece_symbol(piece_type)} from {self!r}"
        self._change(piece_type, -1)

    def count(self, piece_type: int) -> int:
        """The number of pieces of a type."""
        return self._counts[piece_type - 1] if 1 <= piece_type <= 5 else 0

    def copy(self) -> Self:
        """A copy that belongs to no board."""
        return type(self)(str(self))

    def __str__(self) -> str:
        return "".join(_squares.piece_symbol(piece) * self.count(piece) for piece in range(5, 0, -1))

    def __len__(self) -> int:
        return sum(self._counts)

    def __eq__(self, other: object) -> bool:
        return list(self._counts) == list(other._counts) if isinstance(other, CrazyhousePocket) else NotImplemented

    def __repr__(self) -> str:
        return f"CrazyhousePocket('{self}')"


class CrazyhouseBoard(Board):
    """Captured pieces change their color and can be dropped. `pockets` has the pieces in hand of Black and White."""

    _rules: ClassVar[str] = "crazyhouse"
    aliases = ["Crazyhouse", "Crazy House", "House", "ZH"]
    uci_variant = "crazyhouse"
    xboard_variant = "crazyhouse"
    starting_fen = _USUAL.replace(" w", "[] w") + "0 1"
    tbw_suffix = tbz_suffix = tbw_magic = tbz_magic = None

    def __init__(self, fen: str | None = starting_fen, *, chess960: bool = False) -> None:
        super().__init__(fen, chess960=chess960)

    @property
    def pockets(self) -> list[CrazyhousePocket]:
        """The pieces in hand of each color: the color is the index."""
        pockets = (CrazyhousePocket._of(self, color) for color in (False, True))
        return _Written(pockets, lambda pockets: setattr(self, "pockets", pockets))

    @pockets.setter
    def pockets(self, pockets: Iterable[CrazyhousePocket]) -> None:
        for color, counts in enumerate([list(pocket._counts) for pocket in pockets]):
            self._set_pocket(bool(color), counts)

    def legal_drop_squares_mask(self) -> int:
        """The squares on which a piece can be dropped, checks considered, as a number."""
        return ~self.occupied & self._answers() & (1 << 64) - 1

    def legal_drop_squares(self) -> SquareSet:
        """The squares on which a piece can be dropped, checks considered."""
        return SquareSet(self.legal_drop_squares_mask())

    def generate_pseudo_legal_drops(self, to_mask: SupportsIndex = (1 << 64) - 1) -> Iterator[Move]:
        """The drops on squares of a set, whether or not they answer a check."""
        return self._drops(to_mask)

    def generate_legal_drops(self, to_mask: SupportsIndex = (1 << 64) - 1) -> Iterator[Move]:
        """The legal drops on squares of a set."""
        return self._drops(self.legal_drop_squares_mask() & to_mask.__index__())


VARIANTS: list[type[Board]] = [
    Board,
    SuicideBoard,
    GiveawayBoard,
    AntichessBoard,
    AtomicBoard,
    KingOfTheHillBoard,
    RacingKingsBoard,
    HordeBoard,
    ThreeCheckBoard,
    CrazyhouseBoard,
]
"""The classes of boards, one for each variant."""


def find_variant(name: str) -> type[Board]:
    """The class of boards for a variant, by one of its names. Raises ValueError if there is none."""
    for variant in VARIANTS:
        if any(alias.lower() == name.lower() for alias in variant.aliases):
            return variant
    raise ValueError(f"unsupported variant: {name}")
