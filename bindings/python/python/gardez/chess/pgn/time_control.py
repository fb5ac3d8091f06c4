"""Time controls, as the tag `TimeControl` writes them.

>>> from gardez.chess.pgn import parse_time_control
>>> parse_time_control("40/7200:3600+30").parts[1].increment
30.0
"""

from dataclasses import dataclass, field
from enum import Enum


class TimeControlType(Enum):
    """How fast a game is."""

    UNKNOWN = 0
    UNLIMITED = 1
    STANDARD = 2
    RAPID = 3
    BLITZ = 4
    BULLET = 5


@dataclass
class TimeControlPart:
    """The time for some moves, in seconds."""

    moves: int = 0
    time: int = 0
    increment: float = 0
    delay: float = 0


@dataclass
class TimeControl:
    """The parts of a time control, and how fast it is."""

    parts: list[TimeControlPart] = field(default_factory=list)
    type: TimeControlType = TimeControlType.UNKNOWN


def _part(text: str) -> TimeControlPart:
    moves, slash, time = text.rpartition("/")
    time, plus, increment = time.partition("+")
    part = TimeControlPart(moves=int(moves) if slash else 0, time=int(time))
    if plus:
        part.increment = float(increment.partition("+")[0])
    return part


def parse_time_control(time_control: str) -> TimeControl:
    """Reads a time control. Raises ValueError if it is not one."""
    if not time_control or time_control.startswith("?"):
        return TimeControl()
    if time_control.startswith("-"):
        return TimeControl(type=TimeControlType.UNLIMITED)
    control = TimeControl([_part(text) for text in time_control.split(":")])
    if any(part.moves == 0 for part in control.parts[:-1]):
        raise ValueError("only the last part can be 'sudden death'")
    # The time for 60 moves.
    seconds = control.parts[0].time + 60 * control.parts[0].increment
    limits = ((180, TimeControlType.BULLET), (900, TimeControlType.BLITZ), (3600, TimeControlType.RAPID))
    control.type = next((kind for limit, kind in limits if seconds < limit), TimeControlType.STANDARD)
    return control
