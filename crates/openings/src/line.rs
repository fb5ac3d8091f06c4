//! The moves of an opening.

use core::iter::FusedIterator;

use gardez_types::Move;

use crate::table::{LINE_MOVES, LINE_PARENTS, MAX_PLIES};

/// The moves of an opening from the start position; see [`Opening::moves`](crate::Opening::moves).
#[derive(Clone, Debug)]
pub struct Moves {
    /// The numbers of the lines that end with each move, the last one first.
    lines: [u16; MAX_PLIES],
    left: usize,
}

impl Moves {
    /// The largest number of moves of an opening, in plies.
    pub const MAX: usize = MAX_PLIES;

    /// The moves of a line.
    pub(crate) fn of_line(line: u16) -> Self {
        let mut moves = Self { lines: [0; MAX_PLIES], left: 0 };
        let mut line = Some(line);
        while let Some(number) = line {
            moves.lines[moves.left] = number;
            moves.left += 1;
            line = LINE_PARENTS[usize::from(number)].checked_sub(1);
        }
        moves
    }
}

impl Iterator for Moves {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        self.left = self.left.checked_sub(1)?;
        Move::from_raw(LINE_MOVES[usize::from(self.lines[self.left])])
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Moves {}
impl FusedIterator for Moves {}
