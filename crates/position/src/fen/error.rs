//! What can be wrong with a FEN, and where.

use core::fmt;
use core::ops::Range;

use gardez_bitboard::Bitboard;
use gardez_types::{Color, Rank, Square};

use super::FenProblems;
use crate::clause::{name, say};

/// Why a FEN could not be read, and where: `error.text(input)` is the offending part.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FenError {
    /// What is wrong.
    pub kind: FenErrorKind,
    /// The byte range of the offending part in the input; empty where something is missing.
    pub span: Range<usize>,
}

/// What is wrong with a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FenErrorKind {
    /// A character of the first field that is no piece, digit from 1 to 8 or slash.
    UnknownPiece(char),
    /// Two digits in a row, where one would do.
    AdjacentDigits(Rank),
    /// A rank describes another number of squares than 8; above 8 the count stops.
    RankLength {
        /// The rank.
        rank: Rank,
        /// How many squares it describes, 0 to 16.
        squares: u8,
    },
    /// Fewer ranks than 8.
    MissingRanks {
        /// How many there are.
        ranks: u8,
    },
    /// A ninth rank.
    TooManyRanks,
    /// The text ends before the side to move.
    MissingSideToMove,
    /// The second field is not `w` or `b`.
    SideToMove(char),
    /// A character where a blank must stand between two fields.
    MissingBlank(char),
    /// A character of the castling field that is no castling right.
    UnknownCastlingRight(char),
    /// The fourth field is neither `-` nor a square.
    EnPassantSquare,
    /// A counter is no number.
    Counter,
    /// A counter is beyond its limit.
    CounterTooLarge {
        /// The largest number that is read.
        limit: u32,
    },
    /// Something follows the last field.
    TrailingText,

    /// A side has no king.
    MissingKing(Color),
    /// A side has several kings.
    SeveralKings(Color),
    /// A pawn stands on the first or the last rank.
    PawnOnBackRank(Square),
    /// The side that is not to move is in check.
    OpponentInCheck,

    /// A castling right without its king or rook, or a second one for the same wing.
    CastlingRight(char),
    /// A side has more than 16 pieces.
    TooManyPieces {
        /// The side.
        color: Color,
        /// How many pieces it has.
        men: u32,
    },
    /// A side has more than 8 pawns.
    TooManyPawns {
        /// The side.
        color: Color,
        /// How many pawns it has.
        pawns: u32,
    },
    /// A side has more promoted pieces than pawns are missing.
    PromotedSurplus {
        /// The side.
        color: Color,
        /// How many pieces must come from promotions.
        promoted: u32,
        /// How many pawns are missing.
        missing: u32,
    },
    /// No move can have given this check.
    ImpossibleCheck {
        /// The pieces that give check.
        checkers: Bitboard,
    },
    /// No double step can have left this en passant square.
    StaleEnPassantSquare(Square),
}

impl FenError {
    pub(super) const fn new(kind: FenErrorKind, span: Range<usize>) -> Self {
        Self { kind, span }
    }

    /// The offending part of the text that was read; empty where something is missing or for another text.
    pub fn text<'a>(&self, input: &'a str) -> &'a str {
        input.get(self.span.clone()).unwrap_or_default()
    }

    /// The problem that it is, if a [`FenReader`](super::FenReader) that does not refuse it reads the position.
    pub const fn problem(&self) -> Option<FenProblems> {
        self.kind.problem()
    }
}

impl FenErrorKind {
    /// The problem that it is, if a [`FenReader`](super::FenReader) that does not refuse it reads the position.
    pub const fn problem(self) -> Option<FenProblems> {
        match self {
            Self::CastlingRight(_) => Some(FenProblems::CASTLING_RIGHTS),
            Self::TooManyPieces { .. } | Self::TooManyPawns { .. } => Some(FenProblems::TOO_MANY_PIECES),
            Self::PromotedSurplus { .. } => Some(FenProblems::PROMOTED_SURPLUS),
            Self::ImpossibleCheck { .. } => Some(FenProblems::IMPOSSIBLE_CHECK),
            Self::StaleEnPassantSquare(_) => Some(FenProblems::STALE_EN_PASSANT),
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
            Self::OpponentInCheck => "the side that is not to move is in check",
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
            Self::MissingBlank(found) => say(f, &[&"expected a blank between two fields, found ", &Quoted(found)]),
            Self::UnknownCastlingRight(found) => {
                say(f, &[&"expected castling rights such as KQkq or HAha, or -, found ", &Quoted(found)])
            }
            Self::CounterTooLarge { limit } => say(f, &[&"expected a number up to ", &limit]),
            Self::MissingKing(color) => say(f, &[&name(color), &" has no king"]),
            Self::SeveralKings(color) => say(f, &[&name(color), &" has several kings"]),
            Self::PawnOnBackRank(square) => say(f, &[&"a pawn stands on ", &square]),
            Self::CastlingRight(letter) => {
                say(f, &[&"the castling right ", &letter, &" has no king and rook of its own"])
            }
            Self::TooManyPieces { color, men } => say(f, &[&name(color), &" has ", &men, &" pieces, more than 16"]),
            Self::TooManyPawns { color, pawns } => say(f, &[&name(color), &" has ", &pawns, &" pawns, more than 8"]),
            Self::PromotedSurplus { color, promoted, missing } => {
                say(f, &[&name(color), &" has ", &promoted, &" promoted pieces, but only ", &missing])?;
                f.write_str(" pawns are missing")
            }
            Self::ImpossibleCheck { checkers } => {
                let pieces = if checkers.len() == 1 { "piece" } else { "pieces" };
                say(f, &[&"no move can have given the check by the ", &pieces, &" on"])?;
                let mut separator = " ";
                for checker in checkers {
                    say(f, &[&separator, &checker])?;
                    separator = ", ";
                }
                Ok(())
            }
            Self::StaleEnPassantSquare(square) => {
                say(f, &[&"no double step can have left the en passant square ", &square])
            }
            // Those without values are said above.
            _ => Ok(()),
        }
    }
}

impl core::error::Error for FenErrorKind {}

impl fmt::Display for FenError {
    /// The clause of the kind, and the byte at which it applies.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        say(f, &[&self.kind, &" (at byte ", &self.span.start, &")"])
    }
}

impl core::error::Error for FenError {}
