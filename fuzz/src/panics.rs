//! The meaning of a panic: a finding, except where the documentation of a function allows it.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};

thread_local! {
    static ALLOWED: Cell<bool> = const { Cell::new(false) };
}

/// Calls a function that may panic, as its documentation says.
pub fn allowed<T>(call: impl FnOnce() -> T) -> Option<T> {
    let outer = ALLOWED.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(call)).ok();
    ALLOWED.set(outer);
    result
}

/// Keeps the hook for panics from seeing a panic that is allowed, in all threads.
pub fn ignore_allowed() {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !ALLOWED.get() {
            hook(info);
        }
    }));
}
