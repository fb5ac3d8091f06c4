//! The games of the inputs, and the names under which they are written.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use crate::input;
use crate::stop::Stop;

/// A file with a game, and the file that it becomes.
pub(super) struct Game {
    pub(super) input: PathBuf,
    pub(super) output: PathBuf,
}

/// Returns the games of these files and directories. Of a directory, the files that end in .gz are taken, in the order
/// of their names.
pub(super) fn games(inputs: &[PathBuf], output: &Path) -> Result<Vec<Game>, Stop> {
    let mut games: Vec<Game> = Vec::new();
    let mut places: HashMap<OsString, usize> = HashMap::new();
    for path in inputs {
        let unreadable = |error| Stop::unreadable(&input::name(path), error);
        let metadata = fs::metadata(path).map_err(unreadable)?;
        let mut files = vec![path.clone()];
        if metadata.is_dir() {
            files.clear();
            for entry in fs::read_dir(path).map_err(unreadable)? {
                let file = entry.map_err(unreadable)?.path();
                if file.extension().is_some_and(|extension| extension == "gz") && file.is_file() {
                    files.push(file);
                }
            }
            files.sort_unstable();
        }
        for file in files {
            let name = file.file_name().unwrap_or_default();
            let game = Game { output: output.join(name), input: file.clone() };
            if let Some(&other) = places.get(name) {
                let other = games[other].input.display();
                let what = format!("{} and {other} would become the same file", file.display());
                return Err(Stop::Failed(what));
            }
            places.insert(name.to_owned(), games.len());
            games.push(game);
        }
    }
    if games.is_empty() {
        return Err(Stop::Failed("the inputs contain no file that ends in .gz".to_owned()));
    }
    Ok(games)
}
