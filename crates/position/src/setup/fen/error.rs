//! The error of a FEN, and its place.

use core::ops::Range;

use gardez_types::{Rank, errors};

use crate::setup::board_error::BoardError;
use crate::setup::problems::FenProblems;

errors! {
    /// The reason a FEN could not be read, and the place: `error.text(input)` is the offending part.
    #[derive(Clone, PartialEq, Eq, Debug)]
    #[non_exhaustive]
    pub struct FenError {
        /// The kind of the error.
        pub kind: FenErrorKind,
        /// The byte range of the offending part; empty where something is missing.
        pub span: Range<usize>,
    } = kind, "{kind} (at byte {})", span.start => span span.clone();

    /// The kinds of errors in a FEN.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum FenErrorKind {
        UnknownPiece(found: char) = "unknown-piece",
            "expected a piece, a digit from 1 to 8 or a slash, found {found:?}";
        PercentEncoded = "percent-encoded", "expected a FEN, found percent-encoded text";
        AdjacentDigits(rank: Rank) = "adjacent-digits", "rank {rank} has two digits in a row";
        /// A rank does not describe 8 squares; counting stops above 8.
        RankLength { rank: Rank, squares: u8 } = "rank-length", "rank {rank} describes {squares} squares instead of 8";
        MissingRanks { ranks: u8 } = "missing-ranks", "there are {ranks} ranks instead of 8";
        TooManyRanks = "too-many-ranks", "there are more than 8 ranks";
        MissingSideToMove = "missing-side-to-move", "the side to move is missing";
        /// The second field is not `w` or `b`.
        SideToMove(found: char) = "side-to-move", "expected w or b for the side to move, found {found:?}";
        MissingSpace(found: char) = "missing-space", "expected a space between two fields, found {found:?}";
        UnknownCastlingRight(found: char) = "unknown-castling-right",
            "expected castling rights such as KQkq or HAha, or -, found {found:?}";
        /// The fourth field is neither `-` nor a square.
        EnPassantSquare = "en-passant-square", "expected an en passant square or -";
        /// A counter is not a number.
        Counter = "counter", "expected a number";
        /// Operations follow the position.
        Operations = "operations", "expected a FEN, found an EPD, which has operations after the position";
        CounterTooLarge { limit: u32 } = "counter-too-large", "expected a number up to {limit}";
        TrailingText = "trailing-text", "there is text after the last field";

        /// The syntax is correct, but the position breaks an invariant or has a refused problem.
        Board(error: BoardError) = error => from BoardError;
    }
}

impl FenError {
    pub(super) const fn new(kind: FenErrorKind, span: Range<usize>) -> Self {
        Self { kind, span }
    }

    /// Returns the offending part of the text that was read.
    pub fn text<'a>(&self, input: &'a str) -> &'a str {
        input.get(self.span.clone()).unwrap_or_default()
    }

    /// Returns the problem of this error, or `None` if no reader accepts such a FEN.
    pub const fn problem(&self) -> Option<FenProblems> {
        match self.kind {
            FenErrorKind::Board(error) => error.problem(),
            _ => None,
        }
    }
}
