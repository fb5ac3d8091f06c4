//! Lines of moves with move numbers, such as `1. e4 e5 2. Nf3`.

mod error;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;
use core::ops::Range;

use gardez_position::{Board, IllegalMoveError, Position};
use gardez_types::{Color, ErrorInfo, Move};

pub use self::error::{IllegalVariationError, VariationError, VariationErrorKind};
use crate::san::error::SanError;
use crate::san::print::San;
use crate::san::{ParsedMove, parse, parse_lenient};

/// Returns the moves of a line in SAN, with a number before each move of White and before the first move.
///
/// ```
/// use gardez_notation::san::{Letters, variation_san};
/// use gardez_position::Board;
///
/// let board = Board::start();
/// let e4 = board.parse_uci("e2e4")?;
/// let after = board.after(e4);
/// let e5 = after.parse_uci("e7e5")?;
/// let nf3 = after.after(e5).parse_uci("g1f3")?;
/// assert_eq!(variation_san(&board, &[e4, e5, nf3])?, "1. e4 e5 2. Nf3");
/// assert_eq!(variation_san(&after, &[e5, nf3])?, "1... e5 2. Nf3");
/// assert_eq!(Letters::FIGURINES.spell(&variation_san(&after, &[e5, nf3])?), "1... e5 2. ♘f3");
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if a move is not legal.
pub fn variation_san(board: &Board, moves: &[Move]) -> Result<String, IllegalVariationError> {
    let mut position = Position::from(*board);
    let mut line = String::new();
    for (index, &m) in moves.iter().enumerate() {
        let before = *position.board();
        position.play(m).map_err(|error| IllegalVariationError { index, error })?;
        if index != 0 {
            line.push(' ');
        }
        let written = match (before.side_to_move(), index) {
            (Color::White, _) => write!(line, "{}. ", before.fullmove_number()),
            (Color::Black, 0) => write!(line, "{}... ", before.fullmove_number()),
            (Color::Black, _) => Ok(()),
        };
        let written = written.and_then(|()| line.write_str(&San::new(&before, m)));
        written.expect("a string takes any text");
    }
    Ok(line)
}

/// Reads a line of moves in SAN, as [`parse`] does, with or without move numbers.
///
/// A number has one period before a move of White and three before a move of Black, and must fit the board.
///
/// ```
/// use gardez_notation::ErrorInfo;
/// use gardez_notation::san::parse_variation;
/// use gardez_position::Board;
///
/// let board = Board::start();
/// let moves = parse_variation(&board, "1. e4 e5 2. Nf3")?;
/// assert_eq!(parse_variation(&board, "e4 e5 Nf3")?, moves);
///
/// let error = parse_variation(&board, "1. e4 Ke6").expect_err("a pawn is on e7");
/// assert_eq!((error.word(), error.ply(), error.span()), (2, 1, Some(6..9)));
/// assert_eq!(error.to_string(), "word 3: illegal move: no black king can reach e6");
/// # Ok::<_, gardez_notation::san::VariationError>(())
/// ```
///
/// # Errors
///
/// Returns the first word that is neither a legal move in standard form nor the right number.
pub fn parse_variation(board: &Board, text: &str) -> Result<Vec<Move>, VariationError> {
    read_variation(board, text, Numbers::Exact, |board, word| parse(board, word).map(|m| (m, Some(m))))
}

/// Reads a line of moves as [`parse_lenient`] does, with or without move numbers.
///
/// Null moves of a side that is not in check are accepted. Numbers are not compared with the board, and may have any
/// number of periods. A word must not contain blanks.
///
/// ```
/// use gardez_notation::san::{Repairs, parse_variation_lenient};
/// use gardez_position::Board;
///
/// let line = parse_variation_lenient(&Board::start(), "7.e2-e4 e5 8 ♘f3 -- 9.d4!")?;
/// assert_eq!(line.len(), 5);
/// assert_eq!((line[2].repairs, line[3].mv), (Repairs::FIGURINE, None));
/// # Ok::<_, gardez_notation::san::VariationError>(())
/// ```
///
/// # Errors
///
/// Returns the first word that is neither a move nor a number.
pub fn parse_variation_lenient(board: &Board, text: &str) -> Result<Vec<ParsedMove>, VariationError> {
    read_variation(board, text, Numbers::Any, |board, word| match parse_lenient(board, word)? {
        ParsedMove { mv: None, .. } if board.in_check() => {
            Err(SanError::Illegal { candidates: Vec::new(), reasons: alloc::vec![IllegalMoveError::PassInCheck] })
        }
        parsed => Ok((parsed, parsed.mv)),
    })
}

/// The move numbers that are accepted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbers {
    /// The board's own, with its periods.
    Exact,
    /// Any number, with or without periods.
    Any,
}

/// Reads the words of a line; `read` returns what to keep of a move, and the move to make.
fn read_variation<T>(
    board: &Board,
    text: &str,
    numbers: Numbers,
    read: impl Fn(&Board, &str) -> Result<(T, Option<Move>), SanError>,
) -> Result<Vec<T>, VariationError> {
    let mut board = *board;
    let mut moves = Vec::new();
    for (index, word) in text.split_whitespace().enumerate() {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        let error = |kind, span: Range<usize>, ply| VariationError {
            kind,
            word: index,
            ply,
            span: start + span.start..start + span.end,
        };
        let (number, periods, rest) = split_number(word);
        let expected = (board.fullmove_number(), board.side_to_move());
        let has_number = !(number.is_empty() && periods.is_empty());
        if numbers == Numbers::Exact && has_number && !is_number_of(number, periods, expected) {
            let kind = VariationErrorKind::Number { expected: expected.0, color: expected.1 };
            return Err(error(kind, 0..word.len() - rest.len(), moves.len()));
        }
        if rest.is_empty() {
            continue;
        }
        let offset = word.len() - rest.len();
        let (kept, m) = read(&board, rest).map_err(|source| {
            let span = source.span().unwrap_or(0..rest.len());
            error(VariationErrorKind::Move(source), offset + span.start..offset + span.end, moves.len())
        })?;
        moves.push(kept);
        board = match m {
            Some(m) => board.after(m),
            None => board.after_null(),
        };
    }
    Ok(moves)
}

/// Splits a word into the digits of a move number, the periods after them, and the rest.
///
/// `0-0` and `0000` are moves: digits are a number only if periods or the end of the word follow.
fn split_number(word: &str) -> (&str, &str, &str) {
    let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, after) = word.split_at(digits);
    let rest = after.trim_start_matches(['.', '…']);
    let periods = &after[..after.len() - rest.len()];
    if periods.is_empty() && (!rest.is_empty() || word == "0000") { ("", "", word) } else { (number, periods, rest) }
}

/// Returns `true` if this is the number before a move of this color, with its periods.
fn is_number_of(number: &str, periods: &str, (expected, color): (u32, Color)) -> bool {
    let has_periods = match color {
        Color::White => periods == ".",
        Color::Black => matches!(periods, "..." | "…"),
    };
    has_periods && number.parse() == Ok(expected)
}
