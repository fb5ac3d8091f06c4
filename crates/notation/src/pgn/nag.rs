//! Numeric annotation glyphs.

use core::fmt;

/// A numeric annotation glyph, `$0` to `$255`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Nag(u8);

impl Nag {
    /// Returns the glyph with this number.
    #[inline]
    pub const fn from_raw(number: u8) -> Self {
        Self(number)
    }

    /// Returns the number of the glyph, 0 to 255.
    #[inline]
    pub const fn raw(self) -> u8 {
        self.0
    }

    /// `!`
    pub const GOOD_MOVE: Self = Self(1);
    /// `?`
    pub const MISTAKE: Self = Self(2);
    /// `!!`
    pub const BRILLIANT_MOVE: Self = Self(3);
    /// `??`
    pub const BLUNDER: Self = Self(4);
    /// `!?`
    pub const SPECULATIVE_MOVE: Self = Self(5);
    /// `?!`
    pub const DUBIOUS_MOVE: Self = Self(6);

    /// Returns the suffix for the glyph in the import format, such as `!` for `$1`; `None` if there is no suffix.
    pub const fn suffix(self) -> Option<&'static str> {
        Some(match self.0 {
            1 => "!",
            2 => "?",
            3 => "!!",
            4 => "??",
            5 => "!?",
            6 => "?!",
            _ => return None,
        })
    }

    /// Returns the glyph for a suffix of `!` and `?`.
    pub(in crate::pgn) const fn from_suffix(suffix: &[u8]) -> Option<Self> {
        Some(match suffix {
            b"!" => Self::GOOD_MOVE,
            b"?" => Self::MISTAKE,
            b"!!" => Self::BRILLIANT_MOVE,
            b"??" => Self::BLUNDER,
            b"!?" => Self::SPECULATIVE_MOVE,
            b"?!" => Self::DUBIOUS_MOVE,
            _ => return None,
        })
    }

    /// Returns the glyph for an evaluation sign or a word that some programs write although the standard does not
    /// define it.
    pub(in crate::pgn) fn from_sign(sign: &[u8]) -> Option<Self> {
        const SIGNS: [(&str, u8); 26] = [
            ("=", 10),
            ("inf", 13),
            ("~", 13),
            ("∞", 13),
            ("+/=", 14),
            ("+=", 14),
            ("⩲", 14),
            ("=/+", 15),
            ("=+", 15),
            ("⩱", 15),
            ("+/-", 16),
            ("+/−", 16),
            ("±", 16),
            ("-/+", 17),
            ("∓", 17),
            ("+-", 18),
            ("-+", 19),
            ("□", 7),
            ("○", 22),
            ("⟳", 32),
            ("↑", 36),
            ("→", 40),
            ("⇆", 132),
            ("RR", 145),
            ("N", 146),
            ("D", 220),
        ];
        let known = SIGNS.iter().find(|(text, _)| text.as_bytes() == sign);
        known.map(|&(_, number)| Self(number))
    }
}

impl fmt::Display for Nag {
    /// Writes the glyph as in the export format: `$1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}
