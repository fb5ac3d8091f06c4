//! The keys of a position.

use gardez_types::{CastlingRights, Color, Square};
use gardez_zobrist::{self as zobrist, polyglot};

use crate::{Board, EnPassantPolicy};

/// From this half-move count on, the key changes with the fifty-move counter, every eight half-moves.
const RULE50_STEP: u16 = 8;
const RULE50_START: u16 = 14;

impl Board {
    /// The key of the position, equal to Stockfish's: the raw key, mixed with the fifty-move counter from 14 half-moves
    /// on, so that a hash table does not confuse positions that are near the draw with those that are not.
    ///
    /// Compare [`Board::raw_key`] to tell whether two positions are the same.
    #[inline]
    pub const fn key(&self) -> u64 {
        match self.state.rule50.checked_sub(RULE50_START) {
            None => self.state.key,
            Some(beyond) => self.state.key ^ zobrist::mix((beyond / RULE50_STEP) as u64),
        }
    }

    /// The key of the position without the fifty-move term: pieces, side to move, castling rights and the en passant
    /// square that counts.
    #[inline]
    pub const fn raw_key(&self) -> u64 {
        self.state.key
    }

    /// The raw key put together from nothing but the board: what the incremental one must equal.
    pub(crate) fn raw_key_from_scratch(&self) -> u64 {
        let mut key = zobrist::castling(self.castling_rights());
        for square in Square::ALL {
            if let Some(piece) = self.piece_on(square) {
                key ^= zobrist::piece(piece, square);
            }
        }
        if let Some(square) = self.ep_square() {
            key ^= zobrist::en_passant(square.file());
        }
        if self.side_to_move == Color::Black {
            key ^= zobrist::side();
        }
        key
    }

    /// The key under which the position stands in an opening book of the Polyglot format.
    ///
    /// By that format's definition, an en passant square counts when a pawn attacks it, be the capture legal or not.
    /// Worked out from scratch at every call.
    ///
    /// ```
    /// use gardez_position::Board;
    ///
    /// assert_eq!(Board::start().polyglot_key(), 0x463b_9618_1691_fc9c);
    /// ```
    pub fn polyglot_key(&self) -> u64 {
        let mut key = 0;
        for square in self.occupied() {
            if let Some(piece) = self.piece_on(square) {
                key ^= polyglot::piece(piece, square);
            }
        }
        for (right, color, side) in CastlingRights::EACH {
            if self.castling_rights().contains(right) {
                key ^= polyglot::castling(color, side);
            }
        }
        if let Some(square) = self.ep_square_by(EnPassantPolicy::PseudoLegal) {
            key ^= polyglot::en_passant(square.file());
        }
        if self.side_to_move == Color::White {
            key ^= polyglot::white_to_move();
        }
        key
    }
}
