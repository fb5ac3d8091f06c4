//! Digests of files, and what shows that a file has changed.

use std::fmt::Write;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::UNIX_EPOCH;

use gardez::data::files::Bytes;
use sha2::{Digest, Sha256};

use crate::stop::Stop;

/// Returns the number of bytes of a file, and when it was changed; of a directory, the sum and the last time.
pub(super) fn state(path: &Path) -> Result<(u64, u128), Stop> {
    let mut state = (0, 0);
    each_file(path, &mut |path, _| {
        let metadata = fs::metadata(path)?;
        let since = metadata.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
        state = (state.0 + metadata.len(), since.as_nanos().max(state.1));
        Ok(())
    })?;
    Ok(state)
}

/// Returns the number of bytes of a file, and their digest. In a directory, the name of each file comes before its bytes.
pub(super) fn digest(path: &Path) -> Result<(u64, String), Stop> {
    let (mut hasher, mut total) = (Sha256::new(), 0);
    let mut buffer = vec![0; 1 << 16];
    each_file(path, &mut |path, name| {
        hasher.update(name.as_bytes());
        let mut file = File::open(path)?;
        loop {
            let count = file.read(&mut buffer)?;
            if count == 0 {
                return Ok(());
            }
            hasher.update(&buffer[..count]);
            total += count as u64;
        }
    })?;
    Ok((total, hex(&hasher.finalize())))
}

/// The digest and the number of the bytes that a conversion reads of an input.
#[derive(Default)]
pub(super) struct Watched(Mutex<Seen>);

#[derive(Default)]
struct Seen {
    hasher: Sha256,
    bytes: u64,
    opened: u32,
}

impl Watched {
    /// Returns bytes that are read through this.
    pub(super) fn watch(self: &Arc<Self>, bytes: Bytes) -> Bytes {
        self.seen().opened += 1;
        Box::new(Reading { bytes, watched: Arc::clone(self) })
    }

    /// Returns the digest of the input, which is read again only if it was not read once from its beginning to its end:
    /// a directory, a tar, or a file up to damage.
    pub(super) fn digest(&self, path: &Path, size: u64) -> Result<String, Stop> {
        let seen = self.seen();
        match (seen.opened, seen.bytes) {
            (1, bytes) if bytes == size => Ok(hex(&seen.hasher.clone().finalize())),
            _ => digest(path).map(|(_, digest)| digest),
        }
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Reading {
    bytes: Bytes,
    watched: Arc<Watched>,
}

impl Read for Reading {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.bytes.read(buffer)?;
        let mut seen = self.watched.seen();
        seen.bytes += count as u64;
        seen.hasher.update(&buffer[..count]);
        Ok(count)
    }
}

/// Calls a function for a file, or for each file of a directory with its name, in the order of names.
fn each_file(path: &Path, call: &mut dyn FnMut(&Path, &str) -> io::Result<()>) -> Result<(), Stop> {
    let read = || -> io::Result<()> {
        if !path.is_dir() {
            return call(path, "");
        }
        let mut names =
            fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
        names.sort();
        for name in names.iter().filter(|name| name.is_file()) {
            call(name, &name.file_name().unwrap_or_default().to_string_lossy())?;
        }
        Ok(())
    };
    let mut read = read;
    read().map_err(|error| Stop::unreadable(&path.display().to_string(), error))
}

/// Returns the digest of bytes.
pub(super) fn hash(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a text in memory does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use gardez::data::files::{FileOptions, Opener, Place};
    use gardez_formats::{ReadEntries, SideToMove};

    use super::*;

    #[test]
    fn an_input_is_read_again_for_its_digest_only_if_it_was_not_read_to_its_end() {
        let folder = tempfile::tempdir().expect("a folder");
        let line = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 120 | 1.0\n";
        for (end, is_damaged) in [("", false), ("damage", true)] {
            let (path, text) = (folder.path().join("a.bullet.txt"), line.repeat(9000) + end + &line.repeat(9000));
            fs::write(&path, &text).expect("there is room");
            let watched = Arc::new(Watched::default());
            let opener = Opener::new(FileOptions::default()).with_watch(|bytes| watched.watch(bytes));
            let mut reader = opener.open(&Place::File(path.clone())).expect("it is there").in_view::<SideToMove>();
            let is_sound = loop {
                match reader.next_entry() {
                    Ok(Some(_)) => {}
                    end => break end.is_ok(),
                }
            };
            assert_eq!(is_sound, !is_damaged);
            let size = text.len() as u64;
            assert_eq!(watched.digest(&path, size).ok(), Some(hash(text.as_bytes())));
            fs::remove_file(&path).expect("it is there");
            assert_eq!(watched.digest(&path, size).is_err(), is_damaged);
        }
    }
}
