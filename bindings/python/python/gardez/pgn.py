"""Games as text: read, change, build and write PGN.

>>> import io
>>> from gardez import pgn
>>> text = '''[White "Anna"]
... [Black "Ben"]
...
... 1. e4 e5 (1... c5 {Sicilian}) 2. Nf3 1-0
... '''
>>> for game in pgn.Reader(io.StringIO(text)):
...     print(game.headers["White"], game.result, [move.uci() for move in game.moves])
Anna 1-0 ['e2e4', 'e7e5', 'g1f3']

Reader takes a path or a file object, also compressed with gzip or Zstandard, and gives one Game after the other. What is
wrong in a PGN is data, not an exception: see Game.errors. For arrays instead of objects, see gardez.batch.pgn.
"""

from __future__ import annotations

import gzip
import os

from ._gardez import (
    _Output,
    _PgnEvaluation as Evaluation,
    _PgnGame as Game,
    _PgnGameNode as GameNode,
    _PgnProblem as Problem,
    _PgnReader as Reader,
)

__all__ = ["Evaluation", "Game", "GameNode", "Problem", "Reader", "write"]


def write(games, path_or_file, *, width=79):
    """Writes games as PGN, with all of their variations, comments and glyphs, and returns how many.

    games is a Game or an iterable of them, such as a Reader; only one is in memory at a time. path_or_file is a path, or
    a file object that takes text (as UTF-8) or bytes. A path that ends in .gz is compressed; the file appears, or replaces
    another one, when it is complete. width is the longest line of
    moves in characters, and None writes all moves of a game on one line.

    >>> import io
    >>> from gardez import pgn
    >>> out = io.StringIO()
    >>> pgn.write(pgn.Reader(io.StringIO("1. e4 (1. d4!) 1... e5 *")), out)
    1
    >>> print(out.getvalue().rstrip().splitlines()[-1])
    1. e4 (1. d4 $1) 1... e5 *
    """
    if isinstance(games, Game):
        games = (games,)
    if hasattr(path_or_file, "write"):
        return _write(games, path_or_file, width)
    path = os.fsdecode(path_or_file)
    suffix = os.path.splitext(path)[1]
    if suffix == ".zst":
        raise ValueError("Zstandard is read, but not written: use .gz")
    games = iter(games)
    with _Output(path) as file:
        if suffix != ".gz":
            return _write(games, file, width)
        with gzip.GzipFile(path, "wb", fileobj=file) as packed:
            return _write(games, packed, width)


def _node(game, path):
    """The node of a pickle: the numbers of the variations that lead to it."""
    node = game.root
    for number in path:
        node = node.variations[number]
    return node


def _write(games, file, width):
    count = 0
    takes_text = True
    for game in games:
        if not isinstance(game, Game):
            raise TypeError(f"expected a Game, not {type(game).__name__}")
        text = game.to_pgn(width) + "\n"
        if takes_text:
            try:
                file.write(text)
            except TypeError:
                takes_text = False
        if not takes_text:
            data = memoryview(text.encode())
            while data:
                # A raw file may take a part.
                written = file.write(data)
                if isinstance(written, int) and written <= 0:
                    raise OSError(f"write() took {written} of {len(data)} bytes")
                data = data[written if isinstance(written, int) else len(data) :]
        count += 1
    return count
