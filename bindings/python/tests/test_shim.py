"""The distribution in `shim`, which installs a package `chess`, and a program for python-chess's types with it."""

import importlib.metadata
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import gardez.chess

HERE = Path(__file__).parent
SHIM = HERE.parent / "shim"


def run(arguments: list[str], tmp_path: Path, shim: bool) -> str:
    """What Python prints, with the package `chess` of the shim or that of python-chess."""
    environment = os.environ | ({"PYTHONPATH": str(SHIM), "MYPYPATH": str(SHIM)} if shim else {})
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, cwd=tmp_path, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("first", ["chess", "chess.pgn", "chess.engine", "gardez.chess", "chess.svg, chess.variant"])
def test_the_package_is_that_of_gardez_whatever_is_imported_first(first: str, tmp_path: Path) -> None:
    program = f"""
import {first}
import chess, chess.engine, chess.gaviota, chess.pgn, chess.polyglot, chess.svg, chess.syzygy, chess.variant
import gardez.chess.pgn, pickle
from chess import Board
assert chess is gardez.chess and chess.pgn is gardez.chess.pgn and Board is gardez.Board
assert type(pickle.loads(pickle.dumps(chess.pgn.Game()))) is gardez.chess.pgn.Game
"""
    run(["-c", program], tmp_path, shim=True)


def test_subprocesses_see_it(tmp_path: Path) -> None:
    (tmp_path / "child.py").write_text("import chess.pgn\nprint(chess.Board.__module__)")
    program = "import subprocess, sys\nprint(subprocess.check_output([sys.executable, 'child.py'], text=True).strip())"
    assert run(["-c", program], tmp_path, shim=True) == "gardez.chess\n"


def test_its_version_meets_requirements_of_python_chess() -> None:
    project = tomllib.loads((SHIM / "pyproject.toml").read_text())["project"]
    assert project["name"] == "chess" and project["version"] == f"{gardez.chess.__version__}+gardez"
    assert gardez.chess.__version__ == importlib.metadata.version("chess").partition("+")[0]


def test_each_module_has_types() -> None:
    modules = {file.stem for file in (SHIM / "chess").glob("*.pyi")} - {"__init__"}
    assert modules == set(gardez.chess._MODULES)


def test_a_program_for_the_types_of_python_chess_has_no_errors_with_either(tmp_path: Path) -> None:
    program = str(HERE / "typed_program.py")
    for shim in (True, False):
        run(["-m", "mypy", "--strict", "--cache-dir", str(tmp_path / str(shim)), program], tmp_path, shim)
    assert run([program], tmp_path, shim=True) == run([program], tmp_path, shim=False)
