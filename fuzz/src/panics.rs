//! The meaning of a panic: a finding, except where the documentation of a function allows it.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::process;

thread_local! {
    static ALLOWED: Cell<bool> = const { Cell::new(false) };
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Calls a function that may panic, as its documentation says.
pub fn allowed<T>(call: impl FnOnce() -> T) -> Option<T> {
    let outer = ALLOWED.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(call)).ok();
    ALLOWED.set(outer);
    result
}

/// The effect of a panic that is not allowed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Finding {
    /// The message is kept for [`caught`].
    Keep,
    /// The program ends at once, so that libFuzzer writes the input to a file.
    Abort,
}

/// Sets the hook for all threads. Without it, an allowed panic prints its message, and nothing else changes.
pub fn set_hook(finding: Finding) {
    panic::set_hook(Box::new(move |info| {
        if ALLOWED.get() {
            return;
        }
        match finding {
            Finding::Keep => LAST.with_borrow_mut(|last| *last = info.to_string()),
            Finding::Abort => {
                eprintln!("{info}");
                process::abort();
            }
        }
    }));
}

/// Calls a function, and returns the message of its panic if it is a finding.
///
/// # Errors
///
/// The message and the place of the panic.
pub fn caught(call: impl FnOnce()) -> Result<(), String> {
    panic::catch_unwind(AssertUnwindSafe(call)).map_err(|_| LAST.take())
}
