//! The keys of the Polyglot opening-book format.
//!
//! These keys differ from the keys of the crate root:
//!
//! - The pieces are in another order: black pawn, white pawn, black knight, white knight, and so on.
//! - Each castling right has a key of its own.
//! - The key of the side to move is included if *white* is to move.
//! - An en passant square is included if a pawn attacks it, even if the capture is not legal.

mod numbers;

use gardez_types::{CastlingRights, CastlingSide, Color, File, Piece, Square};

use numbers::NUMBERS;

const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

/// Returns the key of `piece` on `square`.
#[inline]
pub const fn piece(piece: Piece, square: Square) -> u64 {
    // Black pawn, white pawn, black knight, white knight, …
    let white = matches!(piece.color(), Color::White);
    let place = 2 * piece.piece_type().index() + white as usize;
    NUMBERS[64 * place + square as usize]
}

/// Returns the key of one castling right.
#[inline]
pub const fn castling(color: Color, side: CastlingSide) -> u64 {
    NUMBERS[CASTLING + CastlingRights::right_index(color, side)]
}

/// Returns the key of an en passant square on `file`.
#[inline]
pub const fn en_passant(file: File) -> u64 {
    NUMBERS[EN_PASSANT + file as usize]
}

/// Returns the key that is included if white is to move.
#[inline]
pub const fn white_to_move() -> u64 {
    NUMBERS[WHITE_TO_MOVE]
}
