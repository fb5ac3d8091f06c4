//! Opening books made of games.

use std::collections::HashMap;
use std::convert::Infallible;
use std::ops::ControlFlow::{self, Continue};

use gardez_notation::pgn::{Played, Problem, Severity, Skip, Visitor};
use gardez_notation::polyglot::{BookBuilder, RawMove};
use gardez_types::{Color, GameResult};

/// A visitor of a PGN that collects moves for an opening book.
///
/// A move gets two points for each game that its side won after it, and one for each draw, like the format's tool. The
/// memory grows with the number of different moves within the first plies.
///
/// ```
/// use gardez_data::{BookGames, BookWeight};
/// use gardez_notation::pgn::Reader;
/// use gardez_notation::polyglot::Book;
/// use gardez_position::{Board, Square};
///
/// let mut games = BookGames::new(16);
/// let mut reader = Reader::from_bytes(b"1. e4 e5 1-0\n\n1. e4 c5 1/2-1/2\n\n1. d4 0-1\n\n1. d4 d5 0-1");
/// while reader.read(&mut games)? {}
/// let book = Book::new(games.builder(2, BookWeight::Points).to_bytes()).expect("a book");
/// let moves: Vec<_> = book.moves(&Board::start()).map(|found| (found.mv.to(), found.weight)).collect();
/// assert_eq!(moves, [(Square::E4, 3)]);
/// # Ok::<_, std::convert::Infallible>(())
/// ```
#[derive(Clone, Debug)]
pub struct BookGames {
    plies: usize,
    moves: HashMap<(u64, RawMove), Tally>,
    /// The moves of the current game, with the side that made them.
    line: Vec<(u64, RawMove, Color)>,
    result: Option<GameResult>,
    errors: u64,
}

/// The games with a move, and its points.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    games: u32,
    points: u32,
}

/// The rule for the weight of a move in a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BookWeight {
    /// Two for each game that the side of the move won, one for each draw. Moves without a point are left out.
    #[default]
    Points,
    /// The number of games.
    Games,
}

impl BookGames {
    /// Collects the moves of this many first plies of each game.
    pub fn new(plies: usize) -> Self {
        Self { plies, moves: HashMap::new(), line: Vec::new(), result: None, errors: 0 }
    }

    /// Returns the number of errors in the games. A game counts up to its first error.
    pub const fn errors(&self) -> u64 {
        self.errors
    }

    /// Returns the book of the moves that were played in at least this number of games.
    pub fn builder(&self, least_games: u32, weight: BookWeight) -> BookBuilder {
        let mut builder = BookBuilder::new();
        for (&(key, m), tally) in self.moves.iter().filter(|(_, tally)| least_games <= tally.games) {
            let weight = match weight {
                BookWeight::Points => tally.points,
                BookWeight::Games => tally.games,
            };
            if weight > 0 {
                builder.add_record(key, m, weight);
            }
        }
        builder
    }
}

impl Visitor for BookGames {
    type Break = Infallible;

    fn begin_game(&mut self) -> ControlFlow<Infallible, Skip> {
        self.line.clear();
        self.result = None;
        Continue(Skip(false))
    }

    fn play(&mut self, played: Played<'_>) -> ControlFlow<Infallible, Skip> {
        let Some(m) = played.mv.filter(|_| self.line.len() < self.plies) else { return Continue(Skip(true)) };
        self.line.push((played.before.polyglot_key(), RawMove::from_move(m), played.before.side_to_move()));
        Continue(Skip(false))
    }

    fn result(&mut self, result: GameResult) -> ControlFlow<Infallible> {
        self.result = Some(result);
        Continue(())
    }

    fn problem(&mut self, problem: &Problem) -> ControlFlow<Infallible> {
        self.errors += u64::from(problem.kind.severity() == Severity::Error);
        Continue(())
    }

    fn end_game(&mut self) -> ControlFlow<Infallible> {
        for &(key, m, side) in &self.line {
            let points = match (self.result, side) {
                (Some(GameResult::WhiteWins), Color::White) | (Some(GameResult::BlackWins), Color::Black) => 2,
                (Some(GameResult::Draw), _) => 1,
                _ => 0,
            };
            let tally = self.moves.entry((key, m)).or_default();
            tally.games = tally.games.saturating_add(1);
            tally.points = tally.points.saturating_add(points);
        }
        Continue(())
    }
}
