//! Making a move on a board of any variant.

use gardez_bitboard::{Bitboard, pawn_attacks};
use gardez_types::{CastlingSide, Color, Piece, PieceType, Rank, Square};

use crate::movegen::captured_en_passant;
use crate::moves::{VariantMove, VariantMoveKind};
use crate::rules::Laws;
use crate::state::BoardState;
use crate::variant::Variant;

/// Makes a move that is legal by these rules.
#[inline]
pub(crate) fn make<L: Laws>(state: &mut BoardState, m: VariantMove) {
    let us = state.side_to_move;
    state.set_ep_square(None);
    state.ply += 1;
    state.rule50 = state.rule50.saturating_add(1);
    let mut double_step = None;
    match m.kind() {
        VariantMoveKind::Drop(piece_type) => {
            state.set_pocket(us, piece_type, state.pocket(us).count(piece_type).saturating_sub(1));
            state.put_piece(Piece::new(us, piece_type), m.to());
            if piece_type == PieceType::Pawn {
                state.rule50 = 0;
            }
        }
        VariantMoveKind::Castling => castle(state, us, m.origin(), m.to()),
        kind => double_step = step::<L>(state, us, m.origin(), m.to(), kind),
    }
    state.pass_turn();
    L::after_move(state, us);
    if let Some(square) = double_step {
        note_double_step::<L>(state, square);
    }
}

fn castle(state: &mut BoardState, us: Color, king: Square, rook: Square) {
    let side = CastlingSide::from_squares(king, rook);
    state.remove_piece(Piece::new(us, PieceType::King), king);
    state.remove_piece(Piece::new(us, PieceType::Rook), rook);
    state.put_piece(Piece::new(us, PieceType::King), side.king_target(us));
    state.put_piece(Piece::new(us, PieceType::Rook), side.rook_target(us));
    state.remove_rights(us.castling_rights());
}

/// Moves a piece. Returns the square that a double step has passed, if it counts for en passant.
#[inline]
fn step<L: Laws>(state: &mut BoardState, us: Color, from: Square, to: Square, kind: VariantMoveKind) -> Option<Square> {
    let piece = state.piece_on(from).expect("a piece moves");
    let has_marks = L::VARIANT == Variant::Crazyhouse;
    let victim_square = if kind == VariantMoveKind::EnPassant { captured_en_passant(from, to) } else { to };
    let victim = state.piece_on(victim_square);
    if let Some(victim) = victim {
        let was_promoted = has_marks && state.promoted().contains(victim_square);
        state.remove_piece(victim, victim_square);
        state.rule50 = 0;
        L::captured(state, victim, was_promoted);
    }
    let mut touched = Bitboard::from(from) | to.into();
    if let VariantMoveKind::Promotion(piece_type) = kind {
        state.remove_piece(piece, from);
        state.put_piece(Piece::new(us, piece_type), to);
        state.mark_promoted(to, has_marks);
    } else {
        state.move_piece(piece, from, to);
        if has_marks && state.promoted().contains(from) {
            state.mark_promoted(from, false);
            state.mark_promoted(to, true);
        }
    }
    if victim.is_some() {
        touched |= L::after_capture(state, to);
    }
    if !touched.is_disjoint(state.setup.watched) {
        lose_rights(state, touched);
    }
    if piece.piece_type() != PieceType::Pawn {
        return None;
    }
    state.rule50 = 0;
    // A double step from the first rank, which only a horde makes, cannot be captured in passing.
    let is_double = from.rank() == Rank::Two.relative_to(us) && to.rank() == Rank::Four.relative_to(us);
    if is_double { from.step(us.up()) } else { None }
}

/// Removes the rights of rooks and kings that are not on their squares any more.
#[cold]
fn lose_rights(state: &mut BoardState, touched: Bitboard) {
    let mut lost = state.setup.rights_of_rooks_on(touched);
    for color in Color::ALL {
        // The king of a side with rights has never moved, so it is where it was set up.
        let is_home =
            state.king(color).is_some_and(|king| state.setup.watched.contains(king) && !touched.contains(king));
        if !is_home {
            lost |= color.castling_rights();
        }
    }
    state.remove_rights(lost);
}

/// Sets the en passant square if the side to move can legally capture on it.
pub(crate) fn note_double_step<L: Laws>(state: &mut BoardState, square: Square) {
    let us = state.side_to_move;
    let pawns = pawn_attacks(!us, square) & state.pieces(us, PieceType::Pawn);
    if !pawns.is_empty()
        && L::variant_end(state).is_none()
        && pawns.into_iter().any(|pawn| L::en_passant_is_legal(state, pawn, square))
    {
        state.set_ep_square(Some(square));
    }
}
