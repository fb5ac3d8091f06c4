//! Numeric annotation glyphs, and how a game ended.

use core::fmt;

use gardez_types::Color;

/// A numeric annotation glyph, `$0` to `$255`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Nag(pub u8);

impl Nag {
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

    /// The suffix that the import format knows for the glyph.
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

    /// The glyph of a suffix of `!` and `?`.
    pub(crate) const fn of_suffix(suffix: &[u8]) -> Option<Self> {
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

    /// The glyph of an evaluation sign or a word that some programs write without the standard's leave.
    pub(crate) fn of_sign(sign: &[u8]) -> Option<Self> {
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
    /// As in the export format: `$1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}

/// How a game ended, as its players or its file say it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: not over, or not known.
    #[default]
    Unknown,
}

impl GameResult {
    /// The marker that ends the movetext.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }

    /// The result that this side's win is.
    pub const fn win_of(color: Color) -> Self {
        match color {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// Reads a marker; `1/2`, `½-½`, `½` and dashes for hyphens are read too. The flag is true for the standard's own.
    pub(crate) fn read(text: &[u8]) -> Option<(Self, bool)> {
        Some(match text {
            b"1-0" => (Self::WhiteWins, true),
            b"0-1" => (Self::BlackWins, true),
            b"1/2-1/2" => (Self::Draw, true),
            b"*" => (Self::Unknown, true),
            b"1/2" | b"\xbd-\xbd" | b"\xbd" => (Self::Draw, false),
            _ => match core::str::from_utf8(text).ok()? {
                "½-½" | "½" | "½–½" | "1/2–1/2" => (Self::Draw, false),
                "1–0" | "1:0" => (Self::WhiteWins, false),
                "0–1" | "0:1" => (Self::BlackWins, false),
                _ => return None,
            },
        })
    }
}

/// A text that is no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoResult;

impl fmt::Display for NoResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected one of 1-0, 0-1, 1/2-1/2, *")
    }
}

impl core::error::Error for NoResult {}

impl core::str::FromStr for GameResult {
    type Err = NoResult;

    /// Reads the four markers of the standard only.
    fn from_str(text: &str) -> Result<Self, NoResult> {
        Self::read(text.as_bytes()).filter(|&(_, is_standard)| is_standard).map(|(result, _)| result).ok_or(NoResult)
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
