//! Setting aside what a unit has left, so that it can be run again and nothing is lost.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use gardez_io::sync_directory;

use crate::error::{Error, Result};
use crate::recipes::shell;
use crate::unit::UnitId;

/// The folder, inside the plan's, of outputs that were set aside.
pub const ASIDE: &str = "set-aside";

/// Returns the command that mends the output of a unit, and what it does.
pub fn remedy(dir: &Path, unit: &UnitId) -> String {
    format!("`scale run {} {unit} --repair` sets it aside and makes it again", shell(&dir.display().to_string()))
}

/// Moves the folder of a unit to a new name in the folder [`ASIDE`], and returns where it is.
///
/// # Errors
///
/// Returns an error if the folder cannot be moved.
pub fn set_aside(dir: &Path, unit: &UnitId) -> Result<PathBuf> {
    let aside = dir.join(ASIDE);
    fs::create_dir_all(&aside).map_err(Error::io(&aside))?;
    let UnitId { stage, number } = unit;
    let mut places = (1..).map(|time| aside.join(format!("{stage}-{number}.{time}")));
    let place = places.find(|place| place.symlink_metadata().is_err()).expect("there is always another number");
    // Two repairs at once may choose the same name: a folder that is not empty is not replaced.
    match fs::rename(unit.folder(dir), &place) {
        Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => return set_aside(dir, unit),
        moved => moved.map_err(Error::io(&place))?,
    }
    for folder in [aside, dir.join(stage)] {
        sync_directory(&folder).map_err(Error::io(&folder))?;
    }
    Ok(place)
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn what_is_set_aside_again_has_another_name() {
        let dir = TempDir::new().expect("a folder");
        let unit = UnitId::new("count", 7);
        for (text, name) in [("one", "count-7.1"), ("two", "count-7.2")] {
            fs::create_dir_all(unit.folder(dir.path())).expect("a folder");
            fs::write(unit.folder(dir.path()).join("a"), text).expect("a file");
            let place = set_aside(dir.path(), &unit).expect("it can be moved");
            assert_eq!(place, dir.path().join(ASIDE).join(name));
            assert_eq!(fs::read_to_string(place.join("a")).expect("a file"), text);
            assert!(!unit.folder(dir.path()).exists());
        }
        assert_eq!(set_aside(dir.path(), &unit).expect_err("there is none").exit_code(), 4);
    }

    #[test]
    fn the_command_names_a_folder_with_blanks_as_one_word() {
        let text = remedy(Path::new("my count"), &UnitId::new("count", 7));
        assert!(text.starts_with("`scale run 'my count' count/7 --repair`"), "{text}");
    }
}
