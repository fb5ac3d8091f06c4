//! Entries that a format cannot hold, and the changes that a writer may make instead of refusing them.

use core::ops::BitOr;

use gardez_io::InputError;
use gardez_position::Board;
use gardez_types::{Move, Square, errors};

use crate::format::Format;
use crate::view::NegationError;

errors! {
    /// A value that a format cannot hold. Nothing of the entry or game has been written.
    ///
    /// Fields that a format does not have at all, such as the side to move of bulletformat, are left out without an error.
    ///
    /// ```
    /// use gardez_formats::{Unrepresentable, UnrepresentableError, bin};
    ///
    /// let error = UnrepresentableError { format: bin::FORMAT, reason: Unrepresentable::Rule50(128) };
    /// assert_eq!(error.to_string(), "rule50 128 does not fit .bin");
    /// ```
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct UnrepresentableError {
        /// The format.
        pub format: Format,
        /// The field and its value.
        pub reason: Unrepresentable,
    } = reason, "{reason} does not fit {format}";

    /// A field of an entry or game with the value that a format cannot hold.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Unrepresentable {
        Pieces(count: u32) = "pieces", "a board of {count} pieces";
        Rule50(count: u32) = "rule50", "rule50 {count}";
        Fullmove(number: u32) = "fullmove", "fullmove {number}";
        Ply(ply: u32) = "ply", "ply {ply}";
        /// The score -32768, which the other side cannot see.
        Score(score: i16) = "score", "the negation of the score {score}";
        CastlingRook(square: Square) = "castling-rook", "the right to castle with the rook on {square}";
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
    #[cold]
    pub(crate) const fn unrepresentable(format: Format, reason: Unrepresentable) -> Self {
        Self::Unrepresentable(UnrepresentableError { format, reason })
    }
}

impl From<NegationError> for Unrepresentable {
    fn from(_: NegationError) -> Self {
        Self::Score(i16::MIN)
    }
}

/// The changes that a writer may make instead of refusing an entry: a set, joined by `|`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Lossy(u8);

impl Lossy {
    /// Nothing may be lost.
    pub const NONE: Self = Self(0);
    /// A fifty-move counter that is too large loses its high bits, as in Stockfish's writer of `.bin`: 142 becomes 14.
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

    /// Returns the fifty-move counter in 8 bits and the move number in 16.
    #[inline]
    pub(crate) fn counters(self, board: &Board) -> Result<(u8, u16), Unrepresentable> {
        let (rule50, fullmove) = (board.halfmove_clock(), board.fullmove_number());
        if u16::from(u8::MAX) < rule50 && !self.contains(Self::RULE50_HIGH_BITS) {
            return Err(Unrepresentable::Rule50(rule50.into()));
        }
        match u16::try_from(fullmove) {
            Err(_) if !self.contains(Self::FULLMOVE) => Err(Unrepresentable::Fullmove(fullmove)),
            number => Ok((rule50 as u8, number.unwrap_or(u16::MAX))),
        }
    }
}

impl BitOr for Lossy {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}
