//! Moves in the letters of other languages.

use alloc::vec::Vec;

use gardez_position::Board;

use crate::san::error::SanError;
use crate::san::letters::{ENGLISH, Letters};
use crate::san::repairs::Repairs;
use crate::san::written::piece;
use crate::san::{ParsedMove, is_castling, parse_lenient};

impl Letters {
    /// Reads a legal move like [`parse_lenient`], in these letters.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`parse_lenient`]; [`SanError::PieceLetter`] for the letter of another language.
    pub fn parse(self, board: &Board, text: &str) -> Result<ParsedMove, SanError> {
        let (english, changed) = self.to_english(text.as_bytes()).ok_or_else(|| self.refusal(text.as_bytes()))?;
        let english = core::str::from_utf8(&english).expect("letters are replaced as a whole");
        let parsed = parse_lenient(board, english).map_err(|error| self.error_in(text.as_bytes(), error))?;
        Ok(ParsedMove { mv: parsed.mv, repairs: parsed.repairs | changed })
    }

    /// Returns a move text with the letters of English, and [`Repairs::LETTERS`] if they differ, or `None` for an English
    /// letter that is not a letter of these.
    pub(crate) fn to_english(self, text: &[u8]) -> Option<(Vec<u8>, Repairs)> {
        if is_castling(text) {
            // The bishop has the letter O in some languages.
            return Some((text.to_vec(), Repairs::empty()));
        }
        let mut english = Vec::with_capacity(text.len());
        let mut rest = text;
        self.replace(&mut rest, &mut english)?;
        if english.is_empty() {
            // The letter of a promotion is after the last rank.
            let square = rest.iter().rposition(|byte| matches!(byte, b'1' | b'8')).map_or(0, |at| at + 1);
            let opener = usize::from(matches!(rest.get(square), Some(b'=' | b'/' | b'(')));
            if square != 0 {
                english.extend_from_slice(&rest[..square + opener]);
                rest = &rest[square + opener..];
                self.replace(&mut rest, &mut english)?;
            }
        }
        english.extend_from_slice(rest);
        let changed = if english == text { Repairs::empty() } else { Repairs::LETTERS };
        Some((english, changed))
    }

    /// Replaces the letter of a piece at the front of `rest`, or returns `None` if that is a letter of English only.
    fn replace(self, rest: &mut &[u8], english: &mut Vec<u8>) -> Option<()> {
        let letters = self.row().iter().zip(ENGLISH);
        match letters.filter(|(letter, _)| rest.starts_with(letter.as_bytes())).max_by_key(|(letter, _)| letter.len()) {
            Some((letter, &byte)) => {
                english.push(byte);
                *rest = &rest[letter.len()..];
            }
            None if rest.first().is_some_and(|&byte| piece(byte).is_some()) => return None,
            None => {}
        }
        Some(())
    }

    /// Returns the error of a text that contains a letter of English only.
    #[cold]
    pub(crate) fn refusal(self, text: &[u8]) -> SanError {
        let at = text.iter().position(|&byte| piece(byte).is_some()).unwrap_or_default();
        let letter = text.get(at).map_or('?', |&byte| char::from(byte));
        SanError::PieceLetter { letter, at, letters: self }
    }

    /// Returns an error about a text in English as one about the text in these letters.
    #[cold]
    pub(crate) fn error_in(self, text: &[u8], error: SanError) -> SanError {
        match error {
            SanError::PieceLetter { letter, at, .. } => SanError::PieceLetter { letter, at, letters: self },
            SanError::Malformed { .. } => SanError::Malformed { span: 0..text.len() },
            error => error,
        }
    }
}
