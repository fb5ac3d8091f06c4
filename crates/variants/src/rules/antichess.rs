//! Antichess: a side that has lost everything wins.

use core::ops::ControlFlow;

use gardez_bitboard::Bitboard;
use gardez_position::internals::Side;
use gardez_types::{Color, PieceType, Square};

use crate::movegen::{BACK_RANKS, PROMOTIONS_TO_KING, en_passant, steps};
use crate::outcome::{Outcome, Reason};
use crate::rules::{Laws, chess};
use crate::setup::SetupError;
use crate::sink::{DropSink, Filter};
use crate::state::BoardState;
use crate::variant::{Dialect, Variant};

/// Antichess: captures are forced, kings are ordinary pieces, and a side without pieces or without moves wins.
#[derive(Clone, Copy, Debug)]
pub enum Antichess {}

impl Laws for Antichess {
    const VARIANT: Variant = Variant::Antichess;

    /// Generates the captures, or all other moves if there are none. There are no pins, no checks and no castling.
    #[inline]
    fn moves<S: Side, K: DropSink>(state: &BoardState, sink: &mut K) -> ControlFlow<K::Break> {
        let mut has_captures = false;
        let note = |_, targets: Bitboard| {
            has_captures |= !targets.is_empty();
            targets
        };
        let mut captures = Filter { sink: &mut *sink, keep: note };
        steps::<S, _>(state, state.by_color(S::THEM), &PROMOTIONS_TO_KING, &mut captures)?;
        en_passant::<S, _>(state, |_, _| true, &mut captures)?;
        if has_captures {
            return ControlFlow::Continue(());
        }
        steps::<S, K>(state, !state.occupied(), &PROMOTIONS_TO_KING, sink)
    }

    #[inline]
    fn variant_end(state: &BoardState) -> Option<Outcome> {
        let us = state.side_to_move();
        state.by_color(us).is_empty().then(|| Outcome::win(Reason::AllLost, us))
    }

    fn king_attackers(_: &BoardState, _: Color, _: Square, _: Bitboard) -> Bitboard {
        Bitboard::EMPTY
    }

    fn en_passant_is_legal(_: &BoardState, _: Square, _: Square) -> bool {
        true
    }

    /// Returns the win of the side that cannot move.
    fn stalemate(state: &BoardState) -> Outcome {
        Outcome::win(Reason::NoMoves, state.side_to_move())
    }

    fn cannot_win(state: &BoardState, color: Color, dialect: Dialect) -> bool {
        let (ours, theirs) = (state.by_color(color), state.by_color(!color));
        let (bishops, knights) = (state.by_type(PieceType::Bishop), state.by_type(PieceType::Knight));
        let light = Bitboard::LIGHT_SQUARES;
        if ours.is_empty() {
            return false;
        }
        if theirs.is_empty() {
            return true;
        }
        if state.occupied() == knights && ours.len() == 1 && theirs.len() == 1 {
            // Each move of a knight changes the color of its square: the side to move loses if both colors are the same.
            let same = (state.occupied() & light).len() != 1;
            return (state.side_to_move() == color) != same;
        }
        if state.occupied() == bishops {
            // A bishop is never lost if the other side has no bishop on its color.
            let is_safe = |squares: Bitboard| !ours.is_disjoint(squares) && theirs.is_disjoint(squares);
            return is_safe(light) || is_safe(!light);
        }
        dialect == Dialect::Lichess && is_locked(state)
    }

    fn check(state: &BoardState) -> Result<(), SetupError> {
        if state.occupied().is_empty() {
            return Err(SetupError::EmptyBoard);
        }
        chess::no_pawns_on(state, BACK_RANKS)
    }
}

/// Returns `true` if the sides have bishops on one color each, not the same, and blocked pawns out of the bishops' reach.
fn is_locked(state: &BoardState) -> bool {
    let (bishops, pawns) = (state.by_type(PieceType::Bishop), state.by_type(PieceType::Pawn));
    let is_apart = |[white, black]: [Bitboard; 2]| {
        state.by_color(Color::White).is_subset(white) && state.by_color(Color::Black).is_subset(black)
    };
    let (light, dark) = (Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES);
    state.occupied() == bishops | pawns
        && Color::ALL.into_iter().all(|color| {
            let fronts = state.pieces(color, PieceType::Pawn).shift(color.up());
            fronts.is_subset(pawns) && !state.pieces(color, PieceType::Bishop).is_empty()
        })
        && (is_apart([light, dark]) || is_apart([dark, light]))
}
