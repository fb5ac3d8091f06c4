//! A list of moves without heap.

use core::fmt;
use core::ops::Deref;

use arrayvec::ArrayVec;
use gardez_types::Move;

/// The moves of a position, kept on the stack.
///
/// No arrangement of pieces has more moves than the list has room for. (In a game, 218 is the most that is known.)
#[derive(Clone, PartialEq, Eq, Default)]
pub struct MoveList(ArrayVec<Move, { MoveList::CAPACITY }>);

impl MoveList {
    /// Room for every position, even one with more queens than a game can have.
    ///
    /// A sliding move is told by its target and the direction from which it arrives, so `s` sliders have at most
    /// `8 · (64 − men)` moves, and at most `27 · s`; both are at their highest near 14 sliders, at 392. Each knight adds
    /// at most the 8 moves that its square takes away, each pawn 12 moves for 8, on at most 8 squares before the last
    /// rank, and the king at most 10: below 440 in all.
    pub const CAPACITY: usize = 512;

    #[inline]
    pub(crate) fn new() -> Self {
        Self(ArrayVec::new())
    }

    #[inline]
    pub(crate) fn push(&mut self, m: Move) {
        self.0.push(m);
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = IntoIter;

    #[inline]
    fn into_iter(self) -> IntoIter {
        IntoIter(self.0.into_iter())
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter()).finish()
    }
}

/// The moves of a list by value, made by `list.into_iter()`.
#[derive(Clone, Debug)]
pub struct IntoIter(arrayvec::IntoIter<Move, { MoveList::CAPACITY }>);

impl Iterator for IntoIter {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        self.0.next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for IntoIter {}
