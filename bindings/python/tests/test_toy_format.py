"""A format that a program adds, in one file, is a format of Python like all others."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gardez import formats

# Imports the library of `toy.rs` as the module that adds the format, and as the compiled half of the package.
PROGRAM = """
import importlib.util, sys
from importlib.machinery import ExtensionFileLoader

def load(name, path):
    loader = ExtensionFileLoader(name, path)
    spec = importlib.util.spec_from_loader(name, loader, origin=path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    loader.exec_module(module)
    return module

library, directory = sys.argv[1:]
load("toy", library)
sys.modules.pop("gardez", None)
load("gardez._gardez", library)
from gardez import formats

print(formats.FORMATS["toy"])
for name, named in [("a.toy", None), ("a.play", None), ("a", None), ("a", "toy")]:
    [chunk] = formats.read(f"{directory}/{name}", format=named)
    print(formats.fens(chunk), chunk["score"].tolist())
"""


def test_a_format_in_one_file_is_listed_and_read_by_name_extension_and_content(tmp_path: Path) -> None:
    library = os.environ.get("GARDEZ_TOY")
    if library is None:
        pytest.skip("`cargo xtask python` compiles the library of toy.rs")
    assert "toy" not in formats.FORMATS
    [chunk] = formats.read(b"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 120 | 1.0\n", format="bullet.txt")
    board = chunk["board"].tobytes()
    for name in ["a.toy", "a.play", "a"]:
        (tmp_path / name).write_bytes(b"T" + board + b"\xf9\xff" + b"T" + board + b"\x78\x00")
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, library, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    about, *read = run.stdout.splitlines()
    assert about == "a toy: boards with scores"
    assert read == ["['4k3/8/8/8/8/8/4P3/4K3 w - - 0 1', '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'] [-7, 120]"] * 4


def test_the_documentation_lists_each_format() -> None:
    assert formats.__doc__ is not None
    # Records are read by `gardez.lc0`.
    for name in formats.FORMATS.keys() - {"v6", "v7"}:
        assert f"  {name} " in formats.__doc__, name
