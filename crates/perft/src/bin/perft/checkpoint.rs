//! Stores the finished parts of a count in a file, so that an interrupted count can be resumed.
//!
//! The file is text: three lines that identify the count, then a line for each finished part with its number, its count
//! and a checksum. The file is first written under another name and then renamed, so at any moment there is a complete
//! file. Afterwards each part is appended as soon as it is finished, so a killed process loses no finished part. A last
//! line without its end was interrupted and is ignored. While a process counts, it holds a lock on the file, so that no
//! other process uses it.

use std::fmt::Write as _;
use std::fs::{self, File, Permissions, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use crate::console::Stop;
use crate::refusal::quoted;

/// The first line: the format, and the version of the order of the parts.
const HEADER: &str = "gardez-perft checkpoint 2";
/// The program waits for the disk for at most 1/`SHARE` of the time.
const SHARE: u32 = 20;
/// How long to wait for the lock: a process that was just killed may take a while to release its memory and then the
/// file.
const PATIENCE: Duration = Duration::from_millis(if cfg!(test) { 100 } else { 5000 });
/// A larger file is not a checkpoint.
const MAX_BYTES: u64 = 64 << 20;

/// The finished parts of a count, and the file that contains them.
pub(crate) struct Checkpoint {
    path: PathBuf,
    /// The text with which the file must begin.
    head: String,
    parts: usize,
    finished: Vec<(usize, u128)>,
    /// The file, once it is open.
    file: Option<File>,
    /// The earliest time at which to wait for the disk again.
    next: Option<Instant>,
}

impl Checkpoint {
    /// Opens the file for a count of a position to a depth that has this many parts, and creates it if it does not
    /// exist.
    pub(crate) fn open(path: &Path, fen: &str, depth: u32, parts: usize) -> Result<Self, Stop> {
        let mut checkpoint = Self::new(path, fen, depth, parts);
        let permissions = match fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(checkpoint.failed("cannot be read", &error)),
            // Reading a pipe would wait, and a device may have no end.
            Ok(metadata) if !metadata.is_file() => return Err(checkpoint.refused("is not a regular file")),
            Ok(metadata) if metadata.permissions().readonly() => return Err(checkpoint.refused("is read-only")),
            Ok(metadata) if MAX_BYTES < metadata.len() => {
                return Err(checkpoint.refused("is too large for a checkpoint"));
            }
            Ok(metadata) => Some(metadata.permissions()),
        };
        checkpoint.begin(permissions)?;
        Ok(checkpoint)
    }

    fn new(path: &Path, fen: &str, depth: u32, parts: usize) -> Self {
        let head = format!("{HEADER}\nposition {fen}\ndepth {depth} in {parts} parts\n");
        Self { path: path.to_owned(), head, parts, finished: Vec::new(), file: None, next: None }
    }

    /// The finished parts.
    pub(crate) fn finished(&self) -> &[(usize, u128)] {
        &self.finished
    }

    /// Adds a finished part. From then on the file contains it, even if this process is killed.
    pub(crate) fn note(&mut self, part: usize, count: u128) -> Result<(), Stop> {
        self.finished.push((part, count));
        let line = self.line(part, count);
        self.add(&line).map_err(|error| self.failed("cannot be written", &error))
    }

    /// Makes sure that the file survives a power failure.
    pub(crate) fn sync(&mut self) -> Result<(), Stop> {
        self.wait().map_err(|error| self.failed("cannot be written", &error))
    }

    /// Reads the finished parts, writes them under another name, replaces the file with it, and keeps it open and
    /// locked.
    fn begin(&mut self, permissions: Option<Permissions>) -> Result<(), Stop> {
        // A symbolic link stays, and the file that it points to is replaced.
        let place = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        let mut name = place.clone().into_os_string();
        name.push(".new");
        let cannot_write = |checkpoint: &Self, error: &io::Error| checkpoint.failed("cannot be written", error);
        let new = File::options().write(true).create(true).truncate(false).open(&name);
        let new = new.map_err(|error| cannot_write(self, &error))?;
        // The other name is locked first: that file becomes the checkpoint, and stays locked.
        self.lock(&new)?;
        let replaced = self.read_file(&place).and_then(|()| {
            let replaced = replace(&new, self.text().as_bytes(), permissions, name.as_ref(), &place);
            replaced.map_err(|error| cannot_write(self, &error))
        });
        if replaced.is_err() {
            // Half a file is useless, and it may be what fills the disk.
            let _ = fs::remove_file(&name);
        }
        self.file = Some(new);
        replaced
    }

    /// Takes the finished parts from the file, if it exists.
    fn read_file(&mut self, place: &Path) -> Result<(), Stop> {
        let mut bytes = Vec::new();
        match File::open(place) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(self.failed("cannot be read", &error)),
            Ok(file) => {
                self.lock(&file)?;
                let read = file.take(MAX_BYTES).read_to_end(&mut bytes);
                read.map_err(|error| self.failed("cannot be read", &error))?;
            }
        }
        self.finished = self.read(&bytes)?;
        Ok(())
    }

    /// Locks a file until it is closed, at the latest when the process ends. Not all file systems support locks.
    fn lock(&self, file: &File) -> Result<(), Stop> {
        let start = Instant::now();
        while let Err(TryLockError::WouldBlock) = file.try_lock() {
            if PATIENCE < start.elapsed() {
                return Err(self.refused("is in use by another process"));
            }
            thread::sleep(Duration::from_millis(10));
        }
        Ok(())
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

    /// The whole file.
    fn text(&self) -> String {
        self.finished.iter().fold(self.head.clone(), |text, &(part, count)| text + &self.line(part, count))
    }

    /// The line of a finished part.
    fn line(&self, part: usize, count: u128) -> String {
        let mut line = format!("{part} {count}");
        let sum = self.checksum(&line);
        // Writing to a text in memory does not fail.
        let _ = writeln!(line, " {sum:08x}");
        line
    }

    /// The checksum of a line and the head of the file ("FNV-1a", Glenn Fowler, Landon Curt Noll, Kiem-Phong Vo).
    fn checksum(&self, line: &str) -> u32 {
        let bytes = self.head.bytes().chain(line.bytes());
        bytes.fold(0x811c_9dc5, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
    }

    /// Reads the finished parts from the bytes of a file.
    fn read(&self, bytes: &[u8]) -> Result<Vec<(usize, u128)>, Stop> {
        // Text after the last line end was interrupted while it was written.
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let line_of = |at: usize| 1 + bytes[..at].iter().filter(|&&byte| byte == b'\n').count();
        let text = std::str::from_utf8(&bytes[..whole])
            .map_err(|error| self.refused(&format!("is damaged at line {}", line_of(error.valid_up_to()))))?;
        let mut lines = text.lines();
        let claims = ["is not a checkpoint of this version", "belongs to another position", "belongs to another depth"];
        for (expected, claim) in self.head.lines().zip(claims) {
            let found = lines.next().unwrap_or_default();
            if found != expected {
                let (expected, found) = (quoted(expected), quoted(found));
                return Err(self.refused(&format!("{claim}: expected {expected}, found {found}")));
            }
        }
        let mut finished = Vec::new();
        let mut known = vec![false; self.parts];
        for (number, line) in (claims.len() + 1..).zip(lines) {
            let pair = line.rsplit_once(' ').filter(|(pair, sum)| *sum == format!("{:08x}", self.checksum(pair)));
            let pair = pair.and_then(|(pair, _)| pair.split_once(' '));
            match pair.and_then(|(part, count)| Some((part.parse().ok()?, count.parse().ok()?))) {
                Some((part, count)) if known.get(part) == Some(&false) => {
                    known[part] = true;
                    finished.push((part, count));
                }
                _ => return Err(self.refused(&format!("is damaged at line {number}"))),
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
