//! Removing unfinished files when a signal ends the program.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

#[cfg(all(unix, feature = "signals"))]
pub use self::unix::remove_on_signals;
#[cfg(all(unix, feature = "signals"))]
pub(crate) use self::unix::watch;

/// Does nothing: only Unix has these signals, and only programs with the feature `signals` watch them.
#[cfg(not(all(unix, feature = "signals")))]
pub(crate) fn watch() {}

/// Does nothing: this system has no such signals.
#[cfg(all(not(unix), feature = "signals"))]
pub fn remove_on_signals() {}

#[cfg(all(unix, feature = "signals"))]
mod unix {
    use std::ffi::c_int;
    use std::fs;
    use std::sync::Once;
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    use crate::output::signals::own;

    static IS_WANTED: AtomicBool = AtomicBool::new(false);

    /// Lets SIGINT, SIGTERM and SIGHUP remove unfinished files of each [`Output`](crate::Output) before they end the
    /// program. For programs; call it first in `main`.
    ///
    /// A thread watches the signals from the first file with a temporary name on. An ignored signal (`nohup`) stays
    /// ignored; where the system does not report that, SIGHUP is not watched.
    pub fn remove_on_signals() {
        IS_WANTED.store(true, Relaxed);
    }

    /// Begins to watch the signals, if the program wants it and has not done so.
    pub(crate) fn watch() {
        static ONCE: Once = Once::new();
        if IS_WANTED.load(Relaxed) {
            ONCE.call_once(|| {
                if let Ok(signals) = Signals::new(watched()) {
                    thread::spawn(|| wait(signals));
                }
            });
        }
    }

    fn wait(mut signals: Signals) {
        for signal in signals.forever() {
            // The list stays locked, so that no other file is created or renamed until the program ends.
            let own = own();
            for path in own.iter() {
                let _ = fs::remove_file(path);
            }
            let _ = emulate_default_handler(signal);
        }
    }

    fn watched() -> Vec<c_int> {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        match status.lines().find_map(|line| line.strip_prefix("SigIgn:")) {
            Some(ignored) => {
                let ignored = u64::from_str_radix(ignored.trim(), 16).unwrap_or_default();
                [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0).collect()
            }
            None => vec![SIGINT, SIGTERM],
        }
    }
}

static OWN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Returns the paths of the files. None is created, renamed or removed while the list is locked by others.
pub(crate) fn own() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    OWN.lock().unwrap_or_else(PoisonError::into_inner)
}
