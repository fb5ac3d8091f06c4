//! Archives of chunks: tars, directories and single files.
//!
//! **Invariant:** the name of a member is only a name. Nothing in a tar decides which file is opened.

mod chunk;
mod chunks;
mod error;
mod folder;
mod listing;
mod open_files;
mod options;
mod skipped;
mod source;

use core::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::vec::Vec;

use gardez_io::tar::Tar;
use gardez_io::{Positioned, open_regular};

use self::listing::Listing;
use self::open_files::OpenFiles;
use self::skipped::{NameKind, is_chunk, name_kind, reason};
use self::source::Bytes;

pub use self::chunk::ArchiveChunk;
pub use self::chunks::{Chunks, StreamedChunk, chunks};
pub use self::error::ArchiveError;
pub use self::options::ArchiveOptions;
pub use self::skipped::{SkipReason, Skipped};
pub use self::source::{Source, open};

/// The chunks of tars, directories and files, listed once and read in any order, by any number of threads.
///
/// | path | chunks |
/// |---|---|
/// | a tar, as lc0's training data is published | its members |
/// | a directory | the files in it and in its subdirectories, and the members of the tars among them |
/// | any other file | itself |
///
/// A chunk may be compressed with gzip or Zstandard. Everything else, such as a license, is
/// [skipped](Archive::skipped). A chunk that is damaged or cut is an error when it is read, and does not affect others.
/// The name of a member is only a name: whatever it contains, no other file is opened.
///
/// The headers of a tar are read once, to find its chunks. A compressed tar cannot be read in any order: use [`Chunks`].
///
/// ```no_run
/// use gardez_lc0::training::Archive;
///
/// let archive = Archive::open("training-run1--20200711-2017.tar")?;
/// for skipped in archive.skipped() {
///     println!("{skipped}");
/// }
/// for chunk in archive.chunks() {
///     println!("{}: {} bytes", chunk.name(), chunk.size());
///     for record in chunk.records()? {
///         let record = record?.into_v6();
///         println!("{}", record.best_q);
///     }
/// }
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
///
/// You can read the chunks in another order, each into the same memory:
///
/// ```no_run
/// use gardez_lc0::training::Archive;
/// use gardez_types::Generator;
///
/// let archive = Archive::open("data")?;
/// let (mut generator, mut bytes) = (Generator::new(1), Vec::new());
/// for _ in 0..1000 {
///     let chunk = archive.chunk(generator.next_below(archive.len())).expect("a number below the length");
///     if let Err(error) = chunk.read_into(&mut bytes) {
///         println!("{error}");
///     }
/// }
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
pub struct Archive {
    containers: Vec<Container>,
    listing: Listing,
    options: ArchiveOptions,
    open: OpenFiles,
}

#[derive(Debug)]
enum Container {
    /// Each chunk is a file, and its name is the rest of the path.
    Directory(PathBuf),
    /// The chunk is this file.
    File(PathBuf),
    /// Each chunk is a part of this file.
    Tar(PathBuf),
}

impl Archive {
    /// Lists the chunks of a tar, of a directory or of a single file.
    ///
    /// # Errors
    ///
    /// Returns an error if the path cannot be read, or if it is a compressed tar or a file that is neither a chunk nor
    /// a tar. Files inside a directory that cannot be read are [skipped](Self::skipped).
    pub fn open(path: impl AsRef<Path>) -> Result<Self, ArchiveError> {
        Self::open_all([path], ArchiveOptions::default())
    }

    /// Lists the chunks of several tars, directories and files, one after the other.
    ///
    /// # Errors
    ///
    /// Returns the error of [`open`](Self::open) for the first path that has one.
    pub fn open_all(
        paths: impl IntoIterator<Item = impl AsRef<Path>>,
        options: ArchiveOptions,
    ) -> Result<Self, ArchiveError> {
        let (listing, open) = (Listing::default(), OpenFiles::default());
        let mut archive = Self { containers: Vec::new(), listing, options, open };
        for path in paths {
            let path = path.as_ref();
            archive.add(path).map_err(|failure| match failure {
                Failure::File(error) => ArchiveError::File { path: path.into(), error },
                Failure::NotAChunk => ArchiveError::NotAChunk { path: path.into() },
                Failure::PackedTar => ArchiveError::PackedTar { path: path.into() },
            })?;
        }
        archive.listing.shrink_to_fit();
        Ok(archive)
    }

    /// Returns the number of chunks.
    pub fn len(&self) -> usize {
        self.listing.len()
    }

