//! Chess and Chess960, for programs that read games of all variants.

use core::ops::ControlFlow;

use gardez_bitboard::Bitboard;
use gardez_position::BoardError;
use gardez_position::internals::Side;
use gardez_types::{Color, PieceType};

use crate::movegen::{BACK_RANKS, chess_moves};
use crate::rules::Laws;
use crate::setup::SetupError;
use crate::sink::DropSink;
use crate::state::BoardState;
use crate::variant::{Dialect, Variant};

/// Chess and Chess960. `gardez_position::Position` is faster and knows more.
#[derive(Clone, Copy, Debug)]
pub enum Chess {}

impl Laws for Chess {
    const VARIANT: Variant = Variant::Chess;

    #[inline]
    fn moves<S: Side, K: DropSink>(state: &BoardState, sink: &mut K) -> ControlFlow<K::Break> {
        chess_moves::<S, K>(state, sink)
    }

    fn cannot_win(state: &BoardState, color: Color, _: Dialect) -> bool {
        cannot_mate(state.by_color(color), state.by_color(!color), |piece_type| state.by_type(piece_type))
    }
}

/// Returns `true` if no legal moves let the side with the pieces `ours` mate, like `gardez-position`; without kings, too.
pub(crate) fn cannot_mate(ours: Bitboard, theirs: Bitboard, by_type: impl Fn(PieceType) -> Bitboard) -> bool {
    let [knights, bishops, kings] = [PieceType::Knight, PieceType::Bishop, PieceType::King].map(&by_type);
    if !(ours - (kings | knights | bishops)).is_empty() {
        return false;
    }
    if !ours.is_disjoint(knights) {
        return ours.len() <= 2 && theirs.is_subset(kings | by_type(PieceType::Queen));
    }
    let one_color = bishops.is_subset(Bitboard::LIGHT_SQUARES) || bishops.is_subset(Bitboard::DARK_SQUARES);
    ours.is_disjoint(bishops) || (one_color && (knights | by_type(PieceType::Pawn)).is_empty())
}

/// Checks that each side has one king, no pawn is on rank 1 or 8, and the side that is not to move is not in check.
pub(super) fn check<L: Laws>(state: &BoardState) -> Result<(), SetupError> {
    for color in Color::ALL {
        one_king(state, color)?;
    }
    no_pawns_on(state, BACK_RANKS)?;
    opponent_is_safe::<L>(state)
}

/// Refuses a board on which `color` has not exactly one king.
pub(super) fn one_king(state: &BoardState, color: Color) -> Result<(), SetupError> {
    match state.count(color, PieceType::King) {
        1 => Ok(()),
        0 => Err(BoardError::MissingKing(color).into()),
        _ => Err(BoardError::SeveralKings(color).into()),
    }
}

pub(super) fn no_pawns_on(state: &BoardState, squares: Bitboard) -> Result<(), SetupError> {
    match (state.by_type(PieceType::Pawn) & squares).lsb() {
        Some(square) => Err(BoardError::PawnOnBackRank(square).into()),
        None => Ok(()),
    }
}

/// Refuses a board on which the king of the side that is not to move can be captured.
pub(super) fn opponent_is_safe<L: Laws>(state: &BoardState) -> Result<(), SetupError> {
    let them = !state.side_to_move();
    if L::checkers(state, them).is_empty() { Ok(()) } else { Err(BoardError::OpponentInCheck(them).into()) }
}
