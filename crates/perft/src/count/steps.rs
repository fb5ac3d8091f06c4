//! Moves one by one, for the nodes above the last two plies.

use arrayvec::ArrayVec;

/// A legal move, in the form that the recursion needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) kind: Kind,
}

/// How a piece moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A piece of this type moves, or a pawn moves by one square or captures.
    Piece(u8),
    Double,
    /// A pawn promotes to this type.
    Promotion(u8),
    EnPassant,
    /// Castling; the target is the square of the rook.
    Castling,
}

/// The moves of a position. No arrangement of pieces has more; see `gardez_position::MoveList`.
pub(super) type Steps = ArrayVec<Step, 512>;

/// The only move of a node that is counted. All others are left out.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Only {
    pub(super) from: u64,
    pub(super) to: u64,
    pub(super) castles: bool,
    /// The type that a pawn promotes to.
    pub(super) promotion: Option<u8>,
}

impl Only {
    pub(super) fn new(step: Step) -> Self {
        let promotion = if let Kind::Promotion(piece_type) = step.kind { Some(piece_type) } else { None };
        Self { from: 1 << step.from, to: 1 << step.to, castles: step.kind == Kind::Castling, promotion }
    }

    pub(super) fn keeps(&self, step: Step) -> bool {
        let other = Self::new(step);
        let key = |only: &Self| (only.from, only.to, only.castles, only.promotion);
        key(self) == key(&other)
    }

    /// The targets of a piece on a square.
    #[inline(always)]
    pub(super) fn targets(&self, from: usize) -> u64 {
        if self.from & 1 << from != 0 && !self.castles { self.to } else { 0 }
    }

    pub(super) fn promotes_to(&self, piece_type: usize) -> bool {
        self.promotion.map(usize::from) == Some(piece_type)
    }
}
