//! The keys of the Polyglot opening-book format, which other programs use as well.
//!
//! The scheme differs from Stockfish's: pieces are ordered differently, rights are keyed one by one, the side counts
//! when *white* is to move, and an en passant square counts when a pawn of the side to move stands beside the pawn that
//! stepped, whether it may legally capture or not.

mod numbers;

use gardez_types::{CastlingSide, Color, File, Piece, Square};

use numbers::NUMBERS;

const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const TURN: usize = 780;

/// The key of `piece` on `square`.
#[inline]
pub const fn piece(piece: Piece, square: Square) -> u64 {
    // Black pawn, white pawn, black knight, white knight, …
    let white = matches!(piece.color(), Color::White);
    let kind = 2 * piece.piece_type().index() + white as usize;
    NUMBERS[64 * kind + square as usize]
}

/// The key of one castling right; those of several rights are combined by XOR.
#[inline]
pub const fn castling(color: Color, side: CastlingSide) -> u64 {
    NUMBERS[CASTLING + 2 * color as usize + side as usize]
}

/// The key of an en passant square on `file`.
#[inline]
pub const fn en_passant(file: File) -> u64 {
    NUMBERS[EN_PASSANT + file as usize]
}

/// The key of white being to move.
#[inline]
pub const fn white_to_move() -> u64 {
    NUMBERS[TURN]
}
