//! The destination of a path: a file, or something that is open or cannot be replaced.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

const MAX_LINKS: usize = 40;

pub(super) enum Destination {
    /// A device, a pipe, or the descriptor of an open file.
    Open(PathBuf, File),
    /// A file that may not exist yet, in a directory that should.
    File(PathBuf),
}

/// Follows links, also those whose end does not exist.
pub(super) fn destination(path: &Path) -> io::Result<Destination> {
    #[cfg(windows)]
    if let Some(file) = device(path)? {
        return Ok(Destination::Open(path.to_owned(), file));
    }
    let is_special = fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir());
    let mut end = path.to_owned();
    for _ in 0..=MAX_LINKS {
        if is_descriptor(&end) {
            return descriptor(end);
        }
        match fs::symlink_metadata(&end) {
            Ok(metadata) if metadata.is_symlink() => {
                let link = fs::read_link(&end)?;
                end = end.parent().unwrap_or(Path::new("")).join(link);
            }
            _ if is_special => {
                let file = File::options().write(true).open(&end)?;
                return Ok(Destination::Open(end, file));
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ if end.file_name().is_none() || ends_in_separator(&end) => return Err(is_a_directory()),
            _ => return Ok(Destination::File(end)),
        }
    }
    // The system's own error for a loop.
    Err(fs::metadata(path).err().unwrap_or_else(|| io::Error::other("too many links")))
}

/// Opens the device that Windows means by a name, such as `NUL`. Windows means it by `nul.txt`, too, which is an error.
#[cfg(windows)]
fn device(path: &Path) -> io::Result<Option<File>> {
    let absolute = std::path::absolute(path).unwrap_or_default();
    let Some(device) = absolute.to_str().and_then(|absolute| absolute.strip_prefix(r"\\.\")) else { return Ok(None) };
    match path.file_name() {
        Some(name) if !name.eq_ignore_ascii_case(device) => Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            format!("Windows reserves the name for its device {device}"),
        )),
        _ => File::options().write(true).open(path).map(Some),
    }
}

/// Opens the file of a descriptor once more, to continue it where it ends.
fn descriptor(path: PathBuf) -> io::Result<Destination> {
    let file = File::options().append(true).open(&path)?;
    Ok(Destination::Open(path, file))
}

/// Returns `true` for the path of an open descriptor, such as `/proc/self/fd/1`, whose text may name nothing.
fn is_descriptor(path: &Path) -> bool {
    let parent = path.parent().unwrap_or(path);
    parent == Path::new("/dev/fd") || (parent.starts_with("/proc") && parent.ends_with("fd"))
}

fn ends_in_separator(path: &Path) -> bool {
    let last = path.as_os_str().as_encoded_bytes().last();
    last.is_some_and(|&byte| std::path::is_separator(byte.into()))
}

pub(super) fn already_exists() -> io::Error {
    #[cfg(unix)]
    let error = rustix::io::Errno::EXIST.into();
    #[cfg(not(unix))]
    let error = io::ErrorKind::AlreadyExists.into();
    error
}

pub(super) fn is_a_directory() -> io::Error {
    #[cfg(unix)]
    let error = rustix::io::Errno::ISDIR.into();
    #[cfg(not(unix))]
    let error = io::ErrorKind::IsADirectory.into();
    error
}
