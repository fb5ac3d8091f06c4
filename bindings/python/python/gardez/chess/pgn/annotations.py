"""What programs write into comments: evaluations, arrows, clocks and the time that a move took.

>>> from gardez.chess import engine, pgn
>>> node = pgn.Game()
>>> node.set_clock(3725.5)
>>> node.set_eval(engine.PovScore(engine.Cp(-31), True), depth=12)
>>> node.comment
'[%clk 1:02:05.5] [%eval -0.31,12]'
>>> node.clock(), node.eval(), node.eval_depth()
(3725.5, PovScore(Cp(-31), WHITE), 12)
"""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..engine import PovScore
    from ..svg import Arrow

_TIME = r"(?P<hours>\d+):(?P<minutes>\d+):(?P<seconds>\d+(?:\.\d*)?)"
CLOCK_REGEX = re.compile(r"(?P<prefix>\s?)\[%clk\s" + _TIME + r"\](?P<suffix>\s?)")
EMT_REGEX = re.compile(r"(?P<prefix>\s?)\[%emt\s" + _TIME + r"\](?P<suffix>\s?)")
EVAL_REGEX = re.compile(
    r"(?P<prefix>\s?)\[%eval\s(?:\#(?P<mate>[+-]?\d+)|(?P<cp>[+-]?(?:\d{0,10}\.\d{1,2}|\d{1,10}\.?)))"
    r"(?:,(?P<depth>\d+))?\](?P<suffix>\s?)"
)
ARROWS_REGEX = re.compile(
    r"(?P<prefix>\s?)\[%(?:csl|cal)\s(?P<arrows>[RGYB][a-h][1-8](?:[a-h][1-8])?"
    r"(?:,[RGYB][a-h][1-8](?:[a-h][1-8])?)*)\](?P<suffix>\s?)"
)


def _replaced(match: re.Match[str], text: str) -> str:
    """What is written in the place of an annotation; of the space around one that goes away, the last is left."""
    if text:
        return match["prefix"] + text + match["suffix"]
    return match["prefix"] and match["suffix"]


def _time(match: re.Match[str] | None) -> float | None:
    if match is None:
        return None
    return int(match["hours"]) * 3600 + int(match["minutes"]) * 60 + float(match["seconds"])


def _time_text(name: str, seconds: float | None) -> str:
    if seconds is None:
        return ""
    seconds = max(0.0, seconds)
    hours, minutes = int(seconds // 3600), int(seconds % 3600 // 60)
    fraction = f"{seconds % 3600 % 60:06.3f}".rstrip("0").rstrip(".")
    return f"[%{name} {hours:d}:{minutes:02d}:{fraction}]"


class Annotations:
    """What the comment of a node says to programs."""

    comment: str

    def turn(self) -> bool:
        """The side to move: True for white."""
        raise NotImplementedError

    def _set(self, regex: re.Pattern[str], text: str, blanks: str = " \n") -> None:
        """Replaces the first annotation of a kind, or takes it away; appends it if there is none."""
        self.comment, found = regex.subn(lambda match: _replaced(match, text), self.comment, count=1)
        if text and not found:
            space = " " if self.comment and self.comment[-1] not in blanks else ""
            self.comment += space + text

    def eval(self) -> "PovScore | None":
        """The first evaluation, or None."""
        from ..engine import Cp, Mate, PovScore, Score

        match = EVAL_REGEX.search(self.comment)
        if match is None:
            return None
        score: Score
        if match["mate"]:
            mate = int(match["mate"])
            score = Mate(mate)
            if mate == 0:
                # Black is mated if White has moved.
                return PovScore(score, self.turn())
        else:
            score = Cp(round(float(match["cp"]) * 100))
        return PovScore(score if self.turn() else -score, self.turn())

    def eval_depth(self) -> int | None:
        """The depth of the first evaluation, or None."""
        match = EVAL_REGEX.search(self.comment)
        return int(match["depth"]) if match is not None and match["depth"] else None

    def set_eval(self, score: "PovScore | None", depth: int | None = None) -> None:
        """Replaces the first evaluation, or takes it away for None and for a mate that is on the board."""
        text = ""
        if score is not None and score.relative.mate() != 0:
            white = score.white()
            centipawns = white.score()
            shown = f"#{white.mate()}" if centipawns is None else f"{centipawns / 100:.2f}"
            text = f"[%eval {shown}{'' if depth is None else f',{max(depth, 0)}'}]"
        self._set(EVAL_REGEX, text, " ")

    def arrows(self) -> "list[Arrow]":
        """The arrows and the marked squares."""
        from ..svg import Arrow

        found = []
        for match in ARROWS_REGEX.finditer(self.comment):
            found += [Arrow.from_pgn(text) for text in match["arrows"].split(",")]
        return found

    def set_arrows(self, arrows: "Iterable[Arrow | tuple[int, int]]") -> None:
        """Replaces all arrows and marked squares."""
        from ..svg import Arrow

        marks: dict[str, list[str]] = {"csl": [], "cal": []}
        for arrow in arrows:
            if not isinstance(arrow, Arrow):
                arrow = Arrow(*arrow)
            marks["csl" if arrow.tail == arrow.head else "cal"].append(arrow.pgn())
        comment = ARROWS_REGEX.sub(lambda match: _replaced(match, ""), self.comment)
        texts = [f"[%{name} {','.join(found)}]" for name, found in marks.items() if found]
        space = " " if texts and comment and comment[0] not in " \n" else ""
        self.comment = "".join(texts) + space + comment

    def clock(self) -> float | None:
        """The time that the player has left after the move, in seconds, or None."""
        return _time(CLOCK_REGEX.search(self.comment))

    def set_clock(self, seconds: float | None) -> None:
        """Replaces the time that is left, or takes it away for None."""
        self._set(CLOCK_REGEX, _time_text("clk", seconds))

    def emt(self) -> float | None:
        """The time that the move took, in seconds, or None."""
        return _time(EMT_REGEX.search(self.comment))

    def set_emt(self, seconds: float | None) -> None:
        """Replaces the time that the move took, or takes it away for None."""
        self._set(EMT_REGEX, _time_text("emt", seconds))


