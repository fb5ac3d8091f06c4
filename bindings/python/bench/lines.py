"""What is measured: the lists `LINES` of the files of this folder, and the goals for them.

A line is a tuple `(name, ours, peers, units)`: what is done, a function that does it with gardez, functions that do the same
with other packages, by name, and how much work a call is. `units` is a number (nodes, moves, games, bytes) that turns times
into rates. A function that counts something returns the number: all functions of a line must return the same one.
"""

import importlib
import importlib.util
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent

# The packages that lines compare with, by the names of their modules.
PACKAGES = ("chess", "bulletchess")

Work = Callable[[], object]


@dataclass(frozen=True)
class Line:
    """A line of the table."""

    name: str
    ours: Work
    peers: dict[str, Work]
    units: float

    def works(self) -> dict[str, Work]:
        """All functions of the line, ours first."""
        return {"gardez": self.ours} | self.peers

    def check(self) -> None:
        """Calls each function once, and compares the numbers that they return."""
        answers = {name: work() for name, work in self.works().items()}
        counts = {name: answer for name, answer in answers.items() if isinstance(answer, int)}
        if len(set(counts.values())) > 1:
            raise AssertionError(f"{self.name}: {counts}")


def lines(wanted: Iterable[str] = ()) -> list[Line]:
    """The lines whose names contain one of the texts, or all of them, in the order of the files' names."""
    wanted = tuple(wanted)
    files = sorted(path.stem for path in FOLDER.glob("*.py") if not path.stem.startswith("__") and path.stem not in ("lines", "peers", "positions"))
    found: list[Line] = []
    for file in files:
        listed: list[tuple[str, Work, dict[str, Work], float]] = getattr(importlib.import_module(f"bench.{file}"), "LINES", [])
        found += (Line(*line) for line in listed)
    return [line for line in found if not wanted or any(text in line.name for text in wanted)]


def goals() -> dict[str, dict[str, float]]:
    """The least ratio to each peer, by the pattern of the line's name."""
    loaded: dict[str, Any] = tomllib.loads((FOLDER / "goals.toml").read_text(encoding="utf-8"))
    return loaded


def missing() -> list[str]:
    """The packages that are not installed."""
    return [name for name in PACKAGES if importlib.util.find_spec(name) is None]
