"""Tables of arrays, taken by Arrow's libraries in one call."""

import gc
import io
from typing import Any

import numpy as np
import pytest
from gardez import batch, formats
from gardez._arrow import _KEPT, Table

PGN = '[White "Anna"]\n\n1. e4 {[%eval 0.3] [%clk 0:01:00]} e5 *\n\n[White "Ben"]\n[ECO "A40"]\n\n1. d4 1-0\n'


def tables() -> list[Table]:
    entries = b"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 120 | 1.0\n" * 3
    [chunk] = formats.read(entries, format="bullet.txt", columns=["board", "turn", "score", "fullmove"])
    [games] = batch.pgn(io.StringIO(PGN), headers=["White", "ECO"], comments=True)
    assert isinstance(chunk, Table) and isinstance(games, Table)
    return [chunk, games]


def test_a_stream_that_nobody_takes_is_released() -> None:
    for table in tables():
        before = len(_KEPT)
        capsule = table.__arrow_c_stream__()
        assert len(_KEPT) == before + 1
        del capsule
        gc.collect()
        assert len(_KEPT) == before


def test_libraries_take_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    arrow: Any = pytest.importorskip("pyarrow")
    chunk, games = (arrow.table(table) for table in tables())
    assert chunk["score"].to_pylist() == [120] * 3 and chunk["turn"].to_pylist() == [True] * 3
    assert len(chunk["board"].to_pylist()[0]) == 24
    assert games["White"].to_pylist() == ["Anna", "Ben"] and games["ECO"].to_pylist() == [None, "A40"]
    assert games["moves"].to_pylist() == [[796, 3364], [731]] and games["result"].to_pylist() == [2, 1]
    assert games["score"].to_pylist() == [[32002, -30], [32002]]
    del chunk, games
    gc.collect()
    assert not _KEPT


def test_numbers_of_all_kinds_and_empty_tables() -> None:
    arrow: Any = pytest.importorskip("pyarrow")
    columns = {str(np.dtype(kind)): np.arange(9).astype(kind) for kind in "?bBhHiIlLefd"}
    table = arrow.table(Table(columns))
    assert all(table[name].to_pylist() == array.tolist() for name, array in columns.items())
    assert arrow.table(Table({"score": np.zeros(0, np.int16)})).num_rows == 0
