//! All chunks in order, in one pass.

use core::fmt;
use std::boxed::Box;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::string::String;
use std::vec;
use std::vec::Vec;

use gardez_io::tar::{Contents, Member, StreamTape, Tar};
use gardez_io::{Unpacked, open_regular};

use super::super::stream::Reader;
use super::error::ArchiveError;
use super::folder::{self, Found};
use super::listing::Listing;
use super::options::ArchiveOptions;
use super::skipped::{NameKind, SkipReason, Skipped, is_chunk, name_kind, reason};
use super::source::{Bytes, Source};

/// Reads all chunks of a tar, of a directory or of a single file, in order; see [`Chunks`].
///
/// # Errors
///
/// Returns an error if the file or directory cannot be opened, or if it is a file that is neither a chunk nor a tar.
pub fn chunks(path: impl AsRef<Path>) -> Result<Chunks, ArchiveError> {
    Chunks::open_with(path, ArchiveOptions::default())
}

/// All chunks of a tar, of a directory or of a single file, in order and in one pass.
///
/// `Chunks` reads what an [`Archive`](super::Archive) reads, compressed tars and streams, in constant memory for a tar.
///
/// ```
/// use gardez_lc0::training::{Chunks, V6, Writer};
///
/// // A stream may be a tar, compressed or not, or a single chunk.
/// let mut writer = Writer::new(Vec::new());
/// writer.write(&V6::empty())?;
/// let stream = std::io::Cursor::new(writer.finish()?);
/// let mut chunks = Chunks::from_stream(stream)?;
/// let mut records = 0;
/// while let Some(chunk) = chunks.next_chunk() {
///     records += chunk?.records().filter(|record| record.is_ok()).count();
/// }
/// assert_eq!(records, 1);
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
pub struct Chunks {
    /// The directory or the file.
    root: PathBuf,
    pending: vec::IntoIter<Found>,
    /// The file that is open.
    current: Option<Current>,
    skipped: Listing,
    options: ArchiveOptions,
}

/// A file that is open.
struct Current {
    path: PathBuf,
    name: String,
    size: Option<u64>,
    content: Content,
}

enum Content {
    Chunk(Source),
    Tar(Box<Tar<StreamTape<Source>>>),
}

/// The next thing to read.
enum Next {
    /// The file that is open.
    Whole,
    Member(Member),
}

impl Chunks {
    /// Opens a tar, a directory or a single file.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`chunks`].
    pub fn open_with(path: impl AsRef<Path>, options: ArchiveOptions) -> Result<Self, ArchiveError> {
        let path = path.as_ref();
        let failed = |error| ArchiveError::File { path: path.into(), error };
        let metadata = fs::metadata(path).map_err(failed)?;
        if metadata.is_dir() {
            let files = folder::files(path).map_err(failed)?;
            return Ok(Self::new(path.into(), files, options));
        }
        let bytes = Bytes::File(File::open(path).map_err(failed)?);
        let source = Source::new(bytes, options.stream_limits()).map_err(failed)?;
        let size = metadata.is_file().then_some(metadata.len());
        Self::from_source(source, path.into(), size, options)
    }

    /// Reads a stream: a tar, compressed or not, or a single chunk.
    ///
    /// # Errors
    ///
    /// Returns an error if the stream fails, or if it is neither a chunk nor a tar.
    pub fn from_stream(stream: impl Read + Send + 'static) -> Result<Self, ArchiveError> {
        let options = ArchiveOptions::default();
        let source = Source::new(Bytes::Stream(Box::new(stream)), options.stream_limits());
        let source = source.map_err(|error| ArchiveError::File { path: PathBuf::new(), error })?;
        Self::from_source(source, PathBuf::new(), None, options)
    }

    fn new(root: PathBuf, files: Vec<Found>, options: ArchiveOptions) -> Self {
        Self { root, pending: files.into_iter(), current: None, skipped: Listing::default(), options }
    }

