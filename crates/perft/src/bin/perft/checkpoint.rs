//! Finished parts of a count in a file, so that a run that ends early is not lost.
//!
//! The file is text: three lines that say which count it belongs to, then a line with number, count and check sum of each
//! finished part. It begins under another name and is renamed, so that there is a whole one at any moment; then each part is
//! added at its end as soon as it is finished, so that none is counted again after a process was killed. A last line without
//! its end was cut off while it was written, and counts for nothing. While a process counts it holds a lock on the file, so
//! that no other one takes it away.

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
/// The part of the time that may go into waiting for the disk: one in so many.
const SHARE: u32 = 20;
/// How long a process that was just killed may take to give its memory back, and then the file.
const PATIENCE: Duration = Duration::from_millis(if cfg!(test) { 100 } else { 5000 });
/// A larger file is no checkpoint.
const MAX_BYTES: u64 = 64 << 20;

/// The finished parts of a count, and the file that they are kept in.
pub(crate) struct Checkpoint {
    path: PathBuf,
    /// What the file must begin with.
    head: String,
    parts: usize,
    finished: Vec<(usize, u128)>,
    /// The file, once it is there.
    file: Option<File>,
    /// When the disk may be waited for again.
    next: Option<Instant>,
}

impl Checkpoint {
    /// Opens the file for a count of a position to a depth that has so many parts; if it does not exist, it does then.
    pub(crate) fn open(path: &Path, fen: &str, depth: u32, parts: usize) -> Result<Self, Stop> {
        let mut checkpoint = Self::new(path, fen, depth, parts);
        let permissions = match fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(checkpoint.failed("cannot be read", &error)),
            // A pipe would be waited for, and a device may have no end.
            Ok(metadata) if !metadata.is_file() => return Err(checkpoint.refused("is no regular file")),
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

    /// Reads what is known, writes it under another name, puts that in the place of the file, and keeps it open and locked.
    fn begin(&mut self, permissions: Option<Permissions>) -> Result<(), Stop> {
        // A link stays one, and what it leads to is replaced.
        let place = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        let mut name = place.clone().into_os_string();
        name.push(".new");
        let cannot_write = |checkpoint: &Self, error: &io::Error| checkpoint.failed("cannot be written", error);
        let new = File::options().write(true).create(true).truncate(false).open(&name);
        let new = new.map_err(|error| cannot_write(self, &error))?;
        // The other name first: what a process has locked there becomes the file, and stays locked.
        self.lock(&new)?;
        let replaced = self.read_file(&place).and_then(|()| {
            let replaced = replace(&new, self.text().as_bytes(), permissions, name.as_ref(), &place);
            replaced.map_err(|error| cannot_write(self, &error))
        });
        if replaced.is_err() {
            // Half a file is of no use, and may be what fills the disk.
            let _ = fs::remove_file(&name);
        }
        self.file = Some(new);
        replaced
    }

    /// Takes over what the file says, if there is one.
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

    /// Locks a file until it is closed, which the end of the process does too; not all file systems can.
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

    /// Adds a line to the file, and waits for the disk unless that has just taken long.
    fn add(&mut self, line: &str) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        // An error ends the run: half a line is the last one.
        file.write_all(line.as_bytes())?;
        if self.next.is_none_or(|next| next <= Instant::now()) { self.wait() } else { Ok(()) }
    }

    /// Waits until the disk has the file.
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
        let line_of = |at: usize| 1 + bytes[..at].iter().filter(|&&byte| byte == b'\n').count();
        let text = std::str::from_utf8(&bytes[..whole])
            .map_err(|error| self.refused(&format!("is damaged in line {}", line_of(error.valid_up_to()))))?;
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
            let pair = line.rsplit_once(' ').filter(|(pair, sum)| *sum == format!("{:08x}", self.check_sum(pair)));
            let pair = pair.and_then(|(pair, _)| pair.split_once(' '));
            match pair.and_then(|(part, count)| Some((part.parse().ok()?, count.parse().ok()?))) {
                Some((part, count)) if known.get(part) == Some(&false) => {
                    known[part] = true;
                    finished.push((part, count));
                }
                _ => return Err(self.refused(&format!("is damaged in line {number}"))),
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

/// Writes a text to a file that is open under another name, and gives it the name of `place`.
fn replace(mut new: &File, text: &[u8], permissions: Option<Permissions>, name: &Path, place: &Path) -> io::Result<()> {
    new.set_len(0)?;
    if let Some(permissions) = permissions {
        new.set_permissions(permissions)?;
    }
    new.write_all(text)?;
    new.sync_all()?;
    fs::rename(name, place)?;
    // The new name is safe once its directory is.
    #[cfg(unix)]
    File::open(place.parent().filter(|path| !path.as_os_str().is_empty()).unwrap_or(Path::new(".")))?.sync_all()?;
    Ok(())
}

#[cfg(test)]
mod tests;
