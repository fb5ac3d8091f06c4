"""`SquareSet`: a set of squares.

>>> import gardez
>>> squares = gardez.SquareSet([gardez.A1, gardez.H8])
>>> squares.add(gardez.E4)
>>> len(squares), gardez.E4 in squares, hex(int(squares))
(3, True, '0x8000000010000001')
"""

from collections.abc import Iterable
from typing import SupportsIndex, Union

from ._gardez import SquareSet as SquareSet

IntoSquareSet = Union[SupportsIndex, Iterable[int]]
"""What a set of squares is made of: an int of 64 bits, another set, or squares."""
