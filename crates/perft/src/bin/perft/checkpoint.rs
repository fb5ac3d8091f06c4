//! Finished parts of a count in a file, so that a run that ends early is not lost.
//!
//! The file is text: three lines that say which count it belongs to, then a line with number and count of each finished
//! part, and a last line with their number, so that a file that was cut off is noticed. It is written under another name
//! and renamed, so that there is a whole one at any moment.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::console::Stop;

/// The first line: the format, and the version of the order of the parts.
const HEADER: &str = "gardez-perft checkpoint 1";
/// The part of the time that may go into writing: one in so many.
const SHARE: u32 = 20;
/// A larger file is no checkpoint.
const MAX_BYTES: u64 = 64 << 20;

/// The finished parts of a count, and the file that they are kept in.
pub(crate) struct Checkpoint {
    path: PathBuf,
    /// What the file must begin with.
    head: String,
    parts: usize,
    finished: Vec<(usize, u128)>,
    /// When the file may be written again.
    next: Option<Instant>,
}

impl Checkpoint {
    /// Opens the file for a count of a position to a depth that has so many parts; it need not exist.
    pub(crate) fn open(path: &Path, fen: &str, depth: u32, parts: usize) -> Result<Self, Stop> {
        let head = format!("{HEADER}\nposition {fen}\ndepth {depth} in {parts} parts\n");
        let mut checkpoint = Self { path: path.to_owned(), head, parts, finished: Vec::new(), next: None };
        match fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(checkpoint.failed("cannot be read", &error)),
            Ok(metadata) if MAX_BYTES < metadata.len() => {
                return Err(checkpoint.refused("is too large for a checkpoint"));
            }
            Ok(_) => {
                let text = fs::read_to_string(path).map_err(|error| checkpoint.failed("cannot be read", &error))?;
                checkpoint.finished = checkpoint.read(&text)?;
            }
        }
        Ok(checkpoint)
    }

    /// The parts that are finished.
    pub(crate) fn finished(&self) -> &[(usize, u128)] {
        &self.finished
    }

    /// Notes a finished part, and writes the file unless writing has just taken long.
    pub(crate) fn note(&mut self, part: usize, count: u128) -> Result<(), Stop> {
        self.finished.push((part, count));
        if self.next.is_none_or(|next| next <= Instant::now()) { self.write() } else { Ok(()) }
    }

    /// Writes the file.
    pub(crate) fn write(&mut self) -> Result<(), Stop> {
        let start = Instant::now();
        let mut text = self.head.clone();
        for (part, count) in &self.finished {
            // Text in memory takes any line.
            let _ = writeln!(text, "{part} {count}");
        }
        let _ = writeln!(text, "end {}", self.finished.len());
        let mut name = self.path.clone().into_os_string();
        name.push(".new");
        let replace = || {
            let mut file = File::create(&name)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            fs::rename(&name, &self.path)?;
            // The new name is safe once its directory is.
            #[cfg(unix)]
            File::open(self.path.parent().filter(|path| !path.as_os_str().is_empty()).unwrap_or(Path::new(".")))?
                .sync_all()?;
            Ok(())
        };
        replace().map_err(|error: io::Error| {
            // Half a file is of no use, and may be what fills the disk.
            let _ = fs::remove_file(&name);
            self.failed("cannot be written", &error)
        })?;
        let end = Instant::now();
        self.next = Some(end + (end - start) * SHARE);
        Ok(())
    }

    /// Reads the finished parts out of the text of a file.
    fn read(&self, text: &str) -> Result<Vec<(usize, u128)>, Stop> {
        let belongs = |line: usize| text.lines().nth(line) == self.head.lines().nth(line);
        if !belongs(0) {
            return Err(self.refused("is not a checkpoint of this version"));
        } else if !belongs(1) {
            return Err(self.refused("belongs to another position"));
        } else if !belongs(2) {
            return Err(self.refused("belongs to another depth"));
        }
        let mut finished = Vec::new();
        let mut known = vec![false; self.parts];
        let mut lines = text.lines().skip(3);
        for line in lines.by_ref() {
            let pair = line.split_once(' ').and_then(|(part, count)| Some((part.parse().ok()?, count.parse().ok()?)));
            match pair {
                Some((part, count)) if known.get(part) == Some(&false) => {
                    known[part] = true;
                    finished.push((part, count));
                }
                _ if line == format!("end {}", finished.len()) && text.ends_with('\n') => {
                    return if lines.next().is_none() { Ok(finished) } else { Err(self.refused("is damaged")) };
                }
                _ => return Err(self.refused("is damaged")),
            }
        }
        Err(self.refused("is damaged"))
    }

    fn refused(&self, what: &str) -> Stop {
        Stop::Failed(format!("the checkpoint {} {what}", self.path.display()))
    }

    fn failed(&self, what: &str, error: &io::Error) -> Stop {
        Stop::Failed(format!("the checkpoint {} {what}: {error}", self.path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkpoint() -> Checkpoint {
        Checkpoint::open(Path::new("no/such/file"), "8/8 w", 7, 3).unwrap_or_else(|_| panic!("it need not exist"))
    }

    fn refusal(text: &str) -> String {
        match checkpoint().read(text) {
            Err(Stop::Failed(message)) => message,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_whole_file_of_the_same_count_is_read() {
        let text = "gardez-perft checkpoint 1\nposition 8/8 w\ndepth 7 in 3 parts\n2 500\n0 7\nend 2\n";
        assert_eq!(checkpoint().read(text).ok(), Some(vec![(2, 500), (0, 7)]));
    }

    #[test]
    fn another_count_or_a_damaged_file_is_refused() {
        let head = "gardez-perft checkpoint 1\nposition 8/8 w\ndepth 7 in 3 parts\n";
        assert!(refusal("gardez-perft checkpoint 2\n").ends_with("is not a checkpoint of this version"));
        assert!(refusal(&head.replace("8/8 w", "8/8 b")).ends_with("belongs to another position"));
        assert!(refusal(&head.replace("depth 7", "depth 8")).ends_with("belongs to another depth"));
        for rest in ["", "0 1\n", "0 1\n0 1\nend 2\n", "3 1\nend 1\n", "0 1\nend 2\n", "0 1\nend 1", "end 0\n\n", "x\n"]
        {
            assert!(refusal(&format!("{head}{rest}")).ends_with("is damaged"), "{rest}");
        }
    }
}
