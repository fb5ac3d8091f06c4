"""Visitors that write PGN.

>>> import gardez.chess
>>> from gardez.chess import pgn
>>> game = pgn.Game.without_tag_roster()
>>> node = game.add_line(map(gardez.chess.Move.from_uci, ["e2e4", "e7e5"]), nags=[pgn.NAG_GOOD_MOVE])
>>> game.accept(pgn.StringExporter(columns=None))
'1. e4 e5 $1 *'
"""

from typing import TYPE_CHECKING, Any, TextIO


from .visitors import SKIP, BaseVisitor, SkipType

if TYPE_CHECKING:
    from .. import Board, Move


class StringExporterMixin:
    """Lines of at most `columns` characters, or one line for None; each kind of what a game has can be left out."""

    def __init__(
        self, *, columns: int | None = 80, headers: bool = True, comments: bool = True, variations: bool = True
    ) -> None:
        self.columns = columns
        self.headers = headers
        self.comments = comments
        self.variations = variations
        self.found_headers = False
        self.force_movenumber = True
        self.lines: list[str] = []
        self.current_line = ""
        self.variation_depth = 0

    def flush_current_line(self) -> None:
        """Ends the line, if there is something on it."""
        if self.current_line:
            self.lines.append(self.current_line.rstrip())
        self.current_line = ""

    def write_token(self, token: str) -> None:
        """Writes a word, on a new line if it does not fit."""
        if self.columns is not None and self.columns - len(self.current_line) < len(token):
            self.flush_current_line()
        self.current_line += token

    def write_line(self, line: str = "") -> None:
        """Writes a line of its own."""
        self.flush_current_line()
        self.lines.append(line.rstrip())

    def end_game(self) -> None:
        """Ends the text with a blank line."""
        self.write_line()

    def begin_headers(self) -> None:
        """Begins the headers."""
        self.found_headers = False

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Writes a header."""
        if self.headers:
            self.found_headers = True
            self.write_line(f'[{tagname} "{tagvalue}"]')

    def end_headers(self) -> None:
        """Writes a blank line after headers."""
        if self.found_headers:
            self.write_line()

    def begin_variation(self) -> SkipType | None:
        """Opens a variation."""
        self.variation_depth += 1
        if not self.variations:
            return SKIP
        self.write_token("( ")
        self.force_movenumber = True
        return None

    def end_variation(self) -> None:
        """Closes a variation."""
        self.variation_depth -= 1
        if self.variations:
            self.write_token(") ")
            self.force_movenumber = True

    def visit_comment(self, comment: str) -> None:
        """Writes a comment."""
        if self.comments and (self.variations or not self.variation_depth):
            self.write_token("{ " + comment.replace("}", "").strip() + " } ")
            self.force_movenumber = True

    def visit_nag(self, nag: int) -> None:
        """Writes a glyph."""
        if self.comments and (self.variations or not self.variation_depth):
            self.write_token(f"${nag} ")

    def visit_move(self, board: "Board", move: "Move") -> None:
        """Writes a move, with its number where one is needed."""
        if self.variations or not self.variation_depth:
            if board.turn:
                self.write_token(f"{board.fullmove_number}. ")
            elif self.force_movenumber:
                self.write_token(f"{board.fullmove_number}... ")
            self.write_token(board.san(move) + " ")
            self.force_movenumber = False

    def visit_result(self, result: str) -> None:
        """Writes the result."""
        self.write_token(result + " ")


class StringExporter(StringExporterMixin, BaseVisitor[str]):
    """Writes a game to a string."""

    def result(self) -> str:
        """The text."""
        if self.current_line:
            return "\n".join([*self.lines, self.current_line.rstrip()]).rstrip()
        return "\n".join(self.lines).rstrip()

    def __str__(self) -> str:
        return self.result()


class FileExporter(StringExporterMixin, BaseVisitor[int]):
    """Writes a game to a text file, with a blank line after it."""

    def __init__(self, handle: TextIO, **options: Any) -> None:
        super().__init__(**options)
        self.handle = handle

    def begin_game(self) -> None:
        self.written = 0

    def flush_current_line(self) -> None:
        if self.current_line:
            self.written += self.handle.write(self.current_line.rstrip() + "\n")
        self.current_line = ""

    def write_line(self, line: str = "") -> None:
        self.flush_current_line()
        self.written += self.handle.write(line.rstrip() + "\n")

    def result(self) -> int:
        """The number of characters that were written."""
        return self.written

    def __repr__(self) -> str:
        return f"<FileExporter at {id(self):#x}>"

    def __str__(self) -> str:
        return self.__repr__()


