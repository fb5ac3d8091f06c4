//! Lines of text of a limited length.

use std::io::{BufRead, BufReader, Read};

/// The largest line that is read, in bytes.
const MAX_BYTES: u64 = 64 << 10;

/// The lines of a stream, as text without their ends. A line that is not UTF-8 has replacement characters.
pub(crate) struct Lines<R> {
    reader: BufReader<R>,
}

impl<R: Read> Lines<R> {
    pub(crate) fn new(reader: R) -> Self {
        Self { reader: BufReader::new(reader) }
    }
}

impl<R: Read> Iterator for Lines<R> {
    type Item = std::io::Result<String>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut bytes = Vec::new();
        match self.reader.by_ref().take(MAX_BYTES).read_until(b'\n', &mut bytes) {
            Err(error) => Some(Err(error)),
            Ok(0) => None,
            Ok(_) if bytes.last() != Some(&b'\n') && bytes.len() as u64 == MAX_BYTES => {
                Some(Err(std::io::Error::other(format!("a line is longer than {} KiB", MAX_BYTES >> 10))))
            }
            Ok(_) => {
                let text = String::from_utf8_lossy(&bytes);
                Some(Ok(text.trim_end_matches(['\n', '\r']).to_owned()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn an_endless_line_is_an_error() {
        assert!(Lines::new(io::repeat(b'x')).next().is_some_and(|line| line.is_err()));
    }

    #[test]
    fn all_line_ends_are_removed() {
        let lines: Vec<_> = Lines::new(&b"a\r\nb\n\nc"[..]).map(|line| line.expect("text")).collect();
        assert_eq!(lines, ["a", "b", "", "c"]);
    }
}
