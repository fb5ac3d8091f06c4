//! Reading and printing FENs by lc0's rules, which differ from those of other programs.

mod print;
mod read;

use core::fmt;
use core::ops::Range;

use gardez_types::ErrorInfo;

pub use print::Fen;

use self::read::Reader;
use crate::board::Board;

/// A board and two counters, as a FEN or the planes of a network contain them.
///
/// `Display` prints all six fields, as [`Position`](crate::Position) does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct ReadFen {
    /// The board, seen by the side to move.
    pub board: Board,
    /// The halfmove clock: plies since the last capture or pawn move. It is not checked and may be negative.
    pub rule50: i32,
    /// The number of the full move. It is not checked and may be negative.
    pub fullmove: i32,
}

/// Why a FEN is refused, and where.
///
/// `&fen[error.span.clone()]` is the offending part. It is empty if something is missing.
///
/// ```
/// use gardez_lc0::{Board, FenErrorKind};
///
/// let fen = "8/8/8/8/8/8/8/K1k4p";
/// let error = Board::from_fen(fen).expect_err("there is a pawn on rank 1");
/// assert_eq!(error.kind, FenErrorKind::PawnOnBackRank);
/// assert_eq!(&fen[error.span.clone()], "p");
/// assert_eq!(error.to_string(), "pawn on back rank at byte 18");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FenError {
    /// The reason.
    pub kind: FenErrorKind,
    /// The byte range of the input that the error is about.
    pub span: Range<usize>,
}

/// The reasons why a FEN is refused. The texts are those of lc0, except for [`MissingSpace`](Self::MissingSpace).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FenErrorKind {
    /// There are more than eight ranks.
    TooManyRanks,
    /// The empty squares of a rank go past file h.
    TooManyFiles,
    /// A rank has a piece past file h.
    PieceOutOfBoard,
    /// A character is not a piece letter.
    NotAPiece,
    /// A pawn is on rank 1 or 8.
    PawnOnBackRank,
    /// The side to move is neither `w` nor `b`.
    SideToMove,
    /// A character is not a castling right.
    CastlingCharacter,
    /// There is no rook on this side of the king.
    MissingRook,
    /// The en passant field is neither `-` nor a square that is followed by another character, such as a space.
    EnPassantSquareExpected,
    /// The en passant square is not on the rank that their double steps pass: 6 with white to move, 3 with black to move.
    EnPassantRank,
    /// There is a piece on the en passant square.
    EnPassantOccupied,
    /// Their pawn that made the double step is missing.
    NoPawnToCapture,
    /// The en passant field is not followed by a space.
    SpaceExpected,
    /// The side to move or the castling field is not followed by a space. lc0 itself takes `b--` for three fields.
    MissingSpace,
    /// The halfmove clock is not a number, or does not fit 32 bits.
    Rule50,
    /// The number of the full move is not a number, or does not fit 32 bits.
    Fullmove,
    /// There is more text after the number of the full move.
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
            Self::MissingSpace => "space expected between two fields",
            Self::Rule50 => "bad rule 50 halfmoves",
            Self::Fullmove => "bad total moves",
            Self::ExtraCharacters => "extra characters",
        })
    }
}

impl core::error::Error for FenErrorKind {}

impl ErrorInfo for FenErrorKind {
    fn kind_name(&self) -> &'static str {
        match self {
            Self::TooManyRanks => "too-many-ranks",
            Self::TooManyFiles => "too-many-files",
            Self::PieceOutOfBoard => "piece-out-of-board",
            Self::NotAPiece => "not-a-piece",
            Self::PawnOnBackRank => "pawn-on-back-rank",
            Self::SideToMove => "side-to-move",
            Self::CastlingCharacter => "castling-character",
            Self::MissingRook => "missing-rook",
            Self::EnPassantSquareExpected => "en-passant-square-expected",
            Self::EnPassantRank => "en-passant-rank",
            Self::EnPassantOccupied => "en-passant-occupied",
            Self::NoPawnToCapture => "no-pawn-to-capture",
            Self::SpaceExpected => "space-expected",
            Self::MissingSpace => "missing-space",
            Self::Rule50 => "rule50",
            Self::Fullmove => "fullmove",
            Self::ExtraCharacters => "extra-characters",
        }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.kind, self.span.start)
    }
}

impl core::error::Error for FenError {}

impl ErrorInfo for FenError {
    fn kind_name(&self) -> &'static str {
        self.kind.kind_name()
    }

    fn span(&self) -> Option<Range<usize>> {
        Some(self.span.clone())
    }
}

impl Board {
    /// Reads a FEN as lc0 does.
    ///
    /// Fields are separated by spaces. Only the first field is required; the others may be left out from the end. Ranks
    /// may have fewer than eight squares, and fewer than eight ranks are accepted.
    ///
    /// The pieces are hardly checked: only a pawn on rank 1 or 8 is an error, and kings may be missing.
    ///
    /// The letters `K` and `Q` mean the outermost rook on that side of the king. Letters `A` to `H` name the file of the
    /// rook, which may be missing. An en passant square sets the flag even if no pawn can capture.
    ///
    /// ```
    /// use gardez_lc0::Board;
    ///
    /// let read = Board::from_fen("k/1R//K")?;
    /// assert_eq!(read.board.pseudo_legal_moves().len(), 19);
    /// assert_eq!((read.rule50, read.fullmove), (0, 1));
    /// # Ok::<_, gardez_lc0::FenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error with the same reason as lc0 if lc0 refuses the text, and an error if two fields are not separated
    /// by a space.
    pub fn from_fen(fen: &str) -> Result<ReadFen, FenError> {
        Reader::new(fen).read()
    }

    /// Returns the first four fields of the FEN, to be printed with `{}`.
    ///
    /// The en passant square is printed whenever its flag is set.
    pub const fn fen(&self) -> Fen<'_> {
        Fen(self)
    }
}
