//! Plans in folders.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use gardez_io::{Output, Positioned, sync_directory};

use super::{Content, Draft, Entry, Listing, Store, Touch};
use crate::error::{Error, Result};

#[derive(Clone, Debug)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    fn made(&self, name: &str) -> Result<PathBuf> {
        let path = self.place(name);
        let folder = path.parent().unwrap_or(Path::new(""));
        fs::create_dir_all(folder).map_err(Error::io(folder))?;
        Ok(path)
    }
}

/// Returns `None` for what is not there.
fn found<T>(result: io::Result<T>, path: &Path) -> Result<Option<T>> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        result => result.map(Some).map_err(Error::io(path)),
    }
}

impl Store for Folder {
    fn place(&self, name: &str) -> PathBuf {
        if name.is_empty() { self.0.clone() } else { self.0.join(name) }
    }

    fn scratch(&self, folder: &str) -> Result<PathBuf> {
        let path = self.place(folder);
        fs::create_dir_all(&path).map_err(Error::io(&path))?;
        Ok(path)
    }

    fn small(&self) -> u64 {
        8 << 10
    }

    fn open(&self, name: &str, _: usize) -> Result<Option<Box<dyn Content>>> {
        let path = self.place(name);
        let open = || File::open(&path).and_then(|file| file.metadata().map(|metadata| (file, metadata.len())));
        let opened = found(open(), &path)?;
        Ok(opened.map(|(file, bytes)| Box::new(Opened { file: Positioned::new(file), bytes }) as Box<dyn Content>))
    }

    fn fetch(&self, name: &str) -> Result<Option<File>> {
        let path = self.place(name);
        found(File::open(&path), &path)
    }

    fn read_all(&self, names: &[String], most: u64) -> Result<Vec<Option<Vec<u8>>>> {
        let read = |name: &String| {
            let path = self.place(name);
            let Some(file) = found(File::open(&path), &path)? else { return Ok(None) };
            let mut bytes = Vec::new();
            file.take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(Error::io(&path))?;
            if most < bytes.len() as u64 {
                return Err(Error::malformed(path.display(), "the file is too large"));
            }
            Ok(Some(bytes))
        };
        names.iter().map(read).collect()
    }

    fn entry(&self, name: &str) -> Result<Option<Entry>> {
        let path = self.place(name);
        Ok(found(fs::metadata(&path), &path)?.map(|metadata| entry(&metadata)))
    }

    fn list(&self, folder: &str, depth: usize) -> Result<Listing> {
        let mut listing = Listing::new();
        let mut folders = vec![(folder.to_owned(), depth)];
        while let Some((folder, depth)) = folders.pop() {
            let path = self.place(&folder);
            for item in found(fs::read_dir(&path), &path)?.into_iter().flatten() {
                let item = item.map_err(Error::io(&path))?;
                let name = item.file_name().to_string_lossy().into_owned();
                let name = if folder.is_empty() { name } else { format!("{folder}/{name}") };
                // A file may be gone by now. Links are followed.
                let Some(metadata) = found(fs::metadata(item.path()), &item.path())? else { continue };
                if !metadata.is_dir() {
                    listing.insert(name, entry(&metadata));
                } else if 0 < depth {
                    folders.push((name, depth - 1));
                }
            }
        }
        Ok(listing)
    }

    fn begin(&self, name: &str) -> Result<Draft> {
        let path = self.made(name)?;
        Output::replace(&path).map(Draft::There).map_err(Error::io(&path))
    }

    fn publish(&self, files: Vec<(String, Draft)>) -> Result<()> {
        let named = |(name, draft): (String, Draft)| match draft {
            Draft::There(output) => {
                let place = self.place(&name);
                output.with_name(place.file_name().unwrap_or_default())
            }
            Draft::Here(_) => unreachable!("a folder begins its files where they will be"),
        };
        let outputs = files.into_iter().map(named).collect();
        Output::finish_all(outputs).map_err(|(path, error)| Error::Io { path, error })
    }

    fn create(&self, name: &str, bytes: &[u8]) -> Result<bool> {
        let path = self.made(name)?;
        let written = Output::create(&path).and_then(|mut file| {
            file.write_all(bytes)?;
            file.finish()
        });
        match written {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
            written => written.map(|()| true).map_err(Error::io(&path)),
        }
    }

    fn remove(&self, names: &[String]) -> Result<()> {
        names.iter().try_for_each(|name| {
            let path = self.place(name);
            found(fs::remove_file(&path), &path).map(drop)
        })
    }

    fn rename(&self, from: &str, to: &str) -> Result<()> {
        let (from, to) = (self.place(from), self.made(to)?);
        if fs::symlink_metadata(&to).is_ok() {
            return Err(Error::io(&to)(io::ErrorKind::DirectoryNotEmpty.into()));
        }
        fs::rename(&from, &to).map_err(Error::io(&to))?;
        [&from, &to]
            .into_iter()
            .filter_map(|path| path.parent())
            .try_for_each(|folder| sync_directory(folder).map_err(Error::io(folder)))
    }

    fn claim(&self, name: &str, text: &str) -> Result<Option<Touch>> {
        if !self.create(name, text.as_bytes())? {
            return Ok(None);
        }
        let file = OpenOptions::new().write(true).open(self.place(name));
        // A claim that cannot be touched becomes void, which costs time only.
        Ok(Some(Box::new(move || {
            let Ok(file) = &file else { return true };
            // A claim that another process removed has no name.
            file.set_modified(SystemTime::now()).and_then(|()| file.metadata()).map_or(true, |file| file.nlink() != 0)
        })))
    }
}

fn entry(metadata: &fs::Metadata) -> Entry {
    Entry { bytes: metadata.len(), modified: metadata.modified().ok() }
}

struct Opened {
    file: Positioned,
    bytes: u64,
}

impl Content for Opened {
    fn bytes(&self) -> u64 {
        self.bytes
    }

    fn read_at(&self, at: u64, into: &mut [u8]) -> io::Result<usize> {
        self.file.read_at(at, into)
    }
}