    fn from_source(
        source: Source,
        path: PathBuf,
        size: Option<u64>,
        options: ArchiveOptions,
    ) -> Result<Self, ArchiveError> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some(content) = content(source, &name) else { return Err(ArchiveError::NotAChunk { path }) };
        let mut chunks = Self::new(path.clone(), Vec::new(), options);
        chunks.current = Some(Current { path, name, size, content });
        Ok(chunks)
    }

    /// Opens the next chunk and skips the rest of the one before. Returns `None` after the last chunk.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be opened or the rest of a tar cannot be read. The next call continues with
    /// the next file. The chunk reports errors while unpacking.
    pub fn next_chunk(&mut self) -> Option<Result<StreamedChunk<'_>, ArchiveError>> {
        match self.advance() {
            Err(error) => Some(Err(error)),
            Ok(None) => None,
            Ok(Some(next)) => Some(self.chunk(next)),
        }
    }

    /// Returns the first 10,000 members and files so far that are not read as chunks.
    pub fn skipped(&self) -> &[Skipped] {
        &self.skipped.skipped
    }

    /// Returns the number of members and files so far that are not read as chunks.
    pub const fn skipped_count(&self) -> u64 {
        self.skipped.skipped_count
    }

    fn advance(&mut self) -> Result<Option<Next>, ArchiveError> {
        loop {
            match &mut self.current {
                Some(Current { path, content: Content::Tar(tar), .. }) => match tar.next_member() {
                    Ok(Some(member)) => match reason(&member) {
                        None => return Ok(Some(Next::Member(member))),
                        Some(reason) => self.skipped.skip(path, &member.name, member.at, member.size, reason),
                    },
                    Ok(None) => self.current = None,
                    Err(error) => {
                        let path = core::mem::take(path);
                        self.current = None;
                        return Err(ArchiveError::File { path, error });
                    }
                },
                Some(Current { content: Content::Chunk(_), .. }) => return Ok(Some(Next::Whole)),
                None => {
                    let Some(found) = self.pending.next() else { return Ok(None) };
                    self.open(found)?;
                }
            }
        }
    }

    /// Opens a file of a directory, if it is a chunk or a tar.
    fn open(&mut self, found: Found) -> Result<(), ArchiveError> {
        let size = match found.size {
            Ok(size) if size > 0 => size,
            other => {
                let reason = other.err().unwrap_or(SkipReason::Empty);
                self.skipped.skip(&self.root, &found.name, 0, 0, reason);
                return Ok(());
            }
        };
        let path = folder::join(&self.root, &found.name);
        let source = open_regular(&path).and_then(|file| Source::new(Bytes::File(file), self.options.stream_limits()));
        match source {
            Err(error) => return Err(ArchiveError::File { path, error }),
            Ok(source) => match content(source, &found.name) {
                Some(content) => self.current = Some(Current { path, name: found.name, size: Some(size), content }),
                None => self.skipped.skip(&self.root, &found.name, 0, size, SkipReason::NotAChunk),
            },
        }
        Ok(())
    }

    fn chunk(&mut self, next: Next) -> Result<StreamedChunk<'_>, ArchiveError> {
        let (member, limits) = match next {
            Next::Whole => match self.current.take() {
                Some(Current { path, name, size, content: Content::Chunk(source) }) => {
                    return Ok(StreamedChunk { path, name, size, offset: 0, bytes: Stored::Whole(Box::new(source)) });
                }
                _ => return Err(ArchiveError::NotAChunk { path: self.root.clone() }),
            },
            Next::Member(member) => (member, self.options.limits()),
        };
        let Some(Current { path, content: Content::Tar(tar), .. }) = &mut self.current else {
            return Err(ArchiveError::NotAChunk { path: self.root.clone() });
        };
        let bytes = match Unpacked::new(tar.contents(&member), limits) {
            Ok(stream) => Stored::Member(Box::new(stream)),
            Err(error) => Stored::Failed(Some(error)),
        };
        let (path, size) = (path.clone(), Some(member.size));
        Ok(StreamedChunk { path, name: member.name, size, offset: member.at, bytes })
    }
}

/// Returns what a file contains: `None` if it is neither a chunk nor a tar.
fn content(mut source: Source, name: &str) -> Option<Content> {
    // The name decides, too, because the first header of a tar may be damaged.
    if source.is_tar() || matches!(name_kind(name), NameKind::Tar | NameKind::PackedTar) {
        return Some(Content::Tar(Box::new(Tar::of_stream(source))));
    }
    let is_packed = source.is_packed() || name_kind(name) == NameKind::Packed;
    (is_packed || is_chunk(source.front())).then_some(Content::Chunk(source))
}

impl fmt::Debug for Chunks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chunks").field("root", &self.root).finish_non_exhaustive()
    }
}

/// A chunk of [`Chunks`]: its bytes, unpacked.
pub struct StreamedChunk<'a> {
    path: PathBuf,
    name: String,
    size: Option<u64>,
    offset: u64,
    bytes: Stored<'a>,
}

enum Stored<'a> {
    Whole(Box<Source>),
    Member(Box<Unpacked<Contents<'a, Source>>>),
    /// The member cannot be unpacked at all, and this error was not reported yet.
    Failed(Option<io::Error>),
}

impl StreamedChunk<'_> {
    /// Returns the name of the member, or the path of the file below the directory, with `/` between its parts.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the path of the file that contains the chunk: the tar, or the chunk's own file. Empty for a stream.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the byte at which the chunk begins, in the tar as it is unpacked.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the number of bytes as they are stored, usually compressed. `None` for a stream.
    pub const fn size(&self) -> Option<u64> {
        self.size
    }

    /// Returns a reader of the records.
    pub fn records(self) -> Reader<Self> {
        Reader::new(self)
    }
}

impl Read for StreamedChunk<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match &mut self.bytes {
            Stored::Whole(source) => source.read(buffer),
            Stored::Member(stream) => stream.read(buffer),
            Stored::Failed(error) => error.take().map_or(Ok(0), Err),
        }
    }
}

impl fmt::Debug for StreamedChunk<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("StreamedChunk");
        fields.field("path", &self.path).field("name", &self.name).field("size", &self.size).finish_non_exhaustive()
    }
}
