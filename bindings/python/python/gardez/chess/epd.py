"""Operations of EPDs, as python-chess reads and writes them.

>>> import gardez.chess as chess
>>> board = chess.Board()
>>> board.epd(bm=[chess.Move.from_uci("e2e4")], id="start", hmvc=0)
'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id "start"; hmvc 0;'
>>> chess.Board().set_epd(_)
{'bm': [Move.from_uci('e2e4')], 'id': 'start', 'hmvc': 0}
"""

import math
import re
from collections.abc import Iterable, Mapping
from typing import Any

from .._gardez import Move

_LISTS = {"pv", "bm", "am"}
_NAME = re.compile(r"\s*([^\s;]+)[^\S;]*")
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)(?:"|\\?\Z)\s*;?', re.DOTALL)
# Of three-check, before the operations.
_CHECKS = re.compile(r"(\d+\+\d+)(?:\s+|$)")
_PLAIN = re.compile(r"([^;]*);?")


def _operand(board: Any, name: str, value: object) -> str:
    """The text of one operation, without the semicolon."""
    if value is None:
        return name
    if isinstance(value, Move):
        return f"{name} {board.san(value)}"
    if isinstance(value, bool):
        return f"{name} {int(value)}"
    if isinstance(value, int):
        return f"{name} {value}"
    if isinstance(value, float):
        assert math.isfinite(value), f"expected numeric epd operand to be finite, got: {value}"
        return f"{name} {value}"
    if isinstance(value, Iterable) and not isinstance(value, str | bytes):
        if name == "pv":
            line = board.copy(stack=False)
            return " ".join([name, *(line.san_and_push(move) for move in value)])
        if name in _LISTS:
            return " ".join([name, *sorted(board.san(move) for move in value)])
    text = str(value).replace("\\", "\\\\").replace("\r", "\\r").replace("\n", "\\n").replace("\t", "\\t").replace('"', '\\"')
    return f'{name} "{text}"'


def write(board: Any, operations: Mapping[str, object]) -> str:
    """The operations of an EPD. Raises ValueError if a name cannot be written."""
    words = []
    for name, value in operations.items():
        if not name or name == "-":
            raise ValueError("a dash is not a valid epd opcode" if name else "empty string is not a valid epd opcode")
        invalid = re.search(r"[\s;\"]", name)
        if invalid:
            raise ValueError(f"invalid character {invalid.group()!r} in epd opcode: {name!r}")
        words.append(_operand(board, name, value) + ";")
    return " ".join(words)


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", lambda match: {"r": "\r", "n": "\n", "t": "\t"}.get(match.group(1), match.group(1)), text)


def _value(board: Any, name: str, text: str) -> Any:
    """What the text after the name of an operation means."""
    if name == "pv":
        line = board.copy(stack=False)
        return [line.push_xboard(token) for token in text.split()]
    if name in _LISTS:
        return [board.parse_xboard(token) for token in text.split()]
    if not text:
        return None
    if text[0] in "+-.0123456789":
        try:
            return int(text)
        except ValueError:
            return float(text)
    return board.parse_xboard(text)


def _operations(board: Any, text: str) -> dict[str, Any]:
    """Reads the operations. Raises ValueError if they are wrong."""
    operations: dict[str, Any] = {}
    at = 0
    while match := _NAME.match(text, at) or re.compile(r"\s*;").match(text, at):
        at = match.end()
        name = match.group(1) if match.lastindex else ""
        if not name or name == "-":
            continue
        if not name[0].isalpha():
            raise ValueError(f"expected epd opcode to start with a letter, got: {name!r}")
        string = _STRING.match(text, at)
        operand = string or _PLAIN.match(text, at)
        assert operand is not None
        at = operand.end()
        operations[name] = _unescaped(operand.group(1)) if string else _value(board, name, operand.group(1).strip())
    return operations


def read(board: Any, epd: str) -> dict[str, Any]:
    """Sets a board up and returns the operations. Raises ValueError if the text is not an EPD."""
    fields = epd.strip().rstrip(";").split(None, 4)
    rest = fields.pop() if len(fields) > 4 else ""
    if checks := _CHECKS.match(rest):
        fields.append(checks.group(1))
        rest = rest[checks.end() :]
    board.set_fen(" ".join(fields))
    operations = _operations(board, rest)
    if isinstance(operations.get("hmvc"), int):
        board.halfmove_clock = operations["hmvc"]
    if isinstance(operations.get("fmvn"), int):
        board.fullmove_number = operations["fmvn"]
    return operations
