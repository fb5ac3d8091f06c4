"""Reads training data with DuckDB, Polars and pandas, and compares their counts.

    python readers.py DIR

DIR is a finished plan of training data. Prints one line of JSON: the counts
that all of them agree on. Then runs what docs/scale.md says about reading the
files. A reader that is not installed is named on stderr.
"""

import importlib.util
import json
import os
import re
import sys
import tempfile
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs/scale.md"


def with_duckdb(games: str, positions: str) -> dict[str, int]:
    import duckdb

    rows, moves, boards, evaluations = duckdb.sql(
        "select count(*), count(move), count(distinct board),"
        f" count(cp) + count(mate) from read_parquet('{games}')"
    ).fetchall()[0]
    distinct, n, results, played = duckdb.sql(
        "select count(*), sum(n), sum(white + draws + black),"
        f" sum(list_sum(list_transform(moves, lambda m: m.n))) from read_parquet('{positions}')"
    ).fetchall()[0]
    return counts(rows, moves, boards, evaluations, distinct, n, results, played)


def with_polars(games: str, positions: str) -> dict[str, int]:
    import polars as pl

    rows = pl.scan_parquet(games).select(
        pl.len(),
        pl.col("move").count().alias("moves"),
        pl.col("board").n_unique().alias("boards"),
        (pl.col("cp").count() + pl.col("mate").count()).alias("evaluations"),
    )
    all_positions = pl.scan_parquet(positions)
    sums = all_positions.select(
        pl.len(), pl.col("n").sum(), pl.sum_horizontal("white", "draws", "black").sum().alias("results")
    )
    played = all_positions.select("moves").explode("moves").drop_nulls().unnest("moves")
    played = played.select(pl.col("n").sum())
    return counts(*rows.collect().row(0), *sums.collect().row(0), played.collect().item())


def with_pandas(games: str, positions: str) -> dict[str, int]:
    import pandas as pd

    def read(pattern: str, columns: list[str]) -> "pd.DataFrame":
        folder, file = Path(pattern).parent.parent, Path(pattern).name
        files = sorted(folder.glob(f"*/{file}"))
        return pd.concat([pd.read_parquet(path, columns=columns) for path in files])

    rows = read(games, ["board", "move", "cp", "mate"])
    evaluations = rows["cp"].count() + rows["mate"].count()
    first = len(rows), rows["move"].count(), rows["board"].nunique(), evaluations
    found = read(positions, ["n", "white", "draws", "black", "moves"])
    results = found[["white", "draws", "black"]].sum().sum()
    played = sum(move["n"] for moves in found["moves"] for move in moves)
    return counts(*first, len(found), found["n"].sum(), results, played)


def counts(*numbers: object) -> dict[str, int]:
    names = ("rows", "moves", "boards", "evaluations", "positions", "n", "results", "played")
    return dict(zip(names, map(int, numbers), strict=True))


def run_page(folder: Path) -> None:
    """Runs the blocks of the page, where the plan is called as it is there."""
    blocks = re.findall(r"^```(sql|python)\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    with tempfile.TemporaryDirectory() as directory:
        Path(directory, "set1").symlink_to(folder.resolve())
        os.chdir(directory)
        for language, code in blocks:
            if language == "python":
                exec(compile(code, PAGE.name, "exec"), {})
                continue
            import duckdb

            for statement in code.split(";\n"):
                # A plan by months is asked in questions.py.
                found = duckdb.sql(statement) if statement.strip() and "set2" not in statement else None
                if found is not None:
                    found.fetchall()
        os.chdir("/")


def main(folder: str) -> None:
    games = f"{folder}/encode/*/rows.parquet"
    positions = f"{folder}/positions/*/positions.parquet"
    readers = {"duckdb": with_duckdb, "polars": with_polars, "pandas": with_pandas}
    found = {}
    for name, read in readers.items():
        if importlib.util.find_spec(name) is None:
            print(f"skipped: {name} is not installed", file=sys.stderr)
            continue
        found[name] = read(games, positions)
    different = {json.dumps(numbers) for numbers in found.values()}
    if len(different) != 1:
        sys.exit(f"the readers disagree: {found}")
    print(json.dumps({"readers": list(found), **next(iter(found.values()))}))
    if len(found) == len(readers):
        run_page(Path(folder))


if __name__ == "__main__":
    main(sys.argv[1])
