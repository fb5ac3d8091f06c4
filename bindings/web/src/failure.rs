//! What goes wrong, as JavaScript receives it.

use std::fmt::Display;
use std::ops::Range;

use gardez_notation::lan::{Lan, LanStyle};
use gardez_notation::san;
use gardez_position::Board;
use gardez_types::{ErrorInfo, Move};
use wasm_bindgen::JsValue;

pub(crate) use gardez_web_failure::utf16;

/// A refused call. JavaScript receives a text with five parts, and makes a `ChessError` of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    code: &'static str,
    /// The part of the input that is wrong, in UTF-16 units.
    span: Option<Range<usize>>,
    /// Moves that the input might mean, in standard notation.
    candidates: Vec<String>,
    message: String,
}

/// Separates the parts of a failure.
const SEPARATOR: &str = "\u{1f}";

impl Failure {
    /// Returns a failure without a place.
    pub(crate) fn new(code: &'static str, message: impl Display) -> Self {
        Self { code, span: None, candidates: Vec::new(), message: message.to_string() }
    }

    /// Returns an error about a part of `input`.
    pub(crate) fn about(code: &'static str, input: &str, error: &(impl ErrorInfo + ?Sized)) -> Self {
        let span = error.span().map(|span| utf16(input, span.start)..utf16(input, span.end));
        Self { span, ..Self::new(code, error) }
    }

    /// Returns a text that is not a move of `board`.
    pub(crate) fn of_san(board: &Board, input: &str, error: &san::SanError) -> Self {
        let code = match error {
            san::SanError::Malformed { .. } => "malformed",
            san::SanError::Ambiguous { .. } => "ambiguous",
            _ => "illegal",
        };
        let text = |&m: &Move| match san::San::new(board, m) {
            text if board.is_legal(m) => text.to_string(),
            _ => Lan::new(board, m, LanStyle::default()).to_string(),
        };
        let candidates = error.candidates().iter().map(text).collect();
        Self { candidates, ..Self::about(code, input, error) }
    }

    /// Returns a number that is not a legal move.
    pub(crate) fn not_legal(raw: u16) -> Self {
        Self::new("illegal", format_args!("the move {raw} is not legal here"))
    }

    /// Returns a number that is out of its range.
    pub(crate) fn range(what: &str, limit: u32) -> Self {
        Self::new("range", format_args!("{what} must be a number from 0 to {limit}"))
    }
}

impl From<Failure> for JsValue {
    fn from(failure: Failure) -> Self {
        let place =
            |end: fn(&Range<usize>) -> usize| failure.span.as_ref().map_or(String::new(), |span| end(span).to_string());
        let candidates = failure.candidates.join(" ");
        let parts = [failure.code, &place(|span| span.start), &place(|span| span.end), &candidates, &failure.message];
        Self::from_str(&parts.join(SEPARATOR))
    }
}
