"""Games as trees of nodes, read from PGN and written to it, with python-chess's names.

>>> import io
>>> import gardez.chess.pgn
>>> game = gardez.chess.pgn.read_game(io.StringIO('[White "Anna"]\\n\\n1. e4 e5 (1... c5 {Sicilian}) 2. Nf3 1-0\\n'))
>>> game.headers["White"], [move.uci() for move in game.mainline_moves()]
('Anna', ['e2e4', 'e7e5', 'g1f3'])
>>> game.next().variations[1].comment
'Sicilian'
>>> node = game.end().add_variation(gardez.chess.Move.from_uci("b8c6"), comment="and on")
>>> print(game.mainline())
1. e4 e5 2. Nf3 Nc6 { and on }

| file | what it has |
|---|---|
| `headers` | `Headers` |
| `nodes` | `GameNode`, `ChildNode`, `Game`, `Mainline`, `Problem` |
| `annotations` | evaluations, clocks and arrows in comments |
| `visitors` | what is called for each event of a game |
| `export` | visitors that write PGN |
| `reader` | `read_game`, `read_games`, `read_headers`, `skip_game` |
| `time_control`, `nags` | time controls, and the numbers of glyphs |
"""

import re as _re

from .annotations import (
    ARROWS_REGEX as ARROWS_REGEX,
    CLOCK_REGEX as CLOCK_REGEX,
    EMT_REGEX as EMT_REGEX,
    EVAL_REGEX as EVAL_REGEX,
)
from .export import FileExporter as FileExporter, StringExporter as StringExporter, StringExporterMixin as StringExporterMixin
from .headers import TAG_NAME_REGEX as TAG_NAME_REGEX, TAG_ROSTER as TAG_ROSTER, Headers as Headers
from .nags import *
from .nodes import ChildNode as ChildNode, Game as Game, GameNode as GameNode, Mainline as Mainline, Problem as Problem
from .reader import (
    LOGGER as LOGGER,
    read_game as read_game,
    read_games as read_games,
    read_headers as read_headers,
    skip_game as skip_game,
)
from .time_control import (
    TimeControl as TimeControl,
    TimeControlPart as TimeControlPart,
    TimeControlType as TimeControlType,
    parse_time_control as parse_time_control,
)
from .visitors import (
    SKIP as SKIP,
    BaseVisitor as BaseVisitor,
    BoardBuilder as BoardBuilder,
    GameBuilder as GameBuilder,
    HeadersBuilder as HeadersBuilder,
    SkipType as SkipType,
    SkipVisitor as SkipVisitor,
)

TAG_REGEX = _re.compile(r"^\[([A-Za-z0-9][A-Za-z0-9_+#=:-]*)\s+\"([^\r]*)\"\]\s*$")
