//! Boards from the text of a FEN and back, by lc0's rules, which accept less and more than others.

mod print;
mod read;

use core::fmt;
use core::ops::Range;

pub use print::Fen;
use read::Reader;

use crate::Board;

/// What a FEN told: a board and two counters.
///
/// `Display` prints all six fields, as [`Position`](crate::Position) does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ReadFen {
    /// The board, seen by the side to move.
    pub board: Board,
    /// Half-moves since the last capture or pawn move; the text may say anything, even less than 0.
    pub rule50: i32,
    /// The number of the full move; the text may say anything.
    pub fullmove: i32,
}

impl ReadFen {
    /// Board, half-moves since the last capture or pawn move, and number of the full move.
    pub const fn parts(self) -> (Board, i32, i32) {
        (self.board, self.rule50, self.fullmove)
    }
}

/// Why lc0 refuses a FEN, and where: `fen[error.span]` is the offending part, perhaps empty at the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenError {
    /// The reason.
    pub kind: FenErrorKind,
    /// The bytes of the input that are to blame.
    pub span: Range<usize>,
}

/// The reasons for which lc0 refuses a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FenErrorKind {
    /// There are more than eight ranks.
    TooManyRanks,
    /// Digits lead beyond file h.
    TooManyFiles,
    /// A piece stands beyond file h.
    PieceOutOfBoard,
    /// A character stands for no piece.
    NotAPiece,
    /// A pawn stands on rank 1 or 8.
    PawnOnBackRank,
    /// The side to move is neither `w` nor `b`.
    SideToMove,
    /// A character stands for no castling right.
    CastlingCharacter,
    /// There is no rook on that side of the king.
    MissingRook,
    /// There is no en passant square where one must be; lc0 wants something behind it, too.
    EnPassantSquareExpected,
    /// The en passant square is on another rank than the one behind their double step.
    EnPassantRank,
    /// A piece stands on the en passant square.
    EnPassantOccupied,
    /// No pawn of theirs stands before the en passant square.
    NoPawnToCapture,
    /// The en passant field is not followed by a blank.
    SpaceExpected,
    /// The number of half-moves is none, or beyond 32 bits.
    Rule50,
    /// The number of the full move is none, or beyond 32 bits.
    Fullmove,
    /// Something follows the number of the full move.
    ExtraCharacters,
}

impl fmt::Display for FenErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooManyRanks => "too many ranks",
            Self::TooManyFiles => "too many files",
            Self::PieceOutOfBoard => "piece out of board",
            Self::NotAPiece => "invalid character as piece",
            Self::PawnOnBackRank => "pawn on back rank",
            Self::SideToMove => "invalid side to move",
            Self::CastlingCharacter => "invalid character in castling",
            Self::MissingRook => "missing rook for castling",
            Self::EnPassantSquareExpected => "en passant square expected",
            Self::EnPassantRank => "bad en passant rank",
            Self::EnPassantOccupied => "en passant square occupied",
            Self::NoPawnToCapture => "no pawn to capture en passant",
            Self::SpaceExpected => "space expected after en passant",
            Self::Rule50 => "bad rule 50 halfmoves",
            Self::Fullmove => "bad total moves",
            Self::ExtraCharacters => "extra characters",
        })
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.kind, self.span.start)
    }
}

impl core::error::Error for FenError {}

impl Board {
    /// Reads a FEN as lc0 does.
    ///
    /// Fields are separated by blanks, and any number of them may be missing behind the pieces. Ranks may be short, and
    /// nothing is required of the position but that no pawn stands on rank 1 or 8: there may be no king. The letters
    /// K and Q stand for the outermost rook on that side of the king, other letters for the file of a rook, which need
    /// not be there. An en passant square sets the flag even if nobody can capture.
    ///
    /// ```
    /// use gardez_lc0::{Board, FenErrorKind};
    ///
    /// let (board, rule50, fullmove) = Board::from_fen("k/1R//K")?.parts();
    /// assert_eq!((board.pseudo_legal_moves().len(), rule50, fullmove), (19, 0, 1));
    ///
    /// let error = Board::from_fen("8/8/8/8/8/8/8/K1k4p").unwrap_err();
    /// assert_eq!((error.kind, error.span), (FenErrorKind::PawnOnBackRank, 18..19));
    /// # Ok::<_, gardez_lc0::FenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Where lc0 refuses the text, for the same reason.
    pub fn from_fen(fen: &str) -> Result<ReadFen, FenError> {
        Reader::new(fen).read()
    }

    /// The first four fields of the FEN, printed with `{}`. The en passant square is told whenever the flag is set.
    pub const fn fen(&self) -> Fen<'_> {
        Fen(self)
    }
}
