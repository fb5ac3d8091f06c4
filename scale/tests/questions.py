"""Runs the SQL of docs/scale.md with DuckDB on a finished plan of training data, and prints the rows of each query.

    python questions.py DIR

Prints one line of JSON: a list of rows for each statement that has any. A value that is not a number is a text.
"""

import json
import os
import re
import sys
import tempfile
from pathlib import Path

import duckdb

PAGE = Path(__file__).parents[2] / "docs/scale.md"


def main(folder: str) -> None:
    blocks = re.findall(r"^```sql\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    answers = []
    with tempfile.TemporaryDirectory() as directory:
        Path(directory, "set1").symlink_to(Path(folder).resolve())
        os.chdir(directory)
        connection = duckdb.connect()
        for statement in "".join(blocks).split(";\n"):
            if statement.strip():
                found = connection.execute(statement)
                answers.append([] if found is None else found.fetchall())
        os.chdir("/")
    print(json.dumps([rows for rows in answers if rows], default=str))


if __name__ == "__main__":
    main(sys.argv[1])
