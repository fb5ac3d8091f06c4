//! Making moves, and what kind of move a move is.

use std::cmp::Ordering;

use gardez_bitboard::Bitboard;
use gardez_types::{Color, File, Piece, PieceType, Rank, Square};

use super::Sketch;
use crate::moves::Move;

impl Sketch {
    /// Makes any move. A move from an empty square only passes the turn and clears the destination.
    pub(crate) fn play(&mut self, m: Move) {
        let m = self.inner(m);
        let color = self.turn;
        let ep = self.ep.take();
        self.castling = self.clean_castling();
        self.halfmove = self.halfmove.saturating_add(1);
        if color == Color::Black {
            self.fullmove = self.fullmove.saturating_add(1);
        }
        self.turn = !color;
        let Some(to) = Square::from_index(m.to).filter(|_| !m.is_null()) else { return };

        if let Some(dropped) = PieceType::from_raw(m.drop) {
            self.put(to, Piece::new(color, dropped), false);
            if dropped == PieceType::Pawn {
                self.halfmove = 0;
            }
            return;
        }
        let Some(from) = Square::from_index(m.from) else { return };
        if !(Self::touched(m) & (self.by_type(PieceType::Pawn) | self.by_color(!color))).is_empty() {
            self.halfmove = 0;
        }
        let was_promoted = self.promoted.contains(from);
        let Some(piece_type) = self.type_at(from) else { return };

        self.castling &= !(Bitboard::from_square(from) | Bitboard::from_square(to));
        if piece_type == PieceType::King && !was_promoted {
            self.castling &= !Bitboard::from_rank(color.back_rank());
            if m.promotion == 0 && from != to && self.by_color(color).contains(to) {
                self.clear(from);
                self.clear(to);
                let is_queenside = to.file() < from.file();
                let (king, rook) = if is_queenside { (File::C, File::D) } else { (File::G, File::F) };
                self.put(Square::new(king, color.back_rank()), Piece::new(color, PieceType::King), false);
                self.put(Square::new(rook, color.back_rank()), Piece::new(color, PieceType::Rook), false);
                return;
            }
        }
        if piece_type == PieceType::Pawn {
            self.play_pawn(from, to, ep, color);
        }
        let promotion = PieceType::from_raw(m.promotion);
        self.clear(from);
        self.put(to, Piece::new(color, promotion.unwrap_or(piece_type)), was_promoted || promotion.is_some());
    }

    /// The square that a double step passes, and the pawn that is captured in passing.
    fn play_pawn(&mut self, from: Square, to: Square, ep: Option<Square>, color: Color) {
        let steps = to as i8 - from as i8;
        let start = if color == Color::White { Rank::Two } else { Rank::Seven };
        if steps.abs() == 16 && from.rank() == start && (steps > 0) == (color == Color::White) {
            self.ep = Square::from_index((from as i8 + steps / 2) as u8);
        } else if ep == Some(to) && matches!(steps.abs(), 7 | 9) && !self.occupied().contains(to) {
            let passed = to as i8 + if color == Color::White { -8 } else { 8 };
            if let Some(passed) = u8::try_from(passed).ok().and_then(Square::from_index) {
                if self.by_type(PieceType::Pawn).contains(passed) {
                    self.clear(passed);
                }
            }
        }
    }

    /// The squares of a move, as a set.
    fn touched(m: Move) -> Bitboard {
        let bit = |square| Square::from_index(square).map_or(Bitboard::EMPTY, Bitboard::from_square);
        bit(m.from) ^ bit(m.to)
    }

    /// Returns `true` if a pawn captures in passing.
    #[inline]
    pub(crate) fn is_en_passant(&self, m: Move) -> bool {
        self.ep.is_some_and(|ep| ep as u8 == m.to)
            && matches!(m.from.abs_diff(m.to), 7 | 9)
            && Square::from_index(m.from).is_some_and(|from| self.by_type(PieceType::Pawn).contains(from))
            && Square::from_index(m.to).is_some_and(|to| !self.occupied().contains(to))
    }

    pub(crate) fn is_capture(&self, m: Move) -> bool {
        !(Self::touched(m) & self.by_color(!self.turn)).is_empty() || self.is_en_passant(m)
    }

    /// Returns `true` if a move is a capture or a move of a pawn.
    pub(crate) fn is_zeroing(&self, m: Move) -> bool {
        let zeroing = self.by_type(PieceType::Pawn) | self.by_color(!self.turn);
        !(Self::touched(m) & zeroing).is_empty() || m.drop == PieceType::Pawn.raw()
    }

    fn reduces_castling_rights(&self, m: Move) -> bool {
        let (rights, touched) = (self.clean_castling(), Self::touched(m));
        let moves_king = |color| {
            !(rights & Bitboard::from_rank(color)).is_empty()
                && !(touched & self.by_type(PieceType::King) & Bitboard::from_rank(color) & !self.promoted).is_empty()
        };
        !(touched & rights).is_empty() || [Rank::One, Rank::Eight].into_iter().any(moves_king)
    }

    /// Returns `true` if the position can never come back after a move.
    pub(crate) fn is_irreversible(&self, m: Move) -> bool {
        self.is_zeroing(m) || self.reduces_castling_rights(m) || self.has_legal_ep()
    }

    /// How a move castles: towards the h-file, or the a-file.
    fn castles(&self, m: Move) -> Option<Ordering> {
        let (from, to) = m.squares()?;
        if m.drop != 0 || !self.by_type(PieceType::King).contains(from) {
            return None;
        }
        let (from_file, to_file) = (m.from % 8, m.to % 8);
        let takes_rook = self.pieces(self.turn, PieceType::Rook).contains(to);
        (from_file.abs_diff(to_file) > 1 || takes_rook).then_some(to_file.cmp(&from_file))
    }

    #[inline]
    pub(crate) fn is_castling(&self, m: Move) -> bool {
        self.castles(m).is_some()
    }

    pub(crate) fn is_kingside_castling(&self, m: Move) -> bool {
        self.castles(m) == Some(Ordering::Greater)
    }

    pub(crate) fn is_queenside_castling(&self, m: Move) -> bool {
        self.castles(m) == Some(Ordering::Less)
    }

    /// Returns `true` if both positions are the same by the rule of repetition.
    pub(crate) fn repeats(&self, other: &Self) -> bool {
        let ep = |board: &Self| board.ep.filter(|_| board.has_legal_ep());
        self.types == other.types
            && self.colors == other.colors
            && self.turn == other.turn
            && self.clean_castling() == other.clean_castling()
            && (self.ep == other.ep || ep(self) == ep(other))
    }
}
