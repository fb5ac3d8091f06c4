//! Colors of pictures.

use core::fmt;
use core::str::FromStr;

use gardez_types::ParseError;

/// A color with an opacity.
///
/// ```
/// use gardez_svg::Rgba;
///
/// let green: Rgba = "#15781b".parse()?;
/// assert_eq!(green, Rgba::new(0x15_78_1b));
/// assert_eq!(green.with_alpha(0x80).to_string(), "#15781b80");
/// # Ok::<_, gardez_svg::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rgba {
    rgb: u32,
    alpha: u8,
}

impl Rgba {
    /// An invisible color.
    pub const TRANSPARENT: Self = Self { rgb: 0, alpha: 0 };

    /// Returns the opaque color with the number `0xRRGGBB`. Higher bits are ignored.
    #[inline]
    pub const fn new(rgb: u32) -> Self {
        Self { rgb: rgb & 0xff_ffff, alpha: u8::MAX }
    }

    /// Returns the color with another opacity, from 0 (invisible) to 255 (opaque).
    #[inline]
    #[must_use]
    pub const fn with_alpha(self, alpha: u8) -> Self {
        Self { rgb: self.rgb, alpha }
    }

    /// Returns the number `0xRRGGBB`.
    #[inline]
    pub const fn rgb(self) -> u32 {
        self.rgb
    }

    /// Returns the opacity, from 0 to 255.
    #[inline]
    pub const fn alpha(self) -> u8 {
        self.alpha
    }

    /// Writes the attribute `name` with a leading space, and its opacity if the color is not opaque.
    pub(crate) fn write_attribute(self, f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
        write!(f, " {name}=\"#{:06x}\"", self.rgb)?;
        if self.alpha != u8::MAX {
            write!(f, " {name}-opacity=\"{}\"", Hundredths(u32::from(self.alpha) * 100 / 255))?;
        }
        Ok(())
    }
}

/// A number below 1, in hundredths.
struct Hundredths(u32);

impl fmt::Display for Hundredths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("0"),
            n if n % 10 == 0 => write!(f, ".{}", n / 10),
            n => write!(f, ".{n:02}"),
        }
    }
}

impl fmt::Display for Rgba {
    /// Writes `#rrggbb`, or `#rrggbbaa` if the color is not opaque.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06x}", self.rgb)?;
        if self.alpha == u8::MAX { Ok(()) } else { write!(f, "{:02x}", self.alpha) }
    }
}

impl fmt::Debug for Rgba {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Rgba {
    type Err = ParseError;

    /// Reads `#rrggbb` or `#rrggbbaa`, in upper or lower case.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        const EXPECTED: &str = "a color such as #15781b";
        let length = text.chars().count();
        if length != 7 && length != 9 {
            return Err(ParseError::Length { expected: EXPECTED, found: length });
        }
        let mut number: u32 = 0;
        for (index, (at, found)) in text.char_indices().enumerate() {
            let wrong = |expected| ParseError::Character { expected, found, at };
            match index {
                0 if found == '#' => {}
                0 => return Err(wrong("a number sign")),
                _ => number = number << 4 | found.to_digit(16).ok_or(wrong("a hexadecimal digit"))?,
            }
        }
        Ok(if length == 7 { Self::new(number) } else { Self::new(number >> 8).with_alpha(number as u8) })
    }
}
