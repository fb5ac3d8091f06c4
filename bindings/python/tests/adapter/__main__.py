"""Runs the tests in python-chess's source distribution with the classes of gardez in place of its own.

    python tests/adapter ARCHIVE [--base] [TEST...]

The archive is `chess-1.11.2.tar.gz`; its file of tests and their data are unpacked into a temporary directory and deleted at the
end. `expected.toml` lists the tests that fail, with reasons. The run fails if another test fails, or if one of these passes.
`--base` replaces nothing. Names of tests print what goes wrong in them, and compare nothing.
"""

import argparse
import contextlib
import importlib.util
import io
import os
import sys
import tarfile
import tempfile
import tomllib
import traceback
import unittest
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from unittest import mock

import chess
import chess.pgn
import chess.polyglot
import chess.svg
import chess.syzygy
import chess.variant

import gardez

sys.path.insert(0, str(Path(__file__).parent))

VERSION = "1.11.2"

# The classes of tests, and which classes of python-chess are replaced in them.
BOARD = ("Board",)
CLASSES = {
    "SquareTestCase": ("functions",),
    "MoveTestCase": ("Move",),
    "PieceTestCase": ("Piece",),
    "SquareSetTestCase": ("SquareSet",),
    "BoardTestCase": BOARD,
    "LegalMoveGeneratorTestCase": BOARD,
    "BaseBoardTestCase": (),
    "PolyglotTestCase": BOARD,
    "PgnTestCase": BOARD,
    "SyzygyTestCase": BOARD,
    "SvgTestCase": (),
}

# Functions about squares.
FUNCTIONS = (
    "square square_file square_rank square_name parse_square square_distance square_manhattan_distance square_knight_distance "
    "square_mirror SQUARES SQUARE_NAMES FILE_NAMES RANK_NAMES"
).split()

# The exceptions, which boards and moves raise. Code of python-chess that raises one raises that of gardez, too.
EXCEPTIONS = ("InvalidMoveError", "IllegalMoveError", "AmbiguousMoveError")


class Results(unittest.TestResult):
    """The name of each test with `pass`, `skip` or the text of what went wrong."""

    def __init__(self) -> None:
        super().__init__()
        self.outcomes: dict[str, str] = {}

    @staticmethod
    def name(test: unittest.TestCase) -> str:
        return ".".join(test.id().split(".")[-2:])

    def startTest(self, test: unittest.TestCase) -> None:
        super().startTest(test)
        self.outcomes[self.name(test)] = "pass"

    def addSkip(self, test: unittest.TestCase, reason: str) -> None:
        self.outcomes[self.name(test)] = "skip"

    def addError(self, test: unittest.TestCase, err: object) -> None:
        assert isinstance(err, tuple)
        self.outcomes[self.name(test)] = "".join(traceback.format_exception(*err))

    addFailure = addError

    def addSubTest(self, test: unittest.TestCase, subtest: unittest.TestCase, err: object) -> None:
        if err is not None:
            self.addError(test, err)


@contextlib.contextmanager
def unpacked(archive: Path) -> Iterator[Path]:
    """The directory of the tests and their data, while it exists."""
    with tempfile.TemporaryDirectory() as directory:
        with tarfile.open(archive) as files:
            top = f"chess-{VERSION}/"
            wanted = [file for file in files if file.name == top + "test.py" or file.name.startswith(top + "data/")]
            files.extractall(directory, wanted, filter="data")
        yield Path(directory) / top


def replacements(names: tuple[str, ...]) -> dict[str, object]:
    """What is replaced in the module `chess`."""
    if not names:
        return {}
    found: dict[str, object] = {name: getattr(gardez, name) for name in EXCEPTIONS}
    for name in names:
        if name == "Board":
            import board

            found |= {"Board": board.Board, "Piece": gardez.Piece, "Termination": gardez.Termination, "Outcome": gardez.Outcome}
        elif name == "functions":
            found |= {function: getattr(gardez, function) for function in FUNCTIONS}
        else:
            found[name] = getattr(gardez, name)
    return found


def tests(directory: Path) -> ModuleType:
    """The module of the tests, which expects their data in the current directory."""
    os.chdir(directory)
    spec = importlib.util.spec_from_file_location("chess_tests", directory / "test.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        spec.loader.exec_module(module)
    return module


def run(module: ModuleType, base: bool, chosen: list[str]) -> dict[str, str]:
    """The outcome of each test."""
    results = Results()
    for name, replaced in CLASSES.items():
        cases = unittest.defaultTestLoader.loadTestsFromTestCase(getattr(module, name))
        with contextlib.ExitStack() as stack:
            for known, ours in ({} if base else replacements(replaced)).items():
                stack.enter_context(mock.patch.object(chess, known, ours))
            stack.enter_context(warnings.catch_warnings())
            warnings.simplefilter("ignore")
            with contextlib.redirect_stdout(io.StringIO()):
                for case in cases:
                    assert isinstance(case, unittest.TestCase)
                    if not chosen or any(text in case.id() for text in chosen):
                        case.run(results)
    return results.outcomes


def unexpected(outcomes: dict[str, str], reasons: dict[str, str]) -> list[str]:
    """What is not as the list says."""
    problems = []
    for name, outcome in outcomes.items():
        if outcome not in ("pass", "skip") and name not in reasons:
            problems.append(f"{name} fails, and is not in expected.toml:\n{outcome}")
        if outcome == "pass" and name in reasons:
            problems.append(f"{name} passes: take it out of expected.toml")
    problems += [f"{name} in expected.toml is not a test" for name in reasons if name not in outcomes]
    return problems


def main() -> int:
    parser = argparse.ArgumentParser(prog="python tests/adapter", description="Runs the tests of python-chess with gardez.")
    parser.add_argument("archive", type=Path, help=f"chess-{VERSION}.tar.gz")
    parser.add_argument("tests", nargs="*", metavar="TEST", help="only tests whose names contain one of these texts")
    parser.add_argument("--base", action="store_true", help="use python-chess alone")
    options = parser.parse_args()
    assert chess.__version__ == VERSION
    listed = tomllib.loads(Path(__file__).with_name("expected.toml").read_text(encoding="utf-8"))
    with unpacked(options.archive.resolve()) as directory:
        outcomes = run(tests(directory), options.base, options.tests)
        os.chdir(Path(__file__).parent)
    if options.tests:
        for name, outcome in outcomes.items():
            print(f"{name}: {outcome}")
        return 0
    passed = sum(outcome == "pass" for outcome in outcomes.values())
    skipped = sum(outcome == "skip" for outcome in outcomes.values())
    print(f"{passed} of {len(outcomes) - skipped} tests of python-chess pass; {skipped} need tables that nobody has here")
    problems = [] if options.base else unexpected(outcomes, listed["fails"])
    print("\n".join(problems), end="\n" if problems else "")
    return 1 if problems or passed < listed["least"] else 0


if __name__ == "__main__":
    sys.exit(main())
