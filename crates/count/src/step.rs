//! Moves one by one, for the nodes above the last two plies.

use arrayvec::ArrayVec;

/// A legal move, in the form that the recursion needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    pub(crate) from: u8,
    pub(crate) to: u8,
    pub(crate) kind: Kind,
}

impl Step {
    /// Returns the type that a pawn promotes to.
    pub(crate) fn promotion(self) -> Option<u8> {
        if let Kind::Promotion(piece_type) = self.kind { Some(piece_type) } else { None }
    }
}

/// The kind of movement of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
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
pub(crate) type Steps = ArrayVec<Step, 512>;
