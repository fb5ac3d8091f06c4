//! Claims: which process runs a unit, so that several share a plan without an engine.
//!
//! A claim is a file in the folder of the unit. Its owner touches it every few seconds. A claim that has not been
//! touched for a while, or whose owner has ended on this machine, is void. No clocks of machines are compared. Should
//! two processes run a unit after all, they write the same bytes.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime};

use rustix::process::{Pid, getpid, test_kill_process};

use crate::error::{Error, Result};
use crate::run::host;
use crate::unit::UnitId;

/// The name of the file.
pub const FILE: &str = ".claim";

/// The time between two touches of a claim by its owner.
const BEAT: Duration = Duration::from_secs(5);

/// A claim that has not been touched for so long is void.
const VOID: Duration = Duration::from_secs(40);

/// A unit that this process runs. The claim ends with this value.
#[derive(Debug)]
pub struct Claim {
    path: PathBuf,
    beat: Option<(Sender<()>, JoinHandle<()>)>,
}

/// The times at which the claims of others were seen to be touched.
#[derive(Debug, Default)]
pub struct Seen(HashMap<UnitId, (Option<SystemTime>, Instant)>);

impl Claim {
    /// Claims a unit. Returns `None` if another process has claimed it.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or written.
    pub fn take(dir: &Path, unit: &UnitId, seen: &mut Seen) -> Result<Option<Self>> {
        let folder = unit.folder(dir);
        fs::create_dir_all(&folder).map_err(Error::io(&folder))?;
        let path = folder.join(FILE);
        for _ in 0..2 {
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => return Self::begin(path.clone(), file).map(Some).map_err(Error::io(&path)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(Error::Io { path, error }),
            }
            if !is_void(&path, unit, seen) {
                return Ok(None);
            }
            match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(Error::Io { path, error }),
                _ => {}
            }
        }
        Ok(None)
    }

    fn begin(path: PathBuf, mut file: File) -> io::Result<Self> {
        file.write_all(owner(getpid()).as_bytes())?;
        let (end, ended) = mpsc::channel();
        let beat = thread::spawn(move || {
            while ended.recv_timeout(BEAT) == Err(RecvTimeoutError::Timeout) {
                // A claim that cannot be touched becomes void, which costs time only.
                let _ = file.set_modified(SystemTime::now());
            }
        });
        Ok(Self { path, beat: Some((end, beat)) })
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        if let Some((end, beat)) = self.beat.take() {
            drop(end);
            let _ = beat.join();
        }
        let _ = fs::remove_file(&self.path);
    }
}

/// Returns what a claim of this process of this machine contains.
fn owner(process: Pid) -> String {
    format!("{} {}\n", host(), process.as_raw_nonzero())
}

/// Returns `true` if the owner of a claim has ended, or has not touched it for long.
fn is_void(path: &Path, unit: &UnitId, seen: &mut Seen) -> bool {
    let text = fs::read_to_string(path).unwrap_or_default();
    let process = text.split_whitespace().next_back().and_then(|number| Pid::from_raw(number.parse().ok()?));
    if process.is_some_and(|process| owner(process) == text && test_kill_process(process).is_err()) {
        return true;
    }
    let touched = fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
    let (known, since) = seen.0.entry(unit.clone()).or_insert((touched, Instant::now()));
    if *known != touched {
        (*known, *since) = (touched, Instant::now());
    }
    VOID <= since.elapsed()
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn a_claim_holds_until_it_is_dropped_or_its_owner_ends() {
        let (dir, unit, mut seen) = (TempDir::new().expect("a folder"), UnitId::new("count", 7), Seen::default());
        let mut take = || Claim::take(dir.path(), &unit, &mut seen).expect("it can be read");
        let path = unit.folder(dir.path()).join(FILE);
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
        fs::write(&path, "elsewhere 1\n").expect("there is room");
        assert!(take().is_none());
        fs::remove_file(&path).expect("it is there");
        assert!(take().is_some());
    }
}
