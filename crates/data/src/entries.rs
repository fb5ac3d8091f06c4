//! Games as entries of packed formats, and entries as games.

use gardez_formats::{Entry, Format, LeftOut, ReadEntries, ReadError, Wdl, White};
use gardez_position::Board;
use gardez_types::{Color, GameResult};

use crate::evaluation::Evaluation;
use crate::game::{Game, MOST_PLIES, Ply};

/// The reason [`EntryGames`] leaves out an entry.
pub(crate) const WITHOUT_MOVE: &str = "entry without a move";

/// A reader of games, wherever they come from.
pub trait ReadGames {
    /// The error of reading.
    type Error: Into<ReadError>;

    /// `true` if a game without a result counts as a draw. Otherwise it yields no entries.
    const UNDECIDED_IS_DRAW: bool = false;

    /// Returns the format of the games.
    fn format(&self) -> Format;

    /// Reads the next game, or `None` at the end and after an error.
    ///
    /// # Errors
    ///
    /// Returns the error of the reader, after the games before it.
    fn next_game(&mut self) -> Result<Option<Game>, Self::Error>;

    /// Returns what was left out so far, in a few words each, with its number.
    fn left_out(&self) -> LeftOut {
        LeftOut::new()
    }
}

/// A reader of the positions of games, each with the move of the game, its score and the result.
///
/// Yields an entry for each move, and one without a move for a game that is only a start position of its own.
/// [`Evaluation`] says what its score is. Needs memory for one game.
///
/// ```
/// use gardez_data::{GameEntries, PgnGames};
/// use gardez_formats::{ReadEntries, WriteEntries, bin};
/// use gardez_notation::pgn::Reader;
///
/// let pgn = "1. e4 { [%eval 0.36] } e5 { [%eval 0.28] } 2. Qh5 { [%eval -0.4] } Ke7 { [%eval #1] } 3. Qxe5# 1-0";
/// let games = PgnGames::new(Reader::new(pgn.as_bytes()));
/// let mut entries = GameEntries::new(games, None);
/// let mut writer = bin::Writer::new(Vec::new());
/// while let Some(entry) = entries.next_entry()? {
///     writer.write_entry(&entry.to_view()?)?;
/// }
/// // The position before 1. e4 has no evaluation.
/// assert_eq!((writer.finish()?.len() / bin::SIZE, entries.without_score()), (4, 1));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GameEntries<G> {
    games: G,
    missing: Option<i16>,
    /// The game, the number of its next move, and the position before it.
    game: Game,
    next: usize,
    board: Board,
    /// `true` if the game is a position without moves that has not been yielded.
    is_lone: bool,
    without_score: u64,
    without_result: u64,
    entry: Entry<White>,
}

impl<G: ReadGames> GameEntries<G> {
    /// Reads the positions of these games. A position without an evaluation gets the score `missing` (White's view);
    /// with `None`, it is left out.
    pub fn new(games: G, missing: Option<i16>) -> Self {
        let board = Board::start();
        let game = Game::new(board, GameResult::Unknown);
        let entry = Entry::new(board, None, 0, Wdl::Draw);
        Self { games, missing, game, next: 0, board, is_lone: false, without_score: 0, without_result: 0, entry }
    }

    /// Returns the number of positions without an evaluation that were left out so far.
    pub const fn without_score(&self) -> u64 {
        self.without_score
    }

    /// Reads the next game that has a result. Returns whether there is one.
    fn read_game(&mut self) -> Result<bool, ReadError> {
        // If there is no other game, this one is not needed any more either.
        self.game.plies.clear();
        self.next = 0;
        while let Some(game) = self.games.next_game().map_err(Into::into)? {
            if game.result == GameResult::Unknown && !G::UNDECIDED_IS_DRAW {
                self.without_result += 1;
                continue;
            }
            self.is_lone = game.plies.is_empty() && game.start != Board::start();
            (self.board, self.game) = (game.start, game);
            if let Some(score) = self.missing {
                self.game.set_missing(score);
            }
            return Ok(true);
        }
        Ok(false)
    }
}

impl<G: ReadGames> ReadEntries for GameEntries<G> {
    type View = White;

    fn format(&self) -> Format {
        self.games.format()
    }

    fn next_entry(&mut self) -> Result<Option<&Entry<White>>, ReadError> {
        loop {
            let Some(ply) = self.game.plies.get(self.next) else {
                if std::mem::take(&mut self.is_lone) {
                    let Some(score) = self.missing else {
                        self.without_score += 1;
                        continue;
                    };
                    let result = Wdl::from_game(self.game.result, Color::White).unwrap_or(Wdl::Draw);
                    self.entry = Entry::new(self.board, None, score, result);
                    return Ok(Some(&self.entry));
                }
                if self.read_game()? {
                    continue;
                }
                return Ok(None);
            };
            self.next += 1;
            let Some(found) = entry(ply, &mut self.board, self.game.result) else {
                self.without_score += 1;
                continue;
            };
            self.entry = found;
            return Ok(Some(&self.entry));
        }
    }

    fn left_out(&self) -> LeftOut {
        let entries =
            [("position without an evaluation", self.without_score), ("game without a result", self.without_result)];
        entries.into_iter().chain(self.games.left_out()).collect()
    }
}

