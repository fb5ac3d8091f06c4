"""Chess for Python, fast: positions, games, opening books, endgame tables, and batches for neural networks.

The board is python-chess's, with its names and its behavior, so that most programs only change an import. A first tour:

>>> import gardez
>>> board = gardez.Board()
>>> for text in ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6"]:
...     move = board.push_san(text)
>>> board.fen()
'r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4'

It knows its legal moves, and says why another move is not one:

>>> board.legal_moves.count()
43
>>> mate = board.parse_san("Qxf7#")
>>> mate.uci(), board.is_capture(mate), board.gives_check(mate)
('h5f7', True, True)
>>> try:
...     board.push_uci("h5h8")
... except gardez.IllegalMoveError as error:
...     error.reason
'the piece on h5 cannot make this move to h8: a piece on h7 is in the way'

Squares are numbers from 0 (a1) to 63 (h8), colors are True for white and False for black, piece types are numbers from 1
(pawn) to 6 (king), and all have names. Sets of squares are `SquareSet`, or an int of 64 bits where a name ends in `_mask`:

>>> board.piece_at(gardez.H5)
Piece.from_symbol('Q')
>>> [gardez.square_name(square) for square in board.attackers(gardez.WHITE, gardez.F7)]
['c4', 'h5']

A game ends by mate or by one of the rules of draws:

>>> board.push(mate)
>>> board.outcome()
Outcome(termination=<Termination.CHECKMATE: 1>, winner=True)
>>> board.root().variation_san(board.move_stack)
'1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#'

Errors are `ValueError`s. A board can be set up with any pieces; what needs a position that can be played says what is wrong:

>>> board = gardez.Board("8/8/8/8/8/8/8/4K3 w - - 0 1")
>>> board.status()
<Status.NO_BLACK_KING: 2>
>>> board.key
Traceback (most recent call last):
    ...
gardez.FenError: black has no king

| name | what it is |
|---|---|
| `Board`, `Move`, `Piece` | a game and its position, its moves and pieces |
| `SquareSet` | a set of squares |
| `Outcome`, `Termination` | how a game ends |
| `squares` | numbers and names of squares, pieces and sets |

Modules that are imported by name, such as `from gardez.chess import pgn`:

| module | what it has |
|---|---|
| `gardez.chess` | all of python-chess's names: games as trees, engines, drawings, variants, books, endgame tables |
| `gardez.openings` | names and codes of openings |
| `gardez.nnue` | values of positions by networks of Stockfish and bullet |
| `gardez.batch` | arrays from many positions: planes, masks, keys, counts |
| `gardez.lc0` | training records and shuffled batches of them |
"""

from . import _dataclasses as _dataclasses, squares as squares
from ._gardez import (
    AmbiguousMoveError as AmbiguousMoveError,
    Board as Board,
    FenError as FenError,
    IllegalMoveError as IllegalMoveError,
    InvalidMoveError as InvalidMoveError,
    MissingTableError as MissingTableError,
    Move as Move,
    Piece as Piece,
    RecordError as RecordError,
    __version__ as __version__,
)
from .outcome import Outcome as Outcome, Termination as Termination
from .square_set import IntoSquareSet as IntoSquareSet, SquareSet as SquareSet
from .squares import *
