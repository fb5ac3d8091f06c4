//! A text file that contains the finished parts of a count, so that an interrupted count can be continued.
//!
//! The file is first written under another name and then renamed, so at any moment there is a complete file. Afterwards
//! each part is appended as soon as it is finished, so a killed process loses no finished part. A last line without its
//! end was interrupted and is ignored. While a process counts, it holds a lock on the file, so that no other process uses
//! it.

mod error;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::time::Duration;
use std::fs::{self, File, Permissions, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Instant;

use gardez_position::{Board, FenReader};

pub use self::error::{CheckpointError, CheckpointErrorKind};
use crate::job::Job;

/// The first line: the format and its version.
const HEADER: &str = "gardez-count checkpoint 3";
/// The program waits for the disk for at most 1/`SHARE` of the time.
const SHARE: u32 = 20;
/// How long to wait for a lock: a process that was just killed may take a while to release its memory and then the
/// file.
const LOCK_TIMEOUT: Duration = Duration::from_millis(if cfg!(test) { 100 } else { 5000 });
/// A larger file is not a checkpoint.
const MAX_BYTES: u64 = 64 << 20;

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
    file: Option<File>,
    /// The earliest time at which to wait for the disk again.
    next: Option<Instant>,
}

impl Checkpoint {
    /// Opens the file for a job, and creates it if it does not exist. Passes the finished parts in it to the job.
    ///
    /// Waits a few seconds if another process uses the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or written, is in use, is damaged, or belongs to another count. The
    /// file is unchanged then.
    pub fn open(path: impl AsRef<Path>, job: &mut Job<'_>) -> Result<Self, CheckpointError> {
        let mut checkpoint = Self::new(path.as_ref(), job);
        match checkpoint.begin(job) {
            Ok(()) => Ok(checkpoint),
            Err(kind) => Err(checkpoint.error(kind)),
        }
    }

    fn new(path: &Path, job: &Job<'_>) -> Self {
        let head = format!("{HEADER}\nposition {}\ndepth {} in {} parts\n", job.board(), job.depth(), job.parts());
        Self { path: path.to_owned(), head, finished: 0, file: None, next: None }
    }

    /// The number of finished parts.
    pub fn finished(&self) -> usize {
        self.finished
    }

    /// Adds a finished part. From then on the file contains it, even if this process is killed.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written. Its last line may then be incomplete; nothing may be added to it.
    pub fn note(&mut self, position: &Board, count: u128) -> Result<(), CheckpointError> {
        self.finished += 1;
        let line = self.line(position, count);
        self.add(&line).map_err(|error| self.error(CheckpointErrorKind::Write(error)))
    }

    /// Makes sure that the file survives a power failure.
    ///
    /// # Errors
    ///
    /// Returns an error if the disk cannot store the file.
    pub fn sync(&mut self) -> Result<(), CheckpointError> {
        self.wait().map_err(|error| self.error(CheckpointErrorKind::Write(error)))
    }

    /// Reads the finished parts, writes them under another name, replaces the file with it, and keeps it open and
    /// locked.
    fn begin(&mut self, job: &mut Job<'_>) -> Result<(), CheckpointErrorKind> {
        let permissions = permissions(&self.path)?;
        // A symbolic link stays, and the file that it points to is replaced.
        let place = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        let mut name = place.clone().into_os_string();
        name.push(".new");
        let new = File::options().write(true).create(true).truncate(false).open(&name);
        let new = new.map_err(CheckpointErrorKind::Write)?;
        // The other name is locked first: that file becomes the checkpoint, and stays locked.
        lock(&new)?;
        let replaced = self.read_file(&place, job).and_then(|lines| {
            let text = self.head.clone() + &lines;
            replace(&new, text.as_bytes(), permissions, name.as_ref(), &place).map_err(CheckpointErrorKind::Write)
        });
        if replaced.is_err() {
            // Half a file is useless, and it may be what fills the disk.
            let _ = fs::remove_file(&name);
        }
        self.file = Some(new);
        replaced
    }

