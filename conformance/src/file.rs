//! Files, compressed or not, as bytes and lines, and the files below a directory.

use std::env;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use walkdir::{DirEntry, WalkDir};

use crate::report::{Outcome, RecordError};

/// The size of the largest file that is read, after decompression.
const MAX_BYTES: u64 = 1 << 30;

/// The content of a file, as far as it could be read.
pub(crate) struct Content {
    pub(crate) bytes: Vec<u8>,
    /// The reason the content ends early, if it does.
    pub(crate) cut: Option<String>,
}

impl Content {
    /// Reads a file, and decompresses it if its name ends in `.gz`.
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
        Self { bytes, cut: cut.map(|error| format!("the file is truncated or damaged here: {error}")) }
    }

    /// Returns the bytes of the file called `name` or `name.gz` in a directory.
    pub(crate) fn beside(directory: &Path, name: &str) -> Outcome<Vec<u8>> {
        let paths = ["", ".gz"].map(|end| directory.join(format!("{name}{end}")));
        let path = paths.iter().find(|path| path.is_file());
        let content = Self::read(path.ok_or_else(|| RecordError::new("file", format!("{name} is missing")))?);
        match content.cut {
            Some(reason) => Err(RecordError::new("file", format!("{name} is damaged: {reason}"))),
            None => Ok(content.bytes),
        }
    }

    /// Returns the lines with their numbers, without line ends and an incomplete last line of a truncated file.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (u64, &[u8])> {
        let whole = match &self.cut {
            None => &self.bytes[..],
            Some(_) => &self.bytes[..self.bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1)],
        };
        let whole = whole.strip_suffix(b"\n").unwrap_or(whole);
        let lines = whole.split(|&byte| byte == b'\n').take(if whole.is_empty() { 0 } else { usize::MAX });
        (1..).zip(lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line)))
    }

    pub(crate) fn last_line(&self) -> u64 {
        1 + self.bytes.iter().filter(|&&byte| byte == b'\n').count() as u64
    }
}

/// Returns a directory of the large test data, which the environment variable `GARDEZ_DATA` names.
pub(crate) fn data(directory: &str) -> Option<PathBuf> {
    env::var_os("GARDEZ_DATA").map(|data| PathBuf::from(data).join(directory))
}

/// Returns the bytes of a source, and the error that ends them early.
fn bounded(source: impl Read) -> (Vec<u8>, Option<io::Error>) {
    let mut bytes = Vec::new();
    match source.take(MAX_BYTES + 1).read_to_end(&mut bytes) {
        Err(error) => (bytes, Some(error)),
        Ok(_) if MAX_BYTES < bytes.len() as u64 => {
            (bytes, Some(io::Error::other(format!("larger than {} MiB", MAX_BYTES >> 20))))
        }
        Ok(_) => (bytes, None),
    }
}

/// Returns the files below `root`, or `root` itself, in the order of their paths.
pub(crate) fn below(root: &Path) -> io::Result<Vec<PathBuf>> {
    let is_shown = |entry: &DirEntry| entry.depth() == 0 || !entry.file_name().to_string_lossy().starts_with('.');
    let entries = WalkDir::new(root).sort_by_file_name().into_iter().filter_entry(is_shown);
    let files =
        entries.map(|entry| Ok(entry?.into_path())).filter(|path| path.as_ref().map_or(true, |path| path.is_file()));
    files.collect()
}
