//! Finds the reversible move that changes a key by a given difference, so that a search sees a possible repetition.
//!
//! The keys before and after a move of a piece that is not a pawn differ by the keys of the piece on two squares and by
//! the key of the side to move. All 3668 such differences are in a table that is built by cuckoo hashing (Marcel van
//! Kervinck, "The design and implementation of the Rookie 2.0 chess playing program", 2017, section 4.2).
//!
//! A search uses this to detect that a side can repeat an earlier position with its next move.

pub(crate) mod table;

use gardez_types::Move;

use table::{TABLE, first_slot, second_slot};

/// Returns the move that changes a key by `difference`, or `None` if there is none.
///
/// The move has its squares in ascending order, and may lead in either direction: look at the position to see which
/// piece moves, and whether the squares in between are empty. Takes at most two look-ups.
///
/// ```
/// use gardez_zobrist::{self as zobrist, Move, Piece, Square, cuckoo};
///
/// let knight = |square| zobrist::piece(Piece::WhiteKnight, square);
/// let difference = knight(Square::G1) ^ knight(Square::F3) ^ zobrist::black_to_move();
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
