"""Drawings of boards as SVG, with python-chess's arguments.

>>> import gardez.chess as chess
>>> import gardez.chess.svg
>>> picture = chess.svg.board(chess.Board(), lastmove=chess.Move.from_uci("e2e4"), size=350)
>>> picture.startswith('<svg '), picture.count("<use ")
(True, 32)
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from typing import Any

from .._gardez import Move, Piece, _shapes as _pictures
from ..square_set import IntoSquareSet, SquareSet
from ..squares import BLACK, FILE_NAMES, PIECE_NAMES, SQUARE_NAMES, WHITE, parse_square

SQUARE_SIZE = 45
MARGIN = 20

DEFAULT_COLORS = {
    "square light": "#f0d9b5",
    "square dark": "#b58863",
    "square light lastmove": "#dcd57b",
    "square dark lastmove": "#b9a93c",
    "margin": "#2b2b2b",
    "inner border": "#111",
    "outer border": "#111",
    "coord": "#e5e5e5",
    "arrow green": "#15781bb3",
    "arrow red": "#b02020b3",
    "arrow yellow": "#d9a400b3",
    "arrow blue": "#1f4fb8b3",
}
"""The colors of what `colors` does not name."""

_PGN_COLORS = {"green": "G", "red": "R", "yellow": "Y", "blue": "B"}
_CROSS = '<g id="xx"><path d="M12 12 33 33M33 12 12 33" stroke="#000" stroke-width="2.5" stroke-linecap="round"/></g>'
_GRADIENT = (
    '<radialGradient id="check_gradient" r="0.5"><stop offset="0%" stop-color="#f00"/>'
    '<stop offset="55%" stop-color="#e00000"/><stop offset="100%" stop-color="#900" stop-opacity="0"/></radialGradient>'
)


class Arrow:
    """An arrow between the centers of two squares, or a circle if they are the same."""

    tail: int
    head: int
    color: str

    def __init__(self, tail: int, head: int, *, color: str = "green") -> None:
        self.tail = tail
        self.head = head
        self.color = color

    def pgn(self) -> str:
        """The arrow as comments of PGN have it, such as `Gf2f3`; colors without a letter are green there."""
        color = _PGN_COLORS.get(self.color, "G")
        return color + SQUARE_NAMES[self.tail] + (SQUARE_NAMES[self.head] if self.tail != self.head else "")

    @classmethod
    def from_pgn(cls, pgn: str) -> "Arrow":
        """Reads what `pgn` writes. Raises ValueError if the text is not an arrow."""
        color = next((name for name, letter in _PGN_COLORS.items() if pgn.startswith(letter)), None)
        squares = pgn[1:] if color else pgn
        tail = parse_square(squares[:2])
        head = parse_square(squares[2:]) if len(squares) > 2 else tail
        return cls(tail, head, color=color or "green")

    def __str__(self) -> str:
        return self.pgn()

    def __repr__(self) -> str:
        squares = f"{SQUARE_NAMES[self.tail].upper()}, {SQUARE_NAMES[self.head].upper()}"
        return f"Arrow({squares}, color={self.color!r})"


class SvgWrapper(str):
    """A string that notebooks show as a picture."""

    def _repr_svg_(self) -> "SvgWrapper":
        return self

    def _repr_html_(self) -> "SvgWrapper":
        return self


@cache
def _shapes() -> dict[str, str]:
    """The shape of each piece, by its letter."""
    shapes = dict(re.findall(r'<g id="gardez-(\w+)">(.*?)</g>\n', _pictures()))
    found = {}
    for name, shape in shapes.items():
        number = PIECE_NAMES.index(name)
        for color, look in ((WHITE, ("#fff", "#222", "#222")), (BLACK, ("#333", "#111", "#ddd"))):
            side = "white" if color else "black"
            found[Piece(number, color).symbol()] = (
                f'<g id="{side}-{name}" class="{side} {name}" fill="{look[0]}" stroke="{look[1]}" color="{look[2]}" '
                f'stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"><g transform="scale(.9375)">{shape}</g></g>'
            )
    return found


def __getattr__(name: str) -> Any:
    if name == "PIECES":
        return _shapes()
    if name == "XX":
        return _CROSS
    if name == "CHECK_GRADIENT":
        return _GRADIENT
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _svg(viewbox: int, size: int | None, body: Iterable[str]) -> SvgWrapper:
    pixels = f' width="{size}" height="{size}"' if size is not None else ""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" version="1.2" baseProfile="tiny" viewBox="0 0 {viewbox} {viewbox}"{pixels}>'
    return SvgWrapper(head + "".join(body) + "</svg>")


def piece(piece: Piece, size: int | None = None) -> str:
    """A piece as a picture, which notebooks show."""
    return _svg(SQUARE_SIZE, size, [_shapes()[piece.symbol()]])


def _color(colors: Mapping[str, str], name: str) -> tuple[str, str]:
    """A color without its opacity, and the opacity, which follow from 4 or 8 digits."""
    color = colors.get(name) or DEFAULT_COLORS.get(name, name.rpartition(" ")[2])
    if re.fullmatch(r"#[0-9a-fA-F]{8}", color):
        return color[:7], f"{int(color[7:], 16) / 255:.2g}"
    if re.fullmatch(r"#[0-9a-fA-F]{4}", color):
        return color[:4], f"{int(color[4:] * 2, 16) / 255:.2g}"
    return escape(color), "1"


def _paint(colors: Mapping[str, str], name: str, what: str = "fill") -> str:
    color, opacity = _color(colors, name)
    return f'{what}="{color}"' + (f' {what}-opacity="{opacity}"' if opacity != "1" else "")


def _arrow(arrow: Arrow, colors: Mapping[str, str], center: Any) -> str:
    color, opacity = _color(colors, f"arrow {arrow.color}")
    (x1, y1), (x2, y2) = center(arrow.tail), center(arrow.head)
    if arrow.head == arrow.tail:
        return (
            f'<circle cx="{x1}" cy="{y1}" r="{SQUARE_SIZE * 0.9 / 2:g}" stroke-width="{SQUARE_SIZE * 0.1:g}" '
            f'stroke="{color}" opacity="{opacity}" fill="none" class="circle"/>'
        )
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    tip, head, half = length - SQUARE_SIZE * 0.1, length - SQUARE_SIZE * 0.85, SQUARE_SIZE * 0.375
    points = [(tip, 0.0), (head, half), (head, -half)]
    shape = " ".join(f"{x1 + along * dx - across * dy:.4g},{y1 + along * dy + across * dx:.4g}" for along, across in points)
    return (
        f'<line x1="{x1}" y1="{y1}" x2="{x1 + head * dx:.4g}" y2="{y1 + head * dy:.4g}" stroke="{color}" opacity="{opacity}" '
        f'stroke-width="{SQUARE_SIZE * 0.2:g}" stroke-linecap="butt" class="arrow"/>'
        f'<polygon points="{shape}" fill="{color}" opacity="{opacity}" class="arrow"/>'
    )


def board(
    board: Any = None,
    *,
    orientation: bool = WHITE,
    lastmove: Move | None = None,
    check: int | None = None,
    arrows: Iterable[Arrow | tuple[int, int]] = (),
    fill: Mapping[int, str] = {},
    squares: IntoSquareSet | None = None,
    size: int | None = None,
    coordinates: bool = True,
    colors: Mapping[str, str] = {},
    flipped: bool = False,
    borders: bool = False,
    style: str | None = None,
) -> str:
    """A board as a picture, which notebooks show. None is a board without pieces.

    `lastmove` and `check` are highlighted, `squares` get a cross, `fill` paints squares, and `size` is the width in pixels.
    `colors` replaces colors of `DEFAULT_COLORS`, and `style` is put into the picture as CSS.
    """
    is_white = bool(orientation) != flipped
    inner, outer = int(borders), int(borders)
    margin = (15 if coordinates else 0) + inner + outer
    offset, full = margin, 8 * SQUARE_SIZE + 2 * margin

    def corner(square: int) -> tuple[int, int]:
        file, rank = square & 7, square >> 3
        column, row = (file, 7 - rank) if is_white else (7 - file, rank)
        return column * SQUARE_SIZE + offset, row * SQUARE_SIZE + offset

    def center(square: int) -> tuple[float, float]:
        x, y = corner(square)
        return x + SQUARE_SIZE / 2, y + SQUARE_SIZE / 2

    body = []
    if style:
        body.append(f"<style>{style}</style>")
    if board is not None:
        body.append(f"<desc><pre>{escape(str(board))}</pre></desc>")
    crossed = SquareSet(squares) if squares is not None else SquareSet()
    pieces = board.piece_map() if board is not None else {}
    used = sorted({found.symbol() for found in pieces.values()})
    definitions = [_shapes()[symbol] for symbol in used] + [_CROSS] * bool(crossed) + [_GRADIENT] * (check is not None)
    body.append(f"<defs>{''.join(definitions)}</defs>")
    if margin:
        side, width = full - margin, margin
        body.append(f'<rect x="{width / 2:g}" y="{width / 2:g}" width="{side}" height="{side}" fill="none" '
                    f'{_paint(colors, "margin", "stroke")} stroke-width="{width}"/>')
    if borders:
        for name, at in (("outer border", 0.5), ("inner border", margin - 0.5)):
            body.append(f'<rect x="{at}" y="{at}" width="{full - 2 * at:g}" height="{full - 2 * at:g}" fill="none" '
                        f'{_paint(colors, name, "stroke")} stroke-width="1"/>')

    moved = {lastmove.from_square, lastmove.to_square} if lastmove else set()
    for square, name in enumerate(SQUARE_NAMES):
        x, y = corner(square)
        kind = "light" if (square ^ square >> 3) & 1 else "dark"
        label = f"square {kind}" + (" lastmove" if square in moved else "")
        place = f'x="{x}" y="{y}" width="{SQUARE_SIZE}" height="{SQUARE_SIZE}"'
        body.append(f'<rect {place} class="{label} {name}" stroke="none" {_paint(colors, label)}/>')
        if square in fill:
            body.append(f'<rect {place} stroke="none" class="fill" {_paint({"": fill[square]}, "")}/>')
    if check is not None:
        x, y = corner(check)
        body.append(f'<rect x="{x}" y="{y}" width="{SQUARE_SIZE}" height="{SQUARE_SIZE}" class="check" fill="url(#check_gradient)"/>')
    for square, found in sorted(pieces.items()):
        x, y = corner(square)
        owner = "white" if found.color else "black"
        body.append(f'<use href="#{owner}-{PIECE_NAMES[found.piece_type]}" transform="translate({x}, {y})"/>')
    for square in crossed:
        x, y = corner(square)
        body.append(f'<use href="#xx" x="{x}" y="{y}"/>')
    if coordinates:
        body.extend(_coordinates(colors, is_white, margin, full))
    for arrow in arrows:
        body.append(_arrow(arrow if isinstance(arrow, Arrow) else Arrow(*arrow), colors, center))
    return _svg(full, size, body)


def _coordinates(colors: Mapping[str, str], is_white: bool, margin: int, full: int) -> Iterable[str]:
    """The names of files and ranks at all edges."""
    paint = _paint(colors, "coord")
    for at in range(8):
        middle = margin + at * SQUARE_SIZE + SQUARE_SIZE / 2
        file, rank = (FILE_NAMES[at], 8 - at) if is_white else (FILE_NAMES[7 - at], at + 1)
        places = ((middle, margin - 4, file), (middle, full - 4, file), (7, middle + 4, str(rank)), (full - 7, middle + 4, str(rank)))
        for x, y, text in places:
            yield f'<text x="{x:g}" y="{y:g}" font-size="11" text-anchor="middle" font-family="sans-serif" {paint}>{text}</text>'


def of_board(position: Any) -> str:
    """What notebooks show for a board: with the last move and check."""
    is_game = hasattr(position, "move_stack")
    moves = position.move_stack if is_game else None
    check = position.king(position.turn) if is_game and position.is_check() else None
    return board(position, lastmove=moves[-1] if moves else None, check=check, size=390)
