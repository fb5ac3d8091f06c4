//! The keys of a position.

use gardez_bitboard::Bitboard;
use gardez_types::{CastlingRights, Color, Move, MoveKind, PieceType};
use gardez_zobrist::{self as zobrist, polyglot};

use crate::{Board, EnPassantPolicy, StateInfo, Value, piece_value};

/// From this half-move count on, the key changes with the fifty-move counter, every eight half-moves.
const RULE50_STEP: u16 = 8;
const RULE50_START: u16 = 14;

/// Mixes the fifty-move counter into a raw key.
#[inline]
const fn with_rule50(key: u64, rule50: u16) -> u64 {
    match rule50.checked_sub(RULE50_START) {
        None => key,
        Some(beyond) => key ^ zobrist::mix((beyond / RULE50_STEP) as u64),
    }
}

impl Board {
    /// The key of the position, equal to Stockfish's: the raw key, mixed with the fifty-move counter from 14 half-moves
    /// on, so that a hash table does not confuse positions that are near the draw with those that are not.
    ///
    /// Compare [`Board::raw_key`] to tell whether two positions are the same.
    #[inline]
    pub const fn key(&self) -> u64 {
        with_rule50(self.state.key, self.state.rule50())
    }

    /// The key of the position without the fifty-move term: pieces, side to move, castling rights and the en passant
    /// square that counts.
    #[inline]
    pub const fn raw_key(&self) -> u64 {
        self.state.key
    }

    /// The key of the pawns; see [`StateInfo::pawn_key`].
    #[inline]
    pub const fn pawn_key(&self) -> u64 {
        self.state.pawn_key()
    }

    /// The key of how many pieces of each kind there are; see [`StateInfo::material_key`].
    #[inline]
    pub const fn material_key(&self) -> u64 {
        self.state.material_key
    }

    /// The key of the knights and bishops; see [`StateInfo::minor_piece_key`].
    #[inline]
    pub const fn minor_piece_key(&self) -> u64 {
        self.state.minor_piece_key()
    }

    /// The key of the pieces of `color` that are no pawns, its king included.
    #[inline]
    pub const fn non_pawn_key(&self, color: Color) -> u64 {
        self.state.non_pawn_key(color)
    }

    /// The value of the knights, bishops, rooks and queens of `color`; see [`piece_value`]. Worked out at every call.
    #[inline]
    pub fn non_pawn_material(&self, color: Color) -> Value {
        let value = |piece_type| self.count(color, piece_type) as Value * piece_value(piece_type);
        value(PieceType::Knight) + value(PieceType::Bishop) + value(PieceType::Rook) + value(PieceType::Queen)
    }

    /// The [key](Board::key) of the position after the legal move `m`, without making it.
    ///
    /// A few XORs for most moves; castling, promotions, en passant, double steps and moves that forfeit a castling
    /// right are made on a copy.
    ///
    /// # Panics
    ///
    /// As [`Board::after`], if `m` is not legal.
    pub fn key_after(&self, m: Move) -> u64 {
        let (from, to) = (m.from(), m.to());
        let Some(piece) = self.piece_on(from) else { return self.key() };
        let is_pawn = piece.piece_type() == PieceType::Pawn;
        let touched = Bitboard::from(from) | to.into();
        let double_step = is_pawn && from.rank_distance(to) == 2;
        if m.kind() != MoveKind::Normal || double_step || !touched.is_disjoint(self.setup.watched) {
            return self.after(m).key();
        }
        let mut key =
            self.raw_key() ^ zobrist::black_to_move() ^ zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
        let captured = self.piece_on(to);
        if let Some(captured) = captured {
            key ^= zobrist::piece(captured, to);
        }
        if let Some(square) = self.ep_square() {
            key ^= zobrist::en_passant(square.file());
        }
        let rule50 = if is_pawn || captured.is_some() { 0 } else { self.rule50().saturating_add(1) };
        with_rule50(key, rule50)
    }

    /// The keys and the material put together from nothing but the board: what the incremental ones must equal.
    pub(crate) fn keys_from_scratch(&self) -> StateInfo {
        let mut scratch = Self::empty(self.mode);
        scratch.lay(&self.squares);
        let mut state = scratch.state;
        state.key ^= zobrist::castling(CastlingRights::empty()) ^ zobrist::castling(self.castling_rights());
        if let Some(square) = self.ep_square() {
            state.key ^= zobrist::en_passant(square.file());
        }
        if self.side_to_move == Color::Black {
            state.key ^= zobrist::black_to_move();
        }
        state
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
