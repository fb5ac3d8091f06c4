//! The moves that the pieces can make, checks aside.

use core::ops::ControlFlow;

use gardez_bitboard::{Bitboard, pawn_attacks};
use gardez_types::{Color, PieceType, Rank, Square};

use super::{SketchBoard, SketchMove, is_back_rank};
use crate::state::Pocket;
use crate::variant::Variant;

/// The answer of a visitor of moves: `Break` to see no more.
pub(super) type Visit = ControlFlow<()>;

/// The pieces that a pawn can become, first the king of antichess.
const PROMOTIONS: [PieceType; 5] =
    [PieceType::King, PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];

/// Returns the squares of a set, from h8 down to a1.
pub(super) fn down(mut set: Bitboard) -> impl Iterator<Item = Square> {
    core::iter::from_fn(move || set.pop_msb())
}

fn rows(a: Rank, b: Rank) -> Bitboard {
    Bitboard::from_rank(a) | Bitboard::from_rank(b)
}

impl SketchBoard {
    /// Passes the pseudo-legal moves from squares of `from` to squares of `to` to a function, until it breaks: the moves
    /// that the pieces can make, whether or not their king is in check after them. Drops are not among them.
    pub fn visit_pseudo_legal<B>(
        &self,
        from: Bitboard,
        to: Bitboard,
        visit: &mut impl FnMut(SketchMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (own, pawns, occupied) = (self.by_color(self.side_to_move), self.by_type(PieceType::Pawn), self.occupied());
        let movers = own & from;

        for origin in down(movers & !pawns) {
            for square in down(self.attacks(origin) & !own & to) {
                visit(SketchMove::new(origin, square))?;
            }
        }
        self.visit_castling(from, to, visit)?;

        let pawns = movers & pawns;
        if pawns.is_empty() {
            return ControlFlow::Continue(());
        }
        for origin in down(pawns) {
            let targets = pawn_attacks(self.side_to_move, origin) & self.by_color(!self.side_to_move) & to;
            for square in down(targets) {
                self.pawn(origin, square, visit)?;
            }
        }
        let (single, double) = match self.side_to_move {
            Color::White => {
                let single = Bitboard::from_bits(pawns.bits() << 8) & !occupied;
                (single, Bitboard::from_bits(single.bits() << 8) & !occupied & rows(Rank::Three, Rank::Four))
            }
            Color::Black => {
                let single = Bitboard::from_bits(pawns.bits() >> 8) & !occupied;
                (single, Bitboard::from_bits(single.bits() >> 8) & !occupied & rows(Rank::Six, Rank::Five))
            }
        };
        for (targets, steps) in [(single, 1), (double, 2)] {
            for square in down(targets & to) {
                if let Some(origin) = self.behind(square, steps) {
                    self.pawn(origin, square, visit)?;
                }
            }
        }
        self.visit_en_passant(from, to, visit)
    }

    /// Visits a move of a pawn in each of its forms.
    fn pawn<B>(
        &self,
        from: Square,
        to: Square,
        visit: &mut impl FnMut(SketchMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let step = SketchMove::new(from, to);
        if !is_back_rank(to) {
            return visit(step);
        }
        let first = usize::from(self.variant != Variant::Antichess);
        PROMOTIONS[first..].iter().try_for_each(|&piece| visit(SketchMove { promotion: Some(piece), ..step }))
    }

    /// Returns the square this many ranks back, from the side to move's point of view.
    pub(super) fn behind(&self, square: Square, ranks: u8) -> Option<Square> {
        let index = match self.side_to_move {
            Color::White => (square as u8).checked_sub(8 * ranks)?,
            Color::Black => square as u8 + 8 * ranks,
        };
        Square::from_index(index)
    }

    /// Passes the pseudo-legal en passant captures from squares of `from` to squares of `to` to a function, until it breaks.
    pub fn visit_en_passant<B>(
        &self,
        from: Bitboard,
        to: Bitboard,
        visit: &mut impl FnMut(SketchMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some(ep) = self.ep_square.filter(|&ep| to.contains(ep) && !self.occupied().contains(ep)) else {
            return ControlFlow::Continue(());
        };
        let rank = if self.side_to_move == Color::White { Rank::Five } else { Rank::Four };
        let origins = pawn_attacks(!self.side_to_move, ep) & Bitboard::from_rank(rank);
        for origin in down(origins & from & self.pieces(self.side_to_move, PieceType::Pawn)) {
            visit(SketchMove::new(origin, ep))?;
        }
        ControlFlow::Continue(())
    }

    /// Passes the drops of pieces in hand to a function, until it breaks: in crazyhouse, every piece on every square of
    /// `to` that is empty, but no pawn on the first or the last rank.
    pub fn visit_drops<B>(&self, to: Bitboard, visit: &mut impl FnMut(SketchMove) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.variant != Variant::Crazyhouse {
            return ControlFlow::Continue(());
        }
        let pocket = self.pockets[self.side_to_move.index()];
        for square in to - self.occupied() {
            for piece_type in Pocket::TYPES {
                let fits = piece_type != PieceType::Pawn || !is_back_rank(square);
                if fits && pocket[piece_type.index()] > 0 {
                    visit(SketchMove::drop_piece(piece_type, square))?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
