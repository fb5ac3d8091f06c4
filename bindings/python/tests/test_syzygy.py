"""`chess.syzygy`: endgame tables."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from gardez import Board
from gardez.chess import syzygy

# The tables of the crate gardez-syzygy, which may be redistributed.
CRATE = Path(__file__).parents[3] / "crates" / "syzygy" / "tests"

pytestmark = pytest.mark.skipif(not CRATE.is_dir(), reason="the tables of gardez-syzygy are missing")


@pytest.fixture(scope="module")
def tablebase() -> syzygy.Tablebase:
    return syzygy.open_tablebase(CRATE / "tables")


def vectors() -> list[list[str]]:
    """FEN, result and distance of positions of the tables."""
    lines = (CRATE / "vectors.tsv").read_text().splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


def test_values_are_those_of_the_known_positions(tablebase: syzygy.Tablebase) -> None:
    rows = vectors()
    assert 100 < len(rows)
    for fen, wdl, dtz, *_ in rows:
        board = Board(fen)
        assert tablebase.probe_wdl(board) == int(wdl), fen
        assert tablebase.get_dtz(board, int(dtz)) == int(dtz), fen


def test_the_best_move_at_the_root_makes_progress(tablebase: syzygy.Tablebase) -> None:
    moves = tablebase.probe_root(Board("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"))
    best, *_, worst = moves
    assert (best.move.uci(), best.rank, best.wdl, best.dtz) == ("g1g7", 1000, 2, 1)
    assert (worst.rank, worst.wdl) == (0, 0)
    assert tablebase.probe_root(Board("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")) == []


def test_a_position_without_a_table_is_a_missing_table(tablebase: syzygy.Tablebase) -> None:
    for fen in (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "4k3/8/8/8/8/8/8/1NB1K3 w - - 0 1",
    ):
        board = Board(fen)
        for probe in (tablebase.probe_wdl, tablebase.probe_dtz, tablebase.probe_root):
            with pytest.raises(syzygy.MissingTableError):
                probe(board)
        assert tablebase.get_wdl(board) is None
        assert tablebase.get_dtz(board, 3) == 3
    assert issubclass(syzygy.MissingTableError, KeyError)


def test_directories_are_given_as_paths_or_added(tmp_path: Path) -> None:
    for name in ("KQvK.rtbw", "KQvK.rtbz"):
        shutil.copy(CRATE / "tables" / name, tmp_path)
    for paths in (tmp_path, str(tmp_path), [tmp_path], (str(tmp_path), CRATE / "tables")):
        assert "KQvK.rtbw" in syzygy.open_tablebase(paths).tables
    tablebase = syzygy.open_tablebase(tmp_path, cache=0)
    assert (tablebase.max_pieces, tablebase.tables) == (3, ["KQvK.rtbw", "KQvK.rtbz"])
    assert tablebase.add_directory(tmp_path) == 2 and tablebase.add_directory(tmp_path, load_dtz=False) == 1
    assert 20 < tablebase.add_directory(CRATE / "tables")
    assert tablebase.max_pieces == 4
    with pytest.raises(FileNotFoundError) as caught:
        tablebase.add_directory(tmp_path / "missing")
    assert caught.value.filename == str(tmp_path / "missing")
    for wrong in (3, [None], object()):
        with pytest.raises(TypeError):
            syzygy.open_tablebase(wrong)  # type: ignore[arg-type]
    for board in (None, [Board()], 3):
        with pytest.raises(TypeError):
            tablebase.probe_wdl(board)  # type: ignore[arg-type]


def test_a_damaged_table_is_an_os_error_with_its_name(tmp_path: Path) -> None:
    data = (CRATE / "tables" / "KQvK.rtbw").read_bytes()
    path = tmp_path / "KQvK.rtbw"
    for damaged in (b"", b"x" * 300, data[:40], data[: len(data) // 2]):
        path.write_bytes(damaged)
        with pytest.raises(OSError) as caught:
            syzygy.open_tablebase(tmp_path).probe_wdl(Board("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"))
        assert caught.value.filename == str(path)


def test_a_closed_tablebase_raises() -> None:
    with syzygy.open_tablebase(CRATE / "tables") as tablebase:
        assert tablebase.probe_wdl(Board("8/8/4k3/8/8/3K4/8/8 w - - 0 1")) == 0
    calls: list[Callable[[], object]] = [lambda: tablebase.probe_wdl(Board()), lambda: tablebase.max_pieces]
    for call in calls:
        with pytest.raises(ValueError, match="closed"):
            call()
    tablebase.close()


def test_eight_threads_get_the_values_that_one_gets(tablebase: syzygy.Tablebase) -> None:
    boards = [Board(row[0]) for row in vectors()]
    wanted = [tablebase.probe_wdl(board) for board in boards]
    found: list[list[int]] = []

    def probe() -> None:
        found.append([tablebase.probe_wdl(board) for board in boards])

    threads = [threading.Thread(target=probe) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [wanted] * 8
