//! The additions of each variant to a free board, by the same rules as its [`Board`](crate::Board).

use gardez_bitboard::king_attacks;
use gardez_types::{Color, Piece, PieceType, Square};

use super::FreeBoard;
use crate::any::VariantBoard;
use crate::outcome::{Outcome, Reason};
use crate::rules::{Atomic, Crazyhouse, Laws, ThreeCheck, cannot_mate};
use crate::state::{BoardState, Pocket};
use crate::variant::{Dialect, Variant};

impl FreeBoard {
    /// Returns how a rule that chess does not have ends the game, if one does: see
    /// [`Outcome::is_variant_end`](crate::Outcome::is_variant_end).
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
        // Most rules of variants assume that both sides have pieces, and a horde that the other side has a king.
        let is_alone = state.by_color(!color).is_empty() && self.variant != Variant::Crazyhouse;
        if is_alone || self.variant == Variant::Horde && state.king(!color).is_none() {
            return self.variant == Variant::Antichess;
        }
        VariantBoard::from_state(self.variant, state).has_insufficient_material_for(color, Dialect::Libraries)
    }

    /// Returns `true` if attacks on a king of `color` on `square` count as checks: never in antichess, and in atomic only
    /// if the other king is not next to it.
    #[inline]
    pub(super) fn can_be_checked(&self, color: Color, square: Square) -> bool {
        match self.variant {
            Variant::Antichess => false,
            Variant::Atomic => !self.king(!color).is_some_and(|king| king_attacks(king).contains(square)),
            _ => true,
        }
    }

    /// Does what follows when a piece that has left the board was captured by a move to this square.
    pub(super) fn captured(&mut self, victim: Piece, was_promoted: bool, to: Square) {
        match self.variant {
            Variant::Crazyhouse if victim.piece_type() != PieceType::King => {
                let mut state = self.state();
                Crazyhouse::captured(&mut state, victim, was_promoted);
                for color in Color::ALL {
                    self.pockets[color.index()] = Pocket::TYPES.map(|piece_type| state.pocket(color).count(piece_type));
                }
            }
            Variant::Atomic => {
                for square in Atomic::exploding(&self.state(), to) {
                    self.remove(square);
                }
                self.castling = self.clean_castling();
            }
            _ => {}
        }
    }

    /// Does what follows a move of `mover`.
    pub(super) fn after_move(&mut self, mover: Color) {
        if self.variant == Variant::ThreeCheck {
            let mut state = self.state();
            ThreeCheck::after_move(&mut state, mover);
            self.checks_left = Color::ALL.map(|color| state.checks_left(color));
        }
    }

    /// Returns the king that castles, on the lowest square if there are several.
    pub(super) fn castling_king(&self, color: Color) -> Option<Square> {
        (self.pieces(color, PieceType::King) & !self.promoted & color.back_rank().into()).lsb()
    }

    /// Returns the board as the rules of a variant see it.
    pub(super) fn state(&self) -> BoardState {
        let mut state = BoardState::EMPTY;
        for square in self.occupied() {
            if let Some(piece) = self.piece_on(square) {
                state.put_piece(piece, square);
            }
        }
        for square in self.promoted & self.occupied() {
            state.mark_promoted(square, true);
        }
        for color in Color::ALL {
            for piece_type in Pocket::TYPES {
                state.set_pocket(color, piece_type, self.pockets[color.index()][piece_type.index()]);
            }
            state.set_checks_left(color, self.checks_left[color.index()]);
        }
        if !self.castling.is_empty() {
            let rooks = self.clean_castling();
            for (color, king) in Color::ALL.into_iter().filter_map(|color| Some((color, self.castling_king(color)?))) {
                for rook in (rooks & color.back_rank().into()) - king.into() {
                    state.grant(color, king, rook);
                }
            }
        }
        state.set_ep_square(self.ep_square);
        if self.side_to_move == Color::Black {
            state.pass_turn();
        }
        state
    }
}
