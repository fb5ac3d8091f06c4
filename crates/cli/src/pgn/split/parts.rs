//! The files of a split.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use gardez_io::Output;

use crate::output::{Taken, finish_all, unwritable, without_case};
use crate::stop::Stop;

/// The files, all of which are open.
pub(super) struct Parts<'a> {
    directory: &'a Path,
    force: bool,
    max_files: usize,
    taken: Taken,
    files: BTreeMap<String, Output>,
    /// The names of the files without regard to case.
    names: BTreeSet<String>,
}

impl<'a> Parts<'a> {
    pub(super) fn new(directory: &'a Path, force: bool, max_files: usize, inputs: &[PathBuf]) -> Result<Self, Stop> {
        fs::create_dir_all(directory).map_err(|error| Stop::unwritable(directory.display(), error))?;
        let taken = Taken::new(inputs);
        Ok(Self { directory, force, max_files, taken, files: BTreeMap::new(), names: BTreeSet::new() })
    }

    pub(super) fn add(&mut self, name: &str, text: &[u8]) -> Result<(), Stop> {
        if !self.files.contains_key(name) {
            self.create(name)?;
        }
        let file = self.files.get_mut(name).expect("it has just been made");
        file.write_all(text).map_err(|error| unwritable(file.path().display(), &error))
    }

    fn create(&mut self, name: &str) -> Result<(), Stop> {
        if self.max_files <= self.files.len() {
            let max = self.max_files;
            return Err(Stop::Failed(format!("there are more than {max} files; --max-files allows more")));
        }
        // Some file systems ignore case, so a name that differs in nothing else gets a number.
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let mut names = std::iter::once(name.to_owned()).chain(numbered);
        let is_new = |name: &String| self.names.insert(without_case(name));
        let file = names.find(is_new).expect("there are more numbers than names");
        let path = self.directory.join(format!("{file}.pgn"));
        self.files.insert(name.to_owned(), self.taken.begin(&path, self.force)?);
        Ok(())
    }

    /// Gives all files their names; returns their number.
    pub(super) fn finish(self) -> Result<usize, Stop> {
        let count = self.files.len();
        finish_all(self.files.into_values().collect())?;
        Ok(count)
    }
}
