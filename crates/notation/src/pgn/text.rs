//! Parts of a PGN as they are in the file.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;

use crate::pgn::tree::tidy;
use crate::quoted::unescape;

/// Bytes of a PGN, which may be UTF-8, Windows-1252, or both.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Text<'a>(pub(in crate::pgn) &'a [u8]);

impl<'a> Text<'a> {
    /// Returns the bytes as they are in the file.
    #[inline]
    pub const fn as_bytes(self) -> &'a [u8] {
        self.0
    }

    /// Returns the text, in which each byte that is not valid UTF-8 is Windows-1252, and U+0080 to U+009F are, too. A
    /// byte that Windows-1252 does not use becomes U+FFFD.
    ///
    /// ```
    /// use std::convert::Infallible;
    /// use std::ops::ControlFlow;
    ///
    /// use gardez_notation::pgn::{Reader, Tag, Visitor};
    ///
    /// struct Print;
    ///
    /// impl Visitor for Print {
    ///     type Break = Infallible;
    ///
    ///     fn tag(&mut self, tag: Tag<'_>) -> ControlFlow<Infallible> {
    ///         assert_eq!(tag.value(), "Müller – é");
    ///         ControlFlow::Continue(())
    ///     }
    /// }
    ///
    /// Reader::from_bytes(b"[White \"M\xc3\xbcller \x96 \xe9\"] *").read(&mut Print)?;
    /// # Ok::<_, gardez_notation::pgn::ReadError<Infallible, Infallible>>(())
    /// ```
    pub fn to_str(self) -> Cow<'a, str> {
        decode(Cow::Borrowed(self.0))
    }

    /// Returns the text as [`Keep::Normalized`](crate::pgn::Keep::Normalized) keeps a comment: without blanks at its
    /// ends, and with blanks for line ends, but empty lines.
    ///
    /// ```
    /// use std::convert::Infallible;
    /// use std::ops::ControlFlow;
    ///
    /// use gardez_notation::pgn::{Reader, Text, Visitor};
    ///
    /// #[derive(Default)]
    /// struct Comments(Vec<String>);
    ///
    /// impl Visitor for Comments {
    ///     type Break = Infallible;
    ///
    ///     fn comment(&mut self, comment: Text<'_>) -> ControlFlow<Infallible> {
    ///         self.0.push(comment.normalized().into_owned());
    ///         ControlFlow::Continue(())
    ///     }
    /// }
    ///
    /// let mut comments = Comments::default();
    /// Reader::from_bytes(b"1. e4 { the king's\npawn } *").read(&mut comments)?;
    /// assert_eq!(comments.0, ["the king's pawn"]);
    /// # Ok::<_, gardez_notation::pgn::ReadError<Infallible, Infallible>>(())
    /// ```
    pub fn normalized(self) -> Cow<'a, str> {
        match self.to_str() {
            Cow::Borrowed(text) => tidy(text),
            Cow::Owned(text) => Cow::Owned(tidy(&text).into_owned()),
        }
    }

    /// Returns `true` if [`Text::to_str`] changes nothing: the bytes are UTF-8 without U+0080 to U+009F.
    pub fn is_utf8(self) -> bool {
        clean(self.0).is_some()
    }
}

impl PartialEq<str> for Text<'_> {
    fn eq(&self, other: &str) -> bool {
        self.to_str() == other
    }
}

impl PartialEq<&str> for Text<'_> {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_str())
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_str(), f)
    }
}

/// Returns UTF-8 without the control characters U+0080 to U+009F, which are never meant.
fn clean(bytes: &[u8]) -> Option<&str> {
    let is_control = |at: usize| matches!(bytes.get(at + 1), Some(0x80..=0x9f));
    core::str::from_utf8(bytes).ok().filter(|_| !memchr::memchr_iter(0xc2, bytes).any(is_control))
}

fn decode(bytes: Cow<'_, [u8]>) -> Cow<'_, str> {
    match bytes {
        Cow::Borrowed(bytes) => clean(bytes).map_or_else(|| Cow::Owned(repaired(bytes)), Cow::Borrowed),
        Cow::Owned(bytes) => Cow::Owned(clean(&bytes).map_or_else(|| repaired(&bytes), String::from)),
    }
}

/// Returns the characters of UTF-8, and of Windows-1252 for other bytes and for control characters.
fn repaired(bytes: &[u8]) -> String {
    /// The characters of 0x80 to 0x9f, five of which have none.
    const WINDOWS: [char; 32] = [
        '€', '�', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '�', 'Ž', '�', '�', '‘', '’', '“', '”', '•',
        '–', '—', '˜', '™', 'š', '›', 'œ', '�', 'ž', 'Ÿ',
    ];
    let character = |c: char| if matches!(c, '\u{80}'..='\u{9f}') { WINDOWS[c as usize - 0x80] } else { c };
    let chunks = bytes.utf8_chunks().map(|chunk| (chunk.valid().chars(), chunk.invalid()));
    chunks.flat_map(|(valid, invalid)| valid.chain(invalid.iter().map(|&byte| byte.into()))).map(character).collect()
}

/// A tag pair such as `[Event "F/S Return Match"]`.
///
/// ```
/// use core::convert::Infallible;
/// use core::ops::ControlFlow;
///
/// use gardez_notation::pgn::{Reader, Tag, Visitor};
///
/// #[derive(Default)]
/// struct White(String);
///
/// impl Visitor for White {
///     type Break = Infallible;
///
///     fn tag(&mut self, tag: Tag<'_>) -> ControlFlow<Infallible> {
///         if tag.name() == "White" {
///             self.0 = tag.value().into_owned();
///         }
///         ControlFlow::Continue(())
///     }
/// }
///
/// let mut white = White::default();
/// Reader::from_bytes(br#"[White "Vera \"V\" M."] *"#).read(&mut white)?;
/// assert_eq!(white.0, "Vera \"V\" M.");
/// # Ok::<_, gardez_notation::pgn::ReadError<Infallible, Infallible>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tag<'a> {
    pub(in crate::pgn) name: Text<'a>,
    /// The text between the quotes, with its backslashes.
    pub(in crate::pgn) raw_value: Text<'a>,
}

impl<'a> Tag<'a> {
    /// Returns the name, such as `Event`.
    #[inline]
    pub const fn name(&self) -> Text<'a> {
        self.name
    }

    /// Returns the text between the quotes, with its backslashes.
    #[inline]
    pub const fn raw_value(&self) -> Text<'a> {
        self.raw_value
    }

    /// Returns the value: `\"` is a quote, `\\` a backslash, and any other backslash is kept.
    pub fn value(&self) -> Cow<'a, str> {
        decode(unescape(self.raw_value.0))
    }
}
