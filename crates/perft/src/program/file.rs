//! Suite files, plain or packed with gzip or Zstandard.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use gardez_io::{DecompressLimits, Unpacked};

/// The largest suite that is read, after unpacking. Real suites are much smaller.
const MAX_BYTES: u64 = 256 << 20;

/// Appends the bytes of a suite, unpacked. After an error, `bytes` has the whole lines before the damage.
pub(crate) fn read(path: &Path, bytes: &mut Vec<u8>) -> Result<(), String> {
    let read = if path == "-" {
        unpack(io::stdin().lock(), bytes)
    } else {
        let file = File::open(path).map_err(|error| format!("cannot open the suite: {error}"))?;
        if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
            return Err("expected a suite, found a directory".to_owned());
        }
        unpack(file, bytes)
    };
    read.map_err(|error| {
        let lines = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        bytes.truncate(lines);
        format!("cannot read the suite: {error}")
    })
}

fn unpack(source: impl Read, bytes: &mut Vec<u8>) -> io::Result<()> {
    read_bounded(Unpacked::new(source, DecompressLimits::default())?, MAX_BYTES, bytes)
}

/// Reads everything, but not more than `most` bytes.
fn read_bounded(source: impl Read, most: u64, bytes: &mut Vec<u8>) -> io::Result<()> {
    let length = source.take(most + 1).read_to_end(bytes)?;
    if length as u64 <= most { Ok(()) } else { Err(io::Error::other(format!("larger than {} MiB", most >> 20))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endless_source_is_an_error() {
        let mut bytes = Vec::new();
        let error = read_bounded(io::repeat(b'\n'), 1 << 20, &mut bytes).expect_err("it is too large");
        assert_eq!(error.to_string(), "larger than 1 MiB");
        assert!(read_bounded(&b"suite"[..], 5, &mut bytes).is_ok() && bytes.ends_with(b"\nsuite"));
    }
}
