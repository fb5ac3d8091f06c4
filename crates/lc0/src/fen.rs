//! Reading and printing FENs by lc0's rules, which differ from other programs' rules.

mod print;
mod read;

use core::ops::Range;

use gardez_types::errors;

pub use print::Fen;

use self::read::Reader;
use crate::board::Board;

/// A board and two counters, as a FEN or the planes of a network contain them.
///
/// `Display` prints all six fields, as [`Position`](crate::Position) does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct ReadFen {
    /// The board, from the side to move's point of view.
    pub board: Board,
    /// The halfmove clock: plies since the last capture or pawn move. It is not checked and may be negative.
    pub rule50: i32,
    /// The number of the full move. It is not checked and may be negative.
    pub fullmove: i32,
}

errors! {
    /// An error in a FEN, and its place.
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
    } = kind, "{kind} at byte {}", span.start => span span.clone();
}

errors! {
    /// The reasons why a FEN is refused. The texts are lc0's, except for [`MissingSpace`](Self::MissingSpace).
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum FenErrorKind {
        /// There are more than eight ranks.
        TooManyRanks = "too-many-ranks", "too many ranks";
        /// The empty squares of a rank go past file h.
        TooManyFiles = "too-many-files", "too many files";
        /// A rank has a piece past file h.
        PieceOutOfBoard = "piece-out-of-board", "piece out of board";
        /// A character is not a piece letter.
        NotAPiece = "not-a-piece", "invalid character as piece";
        /// A pawn is on rank 1 or 8.
        PawnOnBackRank = "pawn-on-back-rank", "pawn on back rank";
        /// The side to move is neither `w` nor `b`.
        SideToMove = "side-to-move", "invalid side to move";
        /// A character is not a castling right.
        CastlingCharacter = "castling-character", "invalid character in castling";
        /// There is no rook on this side of the king.
        MissingRook = "missing-rook", "missing rook for castling";
        /// The en passant field is neither `-` nor a square that is followed by another character, such as a space.
        EnPassantSquareExpected = "en-passant-square-expected", "en passant square expected";
        /// The en passant square is not on the rank that their double pushes pass: 6 with white to move, 3 with black.
        EnPassantRank = "en-passant-rank", "bad en passant rank";
        /// There is a piece on the en passant square.
        EnPassantOccupied = "en-passant-occupied", "en passant square occupied";
        /// Their pawn that made the double push is missing.
        NoPawnToCapture = "no-pawn-to-capture", "no pawn to capture en passant";
        /// The en passant field is not followed by a space.
        SpaceExpected = "space-expected", "space expected after en passant";
        /// The side to move or the castling field is not followed by a space. lc0 itself takes `b--` for three fields.
        MissingSpace = "missing-space", "space expected between two fields";
        /// The halfmove clock is not a number, or does not fit 32 bits.
        Rule50 = "rule50", "bad rule 50 halfmoves";
        /// The number of the full move is not a number, or does not fit 32 bits.
        Fullmove = "fullmove", "bad total moves";
        /// There is more text after the number of the full move.
        ExtraCharacters = "extra-characters", "extra characters";
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
