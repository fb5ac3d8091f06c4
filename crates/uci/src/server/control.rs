//! The state of a search that two threads share: the one that searches, and the one that reads commands.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::command::Go;

/// The messages about a search from the thread that reads commands.
#[derive(Debug, Default)]
pub(super) struct Control {
    pub(super) is_stopped: AtomicBool,
    pub(super) is_pondering: AtomicBool,
    /// `true` if the move may be sent only after `stop` or `ponderhit`.
    is_held: Mutex<bool>,
    released: Condvar,
    pub(super) is_done: AtomicBool,
    /// The last number of nodes that the search has sent.
    pub(super) nodes: AtomicU64,
}

impl Control {
    pub(super) fn new(go: &Go) -> Self {
        Self {
            is_pondering: AtomicBool::new(go.ponder),
            is_held: Mutex::new(go.ponder || go.infinite),
            ..Self::default()
        }
    }

    pub(super) fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        self.release();
    }

    pub(super) fn ponder_hit(&self, is_infinite: bool) {
        self.is_pondering.store(false, Ordering::Relaxed);
        if !is_infinite {
            self.release();
        }
    }

    fn release(&self) {
        *lock(&self.is_held) = false;
        self.released.notify_all();
    }

    pub(super) fn wait_for_release(&self) {
        let mut is_held = lock(&self.is_held);
        while *is_held {
            is_held = self.released.wait(is_held).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
