//! Packed files and documents, recognized by their first bytes.

use core::fmt;

/// A format of packed files or documents.
///
/// ```
/// use gardez_io::ForeignFormat;
///
/// let name = |front| ForeignFormat::detect(front).map(ForeignFormat::name);
/// assert_eq!(name(b"PK\x03\x04"), Some("a zip archive"));
/// assert_eq!(name(b"<!DOCTYPE html>"), Some("a page of HTML"));
/// assert_eq!(name(b"1. e4 *"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ForeignFormat(&'static Row);

/// A kind of file: its name, the offset of a mark, and the mark.
type Row = (&'static str, usize, &'static [u8]);

pub(crate) const GZIP: [u8; 2] = [0x1f, 0x8b];

pub(crate) const ZSTANDARD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// A row for each mark. Add a row to recognize another format.
static ROWS: [Row; 20] = [
    ("a gzip stream", 0, &GZIP),
    ("a Zstandard stream", 0, &ZSTANDARD),
    ("a zip archive", 0, b"PK\x03\x04"),
    ("a zip archive", 0, b"PK\x05\x06"),
    ("a zip archive", 0, b"PK\x07\x08"),
    ("a bzip2 stream", 0, b"BZh"),
    ("an xz stream", 0, b"\xfd7zXZ\0"),
    ("a 7z archive", 0, b"7z\xbc\xaf\x27\x1c"),
    ("an lz4 stream", 0, &[0x04, 0x22, 0x4d, 0x18]),
    ("an lz4 stream", 0, &[0x02, 0x21, 0x4c, 0x18]),
    ("an lzip stream", 0, b"LZIP"),
    ("a rar archive", 0, b"Rar!\x1a\x07"),
    ("a stream of compress", 0, &[0x1f, 0x9d]),
    ("a tar archive", 257, b"ustar"),
    ("a PDF document", 0, b"%PDF-"),
    ("an RTF document", 0, b"{\\rtf"),
    ("an SQLite database", 0, b"SQLite format 3\0"),
    ("UTF-32 text", 0, &[0xff, 0xfe, 0, 0]),
    ("UTF-32 text", 0, &[0, 0, 0xfe, 0xff]),
    ("a page of HTML", 0, b"<"),
];

impl ForeignFormat {
    /// Returns the format of a file that begins with these bytes. 262 bytes are enough.
    pub fn detect(front: &[u8]) -> Option<Self> {
        let is_markup = || matches!(front.get(1), Some(b'!' | b'?' | b'a'..=b'z' | b'A'..=b'Z'));
        let is_here = |&&(_, at, mark): &&Row| front.get(at..).is_some_and(|front| front.starts_with(mark));
        ROWS.iter().find(is_here).filter(|(_, _, mark)| *mark != b"<" || is_markup()).map(Self)
    }

    /// Returns the name, with an article.
    pub const fn name(self) -> &'static str {
        self.0.0
    }
}

impl fmt::Display for ForeignFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
