//! Standard algebraic notation: `Nf3`, `exd5`, `O-O`, `e8=Q#`.
//!
//! A [`San`] is the text of a move: the piece, the target, the mark for check or mate, and as much of the origin as
//! distinguishes the piece from others that can legally make the move (PGN standard, section 8.2.3):
//!
//! ```text
//! 4  . . . . r . . .
//! 3  . . . . . . . .
//! 2  . . . . N . . .     the knight on e2 is pinned, so the move of the other
//! 1  . N . . K . . .     knight to c3 is Nc3, not Nbc3
//!    a b c d e f g h
//! ```
//!
//! [`parse`] reads exactly the text of a [`San`]. [`parse_lenient`] also reads what people write, and reports the
//! [repairs](Repairs). Neither generates all legal moves. [`variation_san`] and [`parse_variation`] write and read lines of
//! moves with move numbers. [`Letters`] are the letters of other languages and chess symbols.
//! ```
//! use gardez_notation::san::{self, Repairs, San};
//! use gardez_position::Board;
//!
//! let board = Board::start();
//! let m = san::parse(&board, "Nf3")?;
//! assert_eq!(San::new(&board, m).as_str(), "Nf3");
//!
//! let parsed = san::parse_lenient(&board, "Ng1-f3!")?;
//! assert_eq!(parsed.mv, Some(m));
//! assert_eq!(parsed.repairs, Repairs::LONG_FORM | Repairs::ANNOTATION);
//! # Ok::<_, san::SanError>(())
//! ```

mod error;
mod lenient;
mod letters;
mod print;
mod repairs;
mod resolve;
mod suggest;
mod translate;
mod variation;
mod written;

use alloc::format;
use alloc::string::String;

use gardez_position::Board;
use gardez_types::{Move, Square};

pub use error::SanError;
pub(crate) use lenient::{dash, is_castling, torn_move};
pub use letters::{LetterSet, Letters};
pub use print::San;
pub(crate) use print::{MoveText, reads_as_text};
pub use repairs::Repairs;
pub(crate) use resolve::{check_mark, meaning, quick};
pub use suggest::suggest;
pub use variation::{
    IllegalVariationError, VariationError, VariationErrorKind, parse_variation, parse_variation_lenient, variation_san,
};
pub(crate) use written::Mark;

/// No move has so many bytes.
const LONGEST: usize = 32;

/// A move read from text, with the deviations from standard form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ParsedMove {
    /// The move; `None` for a null move.
    pub mv: Option<Move>,
    /// The deviations of the text from standard form.
    pub repairs: Repairs,
}

/// Reads the SAN of a legal move, and nothing else.
///
/// # Errors
///
/// Returns [`SanError::NotCanonical`] if the text means a legal move but is not exactly a [`San`], and for a null move.
/// The other kinds are for a text that is malformed, or that fits no legal move or several.
pub fn parse(board: &Board, text: &str) -> Result<Move, SanError> {
    let ParsedMove { mv, repairs } = parse_lenient(board, text)?;
    match mv {
        Some(found) if repairs.is_empty() => Ok(found),
        _ => Err(SanError::NotCanonical { mv, repairs }),
    }
}

/// Reads a legal move, or a null move, in SAN or in these forms, each a [repair](Repairs):
///
/// | form | examples |
/// |---|---|
/// | long forms and UCI text | `Ng1-f3`, `e2e4`, `e1g1` |
/// | moves as numbers | `5254`, `17181` with a promotion (1 queen, 2 rook, 3 bishop, 4 knight) |
/// | castling with zeros or small letters | `0-0`, `o-o-o` |
/// | any dash for a hyphen | `O–O`, `e2−e4` |
/// | blanks after the letter of a piece, and in castling | `N f3`, `O - O` |
/// | promotions | `e8Q`, `e8(Q)`, `e8/Q`, `e8=q`, `e8b` |
/// | figurines and small letters | `♘f3`, `nf3` |
/// | signs of print | `N:f3`, `Nf3:`, `N×f3`; `†` for check, and `×` or `X` after the square for mate |
/// | suffixes | `exd6e.p.`, `Nf3!?` |
/// | missing and wrong marks | `Qh5` for a move that gives check, `Nf3+` for one that does not |
/// | more of the origin than is needed | `Ngf3` |
/// | null moves | `0000`, `Z0`, `null`, `pass`, `@@@@` (and `--`, which is not a repair) |
///
/// A small `b` is a file, except at the end of a promotion: `e8b`.
///
/// # Errors
///
/// Returns an error if the text is malformed, or fits no legal move or several.
pub fn parse_lenient(board: &Board, text: &str) -> Result<ParsedMove, SanError> {
    let (m, mut repairs, mark) = read(board, text.as_bytes())?;
    if let Some(m) = m {
        let mut after = *board;
        after.do_move(m);
        repairs |= check_mark(mark, &after, after.in_check());
    }
    Ok(ParsedMove { mv: m, repairs })
}

