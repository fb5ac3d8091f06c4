//! Free text inside a line: names, values, remarks.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use gardez_types::errors;

const EMPTY: &str = "<empty>";

/// The words that end the name of an option: `value` where it is set, `type` where it is declared.
const NAME_ENDS: [&str; 2] = ["value", "type"];

/// Text that fits in a line of the protocol: without line breaks, and without spaces at its ends. It may be empty.
///
/// Vertical tabs and form feeds count as line breaks.
///
/// `Display` writes the text as it is. [`LineText::cleaned`] makes one from any text.
///
/// ```
/// use gardez_uci::LineText;
///
/// let text = LineText::new("  Deep  Thought ")?;
/// assert_eq!(text.as_str(), "Deep  Thought");
/// assert!(LineText::new("two\nlines").is_err());
/// assert_eq!(LineText::cleaned("two\nlines").as_str(), "two lines");
/// # Ok::<_, gardez_uci::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct LineText(String);

errors! {
    /// The reason a text cannot be part of a line.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum TextError {
        LineBreak { at: usize } = "line-break", "line break in a text at byte {at}" => span *at..at + 1;
        /// The text contains a word that ends it in the protocol, such as `value` in the name of an option.
        Keyword { word: &'static str, at: usize } = "keyword",
            "the word `{word}` ends this text at byte {at}" => span *at..at + word.len();
        Empty = "empty", "the text is empty";
    }
}

/// Returns `true` if a byte is a space between words. Tabs count as spaces.
pub(crate) const fn is_space(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

const fn is_break(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r' | 0 | 0x0b | 0x0c)
}

/// Returns the words of `text` with their byte offsets.
pub(crate) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split([' ', '\t']).filter_map(move |word| {
        let start = at;
        at += word.len() + 1;
        (!word.is_empty()).then_some((start, word))
    })
}

impl LineText {
    /// Returns the text without the spaces at its ends.
    ///
    /// # Errors
    ///
    /// Returns an error if the text contains a line break or a zero byte.
    pub fn new(text: &str) -> Result<Self, TextError> {
        match text.bytes().position(is_break) {
            Some(at) => Err(TextError::LineBreak { at }),
            None => Ok(Self(text.trim_matches([' ', '\t']).to_owned())),
        }
    }

    /// Returns the text with a space in place of each line break and zero byte, and without the spaces at its ends.
    pub fn cleaned(text: &str) -> Self {
        let cleaned: String = text.chars().map(|c| if c.is_ascii() && is_break(c as u8) { ' ' } else { c }).collect();
        Self(cleaned.trim_matches([' ', '\t']).to_owned())
    }

    /// Returns a text that does not contain any of the words `keywords`, and is not empty.
    pub(crate) fn without(text: &str, keywords: &[&'static str]) -> Result<Self, TextError> {
        let this = Self::new(text)?;
        if this.0.is_empty() {
            return Err(TextError::Empty);
        }
        for (at, word) in words(text) {
            if let Some(word) = keywords.iter().find(|keyword| **keyword == word) {
                return Err(TextError::Keyword { word, at });
            }
        }
        Ok(this)
    }

    pub(crate) fn option_name(text: &str) -> Result<Self, TextError> {
        Self::without(text, &NAME_ENDS)
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns `true` if the text is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the value that the protocol writes as `text`: `<empty>` is the empty value.
    pub(crate) fn from_value(text: &str) -> Result<Self, TextError> {
        if text == EMPTY { Ok(Self::default()) } else { Self::new(text) }
    }

    /// Returns the text as a value: `<empty>` if it is empty.
    pub(crate) fn as_value(&self) -> &str {
        if self.0.is_empty() { EMPTY } else { &self.0 }
    }
}

impl AsRef<str> for LineText {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl FromStr for LineText {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        Self::new(text)
    }
}

impl fmt::Display for LineText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}
