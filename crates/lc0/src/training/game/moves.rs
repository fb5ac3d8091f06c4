//! The pieces of a record, and the move between two records.

use gardez_bitboard::Bitboard;

use crate::decoder::{DecodeError, decode_move, decode_move_as_lc0};
use crate::encoder::{InputFormat, Planes};
use crate::history::Position;
use crate::moves::Move;
use crate::training::layout::V6;
use crate::transform::Transform;

/// Returns the pieces of the newest position, without the transform. The other planes are empty.
pub(super) fn pieces(record: &V6) -> Planes {
    let mut planes = Planes::EMPTY;
    let transform = record.transform();
    for (mask, stored) in planes.masks.iter_mut().zip(&record.planes[..12]) {
        *mask = transform.undo(Bitboard::from_bits(stored.get()).flip_horizontal());
    }
    planes
}

/// A function that infers a move from the pieces of two positions, from the mover's point of view.
pub(super) type Inference = fn(newer: &Planes, older: &Planes) -> Result<Move, DecodeError>;

pub(super) fn exact(newer: &Planes, older: &Planes) -> Result<Move, DecodeError> {
    decode_move(newer, older).map(Move::flip_vertical)
}

/// Infers the move as lc0 does, which can be wrong where the pieces fit no move.
pub(super) fn as_lc0(newer: &Planes, older: &Planes) -> Result<Move, DecodeError> {
    decode_move_as_lc0(newer, older).map(Move::flip_vertical)
}

pub(super) fn transform_of(format: InputFormat, position: &Position) -> Transform {
    if format.is_canonical() { Transform::canonical(position.board()) } else { Transform::NONE }
}
