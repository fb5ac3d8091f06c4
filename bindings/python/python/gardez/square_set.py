"""`SquareSet`: a set of squares.

>>> import gardez
>>> squares = gardez.SquareSet([gardez.A1, gardez.H8])
>>> squares.add(gardez.E4)
>>> len(squares), gardez.E4 in squares, hex(int(squares))
(3, True, '0x8000000010000001')
"""

from collections.abc import Iterable, Iterator
from typing import SupportsIndex, Union

from .squares import BB_ALL, between, lsb, ray, scan_forward, scan_reversed

IntoSquareSet = Union[SupportsIndex, Iterable[int]]
"""What a set of squares is made of: an int of 64 bits, another set, or squares."""


def _bit(square: int) -> int:
    """The set with one square."""
    number = square.__index__()
    if not 0 <= number < 64:
        raise ValueError(f"a square is from 0 to 63, not {number}")
    return 1 << number


def _bits(squares: IntoSquareSet) -> int:
    """A set of squares as a number."""
    if isinstance(squares, SquareSet):
        return squares.mask
    if isinstance(squares, int):
        return squares & BB_ALL
    if isinstance(squares, SupportsIndex):
        return squares.__index__() & BB_ALL
    bits = 0
    for square in squares:
        bits |= _bit(square)
    return bits


