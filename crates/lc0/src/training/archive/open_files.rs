//! The files of an archive that were read last, kept open.

use std::sync::{Arc, Mutex, PoisonError};
use std::vec::Vec;

use gardez_io::Positioned;

/// Open files by the numbers of their containers, the last one used at the end.
#[derive(Default, Debug)]
pub(super) struct OpenFiles {
    files: Mutex<Vec<(u32, Arc<Positioned>)>>,
}

/// This many files stay open. Systems usually allow a process 1,024 or more.
const OPEN: usize = 64;

impl OpenFiles {
    /// Returns a file that is open, or opens it.
    pub(super) fn get<E>(
        &self,
        container: u32,
        open: impl FnOnce() -> Result<Positioned, E>,
    ) -> Result<Arc<Positioned>, E> {
        let lock = || self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let mut files = lock();
        if let Some(index) = files.iter().rposition(|(number, _)| *number == container) {
            files[index..].rotate_left(1);
            return Ok(files[files.len() - 1].1.clone());
        }
        // Other threads read on while this one opens a file.
        drop(files);
        let file = Arc::new(open()?);
        let mut files = lock();
        if files.len() == OPEN {
            files.remove(0);
        }
        files.push((container, file.clone()));
        Ok(file)
    }
}
