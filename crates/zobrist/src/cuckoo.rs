//! Which reversible move changes a key by a given difference.
//!
//! If two positions differ by one move of one piece other than a pawn, their keys differ by that piece's keys on the
//! two squares and the key of the side. All 3668 such differences stand in a table made by cuckoo hashing: each entry
//! in one of two slots, which the difference itself names (Marcel van Kervinck, "The design and implementation of the
//! Rookie 2.0 chess playing program", 2017, section 4.2).

use gardez_bitboard::{Bitboard, pseudo_attackers};
use gardez_types::{Move, Piece, PieceType, Square};

use crate::keys;

/// How many slots the table has.
pub const SLOTS: usize = 8192;

/// How many differences there are: for each color, the pairs of squares that a knight, bishop, rook, queen or king can
/// step between on an empty board.
pub const ENTRIES: usize = 3668;

struct Table {
    keys: [u64; SLOTS],
    moves: [Option<Move>; SLOTS],
}

static TABLE: Table = {
    let mut table = Table { keys: [0; SLOTS], moves: [None; SLOTS] };
    let mut entries = 0;
    let mut i = 0;
    while i < Piece::COUNT {
        let piece = Piece::ALL[i];
        // A pawn's steps cannot be taken back.
        let mut from = if piece.piece_type() as u8 == PieceType::Pawn as u8 { 64 } else { 0 };
        while from < 64 {
            let origin = Square::ALL[from];
            let leaving = keys::piece(piece, origin) ^ keys::side();
            // Each pair of squares once, the lower one first.
            let mut targets = Bitboard::from_bits(pseudo_attackers(piece, origin).bits() & (!1 << from));
            while let Some(target) = targets.pop_lsb() {
                insert(&mut table, leaving ^ keys::piece(piece, target), Move::normal(origin, target));
                entries += 1;
            }
            from += 1;
        }
        i += 1;
    }
    assert!(entries == ENTRIES, "every reversible step was entered");
    table
};

/// Puts an entry into its first slot; whoever was there moves on to its other one, and so on.
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

/// The slot in which an entry with this difference stands, unless it stands in the second one.
#[inline]
pub const fn first_slot(difference: u64) -> usize {
    difference as usize & (SLOTS - 1)
}

/// The other slot of a difference.
#[inline]
pub const fn second_slot(difference: u64) -> usize {
    (difference >> 16) as usize & (SLOTS - 1)
}

/// The entry in a slot below [`SLOTS`]: the difference and its move. The move's squares are in ascending order.
///
/// # Panics
///
/// If there is no such slot.
#[inline]
pub const fn entry(slot: usize) -> Option<(u64, Move)> {
    match TABLE.moves[slot] {
        Some(step) => Some((TABLE.keys[slot], step)),
        None => None,
    }
}

/// The move that changes a key by `difference`, if one does; from which of its squares to which is not said.
///
/// Two look-ups. The piece that moves is known only in the position.
///
/// ```
/// use gardez_types::{Move, Piece, Square};
/// use gardez_zobrist::{self as zobrist, cuckoo};
///
/// let knight = |square| zobrist::piece(Piece::WhiteKnight, square);
/// let difference = knight(Square::G1) ^ knight(Square::F3) ^ zobrist::side();
/// assert_eq!(cuckoo::find(difference), Some(Move::normal(Square::G1, Square::F3)));
/// assert_eq!(cuckoo::find(difference ^ 1), None);
/// ```
#[inline]
pub const fn find(difference: u64) -> Option<Move> {
    let first = first_slot(difference);
    if TABLE.keys[first] == difference {
        return TABLE.moves[first];
    }
    let second = second_slot(difference);
    if TABLE.keys[second] == difference { TABLE.moves[second] } else { None }
}
