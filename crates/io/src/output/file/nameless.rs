//! Files without a name, of which nothing is left when they are closed.

use std::fs::{self, File};
use std::io;
use std::os::fd::AsRawFd;
use std::path::Path;

use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, open};

/// Creates a file without a name in a directory, if the file system has such files and could name it later.
pub(super) fn nameless(directory: &Path) -> Option<File> {
    let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
    let file = File::from(open(directory, flags, Mode::from_raw_mode(0o666)).ok()?);
    fs::symlink_metadata(descriptor(&file)).is_ok().then_some(file)
}

pub(super) fn link(file: &File, path: &Path) -> io::Result<()> {
    Ok(linkat(CWD, descriptor(file), CWD, path, AtFlags::SYMLINK_FOLLOW)?)
}

fn descriptor(file: &File) -> String {
    format!("/proc/self/fd/{}", file.as_raw_fd())
}
