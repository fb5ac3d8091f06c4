//! The games of the inputs, and the names under which they are written.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use gardez::data::files::Place;

use crate::input;
use crate::stop::Stop;

/// A file with a game, and the file that it becomes.
pub(super) struct Game {
    pub(super) input: Place,
    pub(super) output: PathBuf,
}

/// Returns the games of files, directories (files that end in .gz, by name) and tars (all chunks).
pub(super) fn games(inputs: &[PathBuf], output: &Path) -> Result<Vec<Game>, Stop> {
    let mut games: Vec<Game> = Vec::new();
    let mut places: HashMap<OsString, usize> = HashMap::new();
    for path in inputs {
        let unreadable = |error| Stop::unreadable(&input::name(path), error);
        let metadata = fs::metadata(path).map_err(unreadable)?;
        let mut files = Vec::new();
        if !metadata.is_dir() {
            for place in Place::all_of(path)? {
                files.push((PathBuf::from(place.file_name()), place));
            }
        } else {
            let mut paths = Vec::new();
            for entry in fs::read_dir(path).map_err(unreadable)? {
                let file = entry.map_err(unreadable)?.path();
                if file.extension().is_some_and(|extension| extension == "gz") && file.is_file() {
                    paths.push(file);
                }
            }
            paths.sort_unstable();
            files
                .extend(paths.into_iter().map(|path| (path.file_name().unwrap_or_default().into(), Place::File(path))));
        }
        if files.is_empty() {
            return Err(Stop::unreadable(&input::name(path), "it contains no file that ends in .gz"));
        }
        for (name, input) in files {
            if let Some(&other) = places.get(name.as_os_str()) {
                let other: &Game = &games[other];
                return Err(Stop::Failed(format!("{input} and {} would become the same file", other.input)));
            }
            places.insert(name.clone().into(), games.len());
            let game = Game { output: output.join(name), input };
            games.push(game);
        }
    }
    Ok(games)
}
