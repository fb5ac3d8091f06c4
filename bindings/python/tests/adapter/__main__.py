"""Runs the tests in python-chess's source distribution with `gardez.chess` in the place of python-chess.

    python tests/adapter ARCHIVE [TEST...]

The archive is `chess-1.11.2.tar.gz`; its file of tests and their data are unpacked into a temporary directory and deleted at the
end. No module of python-chess is imported. `expected.toml` lists the tests that fail, with reasons; the run fails if another test
fails, or if one of these passes. Names of tests print what goes wrong in them, and compare nothing.

Three numbers are printed: tests that pass, tests that pass without calling anything of `gardez`, and tests that fail.
"""

import argparse
import contextlib
import importlib.util
import io
import logging
import os
import sys
import tarfile
import tempfile
import threading
import tomllib
import traceback
import unittest
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

import gardez.chess

VERSION = gardez.chess.__version__


class Results(unittest.TestResult):
    """What went wrong in a test, if anything did."""

    def __init__(self) -> None:
        super().__init__()
        self.problem = ""

    def addError(self, test: unittest.TestCase, err: Any) -> None:
        self.problem = self.problem or "".join(traceback.format_exception(*err))

    addFailure = addError

    def addSubTest(self, test: unittest.TestCase, subtest: unittest.TestCase, err: Any) -> None:
        if err is not None:
            self.addError(test, err)


class Touches:
    """Whether anything of `gardez` is called, in any thread."""

    def __init__(self) -> None:
        self.found = False

    def __call__(self, frame: FrameType, event: str, value: Any) -> None:
        if self.found:
            return
        if event == "call":
            self.found = frame.f_globals.get("__name__", "").startswith("gardez")
        elif event == "c_call":
            names = (getattr(value, "__module__", None), type(getattr(value, "__self__", None)).__module__)
            self.found = any((name or "").startswith(("gardez", "builtins.gardez")) for name in names)

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        threading.setprofile(self)
        sys.setprofile(self)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)


@contextlib.contextmanager
def unpacked(archive: Path) -> Iterator[Path]:
    """The directory of the tests and their data, while it exists."""
    with tempfile.TemporaryDirectory() as directory:
        with tarfile.open(archive) as files:
            top = f"chess-{VERSION}/"
            wanted = [file for file in files if file.name == top + "test.py" or file.name.startswith(top + "data/")]
            files.extractall(directory, wanted, filter="data")
        yield Path(directory) / top


def replaced() -> None:
    """Puts `gardez.chess` in the place of python-chess."""
    gardez.chess.install()
    assert not [name for name, module in sys.modules.items() if "site-packages/chess/" in str(getattr(module, "__file__", ""))]


def tests(directory: Path) -> ModuleType:
    """The module of the tests, which expects their data in the current directory."""
    os.chdir(directory)
    spec = importlib.util.spec_from_file_location("chess_tests", directory / "test.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def cases(suite: Any) -> Iterator[unittest.TestCase]:
    for each in suite:
        if isinstance(each, unittest.TestSuite):
            yield from cases(each)
        else:
            yield each


def run(module: ModuleType, chosen: list[str]) -> dict[str, tuple[str, str]]:
    """For each test: `pass`, `untouched`, `skip` or `fail`, and what went wrong."""
    outcomes = {}
    for case in cases(unittest.defaultTestLoader.loadTestsFromModule(module)):
        name = ".".join(case.id().split(".")[-2:])
        if chosen and not any(text in name for text in chosen):
            continue
        results, touches = Results(), Touches()
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()), touches.watching():
            warnings.simplefilter("ignore")
            case.run(results)
        outcome = "fail" if results.problem else "skip" if results.skipped else "pass" if touches.found else "untouched"
        outcomes[name] = (outcome, results.problem)
    return outcomes


def unexpected(outcomes: dict[str, tuple[str, str]], reasons: dict[str, str]) -> list[str]:
    """What is not as the list says."""
    problems = []
    for name, (outcome, problem) in outcomes.items():
        if outcome == "fail" and name not in reasons:
            problems.append(f"{name} fails, and is not in expected.toml:\n{problem}")
        if outcome == "pass" and name in reasons:
            problems.append(f"{name} passes: take it out of expected.toml")
    problems += [f"{name} in expected.toml is not a test" for name in reasons if name not in outcomes]
    return problems


def main() -> int:
    parser = argparse.ArgumentParser(prog="python tests/adapter", description="Runs the tests of python-chess with gardez.chess.")
    parser.add_argument("archive", type=Path, help=f"chess-{VERSION}.tar.gz")
    parser.add_argument("tests", nargs="*", metavar="TEST", help="only tests whose names contain one of these texts")
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    listed = tomllib.loads(Path(__file__).with_name("expected.toml").read_text(encoding="utf-8"))
    replaced()
    with unpacked(options.archive.resolve()) as directory:
        outcomes = run(tests(directory), options.tests)
        os.chdir(Path(__file__).parent)
    if options.tests:
        for name, (outcome, problem) in outcomes.items():
            print(f"{name}: {outcome}\n{problem}")
        return 0
    counts = {kind: sum(outcome == kind for outcome, _ in outcomes.values()) for kind in ("pass", "untouched", "fail", "skip")}
    print(
        f"of {len(outcomes)} tests of python-chess, {counts['pass']} pass, {counts['untouched']} pass without touching gardez, "
        f"{counts['fail']} fail, each with its reason in expected.toml; {counts['skip']} need engines or tables that are not here"
    )
    reasons = {test: group["reason"] for group in listed["fails"] for test in group["tests"]}
    problems = unexpected(outcomes, reasons)
    print("\n".join(problems), end="\n" if problems else "")
    return 1 if problems or counts["pass"] < listed["least"] else 0


if __name__ == "__main__":
    sys.exit(main())
