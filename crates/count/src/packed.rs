//! Our moves as numbers, to be counted several at a time.

use arrayvec::ArrayVec;

use crate::board::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};

/// A move: the square that it leaves, from bit 0 on, the square that it reaches, from bit 6 on, and the kind of piece
/// that arrives. The number 0 is no move.
pub(crate) type Packed = u64;
/// The moves of a position. No arrangement of pieces has more; see `gardez_position::MoveList`.
pub(crate) type PackedMoves = ArrayVec<Packed, 512>;

/// The first bit of the square that a move reaches.
pub(crate) const TO: u32 = 6;
/// The number is a move.
pub(crate) const MOVE: Packed = 1 << 12;
pub(crate) const BY_PAWN: Packed = 1 << 13;
pub(crate) const BY_KNIGHT: Packed = 1 << 14;
/// The arriving piece moves along diagonals.
pub(crate) const BY_DIAGONAL: Packed = 1 << 15;
/// The arriving piece moves along ranks and files.
pub(crate) const BY_STRAIGHT: Packed = 1 << 16;
pub(crate) const BY_KING: Packed = 1 << 17;

/// The kind of an arriving piece.
pub(crate) const fn arrives(piece_type: usize) -> Packed {
    MOVE | match piece_type {
        PAWN => BY_PAWN,
        KNIGHT => BY_KNIGHT,
        BISHOP => BY_DIAGONAL,
        ROOK => BY_STRAIGHT,
        QUEEN => BY_DIAGONAL | BY_STRAIGHT,
        KING => BY_KING,
        _ => 0,
    }
}
