//! Chunks in files and directories, packed or not.

use std::boxed::Box;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::vec;
use std::vec::Vec;

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;

use super::{Reader, Writer};

/// Where the records of a chunk come from.
pub type Source = Box<dyn Read + Send>;

/// Writes a packed chunk; [`Writer::finish`] ends it.
pub type GzipWriter = Writer<GzEncoder<BufWriter<File>>>;

/// The first bytes of a file that is packed with gzip.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The records of a chunk, which is unpacked if it is packed.
///
/// # Errors
///
/// If the file cannot be opened or its first bytes cannot be read.
pub fn open(path: impl AsRef<Path>) -> io::Result<Reader<Source>> {
    let mut file = BufReader::with_capacity(1 << 16, File::open(path)?);
    let is_packed = io::BufRead::fill_buf(&mut file)?.starts_with(&GZIP);
    Ok(Reader::new(if is_packed { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) }))
}

/// Begins a packed chunk.
///
/// # Errors
///
/// If the file cannot be created.
pub fn create(path: impl AsRef<Path>) -> io::Result<GzipWriter> {
    Ok(Writer::new(GzEncoder::new(BufWriter::new(File::create(path)?), Compression::default())))
}

impl GzipWriter {
    /// Ends the packed chunk and sends all of it on its way; without this, the end is written when the writer is
    /// dropped, and an error is lost.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn close(self) -> io::Result<()> {
        self.finish()?.finish()?.flush()
    }
}

/// The chunks of a directory, by name; subdirectories are left out. One that cannot be opened does not keep the others
/// from being read.
///
/// # Errors
///
/// If the directory cannot be listed.
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

/// The chunks of a directory, made by [`chunks`]: the path of each, and its records.
#[derive(Debug)]
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
