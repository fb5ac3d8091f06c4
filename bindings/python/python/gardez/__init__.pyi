from . import squares as squares
from ._gardez import (
    AmbiguousMoveError as AmbiguousMoveError,
    FenError as FenError,
    IllegalMoveError as IllegalMoveError,
    InvalidMoveError as InvalidMoveError,
    MissingTableError as MissingTableError,
    Move as Move,
    Piece as Piece,
    RecordError as RecordError,
    __version__ as __version__,
)
from .chess import Board as Board
from .outcome import Outcome as Outcome, Termination as Termination
from .square_set import IntoSquareSet as IntoSquareSet, SquareSet as SquareSet
from .squares import *
