//! The place of a plan: a folder, or a prefix of object storage.
//!
//! Everything that reads or writes files of a plan does it through a [`Store`], by names such as
//! `count/12/done.json`. A file appears whole or not at all, in both kinds of places.

mod folder;
#[cfg(feature = "objects")]
mod objects;

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::SystemTime;

use crate::digest::Digest;
use crate::error::{Error, Refusal, Result};

pub(crate) use folder::Folder;

/// The files of a plan. Names are relative to the plan and have slashes; `""` is the plan itself.
///
/// All errors name the file. A file that is not there is no error, but `None`.
pub(crate) trait Store: fmt::Debug + Send + Sync {
    /// Returns the whole path or address of a file, for messages and for other programs.
    fn place(&self, name: &str) -> PathBuf;

    /// Returns a folder of this machine for temporary files of the unit with this folder.
    fn scratch(&self, folder: &str) -> Result<PathBuf>;

    /// Returns the size up to which a file is read about as fast as its size is found.
    fn small(&self) -> u64;

    /// Opens a file, to be read at any place. Far files are read in pieces of at least `ahead` bytes.
    fn open(&self, name: &str, ahead: usize) -> Result<Option<Box<dyn Content>>>;

    /// Returns a file of this machine with the same content, at its start.
    fn fetch(&self, name: &str) -> Result<Option<File>>;

    /// Reads whole files, of at most this number of bytes.
    fn read_all(&self, names: &[String], most: u64) -> Result<Vec<Option<Vec<u8>>>>;

    /// Returns what is known of a file without reading it.
    fn entry(&self, name: &str) -> Result<Option<Entry>>;

    /// Returns the files in a folder and in folders inside it down to this depth; none if the folder does not exist.
    fn list(&self, folder: &str, depth: usize) -> Result<Listing>;

    /// Begins a file, which nobody sees before it is [published](Store::publish).
    fn begin(&self, name: &str) -> Result<Draft>;

    /// Gives files their names when their bytes are durable, and replaces those that were there. After an error, the files
    /// before it may have their names.
    fn publish(&self, files: Vec<(String, Draft)>) -> Result<()>;

    /// Writes a file if there is none of this name. Returns `false` if there is one, of whatever content.
    fn create(&self, name: &str, bytes: &[u8]) -> Result<bool>;

    /// Removes files. Missing files are not an error.
    fn remove(&self, names: &[String]) -> Result<()>;

    /// Moves a folder to a name that is free. If there is a folder of that name, the error is of the kind
    /// [`DirectoryNotEmpty`](io::ErrorKind::DirectoryNotEmpty).
    fn rename(&self, from: &str, to: &str) -> Result<()>;

    /// Creates a file that says that this process is at work, with a text that no other claim has. Returns what touches the
    /// file, or `None` if there is such a file of another process.
    fn claim(&self, name: &str, text: &str) -> Result<Option<Touch>>;
}

impl dyn Store + '_ {
    /// Reads a whole file of at most this number of bytes.
    pub(crate) fn read(&self, name: &str, most: u64) -> Result<Option<Vec<u8>>> {
        Ok(self.read_all(&[name.to_owned()], most)?.pop().flatten())
    }

    pub(crate) fn replace(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let mut draft = self.begin(name)?;
        draft.write_all(bytes).map_err(self.failed(name))?;
        self.publish(vec![(name.to_owned(), draft)])
    }

    /// Returns a file of this machine with the content of one that has this size and digest, at its start. `place` is its
    /// name in messages, and `remedy` what can be done if its content differs.
    pub(crate) fn fetch_checked(
        &self,
        name: &str,
        place: &str,
        bytes: u64,
        recorded: Digest,
        remedy: impl Fn() -> String,
    ) -> Result<File> {
        let refuse = |actual| Err(Error::refused(place, Refusal::Size { recorded: bytes, actual }));
        twice(|| {
            let Some(mut file) = self.fetch(name)? else { return refuse(None) };
            let actual = file.metadata().map_err(self.failed(name))?.len();
            if actual != bytes {
                return refuse(Some(actual));
            }
            let mut hasher = blake3::Hasher::new();
            let hashed = hasher.update_reader(&file).and_then(|_| file.rewind());
            hashed.map_err(self.failed(name))?;
            let actual = Digest::from_hasher(&hasher);
            if actual == recorded {
                return Ok(file);
            }
            Err(Error::refused(place, Refusal::Content { recorded, actual, remedy: remedy() }))
        })
    }

    pub(crate) fn missing(&self, name: &str) -> Error {
        self.failed(name)(io::Error::new(io::ErrorKind::NotFound, "no such file"))
    }

    pub(crate) fn failed(&self, name: &str) -> impl FnOnce(io::Error) -> Error + use<> {
        let path = self.place(name);
        move |error| Error::Io { path, error }
    }
}

