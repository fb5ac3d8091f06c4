"""Tables of arrays, taken by Arrow's libraries in one call."""

import gc
import importlib
import io
from pathlib import Path
from typing import Any

import gardez
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


def test_tables_go_to_parquet_and_to_queries_in_one_call(tmp_path: Path) -> None:
    arrow, duckdb, pandas, parquet, polars = (importlib.import_module(name) for name in ("pyarrow", "duckdb", "pandas", "pyarrow.parquet", "polars"))
    _, games = tables()
    parquet.write_table(arrow.table(games), tmp_path / "pyarrow")
    polars.DataFrame(games).write_parquet(tmp_path / "polars")
    pandas.DataFrame.from_arrow(games).to_parquet(tmp_path / "pandas")
    assert [parquet.read_table(path)["White"].to_pylist() for path in tmp_path.iterdir()] == [["Anna", "Ben"]] * 3
    assert duckdb.sql("select White, len(moves) from games").fetchall() == [("Anna", 2), ("Ben", 1)]
    assert duckdb.from_arrow(games).filter("ECO is not null").project("White").fetchall() == [("Ben",)]
    # Polars makes a series of every stream that is not pyarrow's.
    assert polars.from_arrow(games).struct.unnest().equals(polars.DataFrame(games))
    with pytest.raises(TypeError, match="DataFrame.from_arrow"):
        pandas.DataFrame(games)


def test_numbers_of_all_kinds_and_empty_tables() -> None:
    arrow: Any = importlib.import_module("pyarrow")
    columns = {str(np.dtype(kind)): np.arange(9).astype(kind) for kind in "?bBhHiIlLefd"}
    table = arrow.table(Table(columns))
    assert all(table[name].to_pylist() == array.tolist() for name, array in columns.items())
    assert arrow.table(Table({"score": np.zeros(0, np.int16)})).num_rows == 0


@pytest.mark.parametrize("library", ["polars", "pandas", "pyarrow"])
def test_columns_of_moves_and_typed_tags_are_taken_in_one_call(library: str) -> None:
    text = '[WhiteElo "2100"]\n[Date "2026.01.31"]\n\n1. e4 e5 *\n\n[WhiteElo "?"]\n[Date "2026.??.??"]\n\n1. d4 -- *\n'
    names: list[Any] = ["key", "fen", "uci", "san"]
    [table] = batch.pgn(text.encode(), headers=["WhiteElo", "Date"], columns=names)
    first, second = rows(library, table)
    assert (first["WhiteElo"], second["WhiteElo"], str(first["Date"])[:10]) == (2100, None, "2026-01-31")
    assert second["Date"] is None or str(second["Date"]) == "NaT"
    assert (list(first["san"]), list(second["san"]), list(second["uci"])) == (["e4", "e5"], ["d4", "--"], ["d2d4", "0000"])
    assert [str(fen) for fen in first["fen"]] == [gardez.STARTING_FEN, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"]
    assert list(first["key"]) == batch.keys(list(first["fen"])).tolist()


def test_games_come_from_bytes_and_columns() -> None:
    games = ["1. e4 e5", '[White "A"]\n\n1. d4 d5 2. c4', "Nf3", None]
    arrow, polars, pandas = (importlib.import_module(name) for name in ("pyarrow", "polars", "pandas"))
    columns: list[Any] = [games, tuple(games), arrow.array(games), polars.Series(games), pandas.Series(games, dtype=object)]
    for column in columns:
        [table] = batch.pgn(column, columns=["san"])
        assert (table["offsets"].tolist(), table["san"]) == ([0, 2, 5, 6, 6], ["e4", "e5", "d4", "d5", "c4", "Nf3"])
    [table] = batch.pgn(b"1. e4 e5 *")
    assert table["moves"].tolist() == [796, 3364]
    with pytest.raises(TypeError, match="expected the text of a game in each row, not int"):
        batch.pgn([3])  # type: ignore[arg-type]


def test_names_that_are_not_known_are_errors() -> None:
    with pytest.raises(ValueError, match="headers: unknown name 'WhitElo': did you mean 'WhiteElo'?"):
        batch.pgn(b"", headers=["WhitElo"])
    assert list(batch.pgn(b"", headers=["MyOwn"])) == []
    with pytest.raises(ValueError, match="columns: expected 'key', 'fen', 'uci', 'san', 'eval' or 'clock', found \"pgn\""):
        batch.pgn(b"", columns=["pgn"])  # type: ignore[list-item]
