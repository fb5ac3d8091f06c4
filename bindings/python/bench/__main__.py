"""Measures the lines in turns and prints medians, ratios and goals.

    python -m bench [--rounds N] [--json FILE] [--check] [LINE...]

A round calls each function of a line until it has taken a while. The functions take turns, so that a busy machine slows down
all of them. Times are CPU times of the process, and a ratio is the median of the ratios of the rounds.
"""

import argparse
import json
import sys
import time
from fnmatch import fnmatchcase
from pathlib import Path
from statistics import median

from bench.lines import Line, Work, goals, lines, missing

# The least CPU time in seconds that a function takes in a round.
LEAST = 0.05


def seconds(work: Work) -> float:
    """CPU seconds per call, over as many calls as take a while."""
    calls = 1
    while True:
        start = time.process_time()
        for _ in range(calls):
            work()
        passed = time.process_time() - start
        if passed >= LEAST:
            return passed / calls
        # Reading the clock takes as long as many calls, so it is not read after each.
        calls = max(2 * calls, int(1.2 * calls * LEAST / max(passed, 1e-6)))


def measure(line: Line, rounds: int) -> dict[str, list[float]]:
    """The CPU seconds of each round, for each function of the line."""
    line.check()
    works = line.works()
    taken: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            taken[name].append(seconds(work))
    return taken


def report(line: Line, taken: dict[str, list[float]], wanted: dict[str, float]) -> dict[str, object]:
    """Rates, ratios and goals of a line."""
    ours = taken["gardez"]
    ratios = {peer: median(theirs / own for theirs, own in zip(taken[peer], ours, strict=True)) for peer in line.peers}
    return {
        "name": line.name,
        "rates": {name: line.units / median(times) for name, times in taken.items()},
        "ratios": ratios,
        "goals": wanted,
        "missed": [peer for peer, goal in wanted.items() if ratios.get(peer, goal) < goal],
    }


def number(value: float) -> str:
    """Three digits, and a letter for thousands."""
    for limit, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if value >= limit:
            value, unit = value / limit, letter
            break
    else:
        unit = ""
    digits = 0 if value >= 100 else 1 if value >= 10 else 2
    return f"{value:.{digits}f}{unit}"


def row(result: dict[str, object]) -> str:
    """A row of the table in Markdown."""
    rates, ratios, wanted = result["rates"], result["ratios"], result["goals"]
    assert isinstance(rates, dict) and isinstance(ratios, dict) and isinstance(wanted, dict)
    peers = ", ".join(f"{peer} {number(rates[peer])} ({ratio:.3g}x)" for peer, ratio in ratios.items())
    aims = ", ".join(f"{peer} {goal:g}x" for peer, goal in wanted.items() if peer in ratios)
    missed = " **missed**" if result["missed"] else ""
    return f"| {result['name']} | {number(rates['gardez'])} | {peers or '-'} | {aims or '-'}{missed} |"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Compares the speed of gardez with other packages.")
    parser.add_argument("lines", nargs="*", metavar="LINE", help="measure only lines that contain one of these texts")
    parser.add_argument("--rounds", type=int, default=9, metavar="N", help="the number of rounds (9)")
    parser.add_argument("--json", metavar="FILE", help="also write a JSON object for each line to a file")
    parser.add_argument("--check", action="store_true", help="only call each function once and compare the answers")
    options = parser.parse_args()
    chosen = lines(options.lines)
    if not chosen or options.rounds < 1:
        parser.error("no line has this name" if not chosen else "at least one round is needed")
    for package in missing():
        print(f"skipped: {package}", file=sys.stderr)
    if options.check:
        for line in chosen:
            line.check()
        return 0
    print("| per second | gardez | others | at least |\n|---|---:|---|---|")
    aims, missed, objects = goals(), 0, []
    for line in chosen:
        wanted = next((wanted for pattern, wanted in aims.items() if fnmatchcase(line.name, pattern)), {})
        result = report(line, measure(line, options.rounds), wanted)
        missed += bool(result["missed"])
        objects.append(json.dumps(result))
        print(row(result), flush=True)
    if options.json:
        Path(options.json).write_text("\n".join(objects), encoding="utf-8")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