impl Game {
    /// Returns the entry of each move as [`GameEntries`] yields it, or `None` without an evaluation. A game without a
    /// result counts as a draw.
    pub fn entries(&self) -> impl Iterator<Item = Option<Entry<White>>> + use<'_> {
        let mut board = self.start;
        self.plies.iter().map(move |ply| entry(ply, &mut board, self.result))
    }
}

/// Returns the entry of a move, if its position has an evaluation, and makes the move.
fn entry(ply: &Ply, board: &mut Board, result: GameResult) -> Option<Entry<White>> {
    let before = *board;
    board.do_move(ply.mv);
    let score = ply.evaluation?.to_score();
    let score = if before.side_to_move() == Color::White { score } else { -score };
    let result = Wdl::from_game(ply.result.unwrap_or(result), Color::White).unwrap_or(Wdl::Draw);
    Some(Entry::new(before, Some(ply.mv), score, result))
}

/// A reader of the games in a row of entries.
///
/// An entry belongs to the current game if its position, counters and result follow from the previous entry. So after a
/// filter, each gap begins a new game. [`Evaluation::from_score`] says what a score means. An entry without a move ends
/// its game, and is left out and counted.
///
/// ```
/// use gardez_data::EntryGames;
/// use gardez_formats::{Strictness, plain};
///
/// let text = b"fen 4k3/8/8/8/8/8/8/4K2R w - - 0 1\nmove h1h2\nscore 500\nply 0\nresult 1\ne\n";
/// let mut games = EntryGames::new(plain::Reader::new(&text[..]));
/// let game = games.next_game()?.expect("there is a game");
/// assert_eq!((game.plies.len(), games.next_game()?), (1, None));
/// # Ok::<_, gardez_formats::ReadError>(())
/// ```
#[derive(Debug)]
pub struct EntryGames<R> {
    reader: R,
    /// The game that is being read, and the position after its last move.
    game: Option<(Game, Board)>,
    damage: Option<ReadError>,
    without_move: u64,
    is_over: bool,
}

impl<R: ReadEntries> EntryGames<R> {
    /// Returns the games of this reader.
    pub const fn new(reader: R) -> Self {
        Self { reader, game: None, damage: None, without_move: 0, is_over: false }
    }

    /// Reads the next game, or `None` at the end and after an error.
    ///
    /// # Errors
    ///
    /// Returns the error of the reader, after the game before it.
    pub fn next_game(&mut self) -> Result<Option<Game>, ReadError> {
        if let Some(error) = self.damage.take() {
            self.is_over = true;
            return Err(error);
        }
        while !self.is_over {
            let entry = match self.reader.next_entry() {
                Ok(Some(entry)) => entry,
                Ok(None) => {
                    self.is_over = true;
                    break;
                }
                Err(error) => {
                    let Some((game, _)) = self.game.take() else {
                        self.is_over = true;
                        return Err(error);
                    };
                    self.damage = Some(error);
                    return Ok(Some(game));
                }
            };
            let Some(mv) = entry.mv else {
                self.without_move += 1;
                if let Some((game, _)) = self.game.take() {
                    return Ok(Some(game));
                }
                continue;
            };
            let board = entry.board;
            let (score, result) = entry.seen_by_mover();
            let result = result.to_game(board.side_to_move());
            let ply = Ply { evaluation: Some(Evaluation::from_score(score)), ..Ply::new(mv) };
            let follows = |(game, after): &&mut (Game, Board)| {
                let is_next = *after == board && after.same_clocks(&board);
                is_next && game.result == result && game.plies.len() < MOST_PLIES
            };
            if let Some((game, after)) = self.game.as_mut().filter(follows) {
                game.plies.push(ply);
                *after = board.after(mv);
                continue;
            }
            let game = Game { plies: Vec::from([ply]), ..Game::new(board, result) };
            if let Some((finished, _)) = self.game.replace((game, board.after(mv))) {
                return Ok(Some(finished));
            }
        }
        Ok(self.game.take().map(|(game, _)| game))
    }
}

impl<R: ReadEntries> ReadGames for EntryGames<R> {
    type Error = ReadError;

    fn format(&self) -> Format {
        self.reader.format()
    }

    fn next_game(&mut self) -> Result<Option<Game>, ReadError> {
        Self::next_game(self)
    }

    fn left_out(&self) -> LeftOut {
        vec![(WITHOUT_MOVE, self.without_move)]
    }
}

#[cfg(test)]
mod tests {
    use gardez_notation::pgn::Reader;

    use super::*;
    use crate::PgnGames;

    #[test]
    fn a_fen_without_moves_is_an_entry() {
        let fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 3 9";
        let pgn = format!("[FEN \"{fen}\"]\n[Result \"1-0\"]\n\n1-0\n\n[Event \"no moves\"]\n\n1/2-1/2\n");
        let entries = |missing| GameEntries::new(PgnGames::new(Reader::new(pgn.as_bytes())), missing);
        let mut found = entries(Some(20));
        let entry = *found.next_entry().expect("a PGN").expect("a position");
        assert_eq!((entry.board.to_string().as_str(), entry.mv, entry.score, entry.result), (fen, None, 20, Wdl::Win));
        assert!(found.next_entry().expect("a PGN").is_none());
        let mut none = entries(None);
        assert!(none.next_entry().expect("a PGN").is_none() && none.without_score() == 1);
    }
}
