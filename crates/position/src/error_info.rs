//! [`ErrorInfo`] of the errors of reading a FEN.

use core::ops::Range;

use gardez_types::ErrorInfo;

use crate::{FenError, FenErrorKind, UnknownProblemError};

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
            Self::MissingKing(_) => "missing-king",
            Self::SeveralKings(_) => "several-kings",
            Self::PawnOnBackRank(_) => "pawn-on-back-rank",
            Self::OpponentInCheck => "opponent-in-check",
            Self::CastlingRight(_) => "castling-right",
            Self::TooManyPieces { .. } => "too-many-pieces",
            Self::TooManyPawns { .. } => "too-many-pawns",
            Self::PromotedSurplus { .. } => "promoted-surplus",
            Self::ImpossibleCheck { .. } => "impossible-check",
            Self::StaleEnPassantSquare(_) => "stale-en-passant-square",
        }
    }
}

impl ErrorInfo for FenError {
    fn kind_name(&self) -> &'static str {
        self.kind.kind_name()
    }

    fn span(&self) -> Option<Range<usize>> {
        Some(self.span.clone())
    }
}

impl ErrorInfo for UnknownProblemError {
    fn kind_name(&self) -> &'static str {
        "unknown-problem"
    }
}
