"""Opening books in the format of Polyglot.

>>> from gardez import Board, polyglot
>>> book = polyglot.Book(bytes.fromhex("463b96181691fc9c 031c 0003 00000000"))
>>> [(entry.move.uci(), entry.weight) for entry in book.find_all(Board())]
[('e2e4', 3)]
"""

from ._gardez import _PolyglotBook as Book, _PolyglotEntry as Entry

__all__ = ["Book", "Entry"]
