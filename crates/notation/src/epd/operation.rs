//! Operations as text: opcodes and operands.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::quoted::{unescape, write_escaped};

/// An opcode with its operands. `Display` writes it with the closing semicolon.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Operation {
    /// The opcode.
    pub opcode: String,
    /// The operands.
    pub operands: Vec<Operand>,
}

/// An operand: a word, or a string in quotes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Operand {
    raw: String,
    is_quoted: bool,
}

impl Operand {
    pub(super) fn from_raw(raw: &str, is_quoted: bool) -> Self {
        Self { raw: raw.into(), is_quoted }
    }

    /// Returns a word, in quotes if it could not be read again without them.
    pub fn from_word(text: &str) -> Self {
        let is_word = |c: char| !c.is_whitespace() && !c.is_control() && !matches!(c, ';' | '"');
        if text.is_empty() || !text.chars().all(is_word) {
            return Self::from_string(text);
        }
        Self::from_raw(text, false)
    }

    /// Returns a string in quotes; line ends become blanks.
    pub fn from_string(text: &str) -> Self {
        let mut raw = String::with_capacity(text.len());
        write_escaped(&mut raw, text).expect("a string takes any text");
        Self { raw, is_quoted: true }
    }

    /// Returns `true` if the operand is in quotes.
    pub const fn is_quoted(&self) -> bool {
        self.is_quoted
    }

    /// Returns the text without quotes and escapes: `\"` is a quote, `\\` a backslash, and any other backslash is kept.
    pub fn text(&self) -> Cow<'_, str> {
        if !self.is_quoted {
            return Cow::Borrowed(&self.raw);
        }
        match unescape(self.raw.as_bytes()) {
            Cow::Borrowed(_) => Cow::Borrowed(&self.raw),
            Cow::Owned(text) => Cow::Owned(String::from_utf8(text).expect("only backslashes were left out")),
        }
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quote = if self.is_quoted { "\"" } else { "" };
        write!(f, "{quote}{}{quote}", self.raw)
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.opcode)?;
        for operand in &self.operands {
            write!(f, " {operand}")?;
        }
        f.write_str(";")
    }
}
