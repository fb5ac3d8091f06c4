//! Why a text is no move here.

use alloc::vec::Vec;
use core::fmt;

use gardez_types::{CastlingMode, Move};

use super::Repairs;

/// Why a text is no move of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SanError {
    /// The text is no move at all.
    Malformed {
        /// The byte in the text from which on it makes no sense; its length if something is missing at the end.
        at: usize,
    },
    /// The text fits several legal moves.
    Ambiguous {
        /// The moves that it fits.
        candidates: Vec<Move>,
    },
    /// The text fits no legal move.
    Illegal {
        /// The moves that it fits but that leave the own king attacked; often none.
        candidates: Vec<Move>,
    },
    /// The text fits one legal move, but is not written as the strict reader demands it.
    NotCanonical {
        /// The move that it fits; none for a null move.
        mv: Option<Move>,
        /// What is not as it should be.
        repairs: Repairs,
    },
}

impl SanError {
    /// The moves that the text might have meant.
    pub fn candidates(&self) -> &[Move] {
        match self {
            Self::Malformed { .. } => &[],
            Self::Ambiguous { candidates } | Self::Illegal { candidates } => candidates,
            Self::NotCanonical { mv, .. } => mv.as_slice(),
        }
    }
}

/// Moves in UCI text, separated by blanks; castling as king takes rook.
struct Names<'a>(&'a [Move]);

impl fmt::Display for Names<'_> {
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
            Self::Malformed { at } => write!(f, "no move, from byte {at} on"),
            Self::Ambiguous { candidates } => write!(f, "ambiguous move: {}", Names(candidates)),
            Self::Illegal { candidates } if candidates.is_empty() => f.write_str("no piece can make this move"),
            Self::Illegal { candidates } => {
                write!(f, "illegal move: {} leaves the king attacked", Names(candidates))
            }
            Self::NotCanonical { repairs, .. } => write!(f, "not in standard form: {repairs}"),
        }
    }
}

impl core::error::Error for SanError {}
