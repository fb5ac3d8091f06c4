//! What can be wrong with a FEN, and where.

use core::fmt;
use core::ops::Range;

use gardez_types::{ErrorInfo, Rank};

use crate::clause::say;
use crate::setup::board_error::BoardError;
use crate::setup::problems::FenProblems;

/// Why a FEN could not be read, and where: `error.text(input)` is the offending part.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FenError {
    /// The kind of the error.
    pub kind: FenErrorKind,
    /// The byte range of the offending part in the input; empty where something is missing.
    pub span: Range<usize>,
}

/// The kinds of errors in a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FenErrorKind {
    /// A character of the first field is not a piece, a digit from 1 to 8 or a slash.
    UnknownPiece(char),
    /// Two digits follow each other.
    AdjacentDigits(Rank),
    /// A rank does not describe 8 squares. Counting stops above 8.
    RankLength {
        /// The rank.
        rank: Rank,
        /// The number of squares that it describes, 0 to 16.
        squares: u8,
    },
    /// There are fewer than 8 ranks.
    MissingRanks {
        /// The number of ranks.
        ranks: u8,
    },
    /// There is a ninth rank.
    TooManyRanks,
    /// The text ends before the side to move.
    MissingSideToMove,
    /// The second field is not `w` or `b`.
    SideToMove(char),
    /// A character is in the place of the space between two fields.
    MissingSpace(char),
    /// A character of the castling field is not a castling right.
    UnknownCastlingRight(char),
    /// The fourth field is neither `-` nor a square.
    EnPassantSquare,
    /// A counter is not a number.
    Counter,
    /// A counter is above its limit.
    CounterTooLarge {
        /// The largest number that is read.
        limit: u32,
    },
    /// There is text after the last field.
    TrailingText,

    /// The syntax is correct, but the position breaks an invariant, or it has a problem that the reader refuses.
    Board(BoardError),
}

impl From<BoardError> for FenErrorKind {
    fn from(error: BoardError) -> Self {
        Self::Board(error)
    }
}

impl FenError {
    pub(super) const fn new(kind: FenErrorKind, span: Range<usize>) -> Self {
        Self { kind, span }
    }

    /// The offending part of the text that was read; empty where something is missing or for another text.
    pub fn text<'a>(&self, input: &'a str) -> &'a str {
        input.get(self.span.clone()).unwrap_or_default()
    }

    /// The problem that this error reports. `None` if no reader accepts such a FEN.
    pub const fn problem(&self) -> Option<FenProblems> {
        self.kind.problem()
    }
}

impl FenErrorKind {
    /// The problem that this error reports. `None` if no reader accepts such a FEN.
    pub const fn problem(self) -> Option<FenProblems> {
        match self {
            Self::Board(error) => error.problem(),
            _ => None,
        }
    }
}

impl fmt::Display for FenErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match *self {
            Self::MissingSideToMove => "the side to move is missing",
            Self::TooManyRanks => "there are more than 8 ranks",
            Self::EnPassantSquare => "expected an en passant square or -",
            Self::Counter => "expected a number",
            Self::TrailingText => "there is text after the last field",
            Self::Board(error) => return error.fmt(f),
            _ => return self.fmt_with_values(f),
        };
        f.write_str(text)
    }
}

/// A character in quotation marks.
struct Quoted(char);

impl fmt::Display for Quoted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl FenErrorKind {
    fn fmt_with_values(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::UnknownPiece(found) => {
                say(f, &[&"expected a piece, a digit from 1 to 8 or a slash, found ", &Quoted(found)])
            }
            Self::AdjacentDigits(rank) => say(f, &[&"rank ", &rank, &" has two digits in a row"]),
            Self::RankLength { rank, squares } => {
                say(f, &[&"rank ", &rank, &" describes ", &squares, &" squares instead of 8"])
            }
            Self::MissingRanks { ranks } => say(f, &[&"there are ", &ranks, &" ranks instead of 8"]),
            Self::SideToMove(found) => say(f, &[&"expected w or b for the side to move, found ", &Quoted(found)]),
            Self::MissingSpace(found) => say(f, &[&"expected a space between two fields, found ", &Quoted(found)]),
            Self::UnknownCastlingRight(found) => {
                say(f, &[&"expected castling rights such as KQkq or HAha, or -, found ", &Quoted(found)])
            }
            Self::CounterTooLarge { limit } => say(f, &[&"expected a number up to ", &limit]),
            // `fmt` has printed the other kinds.
            _ => Ok(()),
        }
    }
}

impl core::error::Error for FenErrorKind {}

impl ErrorInfo for FenErrorKind {
    fn kind_name(&self) -> &'static str {
        match self {
            Self::UnknownPiece(_) => "unknown-piece",
            Self::AdjacentDigits(_) => "adjacent-digits",
            Self::RankLength { .. } => "rank-length",
            Self::MissingRanks { .. } => "missing-ranks",
            Self::TooManyRanks => "too-many-ranks",
            Self::MissingSideToMove => "missing-side-to-move",
            Self::SideToMove(_) => "side-to-move",
            Self::MissingSpace(_) => "missing-space",
            Self::UnknownCastlingRight(_) => "unknown-castling-right",
            Self::EnPassantSquare => "en-passant-square",
            Self::Counter => "counter",
            Self::CounterTooLarge { .. } => "counter-too-large",
            Self::TrailingText => "trailing-text",
            Self::Board(error) => error.kind_name(),
        }
    }
}

impl fmt::Display for FenError {
    /// The text of the kind and the first byte of the place.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        say(f, &[&self.kind, &" (at byte ", &self.span.start, &")"])
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
