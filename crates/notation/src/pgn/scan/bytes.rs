//! Classes of bytes.

/// The kind of token that a byte begins, outside of comments.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Space,
    Letter,
    /// Letters, symbols and blanks beyond ASCII.
    Beyond,
    Digit,
    /// `+ - = / ~ _ @`, which begin signs such as `+-` and the null move `--`.
    Sign,
    Dot,
    Suffix,
    Dollar,
    Brace,
    Semicolon,
    Open,
    Close,
    Star,
    Angle,
    Percent,
    Bracket,
    Stray,
}

static CLASS: [Class; 256] = {
    let mut table = [Class::Stray; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | 0x1a => Class::Space,
            b'a'..=b'z' | b'A'..=b'Z' => Class::Letter,
            0x80.. => Class::Beyond,
            b'0'..=b'9' => Class::Digit,
            b'+' | b'-' | b'=' | b'/' | b'~' | b'_' | b'@' => Class::Sign,
            b'.' => Class::Dot,
            b'!' | b'?' => Class::Suffix,
            b'$' => Class::Dollar,
            b'{' => Class::Brace,
            b';' => Class::Semicolon,
            b'(' => Class::Open,
            b')' => Class::Close,
            b'*' => Class::Star,
            b'<' => Class::Angle,
            b'%' => Class::Percent,
            b'[' => Class::Bracket,
            _ => Class::Stray,
        };
        byte += 1;
    }
    table
};

#[inline]
pub(super) fn class(byte: u8) -> Class {
    CLASS[usize::from(byte)]
}

#[inline]
pub(super) fn is_word(byte: u8) -> bool {
    is_ascii_word(byte) || !byte.is_ascii()
}

/// Returns `true` for an ASCII byte that can be part of a word.
#[inline]
pub(super) fn is_ascii_word(byte: u8) -> bool {
    static WORD: [bool; 256] = {
        let mut table = [false; 256];
        let mut byte = 0;
        while byte < 256 {
            let class = CLASS[byte];
            table[byte] = matches!(class, Class::Letter | Class::Digit | Class::Sign)
                || matches!(byte as u8, b'#' | b':' | b'\'');
            byte += 1;
        }
        table
    };
    WORD[usize::from(byte)]
}

#[inline]
pub(super) fn is_space(byte: u8) -> bool {
    class(byte) == Class::Space
}

pub(super) const fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

pub(super) fn blanks(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// Returns `true` if a bracket, a name and a quote follow. Reads at most a few hundred bytes.
pub(super) fn is_tag_start(bytes: &[u8]) -> bool {
    let [b'[', rest @ ..] = bytes else { return false };
    let few = |bytes: &[u8]| blanks(&bytes[..bytes.len().min(64)]);
    let rest = &rest[few(rest)..];
    let name = rest.iter().take(255).take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let after = &rest[name..];
    name != 0 && after[few(after)..].first() == Some(&b'"')
}
