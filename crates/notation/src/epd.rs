//! Extended Position Description: a position with operations, such as `bm Nf3; id "test 1";`.
//!
//! An [`Epd`] keeps the text of every operation, so a line is written as it was read, except for blanks and semicolons.
//! [`Epd::value`] reads an operation as a typed [`Value`], and [`Epd::set`] writes one.
//!
//! ```
//! use gardez_notation::epd::{Epd, Value};
//! use gardez_notation::san::San;
//!
//! let text = r#"2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";"#;
//! let mut epd: Epd = text.parse()?;
//! let Some(Value::BestMoves(moves)) = epd.value("bm").transpose()? else { panic!() };
//! assert_eq!(San::new(&epd.board, moves[0]).as_str(), "Qg6");
//! assert_eq!(epd.to_string(), text);
//!
//! epd.set(Value::AnalysisDepth(12));
//! assert!(epd.to_string().ends_with(r#"id "WAC.001"; acd 12;"#));
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```

mod check;
mod error;
mod operation;
mod read;
mod standard;
mod value;

use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use gardez_position::{Board, EnPassantPolicy, FenReader, FenStyle};

pub use check::{Checker, EpdProblem, EpdProblemKind};
pub use error::{EpdError, EpdErrorKind, ValueError};
pub use operation::{Operand, Operation};
pub use value::Value;

pub use crate::pgn::Score;

/// A position with operations. `parse` reads a line, `Display` writes it without a line end.
///
/// Two EPDs are equal if their texts are.
#[derive(Clone)]
#[non_exhaustive]
pub struct Epd {
    /// The position.
    pub board: Board,
    /// The operations, in order. An opcode may occur several times.
    pub operations: Vec<Operation>,
    /// `true` if the halfmove clock and the fullmove number are written after the position.
    pub has_counters: bool,
    /// The dialect of the castling field.
    pub style: FenStyle,
    /// The rule for writing en passant squares.
    pub en_passant: EnPassantPolicy,
}

impl PartialEq for Epd {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for Epd {}

impl Epd {
    /// Creates an EPD without operations and counters, in X-FEN, with an en passant square only for a legal capture.
    pub const fn new(board: Board) -> Self {
        Self {
            board,
            operations: Vec::new(),
            has_counters: false,
            style: FenStyle::XFen,
            en_passant: EnPassantPolicy::Legal,
        }
    }

    /// Reads a line; `reader` decides how the position is read.
    ///
    /// The two counters of a FEN may follow the position. The last semicolon may be missing, and several in a row count
    /// as one. [`Board::problems`] reports what cannot arise in a game, and a reader that [refuses](FenReader::refuse)
    /// castling rights and en passant squares reports those.
    ///
    /// # Errors
    ///
    /// Returns an error if the position cannot be read, or the text after it is not a list of operations.
    pub fn read(text: &str, reader: &FenReader) -> Result<Self, EpdError> {
        Ok(read::read(text, reader)?.epd)
    }

    /// Returns the first operation with this opcode.
    pub fn operation(&self, opcode: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.opcode == opcode)
    }

    /// Returns the value of the first operation with this opcode.
    ///
    /// # Errors
    ///
    /// Returns an error if the operands are not what the opcode requires, such as legal moves.
    pub fn value(&self, opcode: &str) -> Option<Result<Value, ValueError>> {
        self.operation(opcode).map(|operation| operation.value(&self.board))
    }

    /// Returns the values of all operations, in order.
    pub fn values(&self) -> impl Iterator<Item = Result<Value, ValueError>> + '_ {
        self.operations.iter().map(|operation| operation.value(&self.board))
    }

    /// Replaces the first operation with the same opcode, or adds the operation at the end.
    ///
    /// # Panics
    ///
    /// May panic if a move is not legal in the position.
    #[allow(clippy::needless_pass_by_value)] // callers make a value only to set it
    pub fn set(&mut self, value: Value) {
        let operation = Operation::from_value(&value, &self.board);
        match self.operations.iter_mut().find(|known| known.opcode == operation.opcode) {
            Some(known) => *known = operation,
            None => self.operations.push(operation),
        }
    }
}

impl core::str::FromStr for Epd {
    type Err = EpdError;

    fn from_str(text: &str) -> Result<Self, EpdError> {
        Self::read(text, &FenReader::new())
    }
}

impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = alloc::format!("{}", self.board.fen(self.style).with_en_passant(self.en_passant));
        if self.has_counters {
            f.write_str(&fen)?;
        } else {
            let fields = fen.match_indices(' ').nth(3).map_or(fen.len(), |(at, _)| at);
            f.write_str(&fen[..fields])?;
        }
        for operation in &self.operations {
            write!(f, " {operation}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
