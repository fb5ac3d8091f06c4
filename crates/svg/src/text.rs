//! Text and numbers in XML.

use core::fmt;

/// Text with its special characters escaped for XML. Characters that XML does not allow become U+FFFD.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        self.0.chars().try_for_each(|character| match character {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            // As numbers: readers of XML change some of these characters, and an empty line would end an inline picture.
            '\t' | '\n' | '\r' => write!(f, "&#{};", character as u32),
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => f.write_char('\u{fffd}'),
            _ => f.write_char(character),
        })
    }
}

/// A number in tenths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Tenths(pub(crate) i32);

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 0 {
            f.write_str("-")?;
        }
        let (whole, rest) = (self.0.unsigned_abs() / 10, self.0.unsigned_abs() % 10);
        if rest == 0 { write!(f, "{whole}") } else { write!(f, "{whole}.{rest}") }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn numbers_have_one_digit_after_the_point_at_most() {
        for (tenths, text) in [(0, "0"), (5, "0.5"), (-5, "-0.5"), (480, "48"), (-123, "-12.3")] {
            assert_eq!(Tenths(tenths).to_string(), text);
        }
    }
}
