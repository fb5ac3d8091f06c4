//! Files of packed positions: their formats, their blocks, and readers of them.
//!
//! A *block* is a part of a file that can be read by itself: 16,384 records of a fixed size, a chunk of `.binpack`, or a
//! whole file of any other format.

use std::fs::{self, File};
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gardez_formats::{AnySendReader, Entry, Format, Stream, Strictness, View};
use gardez_io::{DecompressLimits, Positioned, Section, Unpacked, open_regular};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use crate::lc0::os_error;

/// The number of records of a fixed size in a block.
const BLOCK: u64 = 1 << 14;

/// The number of bytes that show the format.
const FRONT: u64 = 1 << 16;

/// A file, or bytes in memory, of a format.
#[derive(Clone)]
pub(super) struct Input {
    pub(super) path: Arc<PathBuf>,
    pub(super) format: Format,
    /// The number of bytes, if the file is not compressed.
    pub(super) size: u64,
    /// A hash of the bytes that show the format.
    pub(super) beginning: u64,
    pub(super) is_packed: bool,
    data: Option<Arc<PyBackedBytes>>,
}

/// A part of an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Block {
    pub(super) input: u32,
    pub(super) start: u64,
    pub(super) size: u64,
    /// Of a block that is a whole file, several shards read the same bytes and use different entries: part `.0` of `.1`.
    pub(super) part: (u32, u32),
}

/// The format with this name: the usual extension of its files.
pub(super) fn format_of(name: &str) -> PyResult<Format> {
    let known = || {
        let names = Format::ALL.into_iter().filter(|&format| is_read(format));
        names.map(|format| format.extensions()[0]).collect::<Vec<_>>().join(", ")
    };
    let format = Format::ALL.into_iter().find(|format| format.extensions().contains(&name));
    format
        .filter(|&format| is_read(format))
        .ok_or_else(|| PyValueError::new_err(format!("{name:?} is not a format that is read here: {}", known())))
}

/// Whether files of the format are rows of entries.
fn is_read(format: Format) -> bool {
    AnySendReader::new(format, &[][..], Strictness::Strict).is_some()
}

impl Input {
    /// The file with this path, of this format or of the one that it looks like.
    pub(super) fn open(py: Python<'_>, path: PathBuf, format: Option<Format>) -> PyResult<Self> {
        let opened = py.detach(|| front(&path));
        let (size, is_packed, front) = opened.map_err(|error| os_error(&error, &path))?;
        let format = match format.or_else(|| by_name(&path)).or_else(|| Format::detect(&front)) {
            Some(format) if is_read(format) => format,
            Some(format) => {
                return Err(PyValueError::new_err(format!("{}: {format} is not read here", path.display())));
            }
            None => {
                let text = format!("{}: the format is not clear, so `format` must name it", path.display());
                return Err(PyValueError::new_err(text));
            }
        };
        Ok(Self { path: Arc::new(path), format, size, beginning: checksum(&front), is_packed, data: None })
    }

    /// Bytes in memory of this format.
    pub(super) fn of_bytes(data: PyBackedBytes, format: Option<Format>) -> PyResult<Self> {
        let front = &data[..data.len().min(FRONT as usize)];
        let Some(format) = format.or_else(|| Format::detect(front)).filter(|&format| is_read(format)) else {
            return Err(PyValueError::new_err("the format is not clear, so `format` must name it"));
        };
        let (path, size) = (Arc::new(PathBuf::from("bytes")), data.len() as u64);
        Ok(Self { path, format, size, beginning: checksum(front), is_packed: false, data: Some(Arc::new(data)) })
    }

    /// The whole input as a block.
    pub(super) const fn whole(input: u32) -> Block {
        Block { input, start: 0, size: u64::MAX, part: (0, 1) }
    }

    /// Adds the blocks of this input, which has this number. Those that cannot be divided come once for each shard.
    pub(super) fn add_blocks(&self, input: u32, shards: u32, blocks: &mut Vec<Block>) -> io::Result<()> {
        let block = |start, end: u64| Block { input, start, size: end - start, part: (0, 1) };
        let record_size = self.format.record_size().filter(|_| !self.is_packed);
        if let Some(size) = record_size {
            // The last block has the incomplete record, if there is one, which is an error.
            let step = BLOCK * size as u64;
            let starts = (0..self.size).step_by(step as usize);
            blocks.extend(starts.map(|start| block(start, self.size.min(start + step))));
            return Ok(());
        }
        if self.format == Format::Binpack && !self.is_packed {
            let bytes = self.bytes()?;
            let mut start = 0;
            while start < self.size {
                let mut head = [0; 8];
                let is_head = bytes.part(start, 8).read_exact(&mut head).is_ok() && head.starts_with(b"BINP");
                let size = u64::from(u32::from_le_bytes([head[4], head[5], head[6], head[7]]));
                // What is not a chunk is the last block, whose reader says what is wrong.
                let end = start.saturating_add(8).saturating_add(size);
                let end = if is_head && end <= self.size { end } else { self.size };
                blocks.push(block(start, end));
                start = end;
            }
            return Ok(());
        }
        blocks.extend((0..shards).map(|part| Block { part: (part, shards), ..Self::whole(input) }));
        Ok(())
    }

