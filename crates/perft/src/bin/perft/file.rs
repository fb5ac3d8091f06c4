//! Suite files, packed or not.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;

/// The greatest suite that is read, unpacked: far more than any there is.
const MAX_BYTES: u64 = 256 << 20;

/// The bytes of a suite, unpacked if they are gzip; `-` is the standard input.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, String> {
    let bytes = if path == "-" {
        read_bounded(io::stdin().lock())
    } else {
        let file = File::open(path).map_err(|error| format!("cannot open the suite: {error}"))?;
        if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
            return Err("expected a suite, found a directory".to_owned());
        }
        read_bounded(file)
    };
    let bytes = bytes.map_err(|error| format!("cannot read the suite: {error}"))?;
    if bytes.starts_with(&[0x1F, 0x8B]) {
        return read_bounded(MultiGzDecoder::new(&bytes[..]))
            .map_err(|error| format!("cannot unpack the suite: {error}"));
    }
    Ok(bytes)
}

/// All that comes, unless it is too much.
fn read_bounded(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 <= MAX_BYTES {
        Ok(bytes)
    } else {
        Err(io::Error::other(format!("it has more than {} MiB", MAX_BYTES >> 20)))
    }
}
