//! The codes of the Encyclopaedia of Chess Openings.

use core::fmt;
use core::str::FromStr;

use gardez_types::ParseError;

use crate::table::CODES;

/// A code of the Encyclopaedia of Chess Openings, from A00 to E99.
///
/// Every code has at least one opening: [`Opening::by_eco`](crate::Opening::by_eco).
///
/// ```
/// use gardez_openings::Eco;
///
/// let code: Eco = "B90".parse()?;
/// assert_eq!((code.volume(), code.number()), ('B', 90));
/// assert_eq!(code.to_string(), "B90");
/// # Ok::<_, gardez_types::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Eco(u16);

impl Eco {
    /// The number of codes.
    pub const COUNT: usize = CODES;

    /// Returns the code with this index: A00 is 0, E99 is 499.
    #[inline]
    pub const fn from_index(index: u16) -> Option<Self> {
        if (index as usize) < Self::COUNT { Some(Self(index)) } else { None }
    }

    /// Returns the index of the code, from 0 to 499.
    #[inline]
    pub const fn index(self) -> u16 {
        self.0
    }

    /// Returns the volume, a letter from A to E.
    pub const fn volume(self) -> char {
        (b'A' + (self.0 / 100) as u8) as char
    }

    /// Returns the number in the volume, from 0 to 99.
    pub const fn number(self) -> u8 {
        (self.0 % 100) as u8
    }
}

impl fmt::Display for Eco {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.number();
        let text = [self.volume() as u8, b'0' + digits / 10, b'0' + digits % 10];
        f.pad(core::str::from_utf8(&text).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Eco {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Eco {
    type Err = ParseError;

    /// Reads a code such as `B90`, also with a lower-case letter.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut characters = text.char_indices();
        let (Some(volume), Some(tens), Some(ones), None) =
            (characters.next(), characters.next(), characters.next(), characters.next())
        else {
            return Err(ParseError::Length { expected: "an ECO code such as B90", found: text.chars().count() });
        };
        let index = match volume.1.to_ascii_uppercase() {
            letter @ 'A'..='E' => letter as u16 - 'A' as u16,
            _ => return Err(ParseError::Character { expected: "a volume from A to E", found: volume.1, at: 0 }),
        };
        let digit = |(at, found): (usize, char)| match found {
            '0'..='9' => Ok(found as u16 - '0' as u16),
            _ => Err(ParseError::Character { expected: "a digit", found, at }),
        };
        Ok(Self(100 * index + 10 * digit(tens)? + digit(ones)?))
    }
}
