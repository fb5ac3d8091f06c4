//! Three-check: the third check wins.

use core::ops::ControlFlow;

use gardez_bitboard::{between, pseudo_attackers};
use gardez_position::internals::Side;
use gardez_types::{Color, Piece, PieceType};

use crate::movegen::chess_moves;
use crate::outcome::{Outcome, Reason};
use crate::rules::Laws;
use crate::setup::SetupError;
use crate::sink::DropSink;
use crate::state::BoardState;
use crate::variant::{Dialect, Variant};

/// Three-check: chess, but the side that gives the third check wins. A double check counts once.
#[derive(Clone, Copy, Debug)]
pub enum ThreeCheck {}

impl Laws for ThreeCheck {
    const VARIANT: Variant = Variant::ThreeCheck;

    #[inline]
    fn moves<S: Side, K: DropSink>(state: &BoardState, sink: &mut K) -> ControlFlow<K::Break> {
        chess_moves::<S, K>(state, sink)
    }

    #[inline]
    fn variant_end(state: &BoardState) -> Option<Outcome> {
        let winner = Color::ALL.into_iter().find(|&color| state.checks_left(color) == 0)?;
        Some(Outcome::win(Reason::ThreeChecks, winner))
    }

    #[inline]
    fn after_move(state: &mut BoardState, mover: Color) {
        if gives_check(state, mover) {
            state.set_checks_left(mover, state.checks_left(mover).saturating_sub(1));
        }
    }

    /// Returns `true` if only the king is left: any other piece can give checks.
    fn cannot_win(state: &BoardState, color: Color, _: Dialect) -> bool {
        state.by_color(color).is_subset(state.by_type(PieceType::King))
    }

    /// Checks the same as in chess, and that at most one side has given all its checks.
    fn check(state: &BoardState) -> Result<(), SetupError> {
        if Color::ALL.into_iter().all(|color| state.checks_left(color) == 0) {
            return Err(SetupError::BothGaveAllChecks);
        }
        super::chess::check::<Self>(state)
    }
}

/// Returns `true` if `mover`, which has just moved, gives check. Fast if no slider is on a line with the king.
#[inline]
fn gives_check(state: &BoardState, mover: Color) -> bool {
    let Some(king) = state.king(!mover) else { return false };
    let pieces = |piece_type| state.by_type(piece_type) & pseudo_attackers(Piece::new(mover, piece_type), king);
    let near = pieces(PieceType::Pawn) | pieces(PieceType::Knight);
    let far = pieces(PieceType::Bishop) | pieces(PieceType::Rook) | pieces(PieceType::Queen);
    let is_open = |slider| between(king, slider).is_disjoint(state.occupied());
    !(near & state.by_color(mover)).is_empty() || (far & state.by_color(mover)).into_iter().any(is_open)
}
