//! New names for files, which replace nothing.

use std::path::Path;
use std::{fs, io};

use super::error::already_exists;

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
        Err(_) if fs::symlink_metadata(to).is_ok() => Err(already_exists()),
        Err(_) => fs::rename(from, to),
    }
}
