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

_NUMBERS = {"depth", "seldepth", "nodes", "multipv", "currmovenumber", "hashfull", "nps", "tbhits", "cpuload"}
_NAMES = _NUMBERS | {"time", "score", "pv", "currmove", "wdl", "refutation", "currline", "ebf", "string"}


def _fields(text: str) -> list[tuple[str, list[str]]]:
    """The names and the words after each of them."""
    fields: list[tuple[str, list[str]]] = []
    words = text.split(" ")
    for at, word in enumerate(words):
        if word == "string":
            fields.append((word, [" ".join(words[at + 1 :])]))
            break
        if word in _NAMES and not (word == "wdl" and fields and fields[-1][0] == "wdl"):
            fields.append((word, []))
        elif fields and word:
            fields[-1][1].append(word)
    return fields


def _line(board: Board, words: list[str]) -> list[Move]:
    """The moves of a line, up to the first that is wrong."""
    board = board.copy(stack=False)
    moves: list[Move] = []
    for word in words:
        try:
            moves.append(board.push_uci(word))
        except ValueError as error:
            LOGGER.warning("Exception parsing pv from info: %r, position at root: %s", error, board.fen())
            break
    return moves


def _score(board: Board, words: list[str]) -> PovScore | None:
    score = None
    for kind, number in zip(words, words[1:]):
        if kind == "cp":
            score = PovScore(Cp(int(number)), board.turn)
        elif kind == "mate":
            score = PovScore(Mate(int(number)), board.turn)
    return score


def _number(words: list[str]) -> int | None:
    return int(words[0]) if words else None


def _parse_uci_info(arg: str, root_board: Board, selector: Info = INFO_ALL) -> InfoDict:
    """Reads what follows `info`. What cannot be read is left out and logged."""
    info: dict[str, Any] = {}
    if not selector:
        return {}
    for name, words in _fields(arg):
        try:
            if name in _NUMBERS and selector & Info.BASIC:
                info[name] = int(words[0])
            elif name == "time" and selector & Info.BASIC:
                info[name] = int(words[0]) / 1000.0
            elif name == "ebf" and selector & Info.BASIC:
                info[name] = float(words[0])
            elif name == "string" and selector & Info.BASIC:
                info[name] = words[0]
            elif name == "currmove" and selector & Info.BASIC:
                info[name] = Move.from_uci(words[0])
            elif name == "score" and selector & Info.SCORE:
                score = _score(root_board, words)
                if score is not None:
                    info[name] = score
                for bound in ("lowerbound", "upperbound"):
                    if bound in words:
                        info[bound] = True
            elif name == "wdl" and selector & Info.SCORE:
                info[name] = PovWdl(Wdl(*map(int, words[:3])), root_board.turn)
            elif name == "pv" and selector & Info.PV:
                info[name] = _line(root_board, words)
            elif name == "refutation" and selector & Info.REFUTATION:
                board = root_board.copy(stack=False)
                first = board.push_uci(words[0])
                info.setdefault(name, {})[first] = _line(board, words[1:])
            elif name == "currline" and selector & Info.CURRLINE:
                info.setdefault(name, {})[int(words[0])] = _line(root_board, words[1:])
        except (ValueError, IndexError, TypeError) as error:
            LOGGER.error("Exception parsing %s from info: %r (%r)", name, arg, error)
    return info  # type: ignore[return-value]


def _parse_uci_bestmove(board: Board, args: str) -> BestMove:
    """Reads what follows `bestmove`. Raises EngineError if the move is wrong."""
    words = args.split()
    move = ponder = None
    if words and words[0] not in ("(none)", "NULL", "0000"):
        try:
            # Some engines write promotions in upper case.
            move = board.parse_uci(words[0].lower() if not words[0][:1].isupper() else words[0])
        except ValueError as error:
            raise EngineError(error) from error
        if len(words) >= 3 and words[1] == "ponder" and words[2] not in ("(none)", "NULL", "0000"):
            after = board.copy(stack=False)
            after.push(move)
            try:
                ponder = after.parse_uci(words[2].lower())
            except ValueError:
                LOGGER.exception("Engine sent invalid ponder move")
    return BestMove(move, ponder)
