//! The games of a stream of records.

use std::io;

use gardez_formats::{Format, Strictness};
use gardez_lc0::training::{self, Reader};

use super::LC0_V6;
use super::error::ChunkError;
use super::replay::Replay;
use crate::entries::ReadGames;
use crate::game::Game;

/// A reader of the games in a stream of training records of any version.
///
/// lc0 writes one game to a file. If there are several, a game ends where no legal move leads to the next record. The
/// moves are found by comparing the planes; the last record names the last move, but not in versions 3 to 5. Position,
/// result and values are read as the [module](super) says that they are written:
///
/// - The evaluation is `best_q` and `best_d`. If they equal the result and are not proven, it is not known. If the
///   move is proven and `best_q` is 1 or -1, there is a mate in `best_m` plies.
/// - The result of each position is `result_q`, rounded, and the game's is its last record's. An undecided game has an
///   unknown result.
/// - The evaluation after the last move is `played_q`, unless `played_q` and `played_d` belong to the best move.
/// - The move number of the first position is not known. It is counted from the fifty-move counter, as in lc0.
///
/// ```
/// use gardez_data::PgnGames;
/// use gardez_data::chunk::{ChunkGames, ChunkOptions};
/// use gardez_lc0::training::{Reader, Writer};
/// use gardez_notation::pgn;
///
/// let pgn = "1. e4 { [%eval 0.36] } e5 { [%eval 0.28] } 2. Qh5 Ke7 3. Qxe5# 1-0";
/// let mut file = Writer::new(Vec::new());
/// let game = PgnGames::new(pgn::Reader::new(pgn.as_bytes())).next_game()?.expect("there is a game");
/// game.records(&ChunkOptions::default())?.try_for_each(|record| file.write(&record))?;
/// let bytes = file.finish()?;
/// let mut games = ChunkGames::new(Reader::new(&bytes[..]));
/// let game = games.next_game()?.expect("there is a game");
/// assert!(game.to_pgn(Default::default())?.to_string().ends_with(
///     "1. e4 { [%eval 0.36] } 1... e5 { [%eval 0.28] } 2. Qh5 Ke7 3. Qxe5# 1-0\n"
/// ));
/// assert_eq!(games.next_game()?, None);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ChunkGames<R> {
    reader: Reader<R>,
    offset: u64,
    strictness: Strictness,
    has_policies: bool,
    /// The game that is being read, and the error after it.
    game: Option<Replay>,
    damage: Option<ChunkError>,
    is_over: bool,
}

impl<R: io::Read> ChunkGames<R> {
    /// Returns the games of the records of this reader, without the distributions over moves.
    pub const fn new(reader: Reader<R>) -> Self {
        let (game, damage) = (None, None);
        Self { reader, offset: 0, strictness: Strictness::Strict, has_policies: false, game, damage, is_over: false }
    }

    /// Sets whether games have the distributions over moves of their records.
    #[must_use]
    pub const fn with_policies(mut self, has_policies: bool) -> Self {
        self.has_policies = has_policies;
        self
    }

    /// Sets whether records that lc0's rescorer [refuses](training::V6::check) are errors, or only those without a
    /// position.
    #[must_use]
    pub const fn with_strictness(mut self, strictness: Strictness) -> Self {
        self.strictness = strictness;
        self
    }

    /// Reads the next game, or `None` at the end and after an error.
    ///
    /// # Errors
    ///
    /// Returns an error if a record cannot be read or does not show a position. The game before it has been given.
    pub fn next_game(&mut self) -> Result<Option<Game>, ChunkError> {
        while !self.is_over {
            if let Some(error) = self.damage.take() {
                self.is_over = true;
                return Err(error);
            }
            match self.next_record() {
                Ok(Some(finished)) => return Ok(Some(finished)),
                Ok(None) => {}
                // The records before the error are given first.
                Err(error) => {
                    self.damage = Some(error);
                    if let Some(game) = self.game.take() {
                        return Ok(Some(game.finish()));
                    }
                }
            }
        }
        Ok(self.game.take().map(Replay::finish))
    }

    /// Reads the next record. Returns the game that ended before it.
    fn next_record(&mut self) -> Result<Option<Game>, ChunkError> {
        let offset = self.offset;
        let Some(record) = self.reader.next() else {
            self.is_over = true;
            return Ok(None);
        };
        let record = record.map_err(ChunkError::Read)?;
        self.offset += record.bytes().len() as u64;
        let record = record.into_v6();
        if self.strictness == Strictness::Strict {
            let checked = record.check(training::Strictness::Lc0);
            checked.map_err(|error| ChunkError::Record { offset, error })?;
        }
        let next = match &mut self.game {
            Some(game) => game.follow(record, offset)?,
            None => Some(record),
        };
        let Some(record) = next else { return Ok(None) };
        let begun = Replay::begin(record, offset, self.has_policies)?;
        Ok(self.game.replace(begun).map(Replay::finish))
    }
}

/// A game that became too long for lc0 is a draw.
impl<R: io::Read> ReadGames for ChunkGames<R> {
    type Error = ChunkError;

    const UNDECIDED_IS_DRAW: bool = true;

    fn format(&self) -> Format {
        LC0_V6
    }

    fn next_game(&mut self) -> Result<Option<Game>, ChunkError> {
        Self::next_game(self)
    }
}
