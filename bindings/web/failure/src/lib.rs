//! The errors of the WebAssembly modules of the npm package, as JavaScript receives them.

use std::fmt::Display;

use wasm_bindgen::JsValue;

/// A refused call: a code and a sentence, and what is known besides. JavaScript makes a `ChessError` of its text, which has
/// four parts: the code, the two ends of the fault in UTF-16 units, and the sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure(String);

/// Separates the parts of a failure.
const SEPARATOR: &str = "\u{1f}";

impl Failure {
    /// Creates a failure without a place.
    pub fn new(code: &str, message: impl Display) -> Self {
        Self([code, "", "", &message.to_string()].join(SEPARATOR))
    }

    /// Creates a failure about a part of `input`, from a byte to another one.
    pub fn about(code: &str, input: &str, bytes: Option<std::ops::Range<usize>>, message: impl Display) -> Self {
        let Some(bytes) = bytes else { return Self::new(code, message) };
        let [start, end] = [bytes.start, bytes.end].map(|byte| utf16(input, byte).to_string());
        Self([code, &start, &end, &message.to_string()].join(SEPARATOR))
    }

    /// Refuses a call that needs more memory than there is. What is allocated after it fits.
    pub fn unless_there_is_room(bytes: f64) -> Result<(), Self> {
        let mut room = Vec::<u8>::new();
        let reserved = room.try_reserve_exact(bytes as usize);
        // Memory that nobody sees would not be allocated.
        std::hint::black_box(&room);
        reserved.map_err(|_| Self::new("memory", format_args!("there is no memory for {} bytes", bytes as u64)))
    }
}

/// Returns the number of UTF-16 units before a byte of a text.
pub fn utf16(text: &str, byte: usize) -> usize {
    let mut end = byte.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text[..end].encode_utf16().count()
}

impl From<Failure> for JsValue {
    fn from(failure: Failure) -> Self {
        Self::from_str(&failure.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_counts_units_of_utf_16() {
        let failure = Failure::about("fen", "\u{1f600} x", Some(5..6), "wrong");
        assert_eq!(failure.0.split('\u{1f}').collect::<Vec<_>>(), ["fen", "3", "4", "wrong"]);
        assert!(Failure::unless_there_is_room(1e15).is_err() && Failure::unless_there_is_room(1e3).is_ok());
    }
}
