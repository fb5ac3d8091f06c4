//! Setting aside what a unit has left, so that it can be run again and nothing is lost.

use std::io;
use std::path::PathBuf;

use crate::error::{Error, Result};
use crate::recipes::shell;
use crate::store::Store;
use crate::unit::UnitId;

/// The folder, inside the plan's, of outputs that were set aside.
pub(crate) const ASIDE: &str = "set-aside";

pub(crate) fn remedy(store: &dyn Store, unit: &UnitId) -> String {
    format!(
        "`scale run {} {unit} --repair` sets it aside and makes it again",
        shell(&store.place("").display().to_string())
    )
}

/// Moves the folder of a unit to a new name in the folder [`ASIDE`], and returns where it is.
pub(crate) fn set_aside(store: &dyn Store, unit: &UnitId) -> Result<PathBuf> {
    let UnitId { stage, number } = unit;
    let mut places = (1..).map(|time| format!("{ASIDE}/{stage}-{number}.{time}"));
    loop {
        let place = places.next().expect("there is always another number");
        match store.rename(&unit.to_string(), &place) {
            Err(Error::Io { error, .. }) if error.kind() == io::ErrorKind::DirectoryNotEmpty => {}
            moved => return moved.map(|()| store.place(&place)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;
    use crate::store::Folder;

    #[test]
    fn what_is_set_aside_again_has_another_name() {
        let dir = TempDir::new().expect("a folder");
        let (store, unit) = (Folder::new(dir.path()), UnitId::new("count", 7));
        let folder = dir.path().join("count/7");
        for (text, name) in [("one", "count-7.1"), ("two", "count-7.2")] {
            fs::create_dir_all(&folder).expect("a folder");
            fs::write(folder.join("a"), text).expect("a file");
            let place = set_aside(&store, &unit).expect("it can be moved");
            assert_eq!(place, dir.path().join(ASIDE).join(name));
            assert_eq!(fs::read_to_string(place.join("a")).expect("a file"), text);
            assert!(!folder.exists());
        }
        assert_eq!(set_aside(&store, &unit).expect_err("there is none").exit_code(), 4);
    }

    #[test]
    fn the_command_names_a_folder_with_blanks_as_one_word() {
        let text = remedy(&Folder::new("my count"), &UnitId::new("count", 7));
        assert!(text.starts_with("`scale run 'my count' count/7 --repair`"), "{text}");
    }
}