    /// Returns `true` if there are no chunks.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the chunk with this number, counted from 0.
    pub fn chunk(&self, index: usize) -> Option<ArchiveChunk<'_>> {
        Some(ArchiveChunk { archive: self, entry: self.listing.get(index)? })
    }

    /// Returns all chunks, in the order of a tar's members and of a directory's names.
    pub fn chunks(&self) -> impl ExactSizeIterator<Item = ArchiveChunk<'_>> + DoubleEndedIterator + Clone {
        self.listing.entries().iter().map(|&entry| ArchiveChunk { archive: self, entry })
    }

    /// Returns the first 10,000 members and files that are not read as chunks.
    pub fn skipped(&self) -> &[Skipped] {
        &self.listing.skipped
    }

    /// Returns the number of members and files that are not read as chunks.
    pub const fn skipped_count(&self) -> u64 {
        self.listing.skipped_count
    }

    fn add(&mut self, path: &Path) -> Result<(), Failure> {
        let metadata = fs::metadata(path)?;
        if metadata.is_dir() {
            return self.add_directory(path).map_err(Failure::File);
        }
        let file = open_regular(path)?;
        let mut front = Source::new(Bytes::File(file.try_clone()?), self.options.limits())?;
        // The name decides, too, because the first header of a tar may be damaged.
        let is_named = matches!(name_kind(&path.to_string_lossy()), NameKind::Tar | NameKind::PackedTar);
        if is_named || front.is_tar() {
            let is_packed = front.is_packed();
            return if is_packed { Err(Failure::PackedTar) } else { Ok(self.add_tar(path, &file)?) };
        }
        if !front.is_packed() && !is_chunk(front.front()) {
            return Err(Failure::NotAChunk);
        }
        let container = self.push(Container::File(path.into()))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        self.listing.push(container, &name, 0, metadata.len());
        Ok(())
    }

    fn push(&mut self, container: Container) -> io::Result<u32> {
        let number = u32::try_from(self.containers.len()).map_err(|_| io::ErrorKind::OutOfMemory)?;
        self.containers.push(container);
        Ok(number)
    }

    fn add_directory(&mut self, root: &Path) -> io::Result<()> {
        let container = self.push(Container::Directory(root.into()))?;
        for found in folder::files(root)? {
            let name = &found.name;
            let size = match found.size {
                Ok(size) => size,
                Err(reason) => {
                    self.listing.skip(root, name, 0, 0, reason);
                    continue;
                }
            };
            let path = folder::join(root, name);
            let unreadable = |error: io::Error| Some(SkipReason::Unreadable(error.kind()));
            let reason = match name_kind(name) {
                NameKind::Tar | NameKind::PackedTar => match self.add(&path) {
                    Ok(()) => continue,
                    Err(Failure::File(error)) => unreadable(error),
                    Err(Failure::NotAChunk) => Some(SkipReason::NotAChunk),
                    Err(Failure::PackedTar) => Some(SkipReason::Tar),
                },
                NameKind::Hidden => Some(SkipReason::Hidden),
                _ if size == 0 => Some(SkipReason::Empty),
                NameKind::Packed => None,
                NameKind::Other => {
                    let mut front = [0; 4];
                    let read = open_regular(&path).and_then(|file| Positioned::new(file).read_at(0, &mut front));
                    match read {
                        Ok(length) => (!is_chunk(&front[..length])).then_some(SkipReason::NotAChunk),
                        Err(error) => unreadable(error),
                    }
                }
            };
            match reason {
                None => self.listing.push(container, name, 0, size),
                Some(reason) => self.listing.skip(root, name, 0, size, reason),
            }
        }
        Ok(())
    }

    fn add_tar(&mut self, path: &Path, file: &File) -> io::Result<()> {
        let mut listing = Listing::default();
        let length = file.metadata()?.len();
        let mut members = Tar::of_file(Arc::new(Positioned::new(file.try_clone()?)), length);
        while let Some(member) = members.next_member()? {
            match reason(&member) {
                None => listing.push(0, &member.name, member.at, member.size),
                Some(reason) => listing.skip(path, &member.name, member.at, member.size, reason),
            }
        }
        let container = self.push(Container::Tar(path.into()))?;
        self.listing.append(container, listing);
        Ok(())
    }
}

/// The reason a path cannot be added.
enum Failure {
    File(io::Error),
    NotAChunk,
    PackedTar,
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::File(error)
    }
}

impl fmt::Debug for Archive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Archive")
            .field("containers", &self.containers)
            .field("len", &self.len())
            .finish_non_exhaustive()
    }
}
