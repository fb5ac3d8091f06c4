//! The cuckoo table, slot by slot.

use gardez_bitboard::{Bitboard, pseudo_attackers};
use gardez_types::{Move, Piece, PieceType, Square};

use crate::keys;

/// The number of slots.
pub const SLOTS: usize = 8192;

/// The number of differences: for each color, the pairs of squares of a move on an empty board, except pawns.
pub const ENTRIES: usize = 3668;

pub(super) struct Table {
    pub(super) keys: [u64; SLOTS],
    pub(super) moves: [Option<Move>; SLOTS],
}

pub(super) static TABLE: Table = {
    let mut table = Table { keys: [0; SLOTS], moves: [None; SLOTS] };
    let mut entries = 0;
    let mut i = 0;
    while i < Piece::COUNT {
        let piece = Piece::ALL[i];
        // A pawn's move cannot be reversed.
        let mut from = if piece.piece_type() as u8 == PieceType::Pawn as u8 { 64 } else { 0 };
        while from < 64 {
            let origin = Square::ALL[from];
            let leaving = keys::piece(piece, origin) ^ keys::black_to_move();
            // Each pair of squares once, with the lower one first.
            let mut targets = Bitboard::from_bits(pseudo_attackers(piece, origin).bits() & (!1 << from));
            while let Some(target) = targets.pop_lsb() {
                insert(&mut table, leaving ^ keys::piece(piece, target), Move::normal(origin, target));
                entries += 1;
            }
            from += 1;
        }
        i += 1;
    }
    assert!(entries == ENTRIES, "every reversible move was inserted");
    table
};

/// Puts an entry into its first slot. An entry there moves to its other slot, and so on.
const fn insert(table: &mut Table, key: u64, step: Move) {
    let (mut key, mut step) = (key, step);
    let mut slot = first_slot(key);
    while let Some(evicted_step) = table.moves[slot] {
        let evicted = table.keys[slot];
        table.keys[slot] = key;
        table.moves[slot] = Some(step);
        (key, step) = (evicted, evicted_step);
        slot = if slot == first_slot(key) { second_slot(key) } else { first_slot(key) };
    }
    table.keys[slot] = key;
    table.moves[slot] = Some(step);
}

/// Returns the first slot of a difference.
#[inline]
pub const fn first_slot(difference: u64) -> usize {
    difference as usize & (SLOTS - 1)
}

/// Returns the second slot of a difference.
#[inline]
pub const fn second_slot(difference: u64) -> usize {
    (difference >> 16) as usize & (SLOTS - 1)
}

/// Returns the difference in a slot and its move, whose squares are in ascending order.
///
/// # Panics
///
/// Panics if `slot` is not below [`SLOTS`].
#[inline]
pub const fn entry(slot: usize) -> Option<(u64, Move)> {
    match TABLE.moves[slot] {
        Some(step) => Some((TABLE.keys[slot], step)),
        None => None,
    }
}