    /// Passes the finished parts in the file, if it exists, to the job. Returns their lines.
    fn read_file(&mut self, place: &Path, job: &mut Job<'_>) -> Result<String, CheckpointErrorKind> {
        let mut bytes = Vec::new();
        match File::open(place) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(String::new()),
            Err(error) => return Err(CheckpointErrorKind::Read(error)),
            Ok(file) => {
                lock(&file)?;
                file.take(MAX_BYTES).read_to_end(&mut bytes).map_err(CheckpointErrorKind::Read)?;
            }
        }
        let parts = self.read(&bytes, job)?;
        self.finished = parts.len();
        Ok(parts.iter().map(|(position, count)| self.line(position, *count)).collect())
    }

    /// Reads the finished parts from the bytes of a file, and passes them to the job.
    fn read(&self, bytes: &[u8], job: &mut Job<'_>) -> Result<Vec<(Board, u128)>, CheckpointErrorKind> {
        // Text after the last line end was interrupted while it was written.
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
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

    /// The line of a finished part.
    fn line(&self, position: &Board, count: u128) -> String {
        let fen = position.to_string();
        // Without the counters, which are not part of the position.
        let fields = fen.rsplitn(3, ' ').last().unwrap_or_default();
        let part = format!("{fields} {count}");
        format!("{part} {:08x}\n", self.checksum(&part))
    }

    /// The checksum of a line and the head of the file ("FNV-1a", Glenn Fowler, Landon Curt Noll, Kiem-Phong Vo).
    fn checksum(&self, line: &str) -> u32 {
        let bytes = self.head.bytes().chain(line.bytes());
        bytes.fold(0x811c_9dc5, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
    }

    /// Appends a line to the file, and waits for the disk if [`SHARE`] allows it.
    fn add(&mut self, line: &str) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        // An error ends the run, so an incomplete line is the last one.
        file.write_all(line.as_bytes())?;
        if self.next.is_none_or(|next| next <= Instant::now()) { self.wait() } else { Ok(()) }
    }

    /// Waits until the disk has stored the file.
    fn wait(&mut self) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let start = Instant::now();
        file.sync_data()?;
        let end = Instant::now();
        self.next = Some(end + (end - start) * SHARE);
        Ok(())
    }

    fn error(&self, kind: CheckpointErrorKind) -> CheckpointError {
        CheckpointError { path: self.path.clone(), kind }
    }
}

/// The permissions of the file, or `None` if it does not exist. The file must be one that can be read and replaced.
fn permissions(path: &Path) -> Result<Option<Permissions>, CheckpointErrorKind> {
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(CheckpointErrorKind::Read(error)),
        // Reading a pipe would wait, and a device may have no end.
        Ok(metadata) if !metadata.is_file() => Err(CheckpointErrorKind::NotAFile),
        Ok(metadata) if metadata.permissions().readonly() => Err(CheckpointErrorKind::ReadOnly),
        Ok(metadata) if MAX_BYTES < metadata.len() => Err(CheckpointErrorKind::TooLarge { bytes: metadata.len() }),
        Ok(metadata) => Ok(Some(metadata.permissions())),
    }
}

/// Locks a file until it is closed, at the latest when the process ends. Not all file systems support locks.
fn lock(file: &File) -> Result<(), CheckpointErrorKind> {
    let start = Instant::now();
    while let Err(TryLockError::WouldBlock) = file.try_lock() {
        if LOCK_TIMEOUT < start.elapsed() {
            return Err(CheckpointErrorKind::InUse);
        }
        thread::sleep(Duration::from_millis(10));
    }
    Ok(())
}

/// Writes a text to a file that is open under another name, and renames the file to `place`.
fn replace(mut new: &File, text: &[u8], permissions: Option<Permissions>, name: &Path, place: &Path) -> io::Result<()> {
    new.set_len(0)?;
    if let Some(permissions) = permissions {
        new.set_permissions(permissions)?;
    }
    new.write_all(text)?;
    new.sync_all()?;
    fs::rename(name, place)?;
    // The renaming is on the disk only when the directory is.
    #[cfg(unix)]
    File::open(place.parent().filter(|path| !path.as_os_str().is_empty()).unwrap_or(Path::new(".")))?.sync_all()?;
    Ok(())
}

#[cfg(test)]
mod tests;
