"""Claims about every function that writes a file: a table of functions, and a test for each hazard."""

import os
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import public_api
import pytest
from gardez import batch, formats, lc0


class WrongError(Exception):
    """What the items raise in the middle of a file."""


def items(item: Any, fails: bool) -> Iterator[Any]:
    """Several items, and an error if it is wanted."""
    yield from [item] * 3
    if fails:
        raise WrongError


def entries(path: Path, fails: bool) -> int:
    boards = batch.boards(["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"])
    return formats.write(path, items({"board": boards, "score": [120], "result": [1]}, fails))


def records(path: Path, fails: bool) -> int:
    array = np.zeros(1, lc0.V6)
    array["version"], array["input_format"] = 6, 1
    return lc0.write(path, items(array.tobytes(), fails))


# The function that a row calls, the name of a file, and how the file is written.
ROWS: list[tuple[str, str, Callable[[Path, bool], int]]] = [
    ("gardez.formats.write", "out.bullet.txt", entries),
    ("gardez.lc0.write", "out.gz", records),
]
each = pytest.mark.parametrize(("name", "write"), [row[1:] for row in ROWS], ids=[f"{row[0]} {row[1]}" for row in ROWS])
unix = pytest.mark.skipif(sys.platform == "win32", reason="links, devices and limits of Unix")


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_every_function_that_writes_has_a_row() -> None:
    # `gardez.chess` writes to files that its caller opened.
    found = {entry.name for entry in public_api.top() if entry.name.endswith(".write")}
    assert {name for name in found if not name.startswith("gardez.chess.")} == {row[0] for row in ROWS}


@each
def test_an_error_leaves_the_old_file_or_none(name: str, write: Callable[[Path, bool], int], tmp_path: Path) -> None:
    with pytest.raises(WrongError):
        write(tmp_path / name, True)
    assert content(tmp_path) == {}
    (tmp_path / name).write_bytes(b"precious")
    with pytest.raises(WrongError):
        write(tmp_path / name, True)
    assert content(tmp_path) == {name: b"precious"}
    assert write(tmp_path / name, False) == 3
    assert list(content(tmp_path)) == [name] and content(tmp_path)[name] != b"precious"


@each
def test_a_folder_is_never_replaced(name: str, write: Callable[[Path, bool], int], tmp_path: Path) -> None:
    (tmp_path / name).mkdir()
    (tmp_path / name / "own").write_bytes(b"precious")
    with pytest.raises(OSError) as caught:
        write(tmp_path / name, False)
    assert caught.value.filename == str(tmp_path / name)
    assert content(tmp_path / name) == {"own": b"precious"}


@unix
@each
def test_a_link_stays_and_its_file_is_replaced(name: str, write: Callable[[Path, bool], int], tmp_path: Path) -> None:
    end = tmp_path / "end"
    end.write_bytes(b"old")
    end.chmod(0o640)
    (tmp_path / name).symlink_to("end")
    assert write(tmp_path / name, False) == 3
    assert (tmp_path / name).is_symlink() and end.read_bytes() not in (b"old", b"")
    assert stat.S_IMODE(end.stat().st_mode) == 0o640


@unix
@each
def test_a_device_is_written_to_and_a_full_one_is_an_error(
    name: str, write: Callable[[Path, bool], int], tmp_path: Path
) -> None:
    (tmp_path / name).symlink_to("/dev/null")
    assert write(tmp_path / name, False) == 3
    if os.path.exists("/dev/full"):
        (tmp_path / name).unlink()
        (tmp_path / name).symlink_to("/dev/full")
        with pytest.raises(OSError, match="No space left") as caught:
            write(tmp_path / name, False)
        assert caught.value.filename == str(tmp_path / name)
    assert (tmp_path / name).is_symlink()


@unix
@each
def test_a_full_disk_is_an_error_that_names_the_file(name: str, write: Callable[[Path, bool], int], tmp_path: Path) -> None:
    import resource

    (tmp_path / name).write_bytes(b"precious")
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    # Python ignores the signal of this limit.
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, usual[1]))
    try:
        with pytest.raises(OSError, match="File too large") as caught:
            write(tmp_path / name, False)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    assert caught.value.filename == str(tmp_path / name)
    assert content(tmp_path) == {name: b"precious"}


def test_entries_can_be_read_from_the_file_that_they_replace(tmp_path: Path) -> None:
    for extension in ("bullet.txt", "bin"):
        data = tmp_path / f"entries.{extension}"
        assert entries(data, False) == 3
        assert formats.write(data, formats.read(data)) == 3
    chunk = tmp_path / "game.gz"
    assert records(chunk, False) == 3
    assert lc0.write(chunk, lc0.records(chunk)) == 3
