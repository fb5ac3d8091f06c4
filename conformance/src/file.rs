//! Files, packed or not, as bytes and lines.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;

/// The greatest file that is read, unpacked: far more than any there is.
const MAX_BYTES: u64 = 1 << 30;

/// What a file holds, as far as it could be read.
pub(crate) struct Content {
    pub(crate) bytes: Vec<u8>,
    /// Why there is no more.
    pub(crate) cut: Option<String>,
}

impl Content {
    /// Reads a file; one whose name ends in `.gz` is unpacked.
    pub(crate) fn read(path: &Path) -> Self {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) => return Self { bytes: Vec::new(), cut: Some(format!("cannot be opened: {error}")) },
        };
        let (bytes, cut) = if path.extension().is_some_and(|extension| extension == "gz") {
            bounded(MultiGzDecoder::new(io::BufReader::new(file)))
        } else {
            bounded(file)
        };
        Self { bytes, cut: cut.map(|error| format!("the file is cut or damaged here: {error}")) }
    }

    /// The lines with their numbers, without line ends; the last is left out if the file is cut within it.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (u64, &[u8])> {
        let whole = match &self.cut {
            None => &self.bytes[..],
            Some(_) => &self.bytes[..self.bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1)],
        };
        let whole = whole.strip_suffix(b"\n").unwrap_or(whole);
        let lines = whole.split(|&byte| byte == b'\n').take(if whole.is_empty() { 0 } else { usize::MAX });
        (1..).zip(lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line)))
    }

    /// The number of the line at which the content ends.
    pub(crate) fn last_line(&self) -> u64 {
        1 + self.bytes.iter().filter(|&&byte| byte == b'\n').count() as u64
    }

    /// True if the last line has its end.
    pub(crate) fn ends_with_line(&self) -> bool {
        self.bytes.is_empty() || self.bytes.ends_with(b"\n")
    }
}

/// What a source yields, and the error that ends it early.
fn bounded(source: impl Read) -> (Vec<u8>, Option<io::Error>) {
    let mut bytes = Vec::new();
    match source.take(MAX_BYTES + 1).read_to_end(&mut bytes) {
        Err(error) => (bytes, Some(error)),
        Ok(_) if MAX_BYTES < bytes.len() as u64 => {
            (bytes, Some(io::Error::other(format!("it has more than {} MiB", MAX_BYTES >> 20))))
        }
        Ok(_) => (bytes, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str, is_cut: bool) -> Vec<(u64, String)> {
        let content = Content { bytes: text.into(), cut: is_cut.then(String::new) };
        content.lines().map(|(number, line)| (number, String::from_utf8_lossy(line).into_owned())).collect()
    }

    #[test]
    fn lines_are_numbered_and_lose_their_ends() {
        assert_eq!(lines("a\r\n\nb", false), [(1, "a".into()), (2, String::new()), (3, "b".into())]);
        assert_eq!(lines("", false), []);
        assert_eq!(lines("a\nb\n", false), [(1, "a".into()), (2, "b".into())]);
    }

    #[test]
    fn a_line_in_which_the_file_is_cut_is_left_out() {
        assert_eq!(lines("a\nb", true), [(1, "a".into())]);
        assert_eq!(lines("a", true), []);
    }
}
