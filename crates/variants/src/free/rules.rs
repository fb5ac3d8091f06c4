//! The rules of variants on a free board, taken from [`rules`](crate::rules).

use gardez_bitboard::king_attacks;
use gardez_types::{Color, Piece, PieceType, Square};

use super::FreeBoard;
use crate::any::VariantBoard;
use crate::outcome::{Outcome, Reason};
use crate::rules::{Atomic, Crazyhouse, Laws, ThreeCheck, cannot_mate};
use crate::state::BoardState;
use crate::variant::{Dialect, Variant};

impl FreeBoard {
    /// Returns the outcome if a rule that chess does not have ends the game.
    pub fn variant_end(&self) -> Option<Outcome> {
        match self.variant {
            Variant::Chess | Variant::Crazyhouse => None,
            Variant::Antichess => {
                let winner = Color::ALL.into_iter().find(|&color| self.by_color(color).is_empty())?;
                Some(Outcome::win(Reason::AllLost, winner))
            }
            variant => VariantBoard::from_state(variant, self.state()).variant_end(),
        }
    }

    /// Returns `true` if `color` cannot win, whatever the other side does.
    pub fn has_insufficient_material_for(&self, color: Color) -> bool {
        if self.variant == Variant::Chess {
            return cannot_mate(self.by_color(color), self.by_color(!color), |piece_type| self.by_type(piece_type));
        }
        let state = self.state();
        // Most rules assume that both sides have pieces, and the rule of horde assumes a king.
        let is_alone = state.by_color(!color).is_empty() && self.variant != Variant::Crazyhouse;
        if is_alone || self.variant == Variant::Horde && state.king(!color).is_none() {
            return self.variant == Variant::Antichess;
        }
        VariantBoard::from_state(self.variant, state).has_insufficient_material_for(color, Dialect::Libraries)
    }

    /// Returns `true` if attacks on a king of `color` on `square` are checks.
    #[inline]
    pub(super) fn can_be_checked(&self, color: Color, square: Square) -> bool {
        match self.variant {
            Variant::Antichess => false,
            Variant::Atomic => !self.king(!color).is_some_and(|king| king_attacks(king).contains(square)),
            _ => true,
        }
    }

    /// Applies the effects of a capture on `to`, after the piece has left the board.
    pub(super) fn captured(&mut self, victim: Piece, was_promoted: bool, to: Square) {
        match self.variant {
            Variant::Crazyhouse if victim.piece_type() != PieceType::King => {
                let mut state = self.state();
                Crazyhouse::captured(&mut state, victim, was_promoted);
                self.pockets = state.in_hand();
            }
            Variant::Atomic => {
                for square in Atomic::exploding(&self.state(), to) {
                    self.remove_piece(square);
                }
                self.castling = self.clean_castling();
            }
            _ => {}
        }
    }

    pub(super) fn after_move(&mut self, mover: Color) {
        if self.variant == Variant::ThreeCheck {
            let mut state = self.state();
            ThreeCheck::after_move(&mut state, mover);
            self.checks_left = state.all_checks_left();
        }
    }

    /// Returns the king that castles: the lowest of several.
    pub(super) fn castling_king(&self, color: Color) -> Option<Square> {
        (self.pieces(color, PieceType::King) & !self.promoted & color.back_rank().into()).lsb()
    }

    pub(super) fn state(&self) -> BoardState {
        let pieces = self.all_pieces().map(|(square, piece)| (square, Some(piece)));
        let promoted = self.promoted & self.occupied();
        let mut state = BoardState::set_up(pieces, promoted, self.pockets, self.checks_left, self.side_to_move);
        if !self.castling.is_empty() {
            let rooks = self.clean_castling();
            for (color, king) in Color::ALL.into_iter().filter_map(|color| Some((color, self.castling_king(color)?))) {
                for rook in (rooks & color.back_rank().into()) - king.into() {
                    state.grant(color, king, rook);
                }
            }
        }
        state.set_ep_square(self.ep_square);
        state
    }
}
