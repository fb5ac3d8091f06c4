//! Why a text is not a move of a position.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::ops::Range;

use gardez_types::{CastlingMode, ErrorInfo, Move};

use crate::san::repairs::Repairs;

/// Why a text is not a move of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SanError {
    /// The text is not a move in any known form.
    Malformed {
        /// The bytes from the first unexpected one to the end of the text; empty if something is missing at the end.
        span: Range<usize>,
    },
    /// The text fits several legal moves.
    Ambiguous {
        /// The moves that it fits.
        candidates: Vec<Move>,
    },
    /// The text fits no legal move.
    Illegal {
        /// The moves that it fits but that leave their own king attacked; often empty.
        candidates: Vec<Move>,
    },
    /// The text fits one legal move, but is not written in the form that the strict reader requires.
    NotCanonical {
        /// The move that it fits; `None` for a null move.
        mv: Option<Move>,
        /// How the text deviates.
        repairs: Repairs,
    },
}

impl SanError {
    /// The moves that the text might mean.
    pub fn candidates(&self) -> &[Move] {
        match self {
            Self::Malformed { .. } => &[],
            Self::Ambiguous { candidates } | Self::Illegal { candidates } => candidates,
            Self::NotCanonical { mv, .. } => mv.as_slice(),
        }
    }
}

/// Moves in UCI text, separated by commas; castling as king takes rook.
struct UciMoves<'a>(&'a [Move]);

impl fmt::Display for UciMoves<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, m) in self.0.iter().enumerate() {
            write!(f, "{}{}", if index == 0 { "" } else { ", " }, m.uci(CastlingMode::Chess960))?;
        }
        Ok(())
    }
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed { span } if span.is_empty() => write!(f, "not a move: text ends at byte {}", span.start),
            Self::Malformed { span } => write!(f, "not a move: unexpected text at byte {}", span.start),
            Self::Ambiguous { candidates } => write!(f, "ambiguous move: {}", UciMoves(candidates)),
            Self::Illegal { candidates } if candidates.is_empty() => f.write_str("no piece can make this move"),
            Self::Illegal { candidates } => {
                write!(f, "illegal move: {} leaves the king attacked", UciMoves(candidates))
            }
            Self::NotCanonical { mv: None, .. } => f.write_str("expected a move, found a null move"),
            Self::NotCanonical { repairs, .. } => write!(f, "not in standard form: {repairs}"),
        }
    }
}

impl Error for SanError {}

impl ErrorInfo for SanError {
    fn kind_name(&self) -> &'static str {
        match self {
            Self::Malformed { .. } => "malformed",
            Self::Ambiguous { .. } => "ambiguous",
            Self::Illegal { .. } => "illegal",
            Self::NotCanonical { .. } => "not-canonical",
        }
    }

    /// The part of a malformed text that is not understood; `None` for the other kinds, which are about the whole text.
    fn span(&self) -> Option<Range<usize>> {
        match self {
            Self::Malformed { span } => Some(span.clone()),
            Self::Ambiguous { .. } | Self::Illegal { .. } | Self::NotCanonical { .. } => None,
        }
    }
}
