"""Runs a program with this package in the place of python-chess: `python -m gardez.chess program.py arguments`.

`python -m gardez.chess -m module arguments` runs a module, such as `pytest` or `unittest`.
"""

import runpy
import sys
from pathlib import Path

import gardez.chess


def main() -> None:
    """Runs what the arguments say."""
    arguments = sys.argv[1:]
    if not arguments or arguments == ["-m"] or arguments[0] in ("-h", "--help"):
        sys.exit("usage: python -m gardez.chess (program.py | -m module) [argument...]")
    gardez.chess.install()
    if arguments[0] == "-m":
        sys.argv = arguments[1:]
        sys.path.insert(0, "")
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    else:
        sys.argv = arguments
        sys.path.insert(0, str(Path(arguments[0]).resolve().parent))
        runpy.run_path(arguments[0], run_name="__main__")


if __name__ == "__main__":
    main()
