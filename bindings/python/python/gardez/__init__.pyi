from . import squares as squares
from ._gardez import (
    AmbiguousMoveError as AmbiguousMoveError,
    Board as Board,
    FenError as FenError,
    IllegalMoveError as IllegalMoveError,
    InvalidMoveError as InvalidMoveError,
    LegalMoves as LegalMoves,
    MissingTableError as MissingTableError,
    Move as Move,
    Piece as Piece,
    PseudoLegalMoves as PseudoLegalMoves,
    RecordError as RecordError,
    SetUp as SetUp,
    __version__ as __version__,
)
from .outcome import Outcome as Outcome, Termination as Termination
from .square_set import IntoSquareSet as IntoSquareSet, SquareSet as SquareSet
from .squares import *
