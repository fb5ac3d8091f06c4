//! Temporary names, for systems without nameless files, and for the instant in which a file is replaced. A file that is not
//! locked was left by a killed program, and the next program that needs its name removes it.

use std::fs::{self, File};
use std::io;
use std::mem;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::destination::already_exists;
#[cfg(any(target_os = "linux", target_os = "android"))]
use super::nameless;
use crate::output::signals::{own, watch};

/// A file with a temporary name, which is removed unless it is renamed.
#[derive(Debug)]
pub(super) struct Temporary {
    path: PathBuf,
}

impl Temporary {
    pub(super) fn create(path: &Path) -> io::Result<(File, Self)> {
        Self::with(path, |name| {
            let mut options = File::options();
            options.write(true).create_new(true);
            #[cfg(windows)]
            {
                use std::os::windows::fs::OpenOptionsExt;
                // The file can be renamed while it is open. No program can open it for itself alone.
                const FILE_SHARE_READ: u32 = 1;
                const FILE_SHARE_DELETE: u32 = 4;
                options.share_mode(FILE_SHARE_READ | FILE_SHARE_DELETE);
            }
            let file = options.open(name)?;
            lock(&file);
            // Before it was locked, another program may have removed it.
            if is_at(&file, name) { Ok(file) } else { Err(io::ErrorKind::AlreadyExists.into()) }
        })
    }

    /// Gives a file without a name a temporary name next to `path`.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    pub(super) fn link(file: &File, path: &Path) -> io::Result<Self> {
        lock(file);
        Ok(Self::with(path, |temporary| nameless::link(file, temporary))?.1)
    }

    fn with<T>(path: &Path, mut make: impl FnMut(&Path) -> io::Result<T>) -> io::Result<(T, Self)> {
        /// The number of names that are tried: more than programs write the same file at a time.
        const NAMES: u32 = 1000;
        let mut own = own();
        watch();
        let mut number = 0;
        for _ in 0..NAMES {
            let name = temporary_name(path, number);
            match make(&name) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    if !remove_abandoned(&name) {
                        number += 1;
                    }
                }
                made => {
                    let made = made?;
                    own.insert(name.clone());
                    return Ok((made, Self { path: name }));
                }
            }
        }
        Err(io::Error::other("too many programs write this file"))
    }

    /// Gives the file another name, and replaces a file of this name only if `replaces`.
    pub(super) fn rename(mut self, file: File, to: &Path, replaces: bool) -> io::Result<()> {
        let mut own = own();
        if !is_at(&file, &self.path) {
            own.remove(&mem::take(&mut self.path));
            return Err(io::Error::other("another program has removed the unfinished file"));
        }
        // The file is open, and so not abandoned, until it has its name.
        if replaces { patiently(|| fs::rename(&self.path, to)) } else { rename_new(&self.path, to) }?;
        drop(file);
        own.remove(&mem::take(&mut self.path));
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // After it was renamed, its name may be that of a file of another program.
        if !self.path.as_os_str().is_empty() {
            let mut own = own();
            let _ = fs::remove_file(&self.path);
            own.remove(&self.path);
        }
    }
}

/// Returns the name with this number next to a file. A long name is cut, because the longest one has 255 bytes.
fn temporary_name(path: &Path, number: u32) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name: String = name.chars().take(50).collect();
    path.with_file_name(format!(".{name}.{number}.unfinished"))
}

/// Locks a file until it is closed, if the system can. Returns `true` if it was not locked.
#[cfg(unix)]
fn lock(file: &File) -> bool {
    rustix::fs::flock(file, rustix::fs::FlockOperation::NonBlockingLockExclusive).is_ok()
}

#[cfg(not(unix))]
fn lock(_: &File) -> bool {
    false
}

/// Removes a temporary file that no running program writes to. Returns `true` if the name is free afterwards.
#[cfg(unix)]
fn remove_abandoned(path: &Path) -> bool {
    use rustix::fs::{Mode, OFlags, open};

    // Neither a link nor a pipe is waited for.
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let Ok(file) = open(path, flags, Mode::empty()).map(File::from) else { return false };
    file.metadata().is_ok_and(|metadata| metadata.is_file())
        && lock(&file)
        && is_at(&file, path)
        && fs::remove_file(path).is_ok()
}

/// Removes a temporary file that no running program writes to. Returns `true` if the name is free afterwards.
#[cfg(windows)]
fn remove_abandoned(path: &Path) -> bool {
    use std::os::windows::fs::OpenOptionsExt;

    const DELETE: u32 = 0x0001_0000;
    const FILE_FLAG_DELETE_ON_CLOSE: u32 = 0x0400_0000;
    // Without sharing, only a file that no program has open can be opened.
    let mut alone = File::options();
    alone.access_mode(DELETE).share_mode(0).custom_flags(FILE_FLAG_DELETE_ON_CLOSE);
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file()) && alone.open(path).is_ok()
}

#[cfg(not(any(unix, windows)))]
fn remove_abandoned(_: &Path) -> bool {
    false
}

/// Calls a function again, for at most four seconds, while Windows refuses it because another program has a file open.
fn patiently<T>(call: impl Fn() -> io::Result<T>) -> io::Result<T> {
    const ACCESS_DENIED: i32 = 5;
    const SHARING_VIOLATION: i32 = 32;
    let mut pause = Duration::from_millis(1);
    loop {
        match call() {
            Err(error)
                if cfg!(windows)
                    && matches!(error.raw_os_error(), Some(ACCESS_DENIED | SHARING_VIOLATION))
                    && pause < Duration::from_secs(4) =>
            {
                thread::sleep(pause);
                pause *= 2;
            }
            result => return result,
        }
    }
}

fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let number = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
        file.metadata().is_ok_and(|open| fs::symlink_metadata(path).is_ok_and(|named| number(open) == number(named)))
    }
    #[cfg(not(unix))]
    {
        let _ = (file, path);
        true
    }
}

pub(super) fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        use rustix::io::Errno;

        match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
            // This file system cannot do it.
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {}
            renamed => return Ok(renamed?),
        }
    }
    match patiently(|| fs::hard_link(from, to)) {
        Ok(()) => patiently(|| fs::remove_file(from)),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // Without links, a file that appears right now is replaced.
        Err(_) if fs::symlink_metadata(to).is_ok() => Err(already_exists()),
        Err(_) => fs::rename(from, to),
    }
}
