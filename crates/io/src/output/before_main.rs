//! A check that standard output is open when the program starts, before the standard library replaces a closed one.
#![allow(unsafe_code)]

use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Linux calls the functions in this section before `main`.
// SAFETY: The section contains pointers to functions of the C ABI, of which this is one. It is called once, while the
// program has one thread. It makes one system call and writes an atomic number, which needs nothing that `main` sets up,
// and does not unwind. Without it a program cannot know that its output is lost: `main` already sees `/dev/null`.
#[used]
#[unsafe(link_section = ".init_array")]
static NOTE: extern "C" fn() = note;

extern "C" fn note() {
    WAS_CLOSED.store(!is_open(1), Relaxed);
}

/// Returns `true` if a file is open under this number.
///
/// A [`BorrowedFd`](std::os::fd::BorrowedFd) cannot ask: it promises that the file is open.
fn is_open(descriptor: c_int) -> bool {
    /// Reads the flags of a descriptor: the same number on every architecture.
    const F_GETFD: c_int = 1;
    // SAFETY: The C library of every Linux has this function, with this type.
    unsafe extern "C" {
        fn fcntl(descriptor: c_int, command: c_int, ...) -> c_int;
    }
    // SAFETY: The command takes no argument and changes nothing. It fails for every number that is not open, with the only
    // error that it has.
    (unsafe { fcntl(descriptor, F_GETFD) }) != -1
}

/// Returns `true` if standard output was closed when the program started.
pub(crate) fn was_closed() -> bool {
    WAS_CLOSED.load(Relaxed)
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::os::fd::AsRawFd;

    use super::is_open;

    #[test]
    fn a_number_can_be_asked_for_whether_it_is_open_or_not() {
        let file = File::open("/dev/null").expect("Linux has it");
        assert!(is_open(file.as_raw_fd()));
        assert!(!is_open(-1) && !is_open(i32::MAX));
    }
}
