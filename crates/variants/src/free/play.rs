//! Making moves, and the kinds of moves.

use core::cmp::Ordering;

use gardez_bitboard::Bitboard;
use gardez_types::{Color, File, Piece, PieceType, Rank, Square};

use super::{FreeBoard, FreeMove};
use crate::variant::Variant;

impl FreeBoard {
    /// Makes any move, legal or not. A move from an empty square passes the turn.
    pub fn play(&mut self, m: FreeMove) {
        let m = self.inner(m);
        let color = self.side_to_move;
        let ep = self.ep_square.take();
        self.castling = self.clean_castling();
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        if color == Color::Black {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        self.side_to_move = !color;
        if m.is_null() {
            return;
        }
        match m.drop {
            Some(piece_type) => self.play_drop(color, piece_type, m.to),
            None => self.play_step(color, m, ep),
        }
        self.after_move(color);
    }

    fn play_drop(&mut self, color: Color, piece_type: PieceType, to: Square) {
        self.put_piece(to, Piece::new(color, piece_type), false);
        if let Some(count) = self.pockets[color.index()].get_mut(piece_type.index()) {
            *count = count.saturating_sub(1);
        }
        if piece_type == PieceType::Pawn {
            self.halfmove_clock = 0;
        }
    }

    fn play_step(&mut self, color: Color, m: FreeMove, ep: Option<Square>) {
        let FreeMove { from, to, promotion, .. } = m;
        if !(touched(m) & (self.by_type(PieceType::Pawn) | self.by_color(!color))).is_empty() {
            self.halfmove_clock = 0;
        }
        let was_promoted = self.promoted.contains(from);
        let Some(piece_type) = self.type_at(from) else { return };

        self.castling &= !(Bitboard::from_square(from) | Bitboard::from_square(to));
        if piece_type == PieceType::King && !was_promoted {
            self.castling &= !Bitboard::from_rank(color.back_rank());
            let stays_king = promotion.is_none_or(|piece| piece == PieceType::King);
            if stays_king && from != to && self.by_color(color).contains(to) {
                self.clear(from);
                self.clear(to);
                let is_queenside = to.file() < from.file();
                let (king, rook) = if is_queenside { (File::C, File::D) } else { (File::G, File::F) };
                self.put_piece(Square::new(king, color.back_rank()), Piece::new(color, PieceType::King), false);
                self.put_piece(Square::new(rook, color.back_rank()), Piece::new(color, PieceType::Rook), false);
                return;
            }
        }
        let passed = if piece_type == PieceType::Pawn { self.play_pawn(from, to, ep, color) } else { None };
        let victim_square = passed.unwrap_or(to);
        let is_capture = self.by_color(!color).contains(victim_square);
        let victim_was_promoted = self.promoted.contains(victim_square);
        let victim = self.remove_piece(victim_square).filter(|_| is_capture);
        self.clear(from);
        self.add(to, Piece::new(color, promotion.unwrap_or(piece_type)));
        if was_promoted || promotion.is_some() {
            self.promoted.insert(to);
        }
        if let Some(victim) = victim {
            let home = (!color).back_rank();
            if victim.piece_type() == PieceType::King && !victim_was_promoted && to.rank() == home {
                self.castling &= !Bitboard::from_rank(home);
            }
            self.captured(victim, victim_was_promoted, to);
        }
    }

    /// Sets the en passant square after a double push. Returns the square of a pawn that is captured en passant.
    fn play_pawn(&mut self, from: Square, to: Square, ep: Option<Square>, color: Color) -> Option<Square> {
        let passed = from.step(color.up());
        if from.rank() == Rank::Two.relative_to(color) && passed.and_then(|square| square.step(color.up())) == Some(to)
        {
            self.ep_square = passed;
        } else if ep == Some(to) && matches!((from as u8).abs_diff(to as u8), 7 | 9) && !self.occupied().contains(to) {
            let captured = to.step((!color).up());
            return captured.filter(|&pawn| self.by_type(PieceType::Pawn).contains(pawn));
        }
        None
    }

    /// Returns `true` if a move is an en passant capture.
    #[inline]
    pub fn is_en_passant(&self, m: FreeMove) -> bool {
        self.ep_square == Some(m.to)
            && matches!((m.from as u8).abs_diff(m.to as u8), 7 | 9)
            && m.drop.is_none()
            && self.by_type(PieceType::Pawn).contains(m.from)
            && !self.occupied().contains(m.to)
    }

    /// Returns `true` if a move captures.
    pub fn is_capture(&self, m: FreeMove) -> bool {
        !(touched(m) & self.by_color(!self.side_to_move)).is_empty() || self.is_en_passant(m)
    }

    /// Returns `true` if a move is a capture, or a move or drop of a pawn.
    pub fn is_zeroing(&self, m: FreeMove) -> bool {
        let zeroing = self.by_type(PieceType::Pawn) | self.by_color(!self.side_to_move);
        !(touched(m) & zeroing).is_empty() || m.drop == Some(PieceType::Pawn)
    }

    fn reduces_castling_rights(&self, m: FreeMove) -> bool {
        let (rights, touched) = (self.clean_castling(), touched(m));
        let moves_king = |color| {
            !(rights & Bitboard::from_rank(color)).is_empty()
                && !(touched & self.by_type(PieceType::King) & Bitboard::from_rank(color) & !self.promoted).is_empty()
        };
        !(touched & rights).is_empty() || [Rank::One, Rank::Eight].into_iter().any(moves_king)
    }

    /// Returns `true` if the position can never return after a move.
    pub fn is_irreversible(&self, m: FreeMove) -> bool {
        if self.variant == Variant::Crazyhouse {
            return self.reduces_castling_rights(m);
        }
        self.is_zeroing(m)
            || self.reduces_castling_rights(m)
            || self.has_legal_en_passant()
            || self.variant == Variant::ThreeCheck && self.gives_check(m)
    }

    /// Returns `true` if the other side is in check after a move.
    pub fn gives_check(&self, m: FreeMove) -> bool {
        let mut after = *self;
        after.play(m);
        after.in_check()
    }

    fn castles(&self, m: FreeMove) -> Option<Ordering> {
        if m.drop.is_some() || m.from == m.to || !self.by_type(PieceType::King).contains(m.from) {
            return None;
        }
        let (from_file, to_file) = (m.from.file() as u8, m.to.file() as u8);
        let takes_rook = self.pieces(self.side_to_move, PieceType::Rook).contains(m.to);
        (from_file.abs_diff(to_file) > 1 || takes_rook).then_some(to_file.cmp(&from_file))
    }

    /// Returns `true` if a move is castling: a king goes more than one file, or takes its own rook.
    #[inline]
    pub fn is_castling(&self, m: FreeMove) -> bool {
        self.castles(m).is_some()
    }

    /// Returns `true` if a move is castling on the king's side.
    pub fn is_kingside_castling(&self, m: FreeMove) -> bool {
        self.castles(m) == Some(Ordering::Greater)
    }

    /// Returns `true` if a move is castling on the queen's side.
    pub fn is_queenside_castling(&self, m: FreeMove) -> bool {
        self.castles(m) == Some(Ordering::Less)
    }

    /// Returns `true` if both positions are the same by the rule of repetition. Counters make no difference.
    pub fn repeats(&self, other: &Self) -> bool {
        let ep = |board: &Self| board.ep_square.filter(|_| board.has_legal_en_passant());
        self.types == other.types
            && self.colors == other.colors
            && self.side_to_move == other.side_to_move
            && self.pockets == other.pockets
            && self.checks_left == other.checks_left
            && (self.variant != Variant::Crazyhouse || self.promoted == other.promoted)
            && self.clean_castling() == other.clean_castling()
            && (self.ep_square == other.ep_square || ep(self) == ep(other))
    }
}

/// Returns the origin and the target of a move, or no squares for a drop.
fn touched(m: FreeMove) -> Bitboard {
    Bitboard::from_square(m.from) ^ Bitboard::from_square(m.to)
}
