//! Opening inputs: unpacking them, and finding their format by name or content.

use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::sync::Arc;

use gardez_formats::{AnyReader, Division, Format, ReadOptions, Source, binpack};
use gardez_io::{DecompressLimits, Input, Positioned, Section, Stream, Unpacked, open_regular};

use super::place::{Bytes, OpenError, Place};
use crate::filter::Filter;
use crate::table;

pub(super) const FRONT: usize = 4096;

/// The settings for reading inputs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct FileOptions {
    /// The format of all inputs. Without it, the extension or the content says which.
    pub format: Option<Format>,
    /// The settings for reading entries.
    pub read: ReadOptions,
}

/// Opens inputs, and unpacks gzip and Zstandard.
pub struct Opener<'a> {
    options: FileOptions,
    watch: Option<Box<dyn Fn(Bytes) -> Bytes + Sync + 'a>>,
}

impl<'a> Opener<'a> {
    /// Creates an opener with these options.
    pub const fn new(options: FileOptions) -> Self {
        Self { options, watch: None }
    }

    /// Sets a function that wraps the bytes of a file before they are unpacked, for example to show the progress.
    #[must_use]
    pub fn with_watch(mut self, watch: impl Fn(Bytes) -> Bytes + Sync + 'a) -> Self {
        self.watch = Some(Box::new(watch));
        self
    }

    /// Returns the options.
    pub const fn options(&self) -> &FileOptions {
        &self.options
    }

    /// Checks that a file is there, that its format is known and has what the filter asks for. The file does not stay
    /// open. A pipe is opened only once, so it is not checked.
    ///
    /// # Errors
    ///
    /// Returns an error if one of this is not true.
    pub fn check(&self, place: &Place, filter: &Filter) -> Result<(), OpenError> {
        let Place::File(path) = place else { return Ok(()) };
        let metadata = fs::metadata(path).map_err(|error| OpenError::unreadable(place, error))?;
        if !metadata.is_file() {
            return Ok(());
        }
        // What is looked at here is not a part of the progress.
        check(filter, place, Opener::new(self.options).detect(place)?.0)
    }

    #[cfg(feature = "syzygy")] // only conversions do
    pub(crate) fn open_filtered(&self, place: &Place, filter: &Filter) -> Result<AnyReader<'static>, OpenError> {
        let reader = self.open(place)?;
        check(filter, place, reader.format())?;
        Ok(reader)
    }

    /// Returns the entries of an input.
    ///
    /// # Errors
    ///
    /// Returns an error if the input cannot be opened, or if its format is not known or does not have entries.
    pub fn open(&self, place: &Place) -> Result<AnyReader<'static>, OpenError> {
        let (format, bytes) = self.detect(place)?;
        self.read(place, format, bytes)
    }

    /// Returns the entries of this format in an open input.
    ///
    /// # Errors
    ///
    /// Returns an error if files of the format are not rows of entries.
    pub fn read(&self, place: &Place, format: Format, bytes: Bytes) -> Result<AnyReader<'static>, OpenError> {
        let none = || OpenError::NoEntries { name: place.to_string(), format };
        let source = match place {
            Place::File(path) if is_indexed(format) => {
                self.indexed(path).map_err(|error| OpenError::unreadable(place, error))?
            }
            _ => bytes.into(),
        };
        format.reader(source, self.options.read).ok_or_else(none)
    }

    /// Returns the bytes of a file that ends with an index, which may be packed record by record.
    fn indexed(&self, path: &Path) -> io::Result<Source<'static>> {
        let file = Arc::new(Positioned::new(open_regular(path)?));
        let stream: Bytes = Box::new(Section::new(Arc::clone(&file), 0, u64::MAX));
        Ok(Source::positioned(if let Some(watch) = &self.watch { watch(stream) } else { stream }, file))
    }

    /// Returns the format of an input and its bytes, unpacked.
    ///
    /// # Errors
    ///
    /// Returns an error if the input cannot be opened, or if its format is not known.
    pub fn detect(&self, place: &Place) -> Result<(Format, Bytes), OpenError> {
        let bytes = self.bytes(place)?;
        let named = self.named_format(place);
        if let Some(format) = named.filter(|&format| format != binpack::FORMAT || self.options.format.is_some()) {
            return Ok((format, bytes));
        }
        let mut stream = Stream::new(bytes);
        if let Some(format) = named {
            let format = table::by_content(format, stream.front(FRONT));
            return Ok((format, Box::new(stream)));
        }
        match table::detect(stream.front(FRONT)) {
            Some(format) => Ok((format, Box::new(stream))),
            None => Err(match stream.end() {
                Err(error) => OpenError::unreadable(place, error),
                Ok(()) => OpenError::UnknownFormat { name: place.to_string() },
            }),
        }
    }

    /// Returns the bytes of an input, unpacked if they begin like gzip or Zstandard.
    ///
    /// # Errors
    ///
    /// Returns an error if the input cannot be opened.
    pub fn bytes(&self, place: &Place) -> Result<Bytes, OpenError> {
        let opened = || -> io::Result<Bytes> {
            let packed: Bytes = match place {
                Place::StandardInput => Box::new(io::stdin()),
                Place::File(path) => {
                    // Windows opens no directory, and says that access is denied.
                    if path.is_dir() {
                        return Err(io::Error::other("it is a directory"));
                    }
                    Box::new(File::open(path)?)
                }
                Place::Member(member) => return member.open(),
                Place::Lost(lost) => return Err(io::Error::other(lost.reason.to_string())),
            };
            let packed = if let Some(watch) = &self.watch { watch(packed) } else { packed };
            if self.named_format(place).is_some_and(is_indexed) {
                return Ok(packed);
            }
            Ok(Box::new(Unpacked::new(packed, DecompressLimits::default())?))
        };
        opened().map_err(|error| OpenError::unreadable(place, error))
    }

    /// Returns the format of an input, if it is known without its bytes.
    fn named_format(&self, place: &Place) -> Option<Format> {
        match place {
            Place::Member(_) | Place::Lost(_) => Some(table::LC0_V6),
            Place::File(path) => self.options.format.or_else(|| table::of_path(path)),
            Place::StandardInput => self.options.format,
        }
    }

    /// Returns the format of a chunk of an archive, which is opened where it is read: unpacking takes longest.
    pub(super) fn closed_format(&self, place: &Place) -> Option<Format> {
        matches!(place, Place::Member(_)).then(|| self.named_format(place)).flatten()
    }

    /// Returns about how many entries an input has; few if it is not a file.
    #[cfg(feature = "syzygy")] // only conversions mix inputs
    pub(crate) fn weight(&self, place: &Place) -> u64 {
        let bytes = match place {
            Place::StandardInput => 0,
            Place::File(path) => fs::metadata(path).map_or(0, |metadata| metadata.len()),
            Place::Member(member) => member.size(),
            Place::Lost(lost) => lost.size,
        };
        bytes / self.named_format(place).map_or(32, |format| format.row().typical_entry_size.max(1) as u64)
    }
}

impl fmt::Debug for Opener<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Opener").field("options", &self.options).finish_non_exhaustive()
    }
}

/// Returns `true` if a file of this format ends with an index, so that it is opened where it is read.
pub(super) const fn is_indexed(format: Format) -> bool {
    matches!(format.row().division, Division::Indexed)
}

pub(super) fn check(filter: &Filter, place: &Place, format: Format) -> Result<(), OpenError> {
    filter.check(format).map_err(|error| OpenError::Filter { name: place.to_string(), error })
}
