//! Which format an input looks like.

use crate::format::Format;

impl Format {
    /// The format that the first bytes of an input look like, if they look like only one.
    ///
    /// `.binpack` has a mark, and the text formats have words. The others are tried: the answer is `None` if no format or
    /// more than one fits.
    ///
    /// ```
    /// use gardez_formats::Format;
    ///
    /// assert_eq!(Format::detect(b"BINP\x22\0\0\0"), Some(Format::Binpack));
    /// assert_eq!(Format::detect(b"fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n"), Some(Format::Plain));
    /// assert_eq!(Format::detect(b"[Event \"London\"]\n"), Some(Format::Pgn));
    /// assert_eq!(Format::detect(b""), None);
    /// ```
    pub fn detect(bytes: &[u8]) -> Option<Self> {
        let mut fitting = Self::ALL.into_iter().filter(|format| format.fits(bytes));
        match (fitting.next(), fitting.next()) {
            (only, None) => only,
            _ => None,
        }
    }

    /// Whether the first bytes of an input can be this format, and unlikely anything else.
    fn fits(self, bytes: &[u8]) -> bool {
        match self {
            Self::Binpack => bytes.starts_with(b"BINP"),
            Self::Plain => bytes.starts_with(b"fen "),
            Self::Pgn => bytes.starts_with(b"[Event \""),
            Self::BulletText => {
                let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
                line.is_ascii() && line.iter().filter(|&&byte| byte == b'|').count() >= 2 && line.contains(&b'/')
            }
            _ => false,
        }
    }
}
