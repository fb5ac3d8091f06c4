"""`Headers`: the tags of a game.

>>> from gardez.chess.pgn import Headers
>>> headers = Headers({"White": "Anna", "ECO": "B20"})
>>> headers["Event"] = "Club"
>>> list(headers.items())
[('Event', 'Club'), ('White', 'Anna'), ('ECO', 'B20')]
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, MutableMapping
from typing import TYPE_CHECKING, Any

from ..._gardez import Board, _Tags
from ..variant import find_variant

if TYPE_CHECKING:
    from typing import Self

    from .visitors import HeadersBuilder

TAG_ROSTER = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
"""The tags that each game has, in their order."""
TAG_NAME_REGEX = re.compile(r"^[A-Za-z0-9][A-Za-z0-9_+#=:-]*\Z")

DEFAULTS = dict.fromkeys(TAG_ROSTER, "?") | {"Date": "????.??.??", "Result": "*"}
_CHESS960 = ("chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random")
_WILD = tuple(f"wild/{number}" for number in range(9)) + ("wild/8a",)

Data = Mapping[str, str] | Iterable[tuple[str, str]]


class Headers(_Tags, MutableMapping[str, str]):
    """The tags of a game; those that each game has come first, and the others in the order in which they were set."""

    def __init__(self, data: Data | None = None, **kwargs: str) -> None:
        self.update(DEFAULTS if data is None else data, **kwargs)

    def is_chess960(self) -> bool:
        """Returns true if `Variant` names Chess960."""
        return self.get("Variant", "").lower() in _CHESS960

    def is_wild(self) -> bool:
        """Returns true if `Variant` names a shuffled start position."""
        return self.get("Variant", "").lower() in _WILD

    def variant(self) -> type[Board]:
        """The class of boards. Raises ValueError if the variant is not known."""
        if "Variant" not in self or self.is_chess960() or self.is_wild():
            return Board
        return find_variant(self["Variant"])

    def board(self) -> Board:
        """The first position. Raises ValueError if there is none."""
        variant = self.variant()
        board = variant(self.get("FEN", variant.starting_fen), chess960=self.is_chess960())
        board.chess960 = board.chess960 or board.has_chess960_castling_rights()
        return board

    def copy(self) -> Self:
        """A copy."""
        return type(self)(self)

    def __copy__(self) -> Self:
        return self.copy()

    def __getstate__(self) -> tuple[dict[str, str], dict[str, Any]]:
        return dict(self.items()), self.__dict__

    def __setstate__(self, state: tuple[dict[str, str], dict[str, Any]]) -> None:
        self.update(state[0])
        self.__dict__.update(state[1])

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.items())})"

    @classmethod
    def builder(cls) -> "HeadersBuilder[Any]":
        """A visitor that reads only headers, as objects of this class."""
        from .visitors import HeadersBuilder

        return HeadersBuilder(Headers=cls)
