//! Crazyhouse: captured pieces change their color and come back.

use core::ops::ControlFlow;

use gardez_bitboard::Bitboard;
use gardez_position::internals::Side;
use gardez_types::{Color, Piece, PieceType, Rank};

use crate::movegen::{PinInfo, chess_moves_with};
use crate::rules::Laws;
use crate::sink::DropSink;
use crate::state::{BoardState, Pocket};
use crate::variant::{Dialect, Variant};

/// Crazyhouse: a captured piece goes to the pocket of the side that captures it, and can be dropped on an empty square
/// instead of a move.
#[derive(Clone, Copy, Debug)]
pub enum Crazyhouse {}

impl Laws for Crazyhouse {
    const VARIANT: Variant = Variant::Crazyhouse;

    /// Generates the moves of chess, and drops. A drop answers a check only between the king and its only checker.
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
                let closed = match piece_type {
                    PieceType::Pawn => Bitboard::from(Rank::One) | Rank::Eight.into(),
                    _ => Bitboard::EMPTY,
                };
                sink.drops(piece_type, free - closed)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Puts the piece into the pocket with its color changed. If it was a pawn once, it is one again.
    fn captured(state: &mut BoardState, piece: Piece, was_promoted: bool) {
        let piece_type = if was_promoted { PieceType::Pawn } else { piece.piece_type() };
        let count = state.pocket(!piece.color()).count(piece_type);
        state.set_pocket(!piece.color(), piece_type, count.saturating_add(1));
    }

    /// Returns `true` in the dialect of the libraries if both sides together have at most one knight or bishop besides
    /// the kings. No material is ever lost, so Lichess never calls it insufficient.
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