/// Reads a move without checking its mark, which needs the board after the move.
#[inline]
pub(crate) fn read(board: &Board, text: &[u8]) -> Result<(Option<Move>, Repairs, Mark), SanError> {
    match quick(board, board, text) {
        Some((m, mark)) => Ok((Some(m), Repairs::empty(), mark)),
        None => read_slowly(board, text),
    }
}

/// Reads a text that [`quick`] does not read.
#[cold]
pub(crate) fn read_slowly(board: &Board, text: &[u8]) -> Result<(Option<Move>, Repairs, Mark), SanError> {
    let written = lenient::read(text).map_err(|at| malformed(text, at))?;
    let (m, repairs) = resolve::find(board, &written)?;
    Ok((m, repairs, written.mark))
}

/// Returns `true` for a move in descriptive notation, such as `P-K4`, `NxP`, or `P4R` of Spanish books.
fn is_descriptive(text: &str) -> bool {
    let text = text.trim_end_matches(['+', '!', '?', 'h', 'c']);
    let is_of = |text: &str, letters: &str| !text.is_empty() && text.chars().all(|letter| letters.contains(letter));
    let is_square = |text: &str| {
        let files = text.strip_suffix(|digit| matches!(digit, '1'..='8')).filter(|files| files.len() < 4);
        files.is_some_and(|files| is_of(files, "KQRBNt"))
    };
    let Some((piece, target)) = text.split_once(['-', 'x']) else {
        let spanish = text.split_once(|digit| matches!(digit, '1'..='8'));
        return spanish
            .is_some_and(|(piece, file)| matches!(piece, "P" | "C" | "A" | "T" | "D" | "R") && is_of(file, "RDTAC"));
    };
    let is_piece = |text: &str| text.len() < 5 && is_of(text, "KQRBNPt");
    is_piece(piece) && (is_square(target) || (text.contains('x') && is_piece(target)))
}

/// Returns why a text is not a move in any form; `at` is the first unexpected byte.
fn malformed(text: &[u8], at: usize) -> SanError {
    let is_move = |text: String| lenient::read(text.as_bytes()).is_ok();
    let found = core::str::from_utf8(text).ok().filter(|text| text.len() < LONGEST).and_then(|text| {
        if let Some((piece, square)) = text.split_once('@') {
            let square = square.trim_end_matches(['+', '#', '!', '?']);
            return (piece.len() < 2 && square.parse::<Square>().is_ok()).then_some(SanError::Drop);
        }
        if is_descriptive(text) {
            return Some(SanError::Descriptive);
        }
        let first = text.chars().next()?;
        if first.is_uppercase() && is_move(text.replacen(first, "N", 1)) {
            return Some(SanError::PieceLetter { letter: first, at: 0, letters: Letters::ENGLISH });
        }
        let (at, last) = text.char_indices().rfind(|(_, letter)| letter.is_alphabetic())?;
        let is_promotion = last.is_uppercase() && is_move(format!("{}Q", &text[..at]));
        is_promotion.then_some(SanError::PieceLetter { letter: last, at, letters: Letters::ENGLISH })
    });
    found.unwrap_or(SanError::Malformed { span: at..text.len() })
}
