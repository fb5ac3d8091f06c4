//! Temporary names, for systems without nameless files, and for the instant in which a file is replaced. A file that is not
//! locked was left by a killed program, and the next program that needs its name removes it.

use std::fs::{self, File};
use std::io;
use std::mem;
use std::path::{Path, PathBuf};

use super::name::rename_new;
#[cfg(any(target_os = "linux", target_os = "android"))]
use super::nameless;
use crate::output::own::own;
use crate::output::signals::watch;

/// A file with a temporary name, which is removed unless it is renamed.
#[derive(Debug)]
pub(super) struct Temporary {
    path: PathBuf,
}

impl Temporary {
    /// Creates a file next to `path`.
    pub(super) fn create(path: &Path) -> io::Result<(File, Self)> {
        Self::with(path, |name| {
            let mut options = File::options();
            options.write(true).create_new(true);
            #[cfg(windows)]
            {
                use std::os::windows::fs::OpenOptionsExt;
                // Other programs can read the file, but not remove it while it is open.
                const FILE_SHARE_READ: u32 = 1;
                options.share_mode(FILE_SHARE_READ);
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

    /// Makes a file of the first name that is free.
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
        // Windows renames only files that are closed. Elsewhere the file stays locked until it has its name.
        #[cfg(not(unix))]
        drop(file);
        if replaces { fs::rename(&self.path, to) } else { rename_new(&self.path, to) }?;
        #[cfg(unix)]
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

/// Removes a temporary file that no running program writes to. Windows removes no file that is open.
#[cfg(not(unix))]
fn remove_abandoned(path: &Path) -> bool {
    cfg!(windows) && fs::remove_file(path).is_ok()
}

/// Returns `true` if the file still has this name.
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
