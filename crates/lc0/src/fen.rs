//! Reading and printing FENs by lc0's rules.

mod print;
mod read;

use core::ops::Range;

use gardez_types::errors;

pub use print::Fen;

use self::read::Reader;
use crate::board::Board;

/// A board and two counters, as a FEN or the planes of a network have them.
///
/// `Display` prints all six fields, as [`Position`](crate::Position) does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct ReadFen {
    /// The board, from the side to move's point of view.
    pub board: Board,
    /// The plies since the last capture or pawn move. Not checked; may be negative.
    pub halfmove_clock: i32,
    /// The number of the full move. Not checked; may be negative.
    pub fullmove_number: i32,
}

errors! {
    /// An error in a FEN. `&fen[error.span.clone()]` is the offending part, empty if something is missing.
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
        /// The bytes of the offending part.
        pub span: Range<usize>,
    } = kind, "{kind} at byte {}", span.start => span span.clone();

    /// The reason a FEN is refused. The texts are lc0's, except for [`MissingSpace`](Self::MissingSpace).
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum FenErrorKind {
        TooManyRanks = "too-many-ranks", "too many ranks";
        /// The empty squares of a rank go past file h.
        TooManyFiles = "too-many-files", "too many files";
        /// A rank has a piece past file h.
        PieceOutOfBoard = "piece-out-of-board", "piece out of board";
        NotAPiece = "not-a-piece", "invalid character as piece";
        PawnOnBackRank = "pawn-on-back-rank", "pawn on back rank";
        /// The side to move is neither `w` nor `b`.
        SideToMove = "side-to-move", "invalid side to move";
        CastlingCharacter = "castling-character", "invalid character in castling";
        /// There is no rook on this side of the king.
        MissingRook = "missing-rook", "missing rook for castling";
        /// The en passant field is neither `-` nor a square that is followed by another character, such as a space.
        EnPassantSquareExpected = "en-passant-square-expected", "en passant square expected";
        /// The en passant square is not on the rank that their double pushes pass: 6 with white to move, 3 with black.
        EnPassantRank = "en-passant-rank", "bad en passant rank";
        EnPassantOccupied = "en-passant-occupied", "en passant square occupied";
        /// Their pawn that made the double push is missing.
        NoPawnToCapture = "no-pawn-to-capture", "no pawn to capture en passant";
        /// The en passant field is not followed by a space.
        SpaceExpected = "space-expected", "space expected after en passant";
        /// The side to move or the castling field is not followed by a space. lc0 itself takes `b--` for three fields.
        MissingSpace = "missing-space", "space expected between two fields";
        /// The halfmove clock is not a number of 32 bits.
        HalfmoveClock = "halfmove-clock", "bad rule 50 halfmoves";
        /// The number of the full move is not a number of 32 bits.
        FullmoveNumber = "fullmove-number", "bad total moves";
        ExtraCharacters = "extra-characters", "extra characters";
    }
}

impl Board {
    /// Reads a FEN as lc0 does.
    ///
    /// Fields at the end may be missing except for the first. There may be fewer than eight ranks, with fewer than eight
    /// squares. The letters `K` and `Q` mean the outermost rook on that side of the king. Letters `A` to `H` name the file
    /// of the rook, which may be missing. An en passant square sets the flag even if no pawn can capture.
    ///
    /// ```
    /// use gardez_lc0::Board;
    ///
    /// let read = Board::from_fen("k/1R//K")?;
    /// assert_eq!(read.board.pseudo_legal_moves().len(), 19);
    /// assert_eq!((read.halfmove_clock, read.fullmove_number), (0, 1));
    /// # Ok::<_, gardez_lc0::FenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error, with lc0's reason, if lc0 refuses the text or two fields are not separated by a space.
    pub fn from_fen(fen: &str) -> Result<ReadFen, FenError> {
        Reader::new(fen).read()
    }

    /// Returns the first four fields of the FEN for `{}`, with the en passant square whenever its flag is set.
    pub const fn fen(&self) -> Fen<'_> {
        Fen(self)
    }
}
