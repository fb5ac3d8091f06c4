//! Numeric annotation glyphs, and result markers.

use core::fmt;

use gardez_types::GameResult;

/// A numeric annotation glyph, `$0` to `$255`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Nag(pub(crate) u8);

impl Nag {
    /// The glyph with this number.
    #[inline]
    pub const fn from_raw(number: u8) -> Self {
        Self(number)
    }

    /// The number of the glyph, 0 to 255.
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

    /// The suffix for the glyph in the import format, such as `!` for `$1`; `None` if there is no suffix.
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

    /// The glyph for a suffix of `!` and `?`.
    pub(crate) const fn from_suffix(suffix: &[u8]) -> Option<Self> {
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

    /// The glyph for an evaluation sign or a word that some programs write although the standard does not define it.
    pub(crate) fn from_sign(sign: &[u8]) -> Option<Self> {
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

/// Reads a result marker; the flag is true for the four markers of the standard. It also reads `1/2`, `½-½`, `½`,
/// dashes in place of hyphens, and colons.
pub(crate) fn read_result(text: &[u8]) -> Option<(GameResult, bool)> {
    Some(match text {
        b"1-0" => (GameResult::WhiteWins, true),
        b"0-1" => (GameResult::BlackWins, true),
        b"1/2-1/2" => (GameResult::Draw, true),
        b"*" => (GameResult::Unknown, true),
        b"1/2" | b"\xbd-\xbd" | b"\xbd" => (GameResult::Draw, false),
        _ => match core::str::from_utf8(text).ok()? {
            "½-½" | "½" | "½–½" | "1/2–1/2" => (GameResult::Draw, false),
            "1–0" | "1:0" => (GameResult::WhiteWins, false),
            "0–1" | "0:1" => (GameResult::BlackWins, false),
            _ => return None,
        },
    })
}
