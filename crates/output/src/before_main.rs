//! Whether standard output is open when the program starts, before the standard library replaces a closed one.
#![allow(unsafe_code)]

use std::os::fd::BorrowedFd;
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
    /// The file is not open: the same number on every architecture.
    const EBADF: i32 = 9;
    // SAFETY: The number is only passed to one system call, which reports an error if no file is open under it.
    let stdout = unsafe { BorrowedFd::borrow_raw(1) };
    let copy = stdout.try_clone_to_owned();
    WAS_CLOSED.store(copy.is_err_and(|error| error.raw_os_error() == Some(EBADF)), Relaxed);
}

/// True if standard output was closed when the program started.
pub(crate) fn was_closed() -> bool {
    WAS_CLOSED.load(Relaxed)
}
