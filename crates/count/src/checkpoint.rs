//! A text file of the finished parts of a count, so that an interrupted count can be continued.
//!
//! A last line without its end is cut off. The file is locked while a process counts, and never replaced by another
//! one: two processes could then lock two files of one name.

mod error;
mod file;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use std::path::{Path, PathBuf};

use gardez_position::{Board, FenReader};

pub use self::error::{CheckpointError, CheckpointErrorKind};
use self::file::LockedFile;
use crate::job::Job;

/// The first line: the format and its version.
const HEADER: &str = "gardez-count checkpoint 3";

/// The file that contains the finished parts of a [`Job`].
///
/// ```
/// use gardez_count::{Checkpoint, CheckpointError, Counter, Job};
/// use gardez_position::Position;
///
/// let path = std::env::temp_dir().join(format!("checkpoint-{}.txt", std::process::id()));
/// let mut job = Job::new(Counter::new(), &Position::start(), 5);
/// let mut checkpoint = Checkpoint::open(&path, &mut job)?;
/// println!("{} of {} parts are finished already", checkpoint.finished(), job.parts());
/// let nodes = job.run(|event| match event.part {
///     Some((position, count)) => checkpoint.note(position, count),
///     None => Ok(()),
/// })?;
/// checkpoint.sync()?;
/// assert_eq!(nodes, 4_865_609);
///
/// // The same count has nothing left to do now.
/// drop(checkpoint);
/// let mut again = Job::new(Counter::new(), &Position::start(), 5);
/// assert_eq!(Checkpoint::open(&path, &mut again)?.finished(), again.parts());
/// # std::fs::remove_file(&path).expect("the file is there");
/// # Ok::<_, CheckpointError>(())
/// ```
///
/// # Format
///
/// Three lines of text identify the count. Then each line contains a finished part: its position as a FEN without the
/// two counters, its count, and a checksum of the three lines and this one (FNV-1a, 32 bits, hexadecimal).
///
/// ```text
/// gardez-count checkpoint 3
/// position rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
/// depth 5 in 400 parts
/// rnbqkbnr/1ppppppp/p7/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq - 7898 76ebabb4
/// ```
#[derive(Debug)]
pub struct Checkpoint {
    path: PathBuf,
    /// The text with which the file must begin.
    head: String,
    finished: usize,
    /// The file, once it is open.
    file: Option<LockedFile>,
}

impl Checkpoint {
    /// Opens the file for a job, and creates it if it does not exist. Passes the finished parts in it to the job.
    ///
    /// An empty file is a new checkpoint. A symbolic link stays, and its target is used or created.
    ///
    /// Waits up to five seconds while another process uses the file, unless the file system has no locks.
    /// # Errors
    ///
    /// If the file cannot be used, is damaged, or belongs to another count. It is unchanged then.
    pub fn open(path: impl AsRef<Path>, job: &mut Job<'_>) -> Result<Self, CheckpointError> {
        let mut checkpoint = Self::new(path.as_ref(), job);
        match checkpoint.begin(job) {
            Ok(()) => Ok(checkpoint),
            Err(kind) => Err(checkpoint.error(kind)),
        }
    }

    fn new(path: &Path, job: &Job<'_>) -> Self {
        let head = format!("{HEADER}\nposition {}\ndepth {} in {} parts\n", job.board(), job.depth(), job.parts());
        Self { path: path.to_owned(), head, finished: 0, file: None }
    }

    /// Returns the number of finished parts.
    pub fn finished(&self) -> usize {
        self.finished
    }

    /// Adds a finished part. From then on the file contains it, even if this process is killed.
    ///
    /// # Errors
    ///
    /// If the file cannot be written. The parts before this one are in the file, and more can be added.
    pub fn note(&mut self, position: &Board, count: u128) -> Result<(), CheckpointError> {
        let line = self.line(position, count);
        let noted = self.file.as_mut().map_or(Ok(()), |file| file.add(&line));
        noted.map_err(|error| self.error(CheckpointErrorKind::Write(error)))?;
        self.finished += 1;
        Ok(())
    }

    /// Makes sure that the file survives a power failure.
    ///
    /// # Errors
    ///
    /// Returns an error if the disk cannot store the file.
    pub fn sync(&mut self) -> Result<(), CheckpointError> {
        let synced = self.file.as_mut().map_or(Ok(()), LockedFile::sync);
        synced.map_err(|error| self.error(CheckpointErrorKind::Write(error)))
    }

    /// Opens the file and passes the finished parts in it to the job, or begins a new one.
    fn begin(&mut self, job: &mut Job<'_>) -> Result<(), CheckpointErrorKind> {
        let mut file = LockedFile::open(&self.path)?;
        let bytes = file.read()?;
        // A process that is killed while it begins the file may have written a part of the head.
        if self.head.as_bytes().starts_with(&bytes) {
            file.begin(&self.head, &bytes).map_err(CheckpointErrorKind::Write)?;
        } else {
            self.finished = self.read(&bytes, job)?.len();
            file.keep(whole_lines(&bytes) as u64).map_err(CheckpointErrorKind::Write)?;
        }
        self.file = Some(file);
        Ok(())
    }

    /// Reads the finished parts from the bytes of a file, and passes them to the job.
    fn read(&self, bytes: &[u8], job: &mut Job<'_>) -> Result<Vec<(Board, u128)>, CheckpointErrorKind> {
        let whole = whole_lines(bytes);
        let line_of = |at: usize| 1 + bytes[..at].iter().filter(|&&byte| byte == b'\n').count();
        let text = core::str::from_utf8(&bytes[..whole])
            .map_err(|error| CheckpointErrorKind::Damaged { line: line_of(error.valid_up_to()) })?;
        let mut lines = text.lines();
        for (index, expected) in self.head.lines().enumerate() {
            let found = lines.next().unwrap_or_default();
            if found != expected {
                return Err(CheckpointErrorKind::differs(index, expected, found));
            }
        }
        let reader = FenReader::new().with_mode(job.board().castling_mode().into());
        let mut parts = Vec::new();
        for (number, line) in (self.head.lines().count() + 1..).zip(lines) {
            let part = line.rsplit_once(' ').filter(|(part, sum)| *sum == format!("{:08x}", self.checksum(part)));
            let part = part.and_then(|(part, _)| part.rsplit_once(' '));
            let part = part.and_then(|(fen, count)| Some((reader.read_board(fen).ok()?.position, count.parse().ok()?)));
            match part {
                Some((position, count)) if job.record_part(&position, count) => parts.push((position, count)),
                _ => return Err(CheckpointErrorKind::Damaged { line: number }),
            }
        }
        Ok(parts)
    }

    /// Returns the line of a finished part.
    fn line(&self, position: &Board, count: u128) -> String {
        let fen = position.to_string();
        // Without the counters, which are not part of the position.
        let fields = fen.rsplitn(3, ' ').last().unwrap_or_default();
        let part = format!("{fields} {count}");
        format!("{part} {:08x}\n", self.checksum(&part))
    }

    /// Returns the checksum of a line and the head of the file (FNV-1a).
    fn checksum(&self, line: &str) -> u32 {
        let bytes = self.head.bytes().chain(line.bytes());
        bytes.fold(0x811c_9dc5, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
    }

    fn error(&self, kind: CheckpointErrorKind) -> CheckpointError {
        CheckpointError { path: self.path.clone(), kind }
    }
}

/// Returns the number of bytes up to the last line end. Text after it was interrupted while it was written.
fn whole_lines(bytes: &[u8]) -> usize {
    bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1)
}

#[cfg(test)]
mod tests;
