//! Errors as the system itself reports them, with its numbers.

use std::io;

/// Makes the error that there is a file, and it must not be replaced.
pub(super) fn already_exists() -> io::Error {
    #[cfg(unix)]
    let error = rustix::io::Errno::EXIST.into();
    #[cfg(not(unix))]
    let error = io::ErrorKind::AlreadyExists.into();
    error
}

/// Makes the error that there is a directory where a file should be.
pub(super) fn is_a_directory() -> io::Error {
    #[cfg(unix)]
    let error = rustix::io::Errno::ISDIR.into();
    #[cfg(not(unix))]
    let error = io::ErrorKind::IsADirectory.into();
    error
}
