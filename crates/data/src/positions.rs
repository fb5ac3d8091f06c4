//! The positions of games.

use core::convert::Infallible;
use core::ops::ControlFlow::{self, Continue};
use core::ops::RangeInclusive;
use std::collections::HashSet;

use gardez_notation::pgn::{Boards, PgnBoard, Played, Problem, Severity, Skip, Visitor};
use gardez_position::Board;

/// A visitor that calls a function with each position of a main line and its ply, once a game.
///
/// ```
/// use gardez_data::EachPosition;
/// use gardez_notation::pgn::Reader;
///
/// let mut plies = Vec::new();
/// let mut visitor = EachPosition::new(1..=9, |ply, _| plies.push(ply));
/// Reader::from_bytes(b"1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 e5 *").read(&mut visitor)?;
/// assert_eq!(plies, [1, 2, 3, 4, 6]);
/// # Ok::<_, std::convert::Infallible>(())
/// ```
#[derive(Debug)]
pub struct EachPosition<F> {
    each: F,
    plies: RangeInclusive<u32>,
    ply: u32,
    seen: HashSet<u64>,
    errors: u64,
}

impl<F: FnMut(u32, &Board)> EachPosition<F> {
    /// Calls `each` for the positions at these plies. Ply 0 is the start. Games of variants have none.
    pub fn new(plies: RangeInclusive<u32>, each: F) -> Self {
        Self { each, plies, ply: 0, seen: HashSet::new(), errors: 0 }
    }

    /// Returns the number of errors in all games, as far as they were read. A game ends at its first error.
    pub const fn errors(&self) -> u64 {
        self.errors
    }

    fn look(&mut self, board: Option<&Board>) -> Skip {
        if let Some(board) = board.filter(|_| self.plies.contains(&self.ply)) {
            if self.seen.insert(board.raw_key()) {
                (self.each)(self.ply, board);
            }
        }
        Skip(board.is_none() || *self.plies.end() <= self.ply)
    }
}

impl<B: PgnBoard, F: FnMut(u32, &Board)> Visitor<Boards<B>> for EachPosition<F> {
    type Break = Infallible;

    fn begin_moves(&mut self, start: &B) -> ControlFlow<Infallible, Skip> {
        self.ply = 0;
        self.seen.clear();
        Continue(self.look(start.as_chess()))
    }

    fn play(&mut self, played: Played<'_, B>) -> ControlFlow<Infallible, Skip> {
        self.ply += 1;
        Continue(self.look(played.after.as_chess()))
    }

    fn problem(&mut self, problem: &Problem) -> ControlFlow<Infallible> {
        self.errors += u64::from(problem.kind.severity() == Severity::Error);
        Continue(())
    }
}
