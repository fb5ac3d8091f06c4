"""Chess for Python, fast."""

from ._gardez import *
