"""Reading games from text files.

>>> import io
>>> from gardez.chess import pgn
>>> file = io.StringIO('[White "Anna"]\\n\\n1. e4 *\\n\\n[White "Bela"]\\n\\n1. d4 *\\n')
>>> pgn.read_headers(file)["White"]
'Anna'
>>> file.tell()
25
>>> pgn.read_game(file).next().san()
'd4'
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TextIO, TypeVar, overload

from ..._gardez import _read_game, _read_tree, _Trees
from ..._streams import games_of
from .headers import Headers
from .nodes import Game
from .visitors import LOGGER as LOGGER, BaseVisitor, GameBuilder, SkipVisitor

if TYPE_CHECKING:
    from ..._streams import Path, Readable
    from ...batch import _Column

ResultT = TypeVar("ResultT")


@overload
def read_game(handle: TextIO) -> Game | None: ...
@overload
def read_game(handle: TextIO, *, Visitor: "Callable[[], BaseVisitor[ResultT]]") -> "ResultT | None": ...
def read_game(handle: TextIO, *, Visitor: Any = GameBuilder) -> Any:
    """Reads the next game, or returns None at the end of the file.

    What is wrong in a game is logged and kept in its `errors`, and the rest of the line is left out. Its `problems` are all
    deviations from the standard, with line and column. `Visitor` is called for an
    object whose methods are called for each event, and whose `result` is returned instead of a game. The file is read up to the
    end of the game, so that `handle.tell()` is where the next one begins.
    """
    if Visitor is not GameBuilder:
        return _read_game(handle, Visitor())
    tree = _read_tree(handle)
    if tree is None:
        return None
    game = Game._of(tree)
    for error in game.errors:
        LOGGER.error("%s while parsing %r", error, game)
    return game


def read_games(path_or_file: "Path | Readable | Sequence[str] | _Column") -> Iterator[Game]:
    """Reads the games of a whole file, one after the other.

    The file is a path, a file object whose method `read` returns bytes or text, bytes, or a column with a game in each row. Input that is compressed with gzip or
    Zstandard is unpacked, and text that is not UTF-8 is read as Windows-1252 or UTF-16. An empty line in a game does not end
    it, and comments after a semicolon are kept. A path that cannot be read raises OSError, after the games before the damage.

    >>> import io
    >>> from gardez.chess import pgn
    >>> for game in pgn.read_games(io.StringIO("1. e4 e5 2. Ke3 *\\n1. d4\\n\\n1... d5 1-0")):
    ...     print(game.mainline(), *map(str, game.problems))
    1. e4 e5 line 1, column 13: illegal move: no white king can reach e3
    1. d4 d5
    """
    return map(Game._of, _Trees(games_of(path_or_file)))


def read_headers(handle: TextIO) -> Headers | None:
    """Reads the headers of the next game and passes over its moves, or returns None at the end of the file."""
    headers = Headers.__new__(Headers)
    return headers if headers._read(handle) else None


def skip_game(handle: TextIO) -> bool:
    """Passes over the next game. Returns false at the end of the file."""
    return bool(read_game(handle, Visitor=SkipVisitor))
