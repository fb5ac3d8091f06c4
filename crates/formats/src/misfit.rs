//! What a format cannot hold: the error that names it, and the losses that a caller asks for.

use core::fmt;
use core::ops::BitOr;

use gardez_io::InputError;
use gardez_types::{ErrorInfo, Move, Square};

use crate::format::Format;
use crate::view::NegationError;

/// A value that a format cannot hold. Nothing of the entry or game has been written.
///
/// This is about a value of a field that the format has. Fields that a format does not have at all, such as the side to
/// move of bulletformat, are left out without an error; the documentation of each format lists them.
///
/// ```
/// use gardez_formats::{Format, Misfit, UnrepresentableError};
///
/// let error = UnrepresentableError { format: Format::Bin, misfit: Misfit::Rule50(128) };
/// assert_eq!(error.to_string(), "rule50 128 does not fit .bin");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnrepresentableError {
    /// The format.
    pub format: Format,
    /// The field and its value.
    pub misfit: Misfit,
}

/// A field of an entry or game with the value that a format cannot hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Misfit {
    /// The number of pieces.
    Pieces(u32),
    /// The fifty-move counter.
    Rule50(u32),
    /// The move number.
    Fullmove(u32),
    /// The ply.
    Ply(u32),
    /// The score, because the other side sees it and -32768 has no negation.
    Score(i16),
    /// The right to castle with the rook on this square.
    CastlingRook(Square),
    /// The en passant square.
    EnPassant(Square),
    /// The move, because it is not legal or the format has no number for it.
    Move(Move),
    /// There is no move, and the format needs one.
    NoMove,
    /// The number of visit counts is neither 0 nor the number of legal moves.
    VisitCounts(usize),
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pieces(count) => write!(f, "a board of {count} pieces"),
            Self::Rule50(count) => write!(f, "rule50 {count}"),
            Self::Fullmove(number) => write!(f, "fullmove {number}"),
            Self::Ply(ply) => write!(f, "ply {ply}"),
            Self::Score(score) => write!(f, "the negation of the score {score}"),
            Self::CastlingRook(square) => write!(f, "the right to castle with the rook on {square}"),
            Self::EnPassant(square) => write!(f, "the en passant square {square}"),
            Self::Move(m) => write!(f, "the move {m:?}"),
            Self::NoMove => f.write_str("an entry without a move"),
            Self::VisitCounts(count) => write!(f, "a position with {count} visit counts"),
        }
    }
}

impl fmt::Display for UnrepresentableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} does not fit {}", self.misfit, self.format)
    }
}

impl core::error::Error for UnrepresentableError {}

impl ErrorInfo for UnrepresentableError {
    fn kind_name(&self) -> &'static str {
        match self.misfit {
            Misfit::Pieces(_) => "pieces",
            Misfit::Rule50(_) => "rule50",
            Misfit::Fullmove(_) => "fullmove",
            Misfit::Ply(_) => "ply",
            Misfit::Score(_) => "score",
            Misfit::CastlingRook(_) => "castling-rook",
            Misfit::EnPassant(_) => "en-passant",
            Misfit::Move(_) => "move",
            Misfit::NoMove => "no-move",
            Misfit::VisitCounts(_) => "visit-counts",
        }
    }
}

/// Why an entry or a game cannot be written: the format cannot hold it, or the stream reports an error.
#[derive(Debug)]
#[non_exhaustive]
pub enum WriteError {
    /// The format cannot hold a value. Nothing of the entry or game has been written, and the writer can go on.
    Unrepresentable(UnrepresentableError),
    /// The stream reports an error. Without the feature `std`, there are no streams, and this does not occur.
    Stream(InputError),
}

impl WriteError {
    /// The error of a value that does not fit.
    #[cold]
    pub(crate) const fn misfit(format: Format, misfit: Misfit) -> Self {
        Self::Unrepresentable(UnrepresentableError { format, misfit })
    }
}

impl From<UnrepresentableError> for WriteError {
    fn from(error: UnrepresentableError) -> Self {
        Self::Unrepresentable(error)
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unrepresentable(error) => fmt::Display::fmt(error, f),
            Self::Stream(error) => write!(f, "cannot write: {error}"),
        }
    }
}

impl core::error::Error for WriteError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Unrepresentable(_) => None,
            Self::Stream(error) => Some(error),
        }
    }
}

impl ErrorInfo for WriteError {
    /// The name of the field of [`UnrepresentableError`], or `"stream"`.
    fn kind_name(&self) -> &'static str {
        match self {
            Self::Unrepresentable(error) => error.kind_name(),
            Self::Stream(_) => "stream",
        }
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
    /// A move number that is too large becomes the largest that fits. In `.binpack`, it becomes that of the ply.
    pub const FULLMOVE: Self = Self(1 << 2);
    /// A ply that is too large becomes the largest that fits.
    pub const PLY: Self = Self(1 << 3);
    /// The score -32768 becomes 32767 where it is negated.
    pub const SCORE: Self = Self(1 << 4);

    /// Whether all of `other` is contained.
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
