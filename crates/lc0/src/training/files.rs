//! Chunks in files and directories, compressed with gzip or not.

use std::boxed::Box;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::vec;
use std::vec::Vec;

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;

use super::stream::{Reader, Writer};

/// The source of the records of a chunk: a file, unpacked if it is compressed.
#[cfg_attr(docsrs, doc(cfg(feature = "gzip")))]
pub type Source = Box<dyn Read + Send>;

/// Writes a compressed chunk to a file; created by [`create`].
#[cfg_attr(docsrs, doc(cfg(feature = "gzip")))]
pub type GzipWriter = Writer<GzipFile>;

/// A file that is compressed with gzip while it is written; see [`GzipWriter`].
#[derive(Debug)]
#[cfg_attr(docsrs, doc(cfg(feature = "gzip")))]
pub struct GzipFile {
    encoder: GzEncoder<BufWriter<File>>,
}

impl Write for GzipFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.encoder.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.encoder.flush()
    }
}

/// The first bytes of every gzip file.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Opens a chunk, which may be compressed with gzip, and returns a reader of its records.
///
/// # Errors
///
/// Returns an error if the file cannot be opened or its first bytes cannot be read.
#[cfg_attr(docsrs, doc(cfg(feature = "gzip")))]
pub fn open(path: impl AsRef<Path>) -> io::Result<Reader<Source>> {
    let mut file = BufReader::with_capacity(1 << 16, File::open(path)?);
    let is_compressed = io::BufRead::fill_buf(&mut file)?.starts_with(&GZIP);
    Ok(Reader::new(if is_compressed { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) }))
}

/// Creates a chunk that is compressed with gzip, and returns a writer of its records. An existing file is overwritten.
///
/// # Errors
///
/// Returns an error if the file cannot be created.
#[cfg_attr(docsrs, doc(cfg(feature = "gzip")))]
pub fn create(path: impl AsRef<Path>) -> io::Result<GzipWriter> {
    let file = BufWriter::new(File::create(path)?);
    Ok(Writer::new(GzipFile { encoder: GzEncoder::new(file, Compression::default()) }))
}

impl GzipWriter {
    /// Writes the end of the compressed chunk and flushes the file.
    ///
    /// Dropping the writer writes the end as well, but ignores errors.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn close(self) -> io::Result<()> {
        self.into_target().encoder.finish()?.flush()
    }
}

/// Opens all files of a directory as chunks, in the order of their names. Subdirectories are skipped.
///
/// If a file cannot be opened, its item is an error, and the iterator continues with the next file.
///
/// # Errors
///
/// Returns an error if the directory cannot be listed.
#[cfg_attr(docsrs, doc(cfg(feature = "gzip")))]
pub fn chunks(directory: impl AsRef<Path>) -> io::Result<Chunks> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_file() {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(Chunks { paths: paths.into_iter() })
}

/// An iterator over the chunks of a directory, with their paths; created by [`chunks`].
#[derive(Debug)]
#[cfg_attr(docsrs, doc(cfg(feature = "gzip")))]
pub struct Chunks {
    paths: vec::IntoIter<PathBuf>,
}

impl Iterator for Chunks {
    type Item = (PathBuf, io::Result<Reader<Source>>);

    fn next(&mut self) -> Option<Self::Item> {
        let path = self.paths.next()?;
        let reader = open(&path);
        Some((path, reader))
    }
}
