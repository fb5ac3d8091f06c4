"""The other packages."""

import importlib
from typing import Any


def bulletchess() -> Any:
    """The package, or None where it is not installed: it exists for Python 3.13 and later."""
    try:
        importlib.import_module("bulletchess.pgn")
        return importlib.import_module("bulletchess")
    except ImportError:
        return None