/// Touches a claim, so that its time changes. Returns `false` if the file is gone or another process's.
pub(crate) type Touch = Box<dyn FnMut() -> bool + Send>;

/// The seconds for which a request to object storage is tried again.
pub(crate) static PATIENCE: AtomicU64 = AtomicU64::new(120);

/// Reads again what is refused, before a file is accused: the network may have changed a byte.
pub(crate) fn twice<T>(mut read: impl FnMut() -> Result<T>) -> Result<T> {
    match read() {
        Err(Error::Refused { .. }) => read(),
        first => first,
    }
}

/// The files of a folder by their names.
pub(crate) type Listing = BTreeMap<String, Entry>;

/// The facts about a file that are known without reading it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) bytes: u64,
    /// When it was written. `None` if the system keeps no times.
    pub(crate) modified: Option<SystemTime>,
}

/// A file that is read at any place.
pub(crate) trait Content: Send + Sync {
    fn bytes(&self) -> u64;

    /// Reads bytes from this place on. Returns their number, which is less than asked for only at the end.
    fn read_at(&self, at: u64, into: &mut [u8]) -> io::Result<usize>;

    /// Fills `into` from this place on.
    fn read_exact_at(&self, at: u64, into: &mut [u8]) -> io::Result<()> {
        if self.read_at(at, into)? == into.len() { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }
}

pub(crate) struct Part {
    content: Arc<dyn Content>,
    range: Range<u64>,
}

impl Part {
    pub(crate) fn new(content: Arc<dyn Content>, range: Range<u64>) -> Self {
        Self { content, range }
    }
}

impl Read for Part {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = (self.range.end - self.range.start).min(buffer.len() as u64) as usize;
        let count = self.content.read_at(self.range.start, &mut buffer[..most])?;
        self.range.start += count as u64;
        Ok(count)
    }
}

/// A file that is being written.
#[derive(Debug)]
pub(crate) enum Draft {
    /// In the folder in which it will appear.
    There(gardez_io::Output),
    /// On this machine, without a name.
    #[cfg_attr(not(feature = "objects"), expect(dead_code, reason = "a folder begins its files where they will be"))]
    Here(File),
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::There(file) => file.write(bytes),
            Self::Here(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::There(file) => file.flush(),
            Self::Here(file) => file.flush(),
        }
    }
}

/// Returns the store at a path or an address such as `s3://bucket/count12`.
pub(crate) fn at(place: &Path) -> Result<Arc<dyn Store>> {
    match place.to_str().filter(|text| is_address(text)) {
        None => Ok(Arc::new(Folder::new(place))),
        Some(address) => objects(address),
    }
}

/// Returns `true` if a text is an address and not a path.
pub(crate) fn is_address(text: &str) -> bool {
    text.split_once("://").is_some_and(|(scheme, _)| {
        !scheme.is_empty() && scheme.bytes().all(|c| c.is_ascii_alphanumeric()) && scheme != "file"
    })
}

/// Returns a path or an address that is the same from everywhere on this machine.
pub(crate) fn absolute(place: &Path) -> Result<PathBuf> {
    if place.to_str().is_some_and(is_address) {
        return Ok(place.to_owned());
    }
    std::path::absolute(place).map_err(Error::io(place))
}

/// Returns the store of a file and its name there. A relative path begins at `base`.
pub(crate) fn of_file(base: &Path, path: &Path) -> Result<(Arc<dyn Store>, String)> {
    let whole = if path.to_str().is_some_and(is_address) { path.to_owned() } else { base.join(path) };
    let parent = whole.parent().unwrap_or(Path::new(""));
    let name = whole.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok((at(parent)?, name))
}

#[cfg(feature = "objects")]
fn objects(address: &str) -> Result<Arc<dyn Store>> {
    Ok(Arc::new(objects::Objects::at(address)?))
}

#[cfg(not(feature = "objects"))]
fn objects(address: &str) -> Result<Arc<dyn Store>> {
    Err(Error::Usage(format!("{address}: this program was built without object storage (--features objects)")))
}