class SquareSet:
    """A set of squares, made of an int of 64 bits (bit 0 is a1), of another set, or of squares.

    It behaves as Python's `set` does, and its operators take numbers and iterables of squares, too. `mask` is its number. It
    can be changed, so it has no hash. A square that is not from 0 to 63 raises ValueError.

    >>> import gardez
    >>> center = gardez.SquareSet(gardez.BB_CENTER)
    >>> print(center & gardez.BB_RANK_4)
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . 1 1 . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    """

    __slots__ = {"mask": "The set as a number of 64 bits; bit 0 is a1."}
    __hash__ = None  # type: ignore[assignment]

    mask: int

    def __init__(self, squares: IntoSquareSet = 0) -> None:
        self.mask = _bits(squares)

    # What the set contains.

    def __contains__(self, square: int) -> bool:
        return bool(self.mask & _bit(square))

    def __iter__(self) -> Iterator[int]:
        return scan_forward(self.mask)

    def __reversed__(self) -> Iterator[int]:
        return scan_reversed(self.mask)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    def __int__(self) -> int:
        return self.mask

    def __index__(self) -> int:
        return self.mask

    def tolist(self) -> list[bool]:
        """Whether each of the 64 squares is in the set.

        >>> import gardez
        >>> gardez.SquareSet([2]).tolist()[:4]
        [False, False, True, False]
        """
        return [bool(self.mask >> square & 1) for square in range(64)]

    # Comparing with other sets.

    def __eq__(self, other: object) -> bool:
        try:
            return self.mask == _bits(other)  # type: ignore[arg-type]
        except (TypeError, ValueError, AttributeError):
            return NotImplemented

    def isdisjoint(self, other: IntoSquareSet) -> bool:
        """True if the sets have no square in common."""
        return not self.mask & _bits(other)

    def issubset(self, other: IntoSquareSet) -> bool:
        """True if the other set contains all squares of this one."""
        return not self.mask & ~_bits(other)

    def issuperset(self, other: IntoSquareSet) -> bool:
        """True if this set contains all squares of the other one."""
        return not ~self.mask & _bits(other)

    # New sets.

    def union(self, other: IntoSquareSet) -> "SquareSet":
        """The squares of either set.

        >>> import gardez
        >>> gardez.SquareSet([1]).union([2])
        SquareSet(0x0000_0000_0000_0006)
        """
        return SquareSet(self.mask | _bits(other))

    def intersection(self, other: IntoSquareSet) -> "SquareSet":
        """The squares of both sets.

        >>> import gardez
        >>> gardez.SquareSet([1, 2]).intersection([2])
        SquareSet(0x0000_0000_0000_0004)
        """
        return SquareSet(self.mask & _bits(other))

    def difference(self, other: IntoSquareSet) -> "SquareSet":
        """The squares of this set that are not in the other one.

        >>> import gardez
        >>> gardez.SquareSet([1, 2]).difference([2])
        SquareSet(0x0000_0000_0000_0002)
        """
        return SquareSet(self.mask & ~_bits(other))

    def symmetric_difference(self, other: IntoSquareSet) -> "SquareSet":
        """The squares of exactly one of the sets.

        >>> import gardez
        >>> gardez.SquareSet([1, 2]).symmetric_difference([2, 3])
        SquareSet(0x0000_0000_0000_000a)
        """
        return SquareSet(self.mask ^ _bits(other))

    __or__ = union
    __and__ = intersection
    __sub__ = difference
    __xor__ = symmetric_difference

    def __invert__(self) -> "SquareSet":
        return SquareSet(~self.mask)

    def __lshift__(self, shift: int) -> "SquareSet":
        return SquareSet(self.mask << min(shift, 64))

    def __rshift__(self, shift: int) -> "SquareSet":
        return SquareSet(self.mask >> shift)

    def mirror(self) -> "SquareSet":
        """The set flipped vertically.

        >>> import gardez
        >>> gardez.SquareSet([0]).mirror() == gardez.SquareSet([56])
        True
        """
        return SquareSet(int.from_bytes(self.mask.to_bytes(8, "little"), "big"))

    def copy(self) -> "SquareSet":
        """A copy of the set."""
        return SquareSet(self.mask)

    def carry_rippler(self) -> Iterator[int]:
        """All subsets of the set as numbers, the empty one first.

        >>> import gardez
        >>> list(gardez.SquareSet(5).carry_rippler())
        [0, 1, 4, 5]
        """
        mask = self.mask
        subset = 0
        while True:
            yield subset
            subset = (subset - mask) & mask
            if not subset:
                break

    # Changing the set.

    def add(self, square: int) -> None:
        """Adds a square."""
        self.mask |= _bit(square)

    def discard(self, square: int) -> None:
        """Takes a square away, if it is there."""
        self.mask &= ~_bit(square)

    def remove(self, square: int) -> None:
        """Takes a square away. Raises KeyError if it is not there."""
        if square not in self:
            raise KeyError(square)
        self.discard(square)

    def pop(self) -> int:
        """Takes the lowest square away and returns it. Raises KeyError if the set is empty.

        >>> import gardez
        >>> gardez.SquareSet([5, 9]).pop()
        5
        """
        if not self.mask:
            raise KeyError("pop from an empty SquareSet")
        square = lsb(self.mask)
        self.mask &= self.mask - 1
        return square

    def clear(self) -> None:
        """Takes all squares away."""
        self.mask = 0

    def update(self, *others: IntoSquareSet) -> None:
        """Adds the squares of other sets."""
        for other in others:
            self.mask |= _bits(other)

    def intersection_update(self, *others: IntoSquareSet) -> None:
        """Keeps only squares that other sets contain, too."""
        for other in others:
            self.mask &= _bits(other)

    def difference_update(self, other: IntoSquareSet) -> None:
        """Takes the squares of another set away."""
        self.mask &= ~_bits(other)

    def symmetric_difference_update(self, other: IntoSquareSet) -> None:
        """Keeps the squares of exactly one of the sets."""
        self.mask ^= _bits(other)

    def __ior__(self, other: IntoSquareSet) -> "SquareSet":  # type: ignore[misc]
        self.mask |= _bits(other)
        return self

    def __iand__(self, other: IntoSquareSet) -> "SquareSet":  # type: ignore[misc]
        self.mask &= _bits(other)
        return self

    def __isub__(self, other: IntoSquareSet) -> "SquareSet":  # type: ignore[misc]
        self.mask &= ~_bits(other)
        return self

    def __ixor__(self, other: IntoSquareSet) -> "SquareSet":  # type: ignore[misc]
        self.mask ^= _bits(other)
        return self

    def __ilshift__(self, shift: int) -> "SquareSet":
        self.mask = self.mask << min(shift, 64) & BB_ALL
        return self

    def __irshift__(self, shift: int) -> "SquareSet":
        self.mask >>= shift
        return self

    # Sets from squares.

    @classmethod
    def ray(cls, a: int, b: int) -> "SquareSet":
        """The rank, file or diagonal through two squares, from edge to edge; empty if there is none."""
        return cls(ray(a, b))

    @classmethod
    def between(cls, a: int, b: int) -> "SquareSet":
        """The squares between two squares on a rank, file or diagonal."""
        return cls(between(a, b))

    @classmethod
    def from_square(cls, square: int) -> "SquareSet":
        """The set with one square."""
        return cls(_bit(square))

    # Text.

    def __repr__(self) -> str:
        digits = f"{self.mask:016x}"
        return f"SquareSet(0x{'_'.join(digits[at : at + 4] for at in range(0, 16, 4))})"

    def __str__(self) -> str:
        row = [["1" if self.mask >> 8 * rank + file & 1 else "." for file in range(8)] for rank in range(7, -1, -1)]
        return "\n".join(" ".join(symbols) for symbols in row)
