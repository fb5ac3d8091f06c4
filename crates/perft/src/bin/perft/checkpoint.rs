//! Finished parts of a count in a file, so that a run that ends early is not lost.
//!
//! The file is text: three lines that say which count it belongs to, then a line with number, count and check sum of each
//! finished part. It begins under another name and is renamed, so that there is a whole one at any moment; then each part is
//! added at its end as soon as it is finished, so that none is counted again after a process was killed. A last line without
//! its end was cut off while it was written, and counts for nothing.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::console::Stop;

/// The first line: the format, and the version of the order of the parts.
const HEADER: &str = "gardez-perft checkpoint 2";
/// The part of the time that may go into waiting for the disk: one in so many.
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
    /// The file, once it is there, and how many bytes of it are whole lines.
    file: Option<(File, u64)>,
    /// When the disk may be waited for again.
    next: Option<Instant>,
}

impl Checkpoint {
    /// Opens the file for a count of a position to a depth that has so many parts; if it does not exist, it does then.
    pub(crate) fn open(path: &Path, fen: &str, depth: u32, parts: usize) -> Result<Self, Stop> {
        let mut checkpoint = Self::new(path, fen, depth, parts);
        match fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(checkpoint.failed("cannot be read", &error)),
            Ok(metadata) if MAX_BYTES < metadata.len() => {
                return Err(checkpoint.refused("is too large for a checkpoint"));
            }
            Ok(_) => {
                let text = fs::read(path).map_err(|error| checkpoint.failed("cannot be read", &error))?;
                checkpoint.finished = checkpoint.read(&text)?;
            }
        }
        checkpoint.begin().map_err(|error| checkpoint.failed("cannot be written", &error))?;
        Ok(checkpoint)
    }

    fn new(path: &Path, fen: &str, depth: u32, parts: usize) -> Self {
        let head = format!("{HEADER}\nposition {fen}\ndepth {depth} in {parts} parts\n");
        Self { path: path.to_owned(), head, parts, finished: Vec::new(), file: None, next: None }
    }

    /// The parts that are finished.
    pub(crate) fn finished(&self) -> &[(usize, u128)] {
        &self.finished
    }

    /// Notes a finished part. From then on the file has it, whatever becomes of this process.
    pub(crate) fn note(&mut self, part: usize, count: u128) -> Result<(), Stop> {
        self.finished.push((part, count));
        let line = self.line(part, count);
        self.add(&line).map_err(|error| self.failed("cannot be written", &error))
    }

    /// Makes sure that the file outlives a power cut.
    pub(crate) fn sync(&mut self) -> Result<(), Stop> {
        self.wait().map_err(|error| self.failed("cannot be written", &error))
    }

    /// Writes what is known under another name, puts it in the place of the file, and keeps that open.
    fn begin(&mut self) -> io::Result<()> {
        let mut text = self.head.clone();
        for &(part, count) in &self.finished {
            text.push_str(&self.line(part, count));
        }
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
            Ok(file)
        };
        let file = replace().inspect_err(|_: &io::Error| {
            // Half a file is of no use, and may be what fills the disk.
            let _ = fs::remove_file(&name);
        })?;
        self.file = Some((file, text.len() as u64));
        Ok(())
    }

    /// Adds a line to the file, and waits for the disk unless that has just taken long.
    fn add(&mut self, line: &str) -> io::Result<()> {
        let Some((file, len)) = &mut self.file else { return Ok(()) };
        if let Err(error) = file.write_all(line.as_bytes()) {
            // A line without its end would be the beginning of the next one; if it stays, it is the last.
            let _ = file.set_len(*len);
            return Err(error);
        }
        *len += line.len() as u64;
        if self.next.is_none_or(|next| next <= Instant::now()) { self.wait() } else { Ok(()) }
    }

    /// Waits until the disk has the file.
    fn wait(&mut self) -> io::Result<()> {
        let Some((file, _)) = &self.file else { return Ok(()) };
        let start = Instant::now();
        file.sync_data()?;
        let end = Instant::now();
        self.next = Some(end + (end - start) * SHARE);
        Ok(())
    }

    /// The line of a finished part.
    fn line(&self, part: usize, count: u128) -> String {
        let mut line = format!("{part} {count}");
        let sum = self.check_sum(&line);
        // Text in memory takes any line.
        let _ = writeln!(line, " {sum:08x}");
        line
    }

    /// The check sum of a line and of what the file begins with ("FNV-1a", Glenn Fowler, Landon Curt Noll, Kiem-Phong Vo).
    fn check_sum(&self, line: &str) -> u32 {
        let bytes = self.head.bytes().chain(line.bytes());
        bytes.fold(0x811c_9dc5, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
    }

    /// Reads the finished parts out of the bytes of a file.
    fn read(&self, bytes: &[u8]) -> Result<Vec<(usize, u128)>, Stop> {
        // What follows the last end of a line was cut off while it was written.
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let text = std::str::from_utf8(&bytes[..whole]).map_err(|_| self.refused("is damaged"))?;
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
        for line in text.lines().skip(3) {
            let pair = line.rsplit_once(' ').filter(|(pair, sum)| *sum == format!("{:08x}", self.check_sum(pair)));
            let pair = pair.and_then(|(pair, _)| pair.split_once(' '));
            match pair.and_then(|(part, count)| Some((part.parse().ok()?, count.parse().ok()?))) {
                Some((part, count)) if known.get(part) == Some(&false) => {
                    known[part] = true;
                    finished.push((part, count));
                }
                _ => return Err(self.refused("is damaged")),
            }
        }
        Ok(finished)
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
        Checkpoint::new(Path::new("no/such/file"), "8/8 w", 7, 3)
    }

    fn text(parts: &[(usize, u128)]) -> String {
        let checkpoint = checkpoint();
        let lines = parts.iter().map(|&(part, count)| checkpoint.line(part, count));
        checkpoint.head.clone() + &lines.collect::<String>()
    }

    fn refusal(text: &str) -> String {
        match checkpoint().read(text.as_bytes()) {
            Err(Stop::Failed(message)) => message,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_file_of_the_same_count_is_read_up_to_where_it_was_cut_off() {
        let text = text(&[(2, 500), (0, 7)]);
        assert_eq!(text.lines().nth(3), Some("2 500 7d732170"));
        let head = checkpoint().head.len();
        for len in head..=text.len() {
            let lines = text[head..len].matches('\n').count();
            assert_eq!(checkpoint().read(&text.as_bytes()[..len]).ok(), Some(vec![(2, 500), (0, 7)][..lines].to_vec()));
        }
    }

    #[test]
    fn another_count_or_a_damaged_file_is_refused() {
        let text = text(&[(0, 77)]);
        assert!(refusal("gardez-perft checkpoint 1\n").ends_with("is not a checkpoint of this version"));
        assert!(refusal("").ends_with("is not a checkpoint of this version"));
        assert!(refusal(&text.replace("8/8 w", "8/8 b")).ends_with("belongs to another position"));
        assert!(refusal(&text.replace("depth 7", "depth 8")).ends_with("belongs to another depth"));
        let again = text.lines().last().expect("a line");
        for rest in [again, &checkpoint().line(3, 1), "", "x", "1 1", "1 1 00000000", "1 77 00000000\0"] {
            assert!(refusal(&format!("{text}{rest}\n")).ends_with("is damaged"), "{rest}");
        }
        assert!(refusal(&text.replace("77", "78")).ends_with("is damaged"));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error_that_says_so() {
        let mut checkpoint = checkpoint();
        checkpoint.file = Some((File::options().write(true).open("/dev/full").expect("Linux has it"), 0));
        match checkpoint.note(1, 400) {
            Err(Stop::Failed(message)) => {
                assert!(
                    message.starts_with("the checkpoint no/such/file cannot be written: No space left"),
                    "{message}"
                );
            }
            other => panic!("{other:?}"),
        }
    }
}
