//! Moves in the text of the Universal Chess Interface.

use core::fmt;

use gardez_types::{Move, MoveKind, ParseError, UciText};

#[cfg(feature = "alloc")]
use crate::FenError;
use crate::{Board, IllegalMoveError};

/// Why a text is no move of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum UciError {
    /// The text is no move at all.
    Text(ParseError),
    /// The text is a move, but no legal one here.
    Illegal(IllegalMoveError),
}

impl fmt::Display for UciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(error) => error.fmt(f),
            Self::Illegal(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for UciError {}

/// Why a position could not be set up from a FEN and a list of moves.
#[cfg(feature = "alloc")]
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SetupError {
    /// The FEN could not be read.
    Fen(FenError),
    /// A move could not be read or is not legal.
    Move {
        /// Which one, counted from 0.
        index: usize,
        /// What is wrong with it.
        error: UciError,
    },
}

#[cfg(feature = "alloc")]
impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fen(error) => write!(f, "FEN: {error}"),
            Self::Move { index, error } => write!(f, "move {}: {error}", index + 1),
        }
    }
}

#[cfg(feature = "alloc")]
impl core::error::Error for SetupError {}

impl Board {
    /// The legal move that a UCI text names, such as `e2e4`, `e7e8q`, `e1g1` or `e1h1`.
    ///
    /// Castling is read in both spellings whatever the mode: as king takes rook, and as the king's way to the g- or
    /// c-file where no step of the king leads there. Lists the legal moves to find it.
    ///
    /// # Errors
    ///
    /// If the text is no move, or no legal one here.
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciError> {
        let wanted: UciText = text.parse().map_err(UciError::Text)?;
        self.find_uci(wanted).ok_or_else(|| UciError::Illegal(self.refusal_of_text(wanted)))
    }

    /// The reason why no legal move is written so.
    fn refusal_of_text(&self, wanted: UciText) -> IllegalMoveError {
        let (from, to) = (wanted.from(), wanted.to());
        match wanted.promotion_piece() {
            _ if from == to => IllegalMoveError::NoSuchMove { from, to },
            Some(piece) => self.refusal(Move::promotion(from, to, piece)),
            None => self.refusal(Move::normal(from, to)),
        }
    }

    fn find_uci(&self, wanted: UciText) -> Option<Move> {
        let same = |m: &Move| {
            m.from() == wanted.from() && m.to() == wanted.to() && m.promotion_piece() == wanted.promotion_piece()
        };
        let castles_there = |m: &Move| {
            let spelled = m.uci(gardez_types::CastlingMode::Standard);
            m.kind() == MoveKind::Castling && spelled == wanted
        };
        let moves = self.legal_moves();
        // A step of the king comes first: in Chess960 it may lead to where castling leads as well.
        moves.iter().find(|m| same(m)).or_else(|| moves.iter().find(|m| castles_there(m))).copied()
    }
}
