//! Games of PGN files to which the rows of other files refer. Each file is read once.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use gardez_notation::claims::{Claim, every_ply};
use gardez_notation::pgn::{Game, ReadGame, Reader};
use gardez_position::{FenStyle, Position};

use crate::file;
use crate::report::{Outcome, RecordError};

/// The position after each ply of each game, as a FEN and with the draws that can be claimed there.
type Plies = Vec<Vec<(String, Claim)>>;

/// The games that have been read, by the names of their files.
#[derive(Default)]
pub(crate) struct GameCache(HashMap<String, Rc<Plies>>);

impl GameCache {
    /// Returns the plies of the games of a file, if it is below the directory `pgn` next to `directory`.
    pub(crate) fn plies_of(&mut self, directory: &Path, file: &str) -> Outcome<Option<Rc<Plies>>> {
        if let Some(known) = self.0.get(file) {
            return Ok(Some(Rc::clone(known)));
        }
        let games = directory.join("../pgn");
        if !games.is_dir() {
            return Ok(None);
        }
        // The samples do not contain every game.
        let Some(path) = below(&games, file) else { return Ok(None) };
        let bytes = fs::read(&path).map_err(|error| RecordError::new("file", format!("{file}: {error}")))?;
        let plies: Rc<Plies> = Rc::new(read_all(&bytes).iter().map(|read| plies(&read.game)).collect());
        self.0.insert(file.to_owned(), Rc::clone(&plies));
        Ok(Some(plies))
    }
}

pub(crate) fn read_all(bytes: &[u8]) -> Vec<ReadGame> {
    let mut reader = Reader::from_bytes(bytes);
    let mut games = Vec::new();
    while let Ok(Some(read)) = reader.read_game() {
        games.push(read);
    }
    games
}

fn plies(game: &Game) -> Vec<(String, Claim)> {
    let mut position = Position::from(*game.start());
    let mut fens = vec![position.fen(FenStyle::XFen).to_string()];
    for id in game.main_line() {
        match game.node(id).mv() {
            Some(m) => position.do_move(m),
            None => position.do_null_move(),
        }
        fens.push(position.fen(FenStyle::XFen).to_string());
    }
    fens.into_iter().zip(every_ply(game)).collect()
}

fn below(directory: &Path, name: &str) -> Option<PathBuf> {
    let mut files = file::below(directory).ok()?.into_iter();
    files.find(|path| path.file_name().is_some_and(|found| found == name))
}
