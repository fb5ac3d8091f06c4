//! The value of a position, as an engine reports it.

use core::fmt;

use crate::error::{LineError, LineErrorKind};
use crate::words::Words;

/// A score from the point of view of the engine, which is the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Score {
    /// The value.
    pub value: ScoreValue,
    /// The kind of bound of the true value that this is, or `None` if the value is exact.
    pub bound: Option<Bound>,
}

/// The value of a [`Score`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScoreValue {
    /// Hundredths of a pawn.
    Cp(i32),
    /// Mate in this number of moves. A negative number means that the engine is mated; 0, that it is mated now.
    Mate(i32),
}

/// A lower or an upper bound of the true value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// The true value is at least the score: `lowerbound`.
    Lower,
    /// The true value is at most the score: `upperbound`.
    Upper,
}

/// The probabilities of a win, a draw and a loss, in thousandths.
///
/// The protocol does not define it. Engines send it if their option `UCI_ShowWDL` is on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wdl {
    /// Wins of the side to move.
    pub win: u16,
    /// Draws.
    pub draw: u16,
    /// Losses of the side to move.
    pub loss: u16,
}

impl Score {
    /// Returns the score of this number of hundredths of a pawn. A pawn of `gardez_position`'s values has 208.
    pub const fn cp(value: i32) -> Self {
        Self { value: ScoreValue::Cp(value), bound: None }
    }

    /// Returns the score of a mate in this number of moves, not plies. The number is negative if the engine is mated.
    pub const fn mate(moves: i32) -> Self {
        Self { value: ScoreValue::Mate(moves), bound: None }
    }

    /// Reads what follows `score`.
    pub(super) fn read(words: &mut Words<'_>) -> Result<Option<Self>, LineError> {
        let (mut value, mut bound) = (None, None);
        let start = words.here();
        while let Some(word) = words.peek() {
            let is_set = matches!(word.text, "cp" | "mate") && value.is_some();
            match word.text {
                "cp" | "mate" => {
                    words.next();
                    words.once(is_set, "score", word)?;
                    let read = if word.text == "cp" {
                        words.number("cp")?.map(ScoreValue::Cp)
                    } else {
                        words.number("mate")?.map(ScoreValue::Mate)
                    };
                    value = read.or(value);
                }
                "lowerbound" | "upperbound" => {
                    words.next();
                    words.once(bound.is_some(), "bound", word)?;
                    bound = Some(if word.text == "lowerbound" { Bound::Lower } else { Bound::Upper });
                }
                _ => break,
            }
        }
        if value.is_none() {
            words.problem(LineErrorKind::MissingValue { after: "score" }, start)?;
        }
        Ok(value.map(|value| Self { value, bound }))
    }
}

impl Wdl {
    /// Reads what follows `wdl`.
    pub(super) fn read(words: &mut Words<'_>) -> Result<Option<Self>, LineError> {
        let [win, draw, loss] = [words.number("wdl")?, words.number("wdl")?, words.number("wdl")?];
        Ok(match (win, draw, loss) {
            (Some(win), Some(draw), Some(loss)) => Some(Self { win, draw, loss }),
            _ => None,
        })
    }
}

impl fmt::Display for Score {
    /// Returns the text after `score`, such as `cp 31` or `mate -3 upperbound`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            ScoreValue::Cp(value) => write!(f, "cp {value}")?,
            ScoreValue::Mate(moves) => write!(f, "mate {moves}")?,
        }
        f.write_str(match self.bound {
            None => "",
            Some(Bound::Lower) => " lowerbound",
            Some(Bound::Upper) => " upperbound",
        })
    }
}

impl fmt::Display for Wdl {
    /// Returns the three numbers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.win, self.draw, self.loss)
    }
}
