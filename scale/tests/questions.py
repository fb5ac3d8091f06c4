"""Runs the SQL of docs/scale.md with DuckDB on finished plans of training data, and prints the rows of each query; then
its program for Iceberg.

    python questions.py DIR DIR_BY_MONTH

Prints one line of JSON: a list of rows for each statement that has any. A value that is not a number is a text. The
program prints the rows of each table before that.
"""

import json
import os
import re
import sys
import tempfile
from pathlib import Path

import duckdb

PAGE = Path(__file__).parents[2] / "docs/scale.md"


def blocks_of(language: str) -> list[str]:
    pattern = rf"^```{language}\n(.*?)^```"
    return re.findall(pattern, PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def main(folder: str, by_month: str) -> None:
    answers = []
    with tempfile.TemporaryDirectory() as directory:
        Path(directory, "set1").symlink_to(Path(folder).resolve())
        Path(directory, "set2").symlink_to(Path(by_month).resolve())
        os.chdir(directory)
        connection = duckdb.connect()
        for statement in "".join(blocks_of("sql")).split(";\n"):
            if statement.strip():
                found = connection.execute(statement)
                answers.append([] if found is None else found.fetchall())
        for program in blocks_of("python"):
            if "pyiceberg" in program:
                exec(program, {})
        os.chdir("/")
    print(json.dumps([rows for rows in answers if rows], default=str))


if __name__ == "__main__":
    main(*sys.argv[1:])
