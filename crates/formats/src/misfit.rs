//! Entries that a format cannot hold: the error that names it, and the losses that a caller asks for.

use core::ops::BitOr;

use gardez_io::InputError;
use gardez_types::{Move, Square, errors};

use crate::format::Format;
use crate::view::NegationError;

errors! {
    /// A value that a format cannot hold. Nothing of the entry or game has been written.
    ///
    /// This is about a value of a field that the format has. Fields that a format does not have at all, such as the
    /// side to move of bulletformat, are left out without an error; the documentation of each format lists them.
    ///
    /// ```
    /// use gardez_formats::{Misfit, UnrepresentableError, bin};
    ///
    /// let error = UnrepresentableError { format: bin::FORMAT, misfit: Misfit::Rule50(128) };
    /// assert_eq!(error.to_string(), "rule50 128 does not fit .bin");
    /// ```
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct UnrepresentableError {
        /// The format.
        pub format: Format,
        /// The field and its value.
        pub misfit: Misfit,
    } = misfit, "{misfit} does not fit {format}";

    /// A field of an entry or game with the value that a format cannot hold.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Misfit {
        /// The number of pieces.
        Pieces(count: u32) = "pieces", "a board of {count} pieces";
        /// The fifty-move counter.
        Rule50(count: u32) = "rule50", "rule50 {count}";
        /// The move number.
        Fullmove(number: u32) = "fullmove", "fullmove {number}";
        /// The ply.
        Ply(ply: u32) = "ply", "ply {ply}";
        /// The score, because the other side sees it and -32768 cannot be negated.
        Score(score: i16) = "score", "the negation of the score {score}";
        /// The right to castle with the rook on this square.
        CastlingRook(square: Square) = "castling-rook", "the right to castle with the rook on {square}";
        /// The en passant square.
        EnPassant(square: Square) = "en-passant", "the en passant square {square}";
        /// The move, because it is not legal or the format has no number for it.
        Move(m: Move) = "move", "the move {m:?}";
        /// There is no move, and the format needs one.
        NoMove = "no-move", "an entry without a move";
        /// The number of visit counts is neither 0 nor the number of legal moves.
        VisitCounts(count: usize) = "visit-counts", "a position with {count} visit counts";
    }

    /// The reason an entry or a game cannot be written: the format cannot hold it, or the stream reports an error.
    #[derive(Debug)]
    pub enum WriteError {
        /// The format cannot hold a value. Nothing of the entry or game has been written, and the writer can go on.
        Unrepresentable(error: UnrepresentableError) = error => from UnrepresentableError;
        /// The stream reports an error. Without the feature `std`, there are no streams, and this does not occur.
        Stream(error: InputError) = "stream", "cannot write: {error}" => source error;
    }
}

impl WriteError {
    /// Returns the error of a value that does not fit.
    #[cold]
    pub(crate) const fn misfit(format: Format, misfit: Misfit) -> Self {
        Self::Unrepresentable(UnrepresentableError { format, misfit })
    }
}

impl From<NegationError> for Misfit {
    fn from(_: NegationError) -> Self {
        Self::Score(i16::MIN)
    }
}

/// Losses that a caller accepts: what a writer may change instead of refusing an entry.
///
/// ```
/// use gardez_formats::Losses;
///
/// let losses = Losses::RULE50_HIGH_BITS | Losses::CASTLING_RIGHTS;
/// assert!(losses.contains(Losses::RULE50_HIGH_BITS));
/// assert!(!Losses::NONE.contains(Losses::RULE50_HIGH_BITS));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Losses(u8);

impl Losses {
    /// Nothing may be lost.
    pub const NONE: Self = Self(0);
    /// A fifty-move counter that is too large loses its high bits, as in Stockfish's writer of `.bin`: 142 is read back as
    /// 14.
    pub const RULE50_HIGH_BITS: Self = Self(1);
    /// Castling rights that do not fit are left out.
    pub const CASTLING_RIGHTS: Self = Self(1 << 1);
    /// A move number that is too large becomes the largest that fits. In `.binpack`, it follows from the ply.
    pub const FULLMOVE: Self = Self(1 << 2);
    /// A ply that is too large becomes the largest that fits.
    pub const PLY: Self = Self(1 << 3);
    /// The score -32768 becomes 32767 where it is negated.
    pub const SCORE: Self = Self(1 << 4);

    /// Returns `true` if all of `other` is contained.
    #[inline]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl BitOr for Losses {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}
