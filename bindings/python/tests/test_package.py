"""The installed package: its files, what it needs, its documentation, and the benches over it."""

import doctest
import importlib.metadata
import inspect
import weakref
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

import gardez
import gardez.chess.pgn
from bench.lines import Line, goals, lines
from public_api import Entry, everything, modules, top

PROJECT = Path(__file__).parents[1]


def test_the_wheel_contains_licenses_and_types() -> None:
    files = importlib.metadata.files("gardez") or []
    names = {file.name: file for file in files}
    for name in ("LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY-LICENSES"):
        assert names[name].read_text() == (PROJECT / name).read_text(), name
    assert {"py.typed", "batch.pyi", "_gardez.pyi"} <= names.keys()


def test_the_package_needs_only_numpy() -> None:
    assert importlib.metadata.requires("gardez") == ["numpy>=1.26"]
    assert importlib.metadata.metadata("gardez")["Requires-Python"] == ">=3.10"


def test_what_a_program_caches_has_weak_references() -> None:
    board = gardez.chess.Board()
    for value in (board, gardez.chess.BaseBoard(), gardez.chess.pgn.Game()):
        assert weakref.ref(value)() is value


def is_described(entry: Entry) -> bool:
    """Whether there must be a text about it: operators and what is inherited need none."""
    if entry.member.startswith("__") or isinstance(entry.value, int | str | bytes | None):
        return False
    return entry.owner is None or any(entry.member in vars(cls) for cls in entry.owner.__mro__ if cls.__module__.startswith("gardez"))


def test_everything_has_a_docstring() -> None:
    silent = [entry.name for entry in everything() if is_described(entry) and not inspect.getdoc(entry.value)]
    assert silent == []


# Only functions make these, and their examples show them.
RESULTS = {
    "gardez.Termination",
    "gardez.formats.Chunks",
    "gardez.formats.FeatureBatch",
    "gardez.lc0.Batch",
    "gardez.lc0.Records",
    "gardez.openings.Opening",
}


def test_every_class_and_function_has_an_example() -> None:
    def has_example(entry: Entry) -> bool:
        if entry.name in RESULTS or isinstance(entry.value, type) and issubclass(entry.value, Exception):
            return True
        # The names of python-chess: the descriptions of the modules have examples, and not those of each name.
        if entry.name.startswith("gardez.chess."):
            return True
        # The description of a module may have the example of a function.
        texts = [inspect.getdoc(entry.value) or ""]
        texts += [module.__doc__ or "" for module in modules() if f".{entry.member}(" in (module.__doc__ or "")]
        if isinstance(entry.value, type):
            texts += [inspect.getdoc(value) or "" for value in vars(entry.value).values()]
        return any(">>> " in text for text in texts)

    silent = [entry.name for entry in top() if not has_example(entry)]
    assert silent == []


def documented() -> dict[str, str]:
    """The docstrings with examples, by name."""
    texts = {module.__name__: module.__doc__ or "" for module in modules()}
    texts |= {entry.name: inspect.getdoc(entry.value) or "" for entry in everything()}
    return {name: text for name, text in texts.items() if ">>> " in text}


@pytest.mark.parametrize("name", documented())
def test_the_examples_of_a_docstring_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    known = {key: value for module in modules() if name.startswith(module.__name__) for key, value in vars(module).items()}
    test = doctest.DocTestParser().get_doctest(documented()[name], known | {"gardez": gardez}, name, None, 0)
    report: list[str] = []
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append)
    assert results.attempted > 0
    assert results.failed == 0, "".join(report)


def test_goals_are_for_lines_that_are_measured() -> None:
    names = {line.name for line in lines()}
    assert names
    assert all(any(fnmatchcase(name, pattern) for name in names) for pattern in goals())
    assert len(names) == len(lines())


@pytest.mark.parametrize("line", lines(), ids=lambda line: line.name)
def test_a_bench_and_its_peers_give_the_same_answer(line: Line) -> None:
    line.check()
