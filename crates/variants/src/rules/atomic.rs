//! Atomic: a capture explodes.

use core::ops::ControlFlow;

use gardez_bitboard::{Bitboard, king_attacks};
use gardez_position::internals::Side;
use gardez_types::{Color, PieceType, Square};

use crate::movegen::{BACK_RANKS, PinInfo, captured_en_passant, castlings, en_passant, pawns, pieces};
use crate::outcome::{Outcome, Reason};
use crate::rules::{Laws, chess};
use crate::setup::SetupError;
use crate::sink::{DropSink, Filter, Mover};
use crate::state::BoardState;
use crate::variant::{Dialect, Variant};

/// Atomic: a capture removes both pieces, and every piece around that is not a pawn. A side whose king explodes loses.
///
/// Kings cannot capture, so they may touch; neither is in check then.
#[derive(Clone, Copy, Debug)]
pub enum Atomic {}

impl Laws for Atomic {
    const VARIANT: Variant = Variant::Atomic;

    #[inline]
    fn moves<S: Side, K: DropSink>(state: &BoardState, sink: &mut K) -> ControlFlow<K::Break> {
        let (Some(king), Some(their_king)) = (state.king(S::US), state.king(S::THEM)) else {
            return ControlFlow::Continue(());
        };
        let near_them = king_attacks(their_king);
        let pins = if near_them.contains(king) {
            PinInfo { king: Some(king), ..PinInfo::NONE }
        } else {
            PinInfo::new(state, S::US)
        };

        // The king steps where it is safe or touches the other king, and captures nothing.
        let attacked =
            |square, occupied| !near_them.contains(square) && !state.attackers_of(square, S::THEM, occupied).is_empty();
        let (empty, without_king) = (!state.occupied(), state.occupied() - king.into());
        let mut safe = Bitboard::EMPTY;
        for target in king_attacks(king) & empty {
            if !attacked(target, without_king) {
                safe.insert(target);
            }
        }
        sink.piece(PieceType::King, king, safe)?;

        // Steps are limited as in chess.
        if !pins.checkers.more_than_one() {
            let allowed = pins.check_mask() & empty;
            pieces::<S, K>(state, &pins, allowed, sink)?;
            pawns::<S, K>(state, &pins, allowed, &PieceType::PROMOTION_PIECES, sink)?;
            castlings::<S, K>(state, &pins, attacked, sink)?;
        }

        // Each capture is tried, because an explosion changes which pieces attack the king.
        let victims = state.by_color(S::THEM) - king_attacks(king);
        let blast = Blast { state, us: S::US, king, their_king };
        let is_legal = |mover, to: Square| match mover {
            Mover::Piece(_, from) => blast.is_legal(from, to, None),
            Mover::Pawns(step) => to.step(step.opposite()).is_some_and(|from| blast.is_legal(from, to, None)),
            Mover::Single => true,
        };
        let keep = |mover, targets: Bitboard| targets.into_iter().filter(|&to| is_legal(mover, to)).collect();
        let mut captures = Filter { sink: &mut *sink, keep };
        pieces::<S, _>(state, &PinInfo::NONE, victims, &mut captures)?;
        pawns::<S, _>(state, &PinInfo::NONE, victims, &PieceType::PROMOTION_PIECES, &mut captures)?;
        en_passant::<S, _>(state, |from, to| blast.is_legal(from, to, Some(captured_en_passant(from, to))), sink)
    }

    #[inline]
    fn variant_end(state: &BoardState) -> Option<Outcome> {
        let loser = Color::ALL.into_iter().find(|&color| state.king(color).is_none())?;
        Some(Outcome::win(Reason::KingExploded, !loser))
    }

    fn king_attackers(state: &BoardState, color: Color, king: Square, occupied: Bitboard) -> Bitboard {
        match state.king(!color) {
            Some(their_king) if !king_attacks(their_king).contains(king) => state.attackers_of(king, !color, occupied),
            _ => Bitboard::EMPTY,
        }
    }

    fn en_passant_is_legal(state: &BoardState, from: Square, ep_square: Square) -> bool {
        let us = state.side_to_move();
        let (Some(king), Some(their_king)) = (state.king(us), state.king(!us)) else { return false };
        let blast = Blast { state, us, king, their_king };
        blast.is_legal(from, ep_square, Some(captured_en_passant(from, ep_square)))
    }

