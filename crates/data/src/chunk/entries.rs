//! From records to entries of packed formats, and from entries to games.

use std::io;
use std::vec::Vec;

use gardez_formats::{Entry, Format, ReadEntries, ReadError, SideToMove, Wdl};
use gardez_position::Board;
use gardez_types::{Color, GameResult};

use super::game::{ChunkGame, MOST_PLIES, Ply, Policy};
use super::stream::ChunkGames;
use super::value::{ValueRule, centipawns_from_q};
use crate::pgn::MissingScore;

/// A reader of the positions in a stream of training records, with their moves, scores and results.
///
/// The score is `best_q` by the formula of [`centipawns_from_q`], as in the plain text that lc0's rescorer writes: 26,624
/// for a position that is won for certain. A position whose value is not known is left out and counted, or gets a score.
/// An undecided game counts as a draw. The last position is left out if the record does not name its move.
///
/// ```
/// use gardez_data::MissingScore;
/// use gardez_data::chunk::{ChunkEntries, ChunkGames};
/// use gardez_data::{OnMisfit, transfer};
/// use gardez_formats::{Losses, binpack};
/// use gardez_lc0::training::Reader;
///
/// # let game = gardez_data::chunk::PgnChunks::new(
/// #     gardez_notation::pgn::Reader::new(&b"{ [%eval 0.2] } 1. e4 { [%eval 0.36] } e5 { [%eval 0.28] } 2. Qh5 1-0"[..]),
/// #     Default::default(),
/// # );
/// # let mut file = gardez_lc0::training::Writer::new(Vec::new());
/// # for chunk in game {
/// #     chunk?.records.iter().try_for_each(|record| file.write(record))?;
/// # }
/// # let bytes = file.finish()?;
/// let mut entries = ChunkEntries::new(ChunkGames::new(Reader::new(&bytes[..])), MissingScore::Skip);
/// let mut writer = binpack::Writer::new(Vec::new());
/// let done = transfer(&mut entries, &mut writer, Losses::NONE, OnMisfit::Stop)?;
/// assert_eq!((done.written, entries.without_score()), (3, 0));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ChunkEntries<R> {
    games: ChunkGames<R>,
    missing: MissingScore,
    /// The game, the number of its next move, and the position before it.
    game: ChunkGame,
    next: usize,
    board: Board,
    without_score: u64,
    game_count: u64,
    entry: Entry<SideToMove>,
}

impl<R: io::Read> ChunkEntries<R> {
    /// The positions of these games.
    pub fn new(games: ChunkGames<R>, missing: MissingScore) -> Self {
        let board = Board::start();
        let game = ChunkGame::new(board, GameResult::Unknown);
        let entry = Entry::new(board, None, 0, Wdl::Draw);
        Self { games, missing, game, next: 0, board, without_score: 0, game_count: 0, entry }
    }

    /// The number of positions without a value that were left out so far.
    pub const fn without_score(&self) -> u64 {
        self.without_score
    }

    /// The number of games so far.
    pub const fn game_count(&self) -> u64 {
        self.game_count
    }
}

impl<R: io::Read> ReadEntries for ChunkEntries<R> {
    type View = SideToMove;

    fn format(&self) -> Format {
        Format::Lc0V6
    }

    fn next_entry(&mut self) -> Result<Option<&Entry<SideToMove>>, ReadError> {
        loop {
            let Some(ply) = self.game.plies.get(self.next) else {
                // The game is over. If there is no other, it is not needed any more either.
                self.game.plies.clear();
                self.next = 0;
                let Some(game) = self.games.next_game().map_err(super::ChunkError::into_read_error)? else {
                    return Ok(None);
                };
                self.game_count += 1;
                (self.board, self.game) = (game.start, game);
                continue;
            };
            self.next += 1;
            let board = self.board;
            let color = board.side_to_move();
            self.board.do_move(ply.mv);
            let score = match (ply.value, self.missing) {
                (Some(value), _) => centipawns_from_q(value.q) as i16,
                (None, MissingScore::Set(score)) if color == Color::White => score,
                (None, MissingScore::Set(score)) => score.saturating_neg(),
                (None, MissingScore::Skip) => {
                    self.without_score += 1;
                    continue;
                }
            };
            let result = Wdl::from_game(ply.result.unwrap_or(self.game.result), color).unwrap_or(Wdl::Draw);
            self.entry = Entry::new(board, Some(ply.mv), score, result);
            return Ok(Some(&self.entry));
        }
    }
}

/// The games that follow from entries of a packed format.
///
/// An entry belongs to the current game if its position is the one after the previous move, with the same counters, and
/// the result is the same. So after a filter, each gap begins a new game. The score is taken as centipawns of the side to
/// move. An entry without a move ends its game, is left out and counted.
///
/// ```
/// use gardez_data::chunk::{EntryGames, ValueRule};
/// use gardez_formats::{Strictness, plain};
///
/// let text = b"fen 4k3/8/8/8/8/8/8/4K2R w - - 0 1\nmove h1h2\nscore 500\nply 0\nresult 1\ne\n";
/// let mut games = EntryGames::new(plain::Reader::new(&text[..]), ValueRule::default());
/// let game = games.next_game()?.expect("there is a game");
/// assert_eq!((game.plies.len(), games.next_game()?), (1, None));
/// # Ok::<_, gardez_formats::ReadError>(())
/// ```
#[derive(Debug)]
pub struct EntryGames<R> {
    reader: R,
    values: ValueRule,
    /// The game that is being read, and the position after its last move.
    game: Option<(ChunkGame, Board)>,
    damage: Option<ReadError>,
    without_move: u64,
    is_over: bool,
}

impl<R: ReadEntries> EntryGames<R> {
    /// The games of this reader.
    pub const fn new(reader: R, values: ValueRule) -> Self {
        Self { reader, values, game: None, damage: None, without_move: 0, is_over: false }
    }

    /// The number of entries without a move that were left out so far.
    pub const fn without_move(&self) -> u64 {
        self.without_move
    }

    /// The reader.
    pub const fn reader(&self) -> &R {
        &self.reader
    }

    /// The next game, or `None` at the end and after an error.
    ///
    /// # Errors
    ///
    /// Returns the error of the reader. The game before it has been given.
    pub fn next_game(&mut self) -> Result<Option<ChunkGame>, ReadError> {
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
            let color = board.side_to_move();
            // A score that has no negation is almost the same as the next one.
            let seen =
                entry.to_side_to_move().map_or((i16::MAX, entry.result.reversed()), |seen| (seen.score, seen.result));
            let result = seen.1.to_game(color);
            let value = Some(self.values.value(seen.0.into()));
            let ply = Ply { mv, value, policy: Policy::Played, result: None };
            let follows = |(game, after): &&mut (ChunkGame, Board)| {
                let is_next = after.same_position(&board) && after.same_clocks(&board);
                is_next && game.result == result && game.plies.len() < MOST_PLIES
            };
            if let Some((game, after)) = self.game.as_mut().filter(follows) {
                game.plies.push(ply);
                *after = board.after(mv);
                continue;
            }
            let game = ChunkGame { plies: Vec::from([ply]), ..ChunkGame::new(board, result) };
            if let Some((finished, _)) = self.game.replace((game, board.after(mv))) {
                return Ok(Some(finished));
            }
        }
        Ok(self.game.take().map(|(game, _)| game))
    }
}
