"""Whatever a function is given, it raises an ordinary exception, and never panics, ends the process or hangs."""

import subprocess
import sys
from pathlib import Path

import pytest

from oracle import SEED, SLOW
from public_api import classes, everything

# The number of calls, and the seconds after which a process of so few calls must be hanging.
CALLS, SECONDS = (400_000, 3600) if SLOW else (20_000, 180)


def test_the_package_is_found() -> None:
    names = {entry.name for entry in everything()}
    assert {"gardez.Board.push", "gardez.Move.from_uci", "gardez.SquareSet.add", "gardez.Board.__eq__"} <= names
    assert "gardez.Board" in classes()


def run(tmp_path: Path, *arguments: int) -> None:
    """Runs hostile.py in a process of its own."""
    script = Path(__file__).with_name("hostile.py")
    command = [sys.executable, str(script), *map(str, arguments)]
    child = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=SECONDS, errors="replace")
    call = tmp_path / "call.txt"
    last = call.read_text() if call.exists() else "the start"
    report = f"in {last}: exit code {child.returncode}\n{child.stdout}\n{child.stderr}"
    assert "panicked at" not in child.stderr, report
    assert child.returncode == 0, report


@pytest.mark.parametrize("part", range(2))
def test_hostile_calls_raise_ordinary_exceptions(part: int, tmp_path: Path) -> None:
    run(tmp_path, SEED * 100 + part, CALLS)


@pytest.mark.parametrize("threads", [2, 20])
def test_threads_that_share_all_objects_never_find_one_in_use(threads: int, tmp_path: Path) -> None:
    run(tmp_path, SEED * 100 + threads, CALLS, threads)
