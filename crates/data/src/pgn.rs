//! The games of a PGN.

use core::convert::Infallible;
use core::mem;
use core::ops::ControlFlow;
use std::io;
use std::vec::Vec;

use gardez_formats::{AnyReader, Division, Fact, Format, FormatRow, LeftOut, ReadError};
use gardez_notation::pgn::{
    Interest, Played, Problem, ReadError as PgnError, Reader, Score, Severity, StreamSource, Tag,
};
use gardez_notation::pgn::{Text, Visitor};
use gardez_position::Board;
use gardez_types::GameResult;

use crate::comment::Comment;
use crate::entries::{GameEntries, MissingScore, ReadGames};
use crate::evaluation::Evaluation;
use crate::game::{Game, MOST_PLIES, Ply};
use crate::policy::Policy;

/// PGN, whose evaluations are in its comments.
pub const PGN: Format = Format::new(&ROW);

static ROW: FormatRow = FormatRow {
    facts: &Fact::ALL,
    is_text: true,
    typical_entry_size: 8,
    division: Division::Games(game_in),
    fits: |bytes| bytes.starts_with(b"[Event \""),
    read: Some(|source, options| {
        let missing = options.missing_score.map_or(MissingScore::Skip, MissingScore::Set);
        AnyReader::white(GameEntries::new(PgnGames::new(Reader::new(source)), missing))
    }),
    ..FormatRow::new("PGN", &["pgn"], "games with [%eval] comments")
};

/// Returns where the first game begins: at a tag `Event` after an empty line.
fn game_in(bytes: &[u8]) -> Option<usize> {
    const GAME: &[u8] = b"\n[Event ";
    let is_game = |at: &usize| {
        let before = &bytes[..*at];
        bytes[*at..].starts_with(GAME) && (before.ends_with(b"\n") || before.ends_with(b"\n\r"))
    };
    (0..bytes.len()).find(is_game).map(|at| at + 1)
}

/// What was read of a PGN, and what was left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct PgnReport {
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
/// [`Comment`] says which comments are read. Where two speak of a position, the command `%eval` counts, then what the player
/// of the move said, then the profile of ChessBase. The result is that at the end of the moves, or else that of the tag
/// `Result`. Variations are skipped. Memory is needed for one game.
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
    line: Line,
    pub(crate) report: PgnReport,
    /// The error of the stream, after the moves before it.
    damage: Option<io::Error>,
    is_over: bool,
}

impl<R: io::Read> PgnGames<R> {
    /// Creates a reader of the games of this reader.
    pub fn new(reader: Reader<StreamSource<R>>) -> Self {
        Self { reader, line: Line::default(), report: PgnReport::default(), damage: None, is_over: false }
    }

    /// Returns what was read so far. The last four numbers are those of [`PgnChunks`](crate::chunk::PgnChunks), and 0
    /// here.
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
                if self.line.game.plies.is_empty() {
                    return self.next_game();
                }
            }
            Err(PgnError::Stopped(never)) => match never {},
        }
        let line = mem::take(&mut self.line);
        self.report.games += 1;
        self.report.damaged += u64::from(line.is_damaged);
        self.report.too_long += u64::from(line.is_too_long);
        self.report.policies += line.policies;
        Ok(Some(line.finish()))
    }
}

impl<R: io::Read> ReadGames for PgnGames<R> {
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

/// The main line of a game.
#[derive(Debug)]
struct Line {
    game: Game,
    /// The position after the last move, and what is known of it.
    board: Board,
    evaluation: Option<Evaluation>,
    policy: Policy,
    /// Evaluations by the numbers of their positions, as White sees them.
    profile: Vec<(usize, Score)>,
    tag: Option<GameResult>,
    end: Option<GameResult>,
    is_damaged: bool,
    is_too_long: bool,
    /// The policies that were ignored.
    policies: u64,
}

impl Default for Line {
    fn default() -> Self {
        let board = Board::start();
        Self {
            game: Game::new(board, GameResult::Unknown),
            board,
            evaluation: None,
            policy: Policy::Played,
            profile: Vec::new(),
            tag: None,
            end: None,
            is_damaged: false,
            is_too_long: false,
            policies: 0,
        }
    }
}

impl Line {
    /// Returns the game with what follows from its end.
    fn finish(self) -> Game {
        let known = |result: &GameResult| *result != GameResult::Unknown;
        let mut game = self.game;
        game.result = self.end.filter(known).or(self.tag).unwrap_or_default();
        game.last = self.evaluation;
        let first = game.start.side_to_move();
        for (number, score) in self.profile {
            let is_last = number == game.plies.len();
            let place = match game.plies.get_mut(number) {
                Some(ply) => &mut ply.evaluation,
                None if is_last => &mut game.last,
                None => break,
            };
            let color = if number % 2 == 0 { first } else { !first };
            place.get_or_insert_with(|| Evaluation::from_white(score, color));
        }
        game
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
        let (evaluation, policy) = (self.evaluation.take(), mem::take(&mut self.policy));
        self.game.plies.push(Ply { mv, evaluation, policy, result: None });
        self.board = *played.after;
        ControlFlow::Continue(Interest::Take)
    }

    fn comment(&mut self, comment: Text<'_>) -> ControlFlow<Infallible> {
        let (text, color) = (comment.to_str(), self.board.side_to_move());
        let read = Comment::read(&text, !color);
        if let (Some(found), Some(ply)) = (read.before, self.game.plies.last_mut()) {
            // An `%eval` of the position is already there.
            ply.evaluation.get_or_insert_with(|| Evaluation::from_white(found.score, !color));
        }
        if let Some(found) = read.after {
            self.evaluation = Some(Evaluation::from_white(found.score, color));
        }
        self.profile.extend(read.profile_items());
        if let Some(value) = read.policy {
            match Policy::read(value, &self.board) {
                Some(policy) => self.policy = policy,
                None => self.policies += 1,
            }
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
