//! Piece values: Stockfish's numbers, for material counts and exchanges.

use gardez_types::PieceType;

/// A value in Stockfish's unit: a pawn is worth 208.
pub type Value = i32;

/// Returns the value of a piece: pawn 208, knight 781, bishop 825, rook 1276, queen 2538, king 0.
#[inline]
pub const fn piece_value(piece_type: PieceType) -> Value {
    [208, 781, 825, 1276, 2538, 0][piece_type.index()]
}
