//! The moves of a node that are counted: all, or only one, to find wrong counts.

use crate::step::{Kind, Step};

/// The moves of a node that are counted. All others are left out.
pub(crate) trait Filter: Copy {
    /// Returns `true` if a move is counted.
    fn keeps(self, step: Step) -> bool;

    /// Returns the counted targets of pawns that move in one direction, as `targets` does.
    fn pawn_targets(self, targets: impl Fn(u64) -> u64) -> u64;

    /// Returns the counted targets of the piece on a square.
    fn targets(self, from: usize) -> u64;

    /// Returns `true` if promotions to a type are counted.
    fn promotes_to(self, piece_type: usize) -> bool;
}

/// All moves are counted.
#[derive(Clone, Copy)]
pub(crate) struct All;

impl Filter for All {
    #[inline(always)]
    fn keeps(self, _: Step) -> bool {
        true
    }

    #[inline(always)]
    fn pawn_targets(self, _: impl Fn(u64) -> u64) -> u64 {
        !0
    }

    #[inline(always)]
    fn targets(self, _: usize) -> u64 {
        !0
    }

    #[inline(always)]
    fn promotes_to(self, _: usize) -> bool {
        true
    }
}

/// Only this move is counted.
#[derive(Clone, Copy)]
pub(crate) struct Only(pub(crate) Step);

impl Filter for Only {
    fn keeps(self, step: Step) -> bool {
        let key = |step: Step| (step.from, step.to, step.kind == Kind::Castling, step.promotion());
        key(self.0) == key(step)
    }

    fn pawn_targets(self, targets: impl Fn(u64) -> u64) -> u64 {
        1 << self.0.to & targets(1 << self.0.from)
    }

    fn targets(self, from: usize) -> u64 {
        let is_move = usize::from(self.0.from) == from && self.0.kind != Kind::Castling;
        if is_move { 1 << self.0.to } else { 0 }
    }

    fn promotes_to(self, piece_type: usize) -> bool {
        self.0.promotion().map(usize::from) == Some(piece_type)
    }
}
