//! The files of a split, of which only some are open at a time.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::output::{may_create, temporary};
use crate::pgn::games::after;
use crate::stop::Stop;

/// The number of files that are open at a time.
const MAX_OPEN: usize = 64;

/// The files.
pub(super) struct Parts<'a> {
    directory: &'a Path,
    force: bool,
    max_files: usize,
    inputs: &'a [PathBuf],
    files: BTreeMap<String, Part>,
    /// The number of files that are open.
    open: usize,
    /// Counts the games, to find the file that was used longest ago.
    clock: u64,
}

/// A file that is being written under a temporary name.
struct Part {
    path: PathBuf,
    writer: Option<BufWriter<File>>,
    last_use: u64,
    is_named: bool,
}

impl Drop for Part {
    fn drop(&mut self) {
        if !self.is_named {
            let _ = fs::remove_file(temporary(&self.path));
        }
    }
}

impl<'a> Parts<'a> {
    /// No files yet.
    pub(super) fn new(directory: &'a Path, force: bool, max_files: usize, inputs: &'a [PathBuf]) -> Result<Self, Stop> {
        fs::create_dir_all(directory).map_err(|error| Stop::unwritable(directory.display(), error))?;
        Ok(Self { directory, force, max_files, inputs, files: BTreeMap::new(), open: 0, clock: 0 })
    }

    /// Adds a game to the file of this name.
    pub(super) fn add(&mut self, name: &str, text: &[u8]) -> Result<(), Stop> {
        self.clock += 1;
        if !self.files.contains_key(name) {
            self.create(name)?;
        }
        if self.files.get(name).is_some_and(|part| part.writer.is_none()) {
            self.make_room()?;
            self.open += 1;
        }
        let part = self.files.get_mut(name).expect("it has just been made");
        part.last_use = self.clock;
        part.add(text)
    }

    fn create(&mut self, name: &str) -> Result<(), Stop> {
        if self.max_files <= self.files.len() {
            let max = self.max_files;
            return Err(Stop::Failed(format!("there are more than {max} files; --max-files allows more")));
        }
        let path = self.directory.join(format!("{name}.pgn"));
        may_create(&path, self.force, self.inputs)?;
        self.files.insert(name.to_owned(), Part { path, writer: None, last_use: 0, is_named: false });
        Ok(())
    }

    /// Closes the file that was used longest ago, if too many are open.
    fn make_room(&mut self) -> Result<(), Stop> {
        if self.open < MAX_OPEN {
            return Ok(());
        }
        let open = self.files.values_mut().filter(|part| part.writer.is_some());
        if let Some(oldest) = open.min_by_key(|part| part.last_use) {
            oldest.close()?;
            self.open -= 1;
        }
        Ok(())
    }

    /// Gives all files their names; returns their number.
    pub(super) fn finish(mut self) -> Result<usize, Stop> {
        for part in self.files.values_mut() {
            part.close()?;
        }
        for part in self.files.values_mut() {
            fs::rename(temporary(&part.path), &part.path)
                .map_err(|error| Stop::unwritable(part.path.display(), error))?;
            part.is_named = true;
        }
        Ok(self.files.len())
    }
}

impl Part {
    fn add(&mut self, text: &[u8]) -> Result<(), Stop> {
        let cannot = |error| Stop::unwritable(self.path.display(), error);
        let writer = match &mut self.writer {
            Some(writer) => writer,
            closed => {
                let file = File::options().create(true).append(true).open(temporary(&self.path)).map_err(cannot)?;
                closed.insert(BufWriter::new(file))
            }
        };
        writer.write_all(text).and_then(|()| writer.write_all(after(text))).map_err(cannot)
    }

    fn close(&mut self) -> Result<(), Stop> {
        match self.writer.take() {
            Some(mut writer) => writer.flush().map_err(|error| Stop::unwritable(self.path.display(), error)),
            None => Ok(()),
        }
    }
}
