//! Files with temporary names, which are renamed when they are complete.

use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

use crate::error::{Error, Result};

/// How the names of temporary files begin.
pub const PREFIX: &str = ".tmp-";

/// A file with a name that no other process uses: `.tmp-HOST-PID-RANDOM`. It is removed unless it is renamed.
#[derive(Debug)]
pub struct Temporary {
    path: PathBuf,
    /// The open file, until it is closed.
    file: Option<File>,
}

impl Temporary {
    /// Creates an empty file in this folder.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be created.
    pub fn create(folder: &Path) -> Result<Self> {
        // The keys of a `RandomState` differ from instance to instance.
        let random = RandomState::new().hash_one(process::id());
        let path = folder.join(format!("{PREFIX}{}-{}-{random:016x}", host(), process::id()));
        let file = File::options().write(true).create_new(true).open(&path).map_err(Error::io(&path))?;
        Ok(Self { path, file: Some(file) })
    }

    /// Its path for now.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes bytes to the end of the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the disk is full, or the file has been closed.
    pub fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let closed = || io::Error::other("the file has been closed");
        self.file.as_mut().ok_or_else(closed)?.write_all(bytes)
    }

    /// Writes the whole content and closes the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn fill(&mut self, bytes: &[u8]) -> Result<()> {
        self.append(bytes).map_err(Error::io(&self.path))?;
        self.close()
    }

    /// Makes the content durable and closes the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the system cannot store the content.
    pub fn close(&mut self) -> Result<()> {
        match self.file.take() {
            Some(file) => file.sync_all().map_err(Error::io(&self.path)),
            None => Ok(()),
        }
    }

    /// Gives a closed file its name. A file that has this name is replaced.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be renamed.
    pub fn rename(mut self, path: &Path) -> Result<()> {
        self.close()?;
        fs::rename(&self.path, path).map_err(Error::io(path))
    }

    /// Gives a closed file its name, unless a file has it already. Returns `true` if it did. Of several processes at once,
    /// one succeeds.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be linked.
    pub fn publish(mut self, path: &Path) -> Result<bool> {
        self.close()?;
        match fs::hard_link(&self.path, path) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
            Err(error) => Err(Error::Io { path: path.to_owned(), error }),
        }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // After a rename there is nothing to remove.
        let _ = fs::remove_file(&self.path);
    }
}

/// The name of the machine, with plain characters only.
pub fn host() -> String {
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).take(32).collect();
    if plain.is_empty() { "host".to_owned() } else { plain }
}

/// Makes the names in a folder durable. File systems that cannot synchronize a folder do it by themselves.
///
/// # Errors
///
/// Returns an error if the folder cannot be opened or synchronized.
pub fn sync_folder(folder: &Path) -> Result<()> {
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        Err(error) if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => Ok(()),
        synced => synced.map_err(Error::io(folder)),
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn a_file_that_is_not_renamed_is_removed() {
        let dir = TempDir::new().expect("a folder");
        let mut file = Temporary::create(dir.path()).expect("a file");
        file.append(b"half").expect("there is room");
        let other = Temporary::create(dir.path()).expect("a file");
        assert_ne!(file.path(), other.path());
        assert!(names(dir.path()).len() == 2 && names(dir.path()).iter().all(|name| name.starts_with(PREFIX)));
        drop((file, other));
        assert_eq!(names(dir.path()), [""; 0]);
    }

    #[test]
    fn a_file_that_is_renamed_stays_and_replaces_another() {
        let dir = TempDir::new().expect("a folder");
        let path = dir.path().join("done.json");
        for text in ["one", "two"] {
            let mut file = Temporary::create(dir.path()).expect("a file");
            file.fill(text.as_bytes()).expect("there is room");
            assert!(file.append(b"more").is_err(), "it is closed");
            file.rename(&path).expect("the folder is there");
            assert_eq!(fs::read_to_string(&path).expect("a file"), text);
        }
        assert_eq!(names(dir.path()), ["done.json"]);
        sync_folder(dir.path()).expect("a folder");
        assert_eq!(sync_folder(&path.join("no")).expect_err("no folder").exit_code(), 4);
    }
}
