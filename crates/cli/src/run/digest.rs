//! Digests of files, and what shows that a file has changed.

use std::fmt::Write;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::time::UNIX_EPOCH;

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
