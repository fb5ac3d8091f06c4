"""Engines that speak UCI, with python-chess's names.

    with gardez.chess.engine.SimpleEngine.popen_uci("stockfish") as engine:
        board = gardez.chess.Board()
        result = engine.play(board, gardez.chess.engine.Limit(time=0.1))
        info = engine.analyse(board, gardez.chess.engine.Limit(depth=12))
        print(result.move, info["score"].white())

`popen_uci` gives the same engine to asynchronous programs. Engines that only speak XBoard are not supported: `popen_xboard` and
`XBoardProtocol` raise `EngineError`.

>>> from gardez.chess import engine
>>> engine.Mate(3) > engine.Cp(900), engine.PovScore(engine.Cp(20), False).white()
(True, Cp(-20))

| file | what it has |
|---|---|
| `scores`, `wdl` | evaluations, and chances to win |
| `values` | limits, results, options and errors |
| `info` | what engines say while they search |
| `protocol` | the process of an engine, and commands that follow each other |
| `uci` | the commands of UCI |
| `simple` | the same without `await` |
"""

from .info import _parse_uci_bestmove as _parse_uci_bestmove, _parse_uci_info as _parse_uci_info
from .protocol import LOGGER as LOGGER, MockTransport as MockTransport
from .results import AnalysisResult as AnalysisResult
from .scores import Cp as Cp, Mate as Mate, MateGiven as MateGiven, MateGivenType as MateGivenType, PovScore as PovScore, Score as Score
from .simple import (
    EventLoopPolicy as EventLoopPolicy,
    SimpleAnalysisResult as SimpleAnalysisResult,
    SimpleEngine as SimpleEngine,
    run_in_background as run_in_background,
)
from .uci import (
    UCI_REGEX as UCI_REGEX,
    Protocol as Protocol,
    UciProtocol as UciProtocol,
    XBoardProtocol as XBoardProtocol,
    popen_uci as popen_uci,
    popen_xboard as popen_xboard,
)
from .values import *
from .wdl import PovWdl as PovWdl, Wdl as Wdl
