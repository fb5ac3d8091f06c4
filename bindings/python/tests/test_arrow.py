"""Tables of arrays, taken by Arrow's libraries in one call."""

import gc
import importlib
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


def rows(library: str, table: Table) -> list[dict[str, Any]]:
    """The rows of a table that a library took in one call."""
    module: Any = importlib.import_module(library)
    if library == "pandas":
        frame = module.DataFrame.from_arrow(table)
        return [{name: plain(value) for name, value in row.items()} for row in frame.to_dict("records")]
    return list(module.table(table).to_pylist() if library == "pyarrow" else module.DataFrame(table).to_dicts())


def plain(value: Any) -> Any:
    """A value of pandas as the others have it."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    return None if isinstance(value, float) and np.isnan(value) else value


@pytest.mark.parametrize("library", ["polars", "pandas", "pyarrow"])
def test_libraries_take_tables_in_one_call(library: str) -> None:
    chunk, games = (rows(library, table) for table in tables())
    assert [(row["score"], row["turn"], len(row["board"])) for row in chunk] == [(120, True, 24)] * 3
    wanted = [("Anna", None, [796, 3364], 2, [32002, -30]), ("Ben", "A40", [731], 1, [32002])]
    assert [(row["White"], row["ECO"], row["moves"], row["result"], row["score"]) for row in games] == wanted
    gc.collect()
    assert not _KEPT


def test_numbers_of_all_kinds_and_empty_tables() -> None:
    arrow: Any = importlib.import_module("pyarrow")
    columns = {str(np.dtype(kind)): np.arange(9).astype(kind) for kind in "?bBhHiIlLefd"}
    table = arrow.table(Table(columns))
    assert all(table[name].to_pylist() == array.tolist() for name, array in columns.items())
    assert arrow.table(Table({"score": np.zeros(0, np.int16)})).num_rows == 0