    fn bytes(&self) -> io::Result<Bytes> {
        Ok(match &self.data {
            Some(data) => Bytes::Memory(Shared(Arc::clone(data))),
            None => Bytes::File(Arc::new(Positioned::new(File::open(&*self.path)?))),
        })
    }

    /// A reader of the entries of a block.
    pub(super) fn reader(&self, block: Block, strictness: Strictness) -> io::Result<Reader> {
        let bytes = self.bytes()?.part(block.start, block.size);
        let source: Box<dyn Read + Send> = match self.is_packed {
            true => Box::new(Unpacked::new(bytes, DecompressLimits::default())?),
            false => bytes,
        };
        let reader = AnySendReader::new(self.format, Stream::new(source), strictness);
        reader.map(Reader).ok_or_else(|| io::Error::other(format!("{} is not read here", self.format)))
    }
}

/// The format that the name of a file means, without the extension of a compressed file.
fn by_name(path: &Path) -> Option<Format> {
    let name = path.to_string_lossy();
    let name = [".gz", ".zst"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(&name);
    Format::from_file_name(name)
}

/// The size of a file, whether it is compressed, and its first bytes, unpacked.
fn front(path: &Path) -> io::Result<(u64, bool, Vec<u8>)> {
    let metadata = fs::metadata(path)?;
    if metadata.is_dir() {
        return Err(io::Error::from_raw_os_error(21));
    }
    // Files are opened more than once.
    let file = open_regular(path)?;
    let stream = Unpacked::new(file, DecompressLimits::default())?;
    let is_packed = stream.compression().is_some();
    let mut front = Vec::new();
    // Damage is found where the file is read.
    let _ = stream.take(FRONT).read_to_end(&mut front);
    Ok((metadata.len(), is_packed, front))
}

/// The bytes of an input. A forked process shares a file's own place with its parent, so all reads are at places.
enum Bytes {
    File(Arc<Positioned>),
    Memory(Shared),
}

impl Bytes {
    /// This many bytes from a place on.
    fn part(&self, start: u64, length: u64) -> Box<dyn Read + Send> {
        match self {
            Self::File(file) => Box::new(Section::new(Arc::clone(file), start, length)),
            Self::Memory(data) => {
                let mut bytes = Cursor::new(data.clone());
                bytes.set_position(start);
                Box::new(bytes.take(length))
            }
        }
    }
}

#[derive(Clone)]
struct Shared(Arc<PyBackedBytes>);

impl AsRef<[u8]> for Shared {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// A reader of any format.
pub(super) struct Reader(AnySendReader<'static>);

impl Reader {
    /// Passes the next entry on, seen by White or by the side to move. `None` at the end.
    ///
    /// A score of -32768 whose sign changes becomes 32767.
    pub(super) fn next<R>(
        &mut self,
        is_white: bool,
        work: impl FnOnce(&dyn Seen) -> R,
    ) -> Result<Option<R>, gardez_formats::ReadError> {
        Ok(match &mut self.0 {
            AnySendReader::White(reader) => reader.next_entry()?.map(|entry| work(&In { entry, is_white })),
            AnySendReader::SideToMove(reader) => reader.next_entry()?.map(|entry| work(&In { entry, is_white })),
        })
    }
}

/// An entry in the view of the caller.
pub(super) trait Seen {
    fn board(&self) -> &gardez_position::Board;
    fn mv(&self) -> Option<gardez_formats::Move>;
    fn ply(&self) -> u32;
    fn score(&self) -> i16;
    /// -1, 0 or 1.
    fn result(&self) -> i8;
}

struct In<'a, V> {
    entry: &'a Entry<V>,
    is_white: bool,
}

impl<V: View> In<'_, V> {
    /// Whether scores and results change their sign.
    fn is_turned(&self) -> bool {
        V::IS_WHITE != self.is_white && self.entry.board.side_to_move() == gardez_formats::Color::Black
    }
}

impl<V: View> Seen for In<'_, V> {
    fn board(&self) -> &gardez_position::Board {
        &self.entry.board
    }

    fn mv(&self) -> Option<gardez_formats::Move> {
        self.entry.mv
    }

    fn ply(&self) -> u32 {
        self.entry.ply
    }

    fn score(&self) -> i16 {
        let score = self.entry.score;
        if self.is_turned() { score.saturating_neg() } else { score }
    }

    fn result(&self) -> i8 {
        let sign = self.entry.result.sign();
        if self.is_turned() { -sign } else { sign }
    }
}

/// A hash of bytes, the same on all machines.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
