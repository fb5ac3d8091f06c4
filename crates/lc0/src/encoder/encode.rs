//! Encoding one position: all masks and the value of plane 109.
//!
//! `encode` returns 904 bytes. To clear them first and to copy them afterwards takes a third of the time that it takes
//! to compute them (84 ns instead of 60 ns for eight slots). So the masks are written into memory that is not
//! initialized, which the compiler then places where the caller wants the result. This is why the file has unsafe code.
#![allow(unsafe_code)]

use core::mem::MaybeUninit;

use gardez_bitboard::Bitboard;
use gardez_types::{CastlingSide, Rank, Square};

use super::Encoder;
use super::planes::{PLANES, PLANES_PER_SLOT, Planes, Rest, SLOTS};
use crate::board::Board;
use crate::castlings::Side;
use crate::history::Position;
use crate::transform::Transform;

/// The masks of all planes before they are written.
type Unwritten = [MaybeUninit<Bitboard>; PLANES];

/// The values that the encoder computes besides the masks.
struct Values {
    transform: Transform,
    plies: f32,
    rule50: f32,
}

impl Encoder {
    /// Encodes the last of these positions, which belong to one game, oldest first.
    ///
    /// Also returns the transform of the planes, on which [policy indices](crate::PolicyIndex) depend. An empty slice
    /// becomes empty planes.
    // In a function of the caller, the compiler copies the masks.
    #[inline(never)]
    pub fn encode(&self, positions: &[Position]) -> (Planes, Transform) {
        let mut masks: MaybeUninit<[Bitboard; PLANES]> = MaybeUninit::uninit();
        // SAFETY: an array of masks that may be uninitialized has the layout of an array that may be uninitialized.
        let unwritten = unsafe { &mut *masks.as_mut_ptr().cast::<Unwritten>() };
        let Values { transform, plies, rule50 } = self.write(positions, unwritten);
        // SAFETY: `write` writes every mask; its comments say where.
        let masks = unsafe { masks.assume_init() };
        (Planes { masks, rule50, plies }, transform)
    }

    /// Overwrites existing planes, as [`Encoder::encode`] creates new ones, and returns the transform.
    pub fn encode_into(&self, positions: &[Position], planes: &mut Planes) -> Transform {
        // SAFETY: `MaybeUninit<Bitboard>` has the layout of `Bitboard`, and `write` only writes masks that are initialized.
        let masks = unsafe { &mut *(&raw mut planes.masks).cast::<Unwritten>() };
        let Values { transform, plies, rule50 } = self.write(positions, masks);
        (planes.plies, planes.rule50) = (plies, rule50);
        transform
    }

    fn write(&self, positions: &[Position], masks: &mut Unwritten) -> Values {
        let Some(newest) = positions.last() else {
            *masks = [MaybeUninit::new(Bitboard::EMPTY); PLANES];
            return Values { transform: Transform::NONE, plies: 0.0, rule50: 0.0 };
        };
        let transform = if self.format.is_canonical() { Transform::canonical(&newest.board) } else { Transform::NONE };
        let (slots, rest) = masks.split_at_mut(SLOTS * PLANES_PER_SLOT);

        // The slots that show a position have no gaps between them, and the others are cleared.
        let written = self.write_slots(positions, transform, slots);
        slots[written * PLANES_PER_SLOT..].fill(MaybeUninit::new(Bitboard::EMPTY));

        // The eight planes after the slots depend on the newest position alone.
        let board = &newest.board;
        let last = Rest {
            // A board with castling rights is never transformed.
            castling_rook: |owner, side| castling_rook(board, owner, side),
            en_passant: transform.apply(board.en_passant()),
            is_black: board.flipped,
        };
        rest.copy_from_slice(&last.masks(self.format).map(MaybeUninit::new));
        let plies = newest.halfmove_clock as f32;
        Values { transform, plies, rule50: plies / self.scale.divisor(self.format) }
    }
}

/// Returns the rook of a right, ours on rank 1, theirs on rank 8, or the empty set without the right.
fn castling_rook(board: &Board, owner: Side, side: CastlingSide) -> Bitboard {
    if !board.castlings.contains(owner, side) {
        return Bitboard::EMPTY;
    }
    let rank = if owner == Side::Ours { Rank::One } else { Rank::Eight };
    Square::new(board.castlings.rook_file(owner, side), rank).into()
}
