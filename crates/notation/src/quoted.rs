//! Text between quotes, in PGN and in EPD: a backslash precedes each quote and backslash.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;

use memchr::memchr2;

/// Returns the text without its escapes: `\"` is a quote, `\` a backslash, another backslash is kept, a CR is a blank.
pub(crate) fn unescape(raw: &[u8]) -> Cow<'_, [u8]> {
    if memchr2(b'\\', b'\r', raw).is_none() {
        return Cow::Borrowed(raw);
    }
    let mut text = Vec::with_capacity(raw.len());
    let mut rest = raw;
    while let [first, tail @ ..] = rest {
        rest = tail;
        match (first, tail) {
            (b'\\', [escaped @ (b'"' | b'\\'), tail @ ..]) => {
                text.push(*escaped);
                rest = tail;
            }
            (b'\r', _) => text.push(b' '),
            _ => text.push(*first),
        }
    }
    Cow::Owned(text)
}

/// Writes a text for a place between quotes. Line ends become blanks.
pub(crate) fn write_escaped(out: &mut impl fmt::Write, text: &str) -> fmt::Result {
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.write_char('\\')?;
                out.write_char(c)?;
            }
            '\n' | '\r' => out.write_char(' ')?,
            _ => out.write_char(c)?,
        }
    }
    Ok(())
}
