//! Standard algebraic notation: `Nf3`, `exd5`, `O-O`, `e8=Q#`.
//!
//! A [`San`] is the text of a move, with as little of the origin as tells the piece among those that may legally make
//! the move, and the mark for check or mate. [`parse`] accepts exactly that text; [`parse_lenient`] accepts what people
//! write, and says what it had to [repair](Repairs). Neither generates the legal moves: the piece is looked for from
//! the target.
//!
//! The rules are those of the PGN standard, section 8.2.3.
//!
//! ```
//! use gardez_notation::san::{self, Repairs, San};
//! use gardez_position::Board;
//!
//! let board = Board::start();
//! let m = san::parse(&board, "Nf3")?;
//! assert_eq!(San::new(&board, m).as_str(), "Nf3");
//!
//! let understood = san::parse_lenient(&board, "Ng1-f3!")?;
//! assert_eq!(understood.m, Some(m));
//! assert_eq!(understood.repairs, Repairs::LONG_FORM | Repairs::ANNOTATION);
//! # Ok::<_, san::SanError>(())
//! ```

mod error;
mod lenient;
mod print;
mod repairs;
mod resolve;
mod written;

use gardez_position::Board;
use gardez_types::Move;

pub use error::SanError;
pub use print::San;
pub(crate) use print::{Line, reads_as_text};
pub use repairs::Repairs;
pub(crate) use resolve::{check_mark, quick};
pub(crate) use written::Mark;

/// A move text that has been understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParsedMove {
    /// The move; none for a null move.
    pub mv: Option<Move>,
    /// What had to be overlooked.
    pub repairs: Repairs,
}

/// The legal move that `text` is the SAN of.
///
/// # Errors
///
/// If the text is malformed, fits no legal move or several, or is not exactly what [`San`] prints for the move. A null
/// move is no move here.
pub fn parse(board: &Board, text: &str) -> Result<Move, SanError> {
    let ParsedMove { mv, repairs } = parse_lenient(board, text)?;
    match mv {
        Some(found) if repairs.is_empty() => Ok(found),
        _ => Err(SanError::NotCanonical { mv, repairs }),
    }
}

/// The legal move, or the null move, that `text` means.
///
/// Besides SAN it reads long forms with and without hyphen and UCI texts, castling with zeros or small letters,
/// promotions as `e8Q`, `e8(Q)` and `e8/Q`, figurines, suffixes such as `e.p.` and `!?`, missing and wrong marks, and
/// more of the origin than is needed. Null moves are `--`, `0000`, `Z0`, `null`, `pass` and `@@@@`.
///
/// # Errors
///
/// If the text is malformed, or fits no legal move or several. Of several moves, none is guessed.
pub fn parse_lenient(board: &Board, text: &str) -> Result<ParsedMove, SanError> {
    let (m, mut repairs, mark) = read(board, text.as_bytes())?;
    if let Some(m) = m {
        let mut after = *board;
        after.do_move(m);
        repairs |= check_mark(mark, &after, after.checkers());
    }
    Ok(ParsedMove { mv: m, repairs })
}

/// Reads a move without looking at its mark, which needs the board after it.
#[inline]
pub(crate) fn read(board: &Board, text: &[u8]) -> Result<(Option<Move>, Repairs, Mark), SanError> {
    match quick(board, board.checkers(), text) {
        Some((m, mark)) => Ok((Some(m), Repairs::empty(), mark)),
        None => read_slowly(board, text),
    }
}

/// Reads what [`quick`] does not.
#[cold]
pub(crate) fn read_slowly(board: &Board, text: &[u8]) -> Result<(Option<Move>, Repairs, Mark), SanError> {
    let written = lenient::read(text).map_err(|at| SanError::Malformed { at })?;
    let (m, repairs) = resolve::find(board, &written)?;
    Ok((m, repairs, written.mark))
}
