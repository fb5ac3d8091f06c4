//! The open file of a checkpoint: locked, and always with whole lines up to a known length.

mod holder;

use alloc::vec::Vec;
use core::time::Duration;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Instant;

use self::holder::holder;
use crate::checkpoint::error::CheckpointErrorKind;

/// The program waits for the disk for at most 1/`SHARE` of the time.
const SHARE: u32 = 20;
/// The time to wait for a lock. A process that was just killed releases its file a moment later.
pub(super) const LOCK_TIMEOUT: Duration = Duration::from_millis(if cfg!(test) { 1000 } else { 5000 });
/// A larger file is not a checkpoint.
const MAX_BYTES: u64 = 64 << 20;

/// A file that only this process uses, until it is closed or the process ends.
#[derive(Debug)]
pub(super) struct LockedFile {
    file: File,
    path: PathBuf,
    /// The file did not exist before.
    is_new: bool,
    /// The length of the whole lines. Text after them was interrupted while it was written.
    len: u64,
    /// The earliest time at which to wait for the disk again.
    next: Option<Instant>,
}

impl LockedFile {
    /// Opens and locks the file, or creates it. Waits for another process, and follows a symbolic link.
    pub(super) fn open(path: &Path) -> Result<Self, CheckpointErrorKind> {
        let start = Instant::now();
        loop {
            let is_new = check(path)?;
            let file = File::options().read(true).write(true).create(true).truncate(false).open(path);
            let file = file.map_err(CheckpointErrorKind::Open)?;
            let is_late = LOCK_TIMEOUT < start.elapsed();
            // The holder of the lock is looked up before the last attempt, which shows whether it is still in use.
            let process = if is_late { holder(&file) } else { None };
            match file.try_lock() {
                Ok(()) if is_at(&file, path) => {
                    return Ok(Self { file, path: path.to_path_buf(), is_new, len: 0, next: None });
                }
                // This file was locked after another process removed it or moved it away.
                Ok(()) | Err(TryLockError::WouldBlock) if is_late => {
                    return Err(CheckpointErrorKind::InUse { process });
                }
                // Not all file systems have locks.
                Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                    return Ok(Self { file, path: path.to_path_buf(), is_new, len: 0, next: None });
                }
                Err(TryLockError::Error(error)) if is_late => return Err(CheckpointErrorKind::Lock(error)),
                Ok(()) => {}
                // A lock that fails may succeed later, for example if a signal has interrupted it.
                Err(_) => thread::sleep(Duration::from_millis(10)),
            }
        }
    }

    pub(super) fn read(&mut self) -> Result<Vec<u8>, CheckpointErrorKind> {
        let mut bytes = Vec::new();
        (&self.file).take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(CheckpointErrorKind::Read)?;
        match bytes.len() as u64 {
            len if MAX_BYTES < len => Err(CheckpointErrorKind::TooLarge { bytes: len }),
            _ => Ok(bytes),
        }
    }

    /// Writes the first lines. If this fails, the file is as it was `before`.
    pub(super) fn begin(&mut self, head: &str, before: &[u8]) -> io::Result<()> {
        let begun = self.add_text(head.as_bytes()).and_then(|()| self.file.sync_all()).and_then(|()| self.sync_name());
        if begun.is_err() {
            let _ = self.file.set_len(before.len() as u64);
            if self.is_new && before.is_empty() {
                // The lock is still held: no other process has written to the file. A link stays.
                let _ = fs::canonicalize(&self.path).and_then(fs::remove_file);
            }
        }
        begun
    }

    /// Keeps this many bytes of the file, which end with a line.
    pub(super) fn keep(&mut self, len: u64) -> io::Result<()> {
        self.len = len;
        self.file.set_len(len)
    }

    /// Appends a line, and waits for the disk if [`SHARE`] allows it. If this fails, the line is not in the file.
    pub(super) fn add(&mut self, line: &str) -> io::Result<()> {
        self.add_text(line.as_bytes())?;
        if self.next.is_none_or(|next| next <= Instant::now()) { self.sync() } else { Ok(()) }
    }

    /// Waits until the disk has stored the file.
    pub(super) fn sync(&mut self) -> io::Result<()> {
        let start = Instant::now();
        self.file.sync_data()?;
        let end = Instant::now();
        self.next = Some(end + (end - start) * SHARE);
        Ok(())
    }

    /// Returns a file on a disk that is full.
    #[cfg(all(test, target_os = "linux"))]
    pub(super) fn full() -> Self {
        let file = File::options().write(true).open("/dev/full").expect("Linux has it");
        Self { file, path: "/dev/full".into(), is_new: false, len: 0, next: None }
    }

    fn add_text(&mut self, text: &[u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.len))?;
        let written = self.file.write_all(text);
        match written {
            Ok(()) => self.len += text.len() as u64,
            // On a full disk, a part of the line may have been written. The next one takes its place in any case.
            Err(_) => _ = self.file.set_len(self.len),
        }
        written
    }

    /// Waits until the disk has stored the name of a new file.
    fn sync_name(&self) -> io::Result<()> {
        #[cfg(unix)]
        if self.is_new {
            let place = fs::canonicalize(&self.path)?;
            File::open(place.parent().unwrap_or(Path::new("/")))?.sync_all()?;
        }
        Ok(())
    }
}

/// Returns `true` if there is no file yet. A file must be one that can be read and written.
fn check(path: &Path) -> Result<bool, CheckpointErrorKind> {
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(error) => Err(CheckpointErrorKind::Open(error)),
        // Reading a pipe would wait, and a device may have no end.
        Ok(metadata) if !metadata.is_file() => Err(CheckpointErrorKind::NotAFile),
        Ok(metadata) if metadata.permissions().readonly() => Err(CheckpointErrorKind::ReadOnly),
        Ok(metadata) if MAX_BYTES < metadata.len() => Err(CheckpointErrorKind::TooLarge { bytes: metadata.len() }),
        Ok(_) => Ok(false),
    }
}

/// Returns `true` if the path still leads to the open file, as far as the system can tell.
fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;

        let same = |a: &fs::Metadata, b: &fs::Metadata| (a.dev(), a.ino()) == (b.dev(), b.ino());
        file.metadata().is_ok_and(|open| fs::metadata(path).is_ok_and(|named| same(&open, &named)))
    }
    #[cfg(not(unix))]
    {
        let _ = (file, path);
        true
    }
}
