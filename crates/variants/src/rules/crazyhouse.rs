//! Crazyhouse: captured pieces change their color and come back.

use core::ops::ControlFlow;

use gardez_position::internals::Side;
use gardez_types::{Color, Piece, PieceType};

use crate::movegen::{BACK_RANKS, PinInfo, chess_moves_with};
use crate::rules::Laws;
use crate::sink::DropSink;
use crate::state::{BoardState, Pocket};
use crate::variant::{Dialect, Variant};

/// Crazyhouse: a captured piece goes to the pocket of the other side, which can drop it on an empty square as a move.
#[derive(Clone, Copy, Debug)]
pub enum Crazyhouse {}

impl Laws for Crazyhouse {
    const VARIANT: Variant = Variant::Crazyhouse;

    /// Generates the moves of chess, and drops. A drop can only block a check.
    #[inline]
    fn moves<S: Side, K: DropSink>(state: &BoardState, sink: &mut K) -> ControlFlow<K::Break> {
        let pins = PinInfo::new(state, S::US);
        chess_moves_with::<S, K>(state, &pins, sink)?;
        let pocket = state.pocket(S::US);
        if pocket.is_empty() || pins.checkers.more_than_one() {
            return ControlFlow::Continue(());
        }
        let free = pins.check_mask() - state.occupied();
        for piece_type in Pocket::TYPES {
            if pocket.count(piece_type) > 0 {
                sink.drops(piece_type, if piece_type == PieceType::Pawn { free - BACK_RANKS } else { free })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Puts the piece into the pocket of the other side, as a pawn if it was promoted.
    fn captured(state: &mut BoardState, piece: Piece, was_promoted: bool) {
        let piece_type = if was_promoted { PieceType::Pawn } else { piece.piece_type() };
        let count = state.pocket(!piece.color()).count(piece_type);
        state.set_pocket(!piece.color(), piece_type, count.saturating_add(1));
    }

    /// Returns `true` by the rules of the libraries if kings and at most one knight or bishop are left, on the board and in
    /// the pockets. Lichess never calls the material insufficient, because none is ever lost.
    fn cannot_win(state: &BoardState, _: Color, dialect: Dialect) -> bool {
        let (minors, others) =
            ([PieceType::Knight, PieceType::Bishop], [PieceType::Pawn, PieceType::Rook, PieceType::Queen]);
        let count = |piece_type| {
            let in_hand = Color::ALL.into_iter().map(|color| u32::from(state.pocket(color).count(piece_type)));
            state.by_type(piece_type).len() + in_hand.sum::<u32>()
        };
        dialect == Dialect::Libraries
            && state.promoted().is_empty()
            && others.into_iter().all(|piece_type| count(piece_type) == 0)
            && minors.into_iter().map(count).sum::<u32>() <= 1
    }
}
