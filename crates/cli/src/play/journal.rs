//! The file of finished games: each game is appended when it ends, and a resumed match reads the file.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use gardez::GameResult;
use gardez::notation::pgn::Reader;

use super::game::Played;
use crate::stop::Stop;

/// The file, and the results that were in it.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    results: Vec<(usize, GameResult)>,
}

impl Journal {
    /// Opens or creates the file. A game that was cut off is removed.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written, or has other games than those of this match. It is then unchanged.
    pub(super) fn open(path: &Path, names: &[String; 2], limit: &str) -> Result<Self, Stop> {
        let unwritable = |error| Stop::unwritable(path.display(), error);
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(unwritable)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(unwritable)?;
        // Each game ends with an empty line.
        let end = if text.ends_with("\n\n") { text.len() } else { text.rfind("\n\n[Event ").map_or(0, |at| at + 2) };
        let foreign = |what: String| Stop::Failed(format!("{} is not of this match: {what}", path.display()));
        if end == 0 && !text.is_empty() && !text.starts_with("[Event ") {
            return Err(foreign("it does not begin with a game".into()));
        }
        let (mut reader, mut results) = (Reader::from_bytes(&text.as_bytes()[..end]), Vec::new());
        while let Some(read) =
            reader.read_game().map_err(|error| Stop::unreadable(&path.display().to_string(), error))?
        {
            let tag = |name: &str| read.game.tags.get(name).unwrap_or("?").to_owned();
            let round = tag("Round");
            let (pair, game) = round
                .split_once('.')
                .and_then(|(pair, game)| pair.parse::<usize>().ok().zip(game.parse::<usize>().ok()))
                .unwrap_or((0, 0));
            if pair == 0 || !(1..=2).contains(&game) {
                return Err(foreign(format!("a game has the round {round}")));
            }
            let expected = if game == 1 { [&names[0], &names[1]] } else { [&names[1], &names[0]] };
            let found = [tag("White"), tag("Black")];
            if [&found[0], &found[1]] != expected {
                return Err(foreign(format!("in round {round}, {} plays against {}", found[0], found[1])));
            }
            if tag("TimeControl") != limit {
                return Err(foreign(format!("in round {round}, the time control is {}", tag("TimeControl"))));
            }
            results.push((2 * (pair - 1) + game - 1, read.game.result));
        }
        file.set_len(end as u64).and_then(|()| file.seek(SeekFrom::End(0))).map_err(unwritable)?;
        Ok(Self { path: path.to_owned(), file, results })
    }

    pub(super) fn results(&self) -> &[(usize, GameResult)] {
        &self.results
    }

    pub(super) fn append(&mut self, played: &Played) -> Result<(), Stop> {
        let text = format!("{}\n", played.game.to_string().trim_end()) + "\n";
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| Stop::unwritable(self.path.display(), error))
    }
}
