//! Extended Position Description: a position with operations, such as `bm Nf3; id "test 1";`.
//!
//! An [`Epd`] keeps every operation as it stands in the text, known or not, so that it is written exactly as it was read
//! but for blanks between the parts. [`Epd::value`] reads operations with their types, and [`Epd::set`] writes them.
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

mod error;
mod operation;
mod read;
mod value;

use alloc::vec::Vec;
use core::fmt;

use gardez_position::{Board, EnPassantPolicy, FenReader, FenStyle};

pub use error::{EpdError, EpdErrorKind, ValueError};
pub use operation::{Operand, Operation};
pub use value::{Evaluation, Value};

/// A position with operations.
#[derive(Clone, PartialEq, Eq)]
pub struct Epd {
    /// The position.
    pub board: Board,
    /// The operations, in order. Nothing keeps an opcode from standing twice.
    pub operations: Vec<Operation>,
    /// True if the two counters of a FEN stand between position and operations.
    pub has_counters: bool,
    /// The dialect of the castling field.
    pub style: FenStyle,
    /// Which en passant squares are written.
    pub en_passant: EnPassantPolicy,
}

impl Epd {
    /// A position without operations. Only en passant squares on which a legal capture exists are written.
    pub const fn new(board: Board) -> Self {
        Self {
            board,
            operations: Vec::new(),
            has_counters: false,
            style: FenStyle::XFen,
            en_passant: EnPassantPolicy::Legal,
        }
    }

    /// Reads a line; the position as `reader` was told to.
    ///
    /// The counters of a FEN may stand before the operations. The last semicolon may be missing, and several in a row
    /// count as one.
    ///
    /// # Errors
    ///
    /// If the position cannot be set up, or what follows is no operation; the error says where.
    pub fn read(text: &str, reader: &FenReader) -> Result<Self, EpdError> {
        read::read(text, reader)
    }

    /// The first operation with this opcode.
    pub fn operation(&self, opcode: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.opcode == opcode)
    }

    /// The first operation with this opcode, with its type.
    ///
    /// # Errors
    ///
    /// If the operands are not what the opcode asks for, such as moves that are not legal.
    pub fn value(&self, opcode: &str) -> Option<Result<Value, ValueError>> {
        self.operation(opcode).map(|operation| operation.value(&self.board))
    }

    /// All operations with their types.
    pub fn values(&self) -> impl Iterator<Item = Result<Value, ValueError>> + '_ {
        self.operations.iter().map(|operation| operation.value(&self.board))
    }

    /// Writes an operation: in the place of the first with its opcode, or behind all others.
    ///
    /// # Panics
    ///
    /// May panic if a move is not legal here.
    #[allow(clippy::needless_pass_by_value)] // a value is made to be set
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
