//! Suite files, plain or packed with gzip or Zstandard.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use gardez_io::{DecompressLimits, Unpacked};

/// The largest suite that is read, after unpacking. Real suites are much smaller.
const MAX_BYTES: u64 = 256 << 20;

/// Reads the bytes of a suite, and unpacks them if they are packed. `-` is standard input.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, String> {
    let bytes = if path == "-" {
        unpack(io::stdin().lock())
    } else {
        let file = File::open(path).map_err(|error| format!("cannot open the suite: {error}"))?;
        if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
            return Err("expected a suite, found a directory".to_owned());
        }
        unpack(file)
    };
    bytes.map_err(|error| format!("cannot read the suite: {error}"))
}

/// Reads everything, unpacked.
fn unpack(source: impl Read) -> io::Result<Vec<u8>> {
    read_bounded(Unpacked::new(source, DecompressLimits::default())?, MAX_BYTES)
}

/// Reads everything, unless there are more than `most` bytes.
fn read_bounded(source: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 <= most {
        Ok(bytes)
    } else {
        Err(io::Error::other(format!("larger than {} MiB", most >> 20)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endless_source_is_an_error() {
        let error = read_bounded(io::repeat(b'\n'), 1 << 20).expect_err("it is too large");
        assert_eq!(error.to_string(), "larger than 1 MiB");
        assert_eq!(read_bounded(&b"suite"[..], 5).ok(), Some(b"suite".to_vec()));
    }
}
