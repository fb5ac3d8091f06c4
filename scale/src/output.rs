//! Writing the files of a unit so that a crash, a full disk or a second run leaves nothing half written.
//!
//! A file has no name until all files of the unit are complete and synchronized. Then they get their names, the folder is
//! synchronized, and `done.json` is written in the same way. A second run of the unit at the same time writes the same
//! bytes, so it does not matter which comes last.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::digest::Digest;
use crate::done::{self, Done, FileRecord};
use crate::error::{Error, Result};
use crate::unit::UnitId;

/// The start of the names of files that another run of the unit has written with other bytes.
pub const DIFFERS: &str = "differs-";

/// The output of a unit that is being written. Files that are not committed vanish.
#[derive(Debug)]
pub struct Output {
    folder: PathBuf,
    finished: Vec<(gardez_io::Output, FileRecord)>,
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
        let path = self.folder.join(name);
        let file = gardez_io::Output::replace(&path).map_err(Error::io(&path))?;
        Ok(OutputFile { file, name: name.to_owned(), bytes: 0, hasher: blake3::Hasher::new() })
    }

    /// Keeps a file with this number of rows, which is complete.
    pub fn finish(&mut self, file: OutputFile, rows: u64) {
        let OutputFile { file, name, bytes, hasher } = file;
        self.finished.push((file, FileRecord { name, rows, bytes, blake3: Digest::from_hasher(&hasher) }));
    }

    /// Returns the records of the finished files.
    pub fn records(&self) -> Vec<FileRecord> {
        self.finished.iter().map(|(_, record)| record.clone()).collect()
    }

    /// Gives the files their names and writes `done.json`.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot get its name or be written. Then there is no new `done.json`.
    pub fn commit(self, done: &Done) -> Result<()> {
        let path = self.folder.join(done::FILE);
        self.appear()?;
        let mut text = serde_json::to_string_pretty(done).expect("it has only texts and numbers");
        text.push('\n');
        let written = gardez_io::Output::replace(&path).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.finish()
        });
        written.map_err(Error::io(&path))
    }

    /// Keeps the files under other names, next to different files of an earlier run. Returns the names.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot get its name.
    pub fn keep_as_different(mut self) -> Result<Vec<String>> {
        let rename = |(file, record): (gardez_io::Output, FileRecord)| {
            let name = format!("{DIFFERS}{}-{}", &record.blake3.to_string()[..16], record.name);
            (file.with_name(&name), FileRecord { name, ..record })
        };
        self.finished = self.finished.into_iter().map(rename).collect();
        let names = self.finished.iter().map(|(_, record)| record.name.clone()).collect();
        self.appear()?;
        Ok(names)
    }

    /// Makes the files durable, and gives them their names.
    pub(crate) fn appear(self) -> Result<()> {
        let files = self.finished.into_iter().map(|(file, _)| file).collect();
        gardez_io::Output::finish_all(files).map_err(|(path, error)| Error::Io { path, error })
    }
}

/// A file that is being written.
#[derive(Debug)]
pub struct OutputFile {
    file: gardez_io::Output,
    name: String,
    bytes: u64,
    hasher: blake3::Hasher,
}

impl OutputFile {
    /// Returns its path, for messages.
    pub fn path(&self) -> &Path {
        self.file.path()
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