    #[inline]
    fn exploding(state: &BoardState, to: Square) -> Bitboard {
        ((king_attacks(to) & state.occupied()) - state.by_type(PieceType::Pawn)) | to.into()
    }

    fn cannot_win(state: &BoardState, color: Color, _: Dialect) -> bool {
        let (kings, ours, theirs) = (state.by_type(PieceType::King), state.by_color(color), state.by_color(!color));
        if theirs.is_disjoint(kings) {
            return false;
        }
        if ours.is_subset(kings) {
            return true;
        }
        let (knights, bishops) = (state.by_type(PieceType::Knight), state.by_type(PieceType::Bishop));
        if !theirs.is_subset(kings) {
            // The other side's pieces may explode next to their king, unless only bishops are left that never meet.
            let (ours_on, theirs_on) = (ours & bishops, theirs & bishops);
            let light = Bitboard::LIGHT_SQUARES;
            return state.occupied() == kings | bishops
                && ((ours_on.is_subset(light) && theirs_on.is_disjoint(light))
                    || (ours_on.is_disjoint(light) && theirs_on.is_subset(light)));
        }
        // Against a lone king, a queen mates; one other piece or two knights do not.
        let others = ours - kings;
        if !others.is_disjoint(state.by_types([PieceType::Pawn, PieceType::Queen])) {
            return false;
        }
        others.len() == 1 || (others.is_subset(knights) && others.len() == 2)
    }

    /// Returns `true` if all pawns are blocked, and the other pieces are kings, and bishops that can capture nothing.
    fn is_closed(state: &BoardState) -> bool {
        let (bishops, all_pawns) = (state.by_type(PieceType::Bishop), state.by_type(PieceType::Pawn));
        let fronts = Color::ALL.map(|color| state.pieces(color, PieceType::Pawn).shift(color.up()));
        let hits = |color: Color| {
            let reach = |set: Bitboard| {
                let on = if set.is_disjoint(Bitboard::LIGHT_SQUARES) {
                    Bitboard::DARK_SQUARES
                } else {
                    Bitboard::LIGHT_SQUARES
                };
                if set.is_empty() { Bitboard::EMPTY } else { on }
            };
            let own = state.by_color(color) & bishops;
            let squares = reach(own & Bitboard::LIGHT_SQUARES) | reach(own & Bitboard::DARK_SQUARES);
            let pawn_hits = state.pieces(color, PieceType::Pawn).pawn_attacks(color);
            !((squares | pawn_hits) & (state.by_color(!color) - state.by_type(PieceType::King))).is_empty()
        };
        !all_pawns.is_empty()
            && state.occupied() == state.by_type(PieceType::King) | bishops | all_pawns
            && (fronts[0] | fronts[1]).is_subset(all_pawns)
            && !Color::ALL.into_iter().any(hits)
    }

    /// Checks the same as in chess, but the king of the side to move may have exploded.
    fn check(state: &BoardState) -> Result<(), SetupError> {
        let us = state.side_to_move();
        for color in Color::ALL {
            let has_exploded = color == us && state.king(us).is_none() && state.king(!us).is_some();
            if !has_exploded {
                chess::one_king(state, color)?;
            }
        }
        chess::no_pawns_on(state, BACK_RANKS)?;
        chess::opponent_is_safe::<Self>(state)
    }
}

/// The kings that a capture may explode or uncover.
struct Blast<'a> {
    state: &'a BoardState,
    us: Color,
    king: Square,
    their_king: Square,
}

impl Blast<'_> {
    /// Returns `true` if a capture leaves the mover's king, and leaves it safe unless the other king explodes.
    #[inline]
    fn is_legal(&self, from: Square, to: Square, en_passant: Option<Square>) -> bool {
        let around = king_attacks(to);
        if around.contains(self.king) {
            return false;
        }
        let wins = around.contains(self.their_king) || to == self.their_king;
        if wins || king_attacks(self.their_king).contains(self.king) {
            return true;
        }
        let gone = (around - self.state.by_type(PieceType::Pawn)) | to.into() | from.into() | en_passant.into();
        let occupied = self.state.occupied() - gone;
        (self.state.attackers_of(self.king, !self.us, occupied) & occupied).is_empty()
    }
}
