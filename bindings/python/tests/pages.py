"""Runs the blocks of code of pages, and parses those that are not Python.

    python pages.py PAGE.LINE.py PAGE.LINE.toml PAGE.LINE.json ...

The blocks of a page share their names. A block for a package that is not
installed is only compiled, and so are those of docs/scale.md.
"""

import doctest
import importlib
import json
import sys
import tomllib
import traceback
from pathlib import Path
from typing import Any


def check(path: Path, names: dict[str, Any]) -> str:
    """Returns what was done with a block; raises what is wrong with it."""
    text = path.read_text(encoding="utf-8")
    match path.suffix:
        case ".toml":
            tomllib.loads(text)
            return "parsed"
        case ".json":
            json.loads(text)
            return "parsed"
        case ".py" if ">>> " in text:
            test = doctest.DocTestParser().get_doctest(text, names, path.name, str(path), 0)
            doctest.DebugRunner().run(test, clear_globs=False)
            names.update(test.globs)
            return "run"
        case ".py":
            code = compile(text, path.name, "exec")
            # Its blocks read a data set, which the tests of scale make before they run them.
            if path.name.startswith("docs-scale.md"):
                return "compiled"
            try:
                exec(code, names)
            except ModuleNotFoundError as error:
                if error.name in ("gardez", "chess"):
                    raise
                return f"compiled, because {error.name} is not installed"
            return "run"
    raise ValueError(f"{path.name}: a block of an unknown kind")


def main() -> int:
    failures = 0
    pages: dict[str, dict[str, Any]] = {}
    for path in map(Path, sys.argv[1:]):
        page = path.name.rsplit(".", 2)[0]
        # That page says so in its first lines.
        start = {"chess": importlib.import_module("chess")} if page == "docs-migrating.md" else {}
        try:
            print(f"{path.name}: {check(path, pages.setdefault(page, start))}")
        except Exception:
            failures += 1
            print(f"{path.name}:")
            traceback.print_exc()
    return 1 if failures or len(sys.argv) == 1 else 0


if __name__ == "__main__":
    sys.exit(main())
