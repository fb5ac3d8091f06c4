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

    /// Returns the number of the glyph.
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

    /// Returns the suffix for the glyph in the import format, such as `!` for `$1`.
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

    /// Returns the symbol that books print for the glyph, such as `±` for `$16`.
    ///
    /// ```
    /// use gardez_notation::pgn::Nag;
    ///
    /// assert_eq!(Nag::from_raw(16).symbol(), Some("±"));
    /// assert_eq!(Nag::GOOD_MOVE.symbol(), Some("!"));
    /// assert_eq!(Nag::from_raw(132).symbol(), Some("⇆"));
    /// assert_eq!(Nag::from_raw(99).symbol(), None);
    /// ```
    pub fn symbol(self) -> Option<&'static str> {
        self.suffix().or_else(|| Some(SIGNS.iter().find(|&&(_, number)| number == self.0)?.0))
    }

    /// Returns the glyph of a symbol of [`Nag::symbol`] or of another spelling that programs write, such as `+/-` for `±`.
    ///
    /// ```
    /// use gardez_notation::pgn::Nag;
    ///
    /// assert_eq!(Nag::from_symbol("⩲"), Some(Nag::from_raw(14)));
    /// assert_eq!(Nag::from_symbol("+/="), Nag::from_symbol("⩲"));
    /// assert_eq!(Nag::from_symbol("!?"), Some(Nag::SPECULATIVE_MOVE));
    /// assert_eq!(Nag::from_symbol("e4"), None);
    /// ```
    pub fn from_symbol(symbol: &str) -> Option<Self> {
        Self::from_suffix(symbol.as_bytes()).or_else(|| Self::from_sign(symbol.as_bytes()))
    }

    /// Returns the glyph of a sign or a word that is not in the standard.
    pub(in crate::pgn) fn from_sign(sign: &[u8]) -> Option<Self> {
        let known = SIGNS.iter().find(|(text, _)| text.as_bytes() == sign);
        known.map(|&(_, number)| Self(number))
    }

    /// Returns the length of a word without the signs that are glued to its end, but not 0.
    pub(in crate::pgn) fn before_signs(word: &[u8]) -> usize {
        // Nearly all words end as moves do.
        let (mark, before) = match word {
            [before @ .., b'+' | b'#'] => (1, before),
            _ => (0, word),
        };
        if before.last().is_some_and(u8::is_ascii_alphanumeric) {
            return before.len() + mark;
        }
        let mut rest = word;
        // Each takes a search, and more than a few are not an annotation.
        for _ in 0..4 {
            let signs = SIGNS.iter().map(|(sign, _)| *sign).chain(["†", "‡"]);
            let glued = signs.filter(|sign| !sign.ends_with(|c: char| c.is_ascii_alphabetic()));
            let glued = glued.filter(|sign| rest.ends_with(sign.as_bytes())).map(str::len).max();
            match glued {
                Some(length) if length < rest.len() => rest = &rest[..rest.len() - length],
                _ => break,
            }
        }
        rest.len()
    }
}

/// Symbols beyond `!` and `?`, with their numbers. The first one of a number is printed.
const SIGNS: [(&str, u8); 39] = [
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("inf", 13),
    ("~", 13),
    ("⩲", 14),
    ("+/=", 14),
    ("+=", 14),
    ("⩱", 15),
    ("=/+", 15),
    ("=+", 15),
    ("±", 16),
    ("+/-", 16),
    ("+/−", 16),
    ("∓", 17),
    ("-/+", 17),
    ("−/+", 17),
    ("+-", 18),
    ("+−", 18),
    ("+–", 18),
    ("-+", 19),
    ("−+", 19),
    ("–+", 19),
    ("⨀", 22),
    ("⊙", 22),
    ("○", 22),
    ("⟳", 32),
    ("↑", 36),
    ("→", 40),
    ("⇆", 132),
    ("⇄", 132),
    ("⨁", 138),
    ("⊕", 138),
    ("∆", 140),
    ("Δ", 140),
    ("⌓", 142),
    ("RR", 145),
    ("N", 146),
    ("D", 220),
];

impl fmt::Display for Nag {
    /// Writes the glyph as in the export format: `$1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_symbol_leads_back_to_its_glyph() {
        let symbols = (0..=255).map(Nag::from_raw).filter_map(|nag| Some((nag, nag.symbol()?)));
        assert!(symbols.clone().count() >= 20);
        symbols.for_each(|(nag, symbol)| assert_eq!(Nag::from_symbol(symbol), Some(nag), "{symbol}"));
        SIGNS.iter().for_each(|&(text, number)| assert_eq!(Nag::from_symbol(text), Some(Nag(number)), "{text}"));
    }
}
