//! Counts of the games of a PGN.

use core::convert::Infallible;
use core::ops::{AddAssign, ControlFlow};
use std::io::Read;

use gardez_notation::pgn::{Boards, PgnBoard, Played, Problem, Skip, Text, Visitor};
use gardez_types::GameResult;

use crate::texts::{GameTextError, GameTexts};

/// Counts of the games of a PGN.
///
/// ```
/// use gardez_data::{GameCounts, GameTexts};
///
/// let (mut counts, mut problems) = (GameCounts::default(), 0);
/// let mut games = GameTexts::new(&b"1. e4 {best} e5 (1... c5) 1-0\n\n1. d4 d4 *"[..]);
/// counts.add(&mut games, |_| problems += 1)?;
/// assert_eq!((counts.games, counts.plies, counts.variation_moves, counts.white_wins), (2, 3, 1, 1));
/// assert_eq!(problems, 1);
/// # Ok::<_, gardez_data::GameTextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct GameCounts {
    /// The games.
    pub games: u64,
    /// The moves of the main lines.
    pub plies: u64,
    /// The plies of the longest game.
    pub longest_game: u64,
    /// The moves in variations.
    pub variation_moves: u64,
    /// The comments.
    pub comments: u64,
    /// The games that White won.
    pub white_wins: u64,
    /// The games that Black won.
    pub black_wins: u64,
    /// The games that were drawn.
    pub draws: u64,
    /// The games whose result is not known.
    pub unknown_results: u64,
}

impl AddAssign for GameCounts {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.plies += other.plies;
        self.longest_game = self.longest_game.max(other.longest_game);
        self.variation_moves += other.variation_moves;
        self.comments += other.comments;
        self.white_wins += other.white_wins;
        self.black_wins += other.black_wins;
        self.draws += other.draws;
        self.unknown_results += other.unknown_results;
    }
}

impl GameCounts {
    /// Adds the games of a PGN, and calls `each` for each problem. Every move is made on a board.
    ///
    /// # Errors
    ///
    /// Returns the error of the stream. The games before it were counted.
    pub fn add<R: Read, B: PgnBoard>(
        &mut self,
        games: &mut GameTexts<R, B>,
        each: impl FnMut(&Problem),
    ) -> Result<(), GameTextError> {
        let mut counter = Counter { counts: self, plies: 0, result: GameResult::Unknown, each };
        while games.read(&mut counter)? {}
        Ok(())
    }
}

struct Counter<'a, F> {
    counts: &'a mut GameCounts,
    plies: u64,
    result: GameResult,
    each: F,
}

impl<B: PgnBoard, F: FnMut(&Problem)> Visitor<Boards<B>> for Counter<'_, F> {
    type Break = Infallible;

    fn begin_game(&mut self) -> ControlFlow<Infallible, Skip> {
        (self.plies, self.result) = (0, GameResult::Unknown);
        ControlFlow::Continue(Skip(false))
    }

    fn play(&mut self, played: Played<'_, B>) -> ControlFlow<Infallible, Skip> {
        if played.depth == 0 {
            self.plies += 1;
            self.counts.plies += 1;
        } else {
            self.counts.variation_moves += 1;
        }
        ControlFlow::Continue(Skip(false))
    }

    fn comment(&mut self, _: Text<'_>) -> ControlFlow<Infallible> {
        self.counts.comments += 1;
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &B, _: usize) -> ControlFlow<Infallible, Skip> {
        ControlFlow::Continue(Skip(false))
    }

    fn result(&mut self, result: GameResult) -> ControlFlow<Infallible> {
        self.result = result;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self) -> ControlFlow<Infallible> {
        let counts = &mut *self.counts;
        counts.games += 1;
        counts.longest_game = counts.longest_game.max(self.plies);
        *match self.result {
            GameResult::WhiteWins => &mut counts.white_wins,
            GameResult::BlackWins => &mut counts.black_wins,
            GameResult::Draw => &mut counts.draws,
            GameResult::Unknown => &mut counts.unknown_results,
        } += 1;
        ControlFlow::Continue(())
    }

    fn problem(&mut self, problem: &Problem) -> ControlFlow<Infallible> {
        (self.each)(problem);
        ControlFlow::Continue(())
    }
}
