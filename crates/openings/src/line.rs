//! The moves of an opening.

use core::iter::FusedIterator;

use gardez_types::Move;

use crate::chain::Chain;
use crate::table::{LINE_MOVES, LINE_PARENTS, MAX_PLIES};

/// The moves of an opening from the start position; see [`Opening::moves`](crate::Opening::moves).
#[derive(Clone, Debug)]
pub struct Moves(Chain<MAX_PLIES>);

impl Moves {
    /// The largest number of moves of an opening, in plies.
    pub const MAX: usize = MAX_PLIES;

    /// Returns the moves of a line.
    pub(crate) fn of_line(line: u16) -> Self {
        Self(Chain::new(line, &LINE_PARENTS))
    }
}

impl Iterator for Moves {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        self.0.next().and_then(|number| Move::from_raw(LINE_MOVES[usize::from(number)]))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for Moves {}
impl FusedIterator for Moves {}
