//! Errors of move texts.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use gardez_position::IllegalMoveError;
use gardez_types::{CastlingMode, Move, errors};

use crate::san::letters::Letters;
use crate::san::repairs::Repairs;

errors! {
    /// The reason a text is not a move of a position.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum SanError {
        /// Not a move in any known form. `span` is from the first unexpected byte to the end of the text.
        Malformed { span: Range<usize> } = "malformed", "not a move: {} at byte {}",
            if span.is_empty() { "text ends" } else { "unexpected text" }, span.start => span span.clone();
        /// A letter of a piece in another language, such as `Sf3` or `e8=D`.
        PieceLetter { letter: char, at: usize, letters: Letters } = "piece-letter", |f| {
            let [king, queen, rook, bishop, knight] = letters.row();
            let name = letters.name();
            write!(f, "{letter} is not a letter of a piece in {name} ({king}, {queen}, {rook}, {bishop}, {knight})")
        } => span *at..*at + letter.len_utf8();
        /// Descriptive notation, such as `P-K4` or `NxP`.
        Descriptive = "descriptive", "descriptive notation, which is not read";
        /// A drop, such as `P@e4`, which only variants have.
        Drop = "drop", "a drop, which only crazyhouse and its kin have";
        /// The text fits several legal moves.
        Ambiguous { candidates: Vec<Move> } = "ambiguous", "ambiguous move: {}", UciMoves(candidates);
        /// The text fits no legal move. The candidates would leave their own king attacked. There is a reason for each
        /// piece that the text may mean; [`suggest`](super::suggest) guesses what else was meant.
        Illegal { candidates: Vec<Move>, reasons: Vec<IllegalMoveError> } = "illegal", |f| match &reasons[..] {
            [] => f.write_str("no piece can make this move"),
            [first, others @ ..] => {
                write!(f, "illegal move: {first}")?;
                others.iter().try_for_each(|other| write!(f, "; {other}"))
            }
        };
        /// The text fits one legal move (`None` for a null move), but in another form than the strict reader requires.
        NotCanonical { mv: Option<Move>, repairs: Repairs } = "not-canonical", |f| match mv {
            Some(_) => write!(f, "not in standard form: {repairs}"),
            None => f.write_str("expected a move, found a null move"),
        };
    }
}

impl SanError {
    /// Returns the moves that the text might mean.
    pub fn candidates(&self) -> &[Move] {
        match self {
            Self::Malformed { .. } | Self::PieceLetter { .. } | Self::Drop | Self::Descriptive => &[],
            Self::Ambiguous { candidates } | Self::Illegal { candidates, .. } => candidates,
            Self::NotCanonical { mv, .. } => mv.as_slice(),
        }
    }
}

/// Moves in UCI text, castling as king takes rook, separated by commas.
struct UciMoves<'a>(&'a [Move]);

impl fmt::Display for UciMoves<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, m) in self.0.iter().enumerate() {
            write!(f, "{}{}", if index == 0 { "" } else { ", " }, m.uci(CastlingMode::Chess960))?;
        }
        Ok(())
    }
}
