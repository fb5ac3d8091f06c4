//! Names for complete files, which replace nothing.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Creates a file without a name in a directory. `None` if the system or the file system has no such files, or could give
/// it no name later.
#[cfg(any(target_os = "linux", target_os = "android"))]
pub(super) fn nameless(directory: &Path) -> Option<File> {
    use rustix::fs::{Mode, OFlags, open};

    let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
    let file = File::from(open(directory, flags, Mode::from_raw_mode(0o666)).ok()?);
    fs::symlink_metadata(descriptor(&file)).is_ok().then_some(file)
}

/// Gives a file without a name its name, unless that exists.
#[cfg(any(target_os = "linux", target_os = "android"))]
pub(super) fn link_nameless(file: &File, path: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};

    Ok(linkat(CWD, descriptor(file), CWD, path, AtFlags::SYMLINK_FOLLOW)?)
}

/// The path of an open file, whether or not it has a name.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn descriptor(file: &File) -> String {
    use std::os::fd::AsRawFd;

    format!("/proc/self/fd/{}", file.as_raw_fd())
}

/// Renames a file, unless the new name exists.
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
    match fs::hard_link(from, to) {
        Ok(()) => fs::remove_file(from),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // Without links, a file that appears right now is replaced.
        Err(_) if fs::symlink_metadata(to).is_ok() => Err(io::ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(from, to),
    }
}
