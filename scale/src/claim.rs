//! Claims: which process runs a unit, so that several share a plan without an engine.
//!
//! A claim is a file in the folder of the unit, which names its owner and a random number. Its owner touches it every few
//! seconds. A claim that has not been touched for a while, or whose owner has ended on this machine, is void. A claim
//! appears with its text, so one that names no owner is void, too. No clocks of machines are compared. Should two
//! processes run a unit after all, one of them says so, and they write the same bytes.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime};

use rustix::process::{Pid, getpid, test_kill_process};

use crate::error::{Error, Result};
use crate::run;
use crate::store::{Store, Touch};
use crate::unit::UnitId;

pub(crate) const FILE: &str = ".claim";

/// The time between two touches of a claim by its owner.
const BEAT: Duration = Duration::from_secs(5);

/// A claim that has not been touched for so long is void.
const VOID: Duration = Duration::from_secs(40);

/// A unit that this process runs. The claim ends with this value.
#[derive(Debug)]
pub(crate) struct Claim {
    store: Arc<dyn Store>,
    file: String,
    /// Ends with whether the claim is still this process's.
    beat: Option<(Sender<()>, JoinHandle<bool>)>,
}

/// The times at which the claims of others were seen to be touched.
#[derive(Debug, Default)]
pub(crate) struct Seen(HashMap<UnitId, (Option<SystemTime>, Instant)>);

impl Claim {
    /// Claims a unit. Returns `None` if another process has claimed it.
    pub(crate) fn take(store: &Arc<dyn Store>, unit: &UnitId, seen: &mut Seen) -> Result<Option<Self>> {
        let file = unit.file(FILE);
        'tries: for _ in 0..2 {
            if let Some(touch) = store.claim(&file, &owner(getpid()))? {
                return Ok(Some(Self::begin(Arc::clone(store), file, touch)));
            }
            // Read once more before it is void: the network may have changed a byte.
            for _ in 0..2 {
                let text = match store.read(&file, MOST) {
                    // Its owner has dropped it.
                    Ok(None) => continue 'tries,
                    Ok(Some(text)) => text,
                    // It is too large for a claim.
                    Err(Error::Refused { .. }) => Vec::new(),
                    Err(error) => return Err(error),
                };
                if !is_void(&**store, &file, &text, unit, seen)? {
                    return Ok(None);
                }
            }
            store.remove(std::slice::from_ref(&file))?;
        }
        Ok(None)
    }

    fn begin(store: Arc<dyn Store>, file: String, mut touch: Touch) -> Self {
        let (end, ended) = mpsc::channel();
        let place = store.place(&file);
        let beat = thread::spawn(move || {
            while let Ok(()) | Err(RecvTimeoutError::Timeout) = ended.recv_timeout(BEAT) {
                if !touch() {
                    let place = place.display();
                    gardez_io::eprintln!("{place}: another process has taken this claim, and may run the unit, too");
                    return false;
                }
            }
            true
        });
        Self { store, file, beat: Some((end, beat)) }
    }

    /// Touches the claim of a unit that has been run, so that no two processes run one without a word.
    pub(crate) fn check(&self) {
        if let Some((end, _)) = &self.beat {
            // The thread has ended if the claim is another process's.
            let _ = end.send(());
        }
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        let Some((end, beat)) = self.beat.take() else { return };
        drop(end);
        if beat.join().unwrap_or(false) {
            // A claim that stays becomes void.
            let _ = self.store.remove(std::slice::from_ref(&self.file));
        }
    }
}

fn owner(process: Pid) -> String {
    format!("{} {} {:016x}\n", run::host(), process.as_raw_nonzero(), RandomState::new().hash_one(0))
}

/// The most bytes of a claim.
const MOST: u64 = 1 << 10;

/// Returns `true` if a claim with this text names no owner, or one that has ended or has not touched it for long.
fn is_void(store: &dyn Store, file: &str, text: &[u8], unit: &UnitId, seen: &mut Seen) -> Result<bool> {
    let text = str::from_utf8(text).ok().and_then(|text| text.strip_suffix('\n'));
    let mut words = text.unwrap_or_default().split(' ');
    let (host, process) = (words.next(), words.next().and_then(|process| process.parse().ok()).and_then(Pid::from_raw));
    let (Some(host), Some(process), Some(_), None) = (host, process, words.next(), words.next()) else {
        return Ok(true);
    };
    if host == run::host() && test_kill_process(process).is_err() {
        return Ok(true);
    }
    let touched = store.entry(file)?.and_then(|entry| entry.modified);
    let (known, since) = seen.0.entry(unit.clone()).or_insert((touched, Instant::now()));
    if *known != touched {
        (*known, *since) = (touched, Instant::now());
    }
    Ok(VOID <= since.elapsed())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;
    use crate::store::Folder;

    #[test]
    fn a_claim_holds_until_it_is_dropped_or_its_owner_ends() {
        let (dir, unit, mut seen) = (TempDir::new().expect("a folder"), UnitId::new("count", 7), Seen::default());
        let store: Arc<dyn Store> = Arc::new(Folder::new(dir.path()));
        let mut take = || Claim::take(&store, &unit, &mut seen).expect("it can be read");
        let path = dir.path().join(unit.file(FILE));
        let claim = take();
        assert!(claim.is_some() && take().is_none() && path.exists());
        drop(claim);
        assert!(!path.exists() && take().is_some());
        // A process that has ended, and one of another machine.
        let mut child = std::process::Command::new("true").spawn().expect("it starts");
        let ended = Pid::from_child(&child);
        child.wait().expect("it ends");
        fs::write(&path, owner(ended)).expect("there is room");
        assert!(take().is_some());
        fs::write(&path, "elsewhere 1 a\n").expect("there is room");
        assert!(take().is_none());
        fs::remove_file(&path).expect("it is there");
        assert!(take().is_some());
    }

    #[test]
    fn a_claim_that_names_no_owner_is_void() {
        let (dir, unit, mut seen) = (TempDir::new().expect("a folder"), UnitId::new("count", 7), Seen::default());
        let store: Arc<dyn Store> = Arc::new(Folder::new(dir.path()));
        let path = dir.path().join(unit.file(FILE));
        drop(Claim::take(&store, &unit, &mut seen));
        for text in [
            &b""[..],
            b"else",
            b"elsewhere 1",
            b"elsewhere\n",
            b"elsewhere one a\n",
            b"elsewhere 1\n",
            b"\xff\0 1 a\n",
            &[b'1'; 2048],
        ] {
            fs::write(&path, text).expect("there is room");
            let claim = Claim::take(&store, &unit, &mut seen).expect("it can be read");
            assert!(claim.is_some(), "{:?}", String::from_utf8_lossy(text));
        }
    }
}
