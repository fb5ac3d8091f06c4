//! Writing the files of a unit so that a crash, a full disk or a second run leaves nothing half written.
//!
//! Each file is written under a temporary name in the folder of the unit and synchronized. When all are complete, they are
//! renamed, the folder is synchronized, and `done.json` is written in the same way. A second run of the unit at the same
//! time writes the same bytes, so it does not matter which rename comes last.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::digest::Digest;
use crate::done::{self, Done, FileRecord};
use crate::error::{Error, Result};
use crate::temporary::{Temporary, sync_folder};
use crate::unit::UnitId;

/// How the names of files begin that another run of the unit has written with other bytes.
pub const DIFFERS: &str = "differs-";

/// The output of a unit that is being written. Files that are not committed are removed.
#[derive(Debug)]
pub struct Output {
    folder: PathBuf,
    finished: Vec<(Temporary, FileRecord)>,
}

impl Output {
    /// Creates the folder of the unit.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder cannot be created.
    pub fn create(dir: &Path, unit: &UnitId) -> Result<Self> {
        let folder = unit.folder(dir);
        fs::create_dir_all(&folder).map_err(Error::io(&folder))?;
        Ok(Self { folder, finished: Vec::new() })
    }

    /// Opens a file of this name. Several files may be open at once.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be created.
    pub fn open(&self, name: &str) -> Result<OutputFile> {
        let temporary = Temporary::create(&self.folder)?;
        Ok(OutputFile { temporary, name: name.to_owned(), bytes: 0, hasher: blake3::Hasher::new() })
    }

    /// Synchronizes a file with this number of rows, which is complete.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be synchronized.
    pub fn finish(&mut self, file: OutputFile, rows: u64) -> Result<()> {
        let OutputFile { mut temporary, name, bytes, hasher } = file;
        temporary.close()?;
        let record = FileRecord { name, rows, bytes, blake3: Digest::from_hasher(&hasher) };
        self.finished.push((temporary, record));
        Ok(())
    }

    /// The records of the finished files.
    pub fn records(&self) -> Vec<FileRecord> {
        self.finished.iter().map(|(_, record)| record.clone()).collect()
    }

    /// Gives the files their names and writes `done.json`.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be renamed or written. Then there is no new `done.json`.
    pub fn commit(self, done: &Done) -> Result<()> {
        for (temporary, record) in self.finished {
            temporary.rename(&self.folder.join(&record.name))?;
        }
        sync_folder(&self.folder)?;
        let mut temporary = Temporary::create(&self.folder)?;
        let mut text = serde_json::to_string_pretty(done).expect("it has only texts and numbers");
        text.push('\n');
        temporary.fill(text.as_bytes())?;
        temporary.rename(&self.folder.join(done::FILE))?;
        sync_folder(&self.folder)
    }

    /// Keeps the files under other names, next to those of an earlier run that differ. Returns the names.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be renamed.
    pub fn keep_as_different(self) -> Result<Vec<String>> {
        let mut names = Vec::new();
        for (temporary, record) in self.finished {
            let name = format!("{DIFFERS}{}-{}", &record.blake3.to_string()[..16], record.name);
            temporary.rename(&self.folder.join(&name))?;
            names.push(name);
        }
        sync_folder(&self.folder)?;
        Ok(names)
    }
}

/// A file that is being written.
#[derive(Debug)]
pub struct OutputFile {
    temporary: Temporary,
    name: String,
    bytes: u64,
    hasher: blake3::Hasher,
}

impl OutputFile {
    /// Its temporary path, for messages.
    pub fn path(&self) -> &Path {
        self.temporary.path()
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes).map(|()| bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.temporary.append(bytes)?;
        self.hasher.update(bytes);
        self.bytes += bytes.len() as u64;
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
