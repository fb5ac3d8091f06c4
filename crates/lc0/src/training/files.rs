//! Chunks that are written to files, compressed with gzip.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use gardez_io::Output;

use super::stream::Writer;

/// Writes a compressed chunk to a file; see [`create`].
pub type GzipWriter = Writer<GzipFile>;

/// A file that is compressed with gzip while it is written.
#[derive(Debug)]
pub struct GzipFile {
    encoder: GzEncoder<BufWriter<Output>>,
}

impl Write for GzipFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.encoder.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.encoder.flush()
    }
}

/// Creates a chunk that is compressed with gzip. The file appears, or replaces another, when it is
/// [closed](GzipWriter::close).
///
/// # Errors
///
/// Returns an error if the file cannot be created.
pub fn create(path: impl AsRef<Path>) -> io::Result<GzipWriter> {
    let file = BufWriter::new(Output::replace(path)?);
    Ok(Writer::new(GzipFile { encoder: GzEncoder::new(file, Compression::default()) }))
}

impl GzipWriter {
    /// Completes the file and gives it its name. Nothing is left of a file whose writer is dropped.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn close(self) -> io::Result<()> {
        self.into_target().encoder.finish()?.into_inner()?.finish()
    }
}
