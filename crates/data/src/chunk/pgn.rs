//! From a PGN to games and records.

use core::convert::Infallible;
use core::mem;
use core::ops::ControlFlow;
use std::io;
use std::vec::Vec;

use gardez_formats::{Format, ReadError};
use gardez_lc0::training::{V6, V7};
use gardez_notation::pgn::{Interest, Played, Problem, ReadError as PgnError, Reader, Severity, StreamSource, Tag};
use gardez_notation::pgn::{Text, Visitor};
use gardez_position::Board;
use gardez_types::GameResult;

use super::comments::{Comment, Evaluation};
use super::game::{ChunkGame, MOST_PLIES, Ply, Policy, UnfitGameError};
use super::options::ChunkOptions;
use super::value::{Value, ValueRule};

/// What was read of a PGN, and what was left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct ChunkReport {
    /// The games that were read.
    pub games: u64,
    /// The games that end at an error, such as an illegal move, or at a null move. The moves before it are given.
    pub damaged: u64,
    /// The games with more than [`MOST_PLIES`] plies, of which the rest is left out.
    pub too_long: u64,
    /// The commands `%policy` that are not a distribution over legal moves. They are ignored.
    pub policies: u64,
    /// The games without a result of which there are no records.
    pub without_result: u64,
    /// The games of which there are no records for another reason.
    pub refused: u64,
    /// The games whose records end before their last position, at a fifty-move counter that is too large.
    pub cut: u64,
    /// The records.
    pub records: u64,
}

/// A reader of the games of a PGN, with the evaluations and policies of their comments.
///
/// The [module](super) says which comments are read. The result is that at the end of the moves, or else that of the tag
/// `Result`. Variations are skipped. Memory is needed for one game.
///
/// ```
/// use gardez_data::chunk::{PgnGames, ValueRule, Value};
/// use gardez_notation::pgn::Reader;
///
/// let pgn = "1. f3 { [%eval -0.4] } e5 2. g4 { [%eval #-1] } Qh4# 0-1";
/// let mut games = PgnGames::new(Reader::new(pgn.as_bytes()), ValueRule::default());
/// let game = games.next_game()?.expect("there is a game");
/// assert_eq!(game.plies.len(), 4);
/// assert_eq!(game.plies[3].value, Some(Value::from_mate(1)));
/// # Ok::<_, gardez_formats::ReadError>(())
/// ```
#[derive(Debug)]
pub struct PgnGames<R> {
    reader: Reader<StreamSource<R>>,
    line: Line,
    report: ChunkReport,
    /// The error of the stream, after the moves before it.
    damage: Option<io::Error>,
    is_over: bool,
}

impl<R: io::Read> PgnGames<R> {
    /// The games of this reader.
    pub fn new(reader: Reader<StreamSource<R>>, values: ValueRule) -> Self {
        Self { reader, line: Line::new(values), report: ChunkReport::default(), damage: None, is_over: false }
    }

    /// What was read so far. The last four numbers are those of [`PgnChunks`], and 0 here.
    pub const fn report(&self) -> &ChunkReport {
        &self.report
    }

    /// The number of bytes read so far; see [`Reader::offset`].
    pub const fn offset(&self) -> u64 {
        self.reader.offset()
    }

    /// The next game, or `None` at the end and after an error.
    ///
    /// # Errors
    ///
    /// Returns the error of the stream, after the moves before it.
    pub fn next_game(&mut self) -> Result<Option<&ChunkGame>, ReadError> {
        if let Some(error) = self.damage.take() {
            self.is_over = true;
            return Err(ReadError::Stream { format: Format::Pgn, offset: self.reader.offset(), error });
        }
        if self.is_over {
            return Ok(None);
        }
        self.line.clear();
        match self.reader.read(&mut self.line) {
            Ok(true) => {}
            Ok(false) => {
                self.is_over = true;
                return Ok(None);
            }
            Err(PgnError::Source(error)) => {
                self.damage = Some(error);
                // After an error, what was read may be a game or nothing.
                if self.line.game.plies.is_empty() {
                    return self.next_game();
                }
            }
            Err(PgnError::Stopped(never)) => match never {},
        }
        self.line.finish();
        self.report.games += 1;
        self.report.damaged += u64::from(self.line.is_damaged);
        self.report.too_long += u64::from(self.line.is_too_long);
        self.report.policies += self.line.policies;
        Ok(Some(&self.line.game))
    }
}

/// The records of a game of a PGN, in version 6.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct PgnChunk {
    /// The number of the game in the PGN, counted from 1.
    pub number: u64,
    /// The records.
    pub records: Vec<V6>,
    /// If the records end before the last position, the number of moves before the first position whose fifty-move counter
    /// is too large for a record.
    pub rule50_ply: Option<usize>,
}

impl PgnChunk {
    /// The records in version 7; see [`V7::from_game`]. The weight of the future is that of lczero-training.
    pub fn to_v7(&self) -> Vec<V7> {
        V7::from_game(&self.records, V7::DEFAULT_THETA)
    }
}

