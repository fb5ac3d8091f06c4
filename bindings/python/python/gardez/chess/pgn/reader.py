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

from typing import Any, TextIO

from .. import _native
from .headers import Headers
from .nodes import Game
from .visitors import LOGGER as LOGGER, GameBuilder, SkipVisitor


def read_game(handle: TextIO, *, Visitor: Any = GameBuilder) -> Any:
    """Reads the next game, or returns None at the end of the file.

    What is wrong in a game is logged and kept in its `errors`, and the rest of the line is left out. `Visitor` is called for an
    object whose methods are called for each event, and whose `result` is returned instead of a game. The file is read up to the
    end of the game, so that `handle.tell()` is where the next one begins.
    """
    if Visitor is not GameBuilder:
        return _native._read_game(handle, Visitor())
    tree = _native._read_tree(handle)
    if tree is None:
        return None
    game = Game._of(tree)
    for error in game.errors:
        LOGGER.error("%s while parsing %r", error, game)
    return game


def read_headers(handle: TextIO) -> Headers | None:
    """Reads the headers of the next game and passes over its moves, or returns None at the end of the file."""
    headers = Headers.__new__(Headers)
    return headers if headers._read(handle) else None


def skip_game(handle: TextIO) -> bool:
    """Passes over the next game. Returns false at the end of the file."""
    return bool(read_game(handle, Visitor=SkipVisitor))
