//! The games of a PGN.

mod start;

use core::mem;
use std::io;

use gardez_formats::{AnyReader, Division, Fact, Format, FormatRow, LeftOut, ReadError};
use gardez_notation::pgn::{MoveEvaluation, ReadError as PgnError, Reader, StreamSource};
use gardez_position::Board;
use gardez_types::{Color, GameResult, Move};

#[cfg(feature = "lc0")]
use crate::chunk::{GameRow, WrittenGame};
use crate::entries::{GameEntries, ReadGames};
use crate::evaluation::Evaluation;
use crate::game::{Game, Ply};
use crate::line::{KeepLine, MainLine};
use crate::policy::Policy;

pub use start::game_start;

/// PGN, whose evaluations are in its comments.
pub const PGN: Format = Format::new(&ROW);

static ROW: FormatRow = FormatRow {
    facts: &Fact::ALL,
    is_text: true,
    typical_entry_size: 8,
    division: Division::Games(game_start),
    fits: |bytes| bytes.starts_with(b"[Event \""),
    read: Some(|source, options| {
        AnyReader::white(GameEntries::new(PgnGames::new(Reader::new(source)), options.missing_score))
    }),
    #[cfg(feature = "lc0")]
    more: Some(&GAMES),
    ..FormatRow::new("PGN", &["pgn"], "games with [%eval] comments")
};

#[cfg(feature = "lc0")]
static GAMES: GameRow = GameRow {
    content: "games of a PGN",
    is_divisible: false,
    read: |source, _| Box::new(PgnGames::new(Reader::new(source))),
    write: |game, options, is_first, bytes| {
        let separator = if is_first { "" } else { "\n" };
        bytes.extend(format!("{separator}{}", game.to_pgn(options.policies)?).into_bytes());
        Ok(WrittenGame::default())
    },
};

/// The counts of games of a PGN that were read and left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct PgnReport {
    /// The games that were read.
    pub games: u64,
    /// The games that are cut at an error, such as an illegal move, or at a null move.
    pub damaged: u64,
    /// The games that are cut after [`MOST_PLIES`](crate::MOST_PLIES) plies.
    pub too_long: u64,
    /// The commands `%policy` that were ignored because they are not a distribution over legal moves.
    pub policies: u64,
}

/// A reader of the games of a PGN, with the evaluations and policies of their comments.
///
/// [`MainLine`] says which comments and which result count. Needs memory for one game.
///
/// ```
/// use gardez_data::{Evaluation, PgnGames};
/// use gardez_notation::pgn::Reader;
///
/// let pgn = "1. f3 { [%eval -0.4] } e5 2. g4 { [%eval #-1] } Qh4# 0-1";
/// let mut games = PgnGames::new(Reader::new(pgn.as_bytes()));
/// let game = games.next_game()?.expect("there is a game");
/// assert_eq!(game.plies.len(), 4);
/// assert_eq!(game.plies[3].evaluation, Some(Evaluation::Mate(1)));
/// # Ok::<_, gardez_formats::ReadError>(())
/// ```
#[derive(Debug)]
pub struct PgnGames<R> {
    reader: Reader<StreamSource<R>>,
    line: MainLine<Line>,
    report: PgnReport,
    /// The error of the stream, after the moves before it.
    damage: Option<io::Error>,
    is_over: bool,
}

impl<R: io::Read> PgnGames<R> {
    /// Creates a reader of the games of a PGN.
    pub fn new(reader: Reader<StreamSource<R>>) -> Self {
        Self { reader, line: MainLine::default(), report: PgnReport::default(), damage: None, is_over: false }
    }

    /// Returns what was read so far.
    pub const fn report(&self) -> &PgnReport {
        &self.report
    }

    /// Returns the number of bytes read so far; see [`Reader::offset`].
    pub const fn offset(&self) -> u64 {
        self.reader.offset()
    }

    /// Reads the next game, or `None` at the end and after an error.
    ///
    /// # Errors
    ///
    /// Returns the error of the stream, after the moves before it.
    pub fn next_game(&mut self) -> Result<Option<Game>, ReadError> {
        if let Some(error) = self.damage.take() {
            self.is_over = true;
            return Err(ReadError::Stream { format: PGN, offset: self.reader.offset(), error });
        }
        if self.is_over {
            return Ok(None);
        }
        match self.reader.read(&mut self.line) {
            Ok(true) => {}
            Ok(false) => {
                self.is_over = true;
                return Ok(None);
            }
            Err(PgnError::Source(error)) => {
                self.damage = Some(error);
                // After an error, what was read may be a game or nothing.
                if self.line.kept.game.plies.is_empty() {
                    return self.next_game();
                }
            }
            Err(PgnError::Stopped(never)) => match never {},
        }
        let mut line = mem::take(&mut self.line);
        line.finish();
        self.report.games += 1;
        self.report.damaged += u64::from(line.is_damaged);
        self.report.too_long += u64::from(line.is_too_long);
        self.report.policies += line.kept.policies;
        Ok(Some(Game { result: line.result(), ..line.kept.game }))
    }
}

impl<R: io::Read> ReadGames for PgnGames<R> {
    type Error = ReadError;

    fn format(&self) -> Format {
        PGN
    }

    fn next_game(&mut self) -> Result<Option<Game>, ReadError> {
        Self::next_game(self)
    }

    fn left_out(&self) -> LeftOut {
        let PgnReport { damaged, too_long, policies, .. } = self.report;
        vec![
            ("rest of a game after an error", damaged),
            ("rest of a game that is too long", too_long),
            ("[%policy] that is not a distribution over legal moves", policies),
        ]
    }
}

#[derive(Debug)]
struct Line {
    /// Without its result. The evaluation of the last position belongs to the position after the moves so far.
    game: Game,
    board: Board,
    policy: Policy,
    policies: u64,
}

impl Default for Line {
    fn default() -> Self {
        let board = Board::start();
        Self { game: Game::new(board, GameResult::Unknown), board, policy: Policy::Played, policies: 0 }
    }
}

impl Line {
    /// Returns where the evaluation of a position is, if there is such a position.
    fn place(&mut self, position: usize) -> Option<&mut Option<Evaluation>> {
        let is_last = position == self.game.plies.len();
        match self.game.plies.get_mut(position) {
            Some(ply) => Some(&mut ply.evaluation),
            None => is_last.then_some(&mut self.game.last),
        }
    }
}

impl KeepLine for Line {
    fn begin(&mut self, start: &Board) -> bool {
        (self.game.start, self.board) = (*start, *start);
        true
    }

    fn play(&mut self, mv: Move, after: &Board) {
        let (evaluation, policy) = (self.game.last.take(), mem::take(&mut self.policy));
        self.game.plies.push(Ply { mv, evaluation, policy, result: None });
        self.board = *after;
    }

    fn is_evaluated(&mut self, position: usize) -> bool {
        self.place(position).is_none_or(|place| place.is_some())
    }

    fn evaluate(&mut self, position: usize, color: Color, evaluation: MoveEvaluation) {
        if let Some(place) = self.place(position) {
            *place = Some(Evaluation::from_white(evaluation.score, color));
        }
    }

    fn policy(&mut self, value: &str) {
        match Policy::read(value, &self.board) {
            Some(policy) => self.policy = policy,
            None => self.policies += 1,
        }
    }
}
