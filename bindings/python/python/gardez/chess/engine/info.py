"""What engines say while they search, and what they decide."""

import logging
import re
from typing import Any

from .. import Board, Move
from .scores import Cp, Mate, PovScore
from .values import INFO_ALL, BestMove, EngineError, Info, InfoDict
from .wdl import PovWdl, Wdl

LOGGER = logging.getLogger(__name__.rpartition(".")[0])
UCI_REGEX = re.compile(r"^[a-h][1-8][a-h][1-8][pnbrqk]?|[PNBRQK]@[a-h][1-8]|0000\Z")
_BOUND = re.compile("(lower|upper)bound$")

_NUMBERS = {"depth", "seldepth", "nodes", "multipv", "currmovenumber", "hashfull", "nps", "tbhits", "cpuload"}
_PARTS = dict.fromkeys(_NUMBERS | {"time", "ebf", "currmove", "wdl", "string"}, Info.BASIC) | {
    "score": Info.SCORE, "pv": Info.PV, "refutation": Info.REFUTATION, "currline": Info.CURRLINE,
}  # fmt: skip


class _Words:
    """The words of a text that are left."""

    def __init__(self, text: str) -> None:
        self.rest = text

    def next(self) -> str:
        word, _, self.rest = self.rest.lstrip(" ").partition(" ")
        return word

    def is_next(self, wanted: re.Pattern[str]) -> bool:
        return wanted.match(self.rest.lstrip(" ").partition(" ")[0]) is not None

    def line(self, board: Board) -> list[Move]:
        """The next moves. Raises ValueError if one is not legal."""
        board = board.copy(stack=False)
        moves: list[Move] = []
        while self.is_next(UCI_REGEX):
            moves.append(board.push_uci(self.next()))
        return moves


def _parse_uci_info(arg: str, root_board: Board, selector: Info = INFO_ALL) -> InfoDict:
    """Reads what follows `info`. What cannot be read is left out and logged."""
    info: dict[str, Any] = {}
    words = _Words(arg if selector else "")
    # Numbers are always kept.
    selector |= Info.BASIC
    while words.rest:
        name = words.next()
        if not selector & _PARTS.get(name, Info.NONE):
            continue
        found: dict[str, Any] = {}
        try:
            if name in _NUMBERS:
                found[name] = int(words.next())
            elif name == "time":
                found[name] = int(words.next()) / 1000.0
            elif name == "ebf":
                found[name] = float(words.next())
            elif name == "string":
                found[name], words.rest = words.rest.lstrip(" "), ""
            elif name == "currmove":
                found[name] = Move.from_uci(words.next())
            elif name == "score":
                kind, number = words.next(), words.next()
                found[name] = PovScore({"cp": Cp, "mate": Mate}[kind](int(number)), root_board.turn)
                if words.is_next(_BOUND):
                    found[words.next()] = True
            elif name == "wdl":
                numbers = [words.next() for _ in range(3)]
                found[name] = PovWdl(Wdl(*map(int, numbers)), root_board.turn)
            elif name == "pv":
                found[name] = words.line(root_board)
            else:
                lines = found[name] = info.get(name, {})
                board = root_board.copy(stack=False)
                key = int(words.next()) if name == "currline" else board.push_uci(words.next())
                lines[key] = words.line(board)
        except (ValueError, KeyError) as error:
            LOGGER.error("Exception parsing %s from info: %r (%r), position at root: %s", name, arg, error, root_board.fen())
        info.update(found)
    return info  # type: ignore[return-value]


def _parse_uci_bestmove(board: Board, args: str) -> BestMove:
    """Reads what follows `bestmove`. Raises EngineError if the move is wrong."""
    words = args.split()
    move = ponder = None
    if words and words[0] not in ("(none)", "NULL"):
        try:
            # Some engines write promotions in upper case.
            move = board.parse_uci(words[0] if "@" in words[0] else words[0].lower())
        except ValueError as error:
            raise EngineError(error) from error
        if len(words) >= 3 and words[1] == "ponder" and words[2] not in ("(none)", "NULL"):
            after = board.copy(stack=False)
            after.push(move)
            try:
                ponder = after.parse_uci(words[2].lower())
            except ValueError:
                LOGGER.exception("Engine sent invalid ponder move")
    return BestMove(move, ponder)