/// An iterator over the games of a PGN as records: one call from a PGN to lc0's training data.
///
/// Games that have no records are left out and counted. Memory is needed for the records of one game, 8 KiB each.
///
/// See the [module](super) for an example.
#[derive(Debug)]
pub struct PgnChunks<R> {
    games: PgnGames<R>,
    options: ChunkOptions,
}

impl<R: io::Read> PgnChunks<R> {
    /// The records of the games of this reader.
    pub fn new(reader: Reader<StreamSource<R>>, options: ChunkOptions) -> Self {
        Self { games: PgnGames::new(reader, options.values), options }
    }

    /// What was read so far, and what was left out.
    pub const fn report(&self) -> &ChunkReport {
        self.games.report()
    }

    /// The number of bytes read so far; see [`Reader::offset`].
    pub const fn offset(&self) -> u64 {
        self.games.offset()
    }
}

impl<R: io::Read> Iterator for PgnChunks<R> {
    type Item = Result<PgnChunk, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let game = match self.games.next_game() {
                Ok(game) => game?,
                Err(error) => return Some(Err(error)),
            };
            let made = game.records(&self.options).map(|records| (records.rule50_ply(), records.collect::<Vec<_>>()));
            let report = &mut self.games.report;
            match made {
                Ok((rule50_ply, records)) => {
                    report.cut += u64::from(rule50_ply.is_some());
                    report.records += records.len() as u64;
                    if !records.is_empty() {
                        return Some(Ok(PgnChunk { number: report.games, records, rule50_ply }));
                    }
                }
                Err(UnfitGameError::NoResult) => report.without_result += 1,
                Err(_) => report.refused += 1,
            }
        }
    }
}

/// The main line of a game.
#[derive(Debug)]
struct Line {
    values: ValueRule,
    game: ChunkGame,
    /// The position after the last move, and what is known of it.
    board: Board,
    value: Option<Value>,
    policy: Policy,
    tag: Option<GameResult>,
    end: Option<GameResult>,
    is_damaged: bool,
    is_too_long: bool,
    /// The policies that were ignored.
    policies: u64,
}

impl Line {
    fn new(values: ValueRule) -> Self {
        let board = Board::start();
        let game = ChunkGame::new(board, GameResult::Unknown);
        let (value, policy) = (None, Policy::Played);
        let (is_damaged, is_too_long) = (false, false);
        Self { values, game, board, value, policy, tag: None, end: None, is_damaged, is_too_long, policies: 0 }
    }

    fn clear(&mut self) {
        self.game.clear(Board::start());
        (self.board, self.value, self.policy) = (Board::start(), None, Policy::Played);
        (self.tag, self.end, self.is_damaged, self.is_too_long, self.policies) = (None, None, false, false, 0);
    }

    /// Fills in what follows from the end of the game.
    fn finish(&mut self) {
        let known = |result: &GameResult| *result != GameResult::Unknown;
        self.game.result = self.end.filter(known).or(self.tag).unwrap_or_default();
        self.game.last = self.value.take();
    }
}

impl Visitor for Line {
    type Break = Infallible;

    fn tag(&mut self, tag: Tag<'_>) -> ControlFlow<Infallible> {
        if tag.name.as_bytes() == b"Result" {
            self.tag = tag.value().parse().ok();
        }
        ControlFlow::Continue(())
    }

    fn begin_moves(&mut self, start: &Board) -> ControlFlow<Infallible, Interest> {
        (self.game.start, self.board) = (*start, *start);
        ControlFlow::Continue(Interest::Take)
    }

    fn play(&mut self, played: Played<'_>) -> ControlFlow<Infallible, Interest> {
        // The moves after a null move were not played.
        let Some(mv) = played.mv else {
            self.is_damaged = true;
            return ControlFlow::Continue(Interest::Skip);
        };
        if self.game.plies.len() == MOST_PLIES {
            self.is_too_long = true;
            return ControlFlow::Continue(Interest::Skip);
        }
        let (value, policy) = (self.value.take(), mem::take(&mut self.policy));
        self.game.plies.push(Ply { mv, value, policy, result: None });
        self.board = *played.after;
        ControlFlow::Continue(Interest::Take)
    }

    fn comment(&mut self, comment: Text<'_>) -> ControlFlow<Infallible> {
        let read = Comment::read(&comment.to_str(), &self.board);
        if let (Some(evaluation), Some(ply)) = (read.of_mover, self.game.plies.last_mut()) {
            // An `%eval` of the position is already there.
            ply.value.get_or_insert_with(|| match evaluation {
                Evaluation::Centipawns(centipawns) => self.values.value(centipawns),
                Evaluation::Mate(plies) => Value::from_mate(plies),
            });
        }
        if let Some(score) = read.evaluation {
            self.value = Some(self.values.value_of_score(score, self.board.side_to_move()));
        }
        match read.policy {
            Some(Ok(policy)) => self.policy = policy,
            Some(Err(())) => self.policies += 1,
            None => {}
        }
        ControlFlow::Continue(())
    }

    fn result(&mut self, result: GameResult) -> ControlFlow<Infallible> {
        self.end = Some(result);
        ControlFlow::Continue(())
    }

    fn problem(&mut self, problem: &Problem) -> ControlFlow<Infallible> {
        self.is_damaged |= problem.kind.severity() == Severity::Error;
        ControlFlow::Continue(())
    }
}
