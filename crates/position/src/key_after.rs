//! The key of the position after a move, before the move is made.

use gardez_bitboard::Bitboard;
use gardez_types::{Move, MoveKind, PieceType};
use gardez_zobrist as zobrist;

use crate::board::Board;
use crate::keys::key_from_raw;

/// # The key after a move
impl Board {
    /// Returns the [key](Board::key) of the position after the legal move `m`, to prefetch a table entry.
    ///
    /// Takes a few XORs for most moves, and a copy of the board for the others.
    ///
    /// # Panics
    ///
    /// May panic if `m` is not legal.
    #[inline]
    pub fn key_after(&self, m: Move) -> u64 {
        let Some(piece) = self.piece_on(m.from()) else { return self.key() };
        let captures = self.piece_on(m.to()).is_some() && m.kind() != MoveKind::Castling;
        let is_irreversible = piece.piece_type() == PieceType::Pawn || captures;
        let halfmove_clock = if is_irreversible { 0 } else { self.halfmove_clock().saturating_add(1) };
        key_from_raw(self.raw_key_after(m), halfmove_clock)
    }

    /// Returns the [raw key](Board::raw_key) of the position after the legal move `m`.
    #[inline]
    fn raw_key_after(&self, m: Move) -> u64 {
        let (from, to) = (m.from(), m.to());
        let Some(piece) = self.piece_on(from) else { return self.raw_key() };
        let touched = Bitboard::from(from) | to.into();
        let double_push = piece.piece_type() == PieceType::Pawn && from.rank_distance(to) == 2;
        if m.kind() != MoveKind::Normal || double_push || !touched.is_disjoint(self.setup.watched) {
            return self.after(m).raw_key();
        }
        let mut key =
            self.raw_key() ^ zobrist::black_to_move() ^ zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
        if let Some(captured) = self.piece_on(to) {
            key ^= zobrist::piece(captured, to);
        }
        key ^ self.en_passant_key()
    }
}
