//! Making and undoing a move on a board of any variant.

use gardez_bitboard::{Bitboard, pawn_attacks};
use gardez_types::{CastlingSide, Color, Piece, PieceType, Rank, Square};

use crate::keys;
use crate::movegen::captured_en_passant;
use crate::moves::{VariantMove, VariantMoveKind};
use crate::rules::Laws;
use crate::state::{BoardState, Pocket};
use crate::turn::Turn;
use crate::variant::Variant;

/// The changes of a move, so that it can be undone: see [`Board::make_move`](crate::Board::make_move).
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    mv: VariantMove,
    victim: Option<Piece>,
    key: u64,
    /// The pocket of the side that moved.
    pocket: Pocket,
    turn: Turn,
    promoted: Bitboard,
    blast: Blast,
}

impl Undo {
    /// Returns the move.
    #[inline]
    pub const fn mv(&self) -> VariantMove {
        self.mv
    }

    #[inline]
    pub(crate) const fn key(&self) -> u64 {
        self.key
    }
}

/// The pieces that an explosion has removed: four bits for each, those of the highest square lowest.
#[derive(Clone, Copy, Debug)]
struct Blast {
    squares: Bitboard,
    pieces: u64,
}

impl Blast {
    const NONE: Self = Self { squares: Bitboard::EMPTY, pieces: 0 };

    /// Removes the pieces on these squares, at most nine, from a board.
    #[inline(never)]
    fn remove(state: &mut BoardState, squares: Bitboard) -> Self {
        let mut pieces = 0;
        for square in squares {
            let piece = state.piece_on(square);
            pieces = pieces << 4 | keys::number(piece) as u64;
            if let Some(piece) = piece {
                state.remove_piece(piece, square);
            }
        }
        Self { squares, pieces }
    }

    #[inline(never)]
    fn put_back(self, state: &mut BoardState) {
        for (square, i) in self.squares.into_iter().zip((0..self.squares.len()).rev()) {
            if let Some(piece) = Piece::from_raw((self.pieces >> (4 * i)) as u8 & 15) {
                state.put_back(piece, square);
            }
        }
    }
}

/// Makes a move that is legal by these rules.
///
/// Rare moves have functions of their own that do not see the `Undo`, so that the compiler keeps it in registers.
#[cfg_attr(not(gardez_small), inline(always))]
#[cfg_attr(gardez_small, inline(never))]
pub(crate) fn make<L: Laws>(state: &mut BoardState, m: VariantMove) -> Undo {
    let (key, turn, promoted) = (state.key, state.turn, state.promoted);
    let pocket = *state.pocket(turn.side_to_move());
    let (victim, blast) = match m.dropped() {
        _ if m.is_normal() => make_normal::<L>(state, m),
        Some(piece_type) if L::VARIANT.has_pockets() => {
            drop_piece(state, piece_type, m.to());
            (None, Blast::NONE)
        }
        _ => make_special::<L>(state, m),
    };
    Undo { mv: m, victim, key, pocket, turn, promoted, blast }
}

#[inline(always)]
fn make_normal<L: Laws>(state: &mut BoardState, m: VariantMove) -> (Option<Piece>, Blast) {
    let (us, from, to) = (state.side_to_move(), m.origin(), m.to());
    let piece = state.piece_on(from).expect("a piece moves");
    let victim = state.piece_on(to);
    let is_pawn = piece == Piece::new(us, PieceType::Pawn);
    state.replace(piece, from, to, victim);
    let key = keys::piece(Some(piece), from) ^ keys::piece(Some(piece), to) ^ keys::piece(victim, to);
    state.advance(key, is_pawn | victim.is_some());
    let was_promoted = L::VARIANT.has_pockets() && carry_mark(state, from, to);
    let touched = Bitboard::from(from) | to.into();
    let blast = consequences::<L>(state, piece, touched, victim.map(|victim| (victim, to, was_promoted)));
    // A double push from the first rank, which only a horde makes, cannot be captured in passing.
    if is_pawn & ((from as u8).abs_diff(to as u8) == 16) && from.rank() == Rank::Two.relative_to(us) {
        note_double_push::<L>(state, Square::new(from.file(), Rank::Three.relative_to(us)));
    }
    (victim, blast)
}

#[inline]
fn drop_piece(state: &mut BoardState, piece_type: PieceType, to: Square) {
    let us = state.side_to_move();
    state.set_pocket(us, piece_type, state.pocket(us).count(piece_type).saturating_sub(1));
    state.put_piece(Piece::new(us, piece_type), to);
    state.advance(0, piece_type == PieceType::Pawn);
}

/// Makes a promotion, castling or an en passant capture.
#[inline(never)]
fn make_special<L: Laws>(state: &mut BoardState, m: VariantMove) -> (Option<Piece>, Blast) {
    let (us, from, to) = (state.side_to_move(), m.origin(), m.to());
    let mut captured = None;
    let moved = if m.kind() == VariantMoveKind::Castling {
        let side = CastlingSide::from_squares(from, to);
        state.remove_piece(Piece::new(us, PieceType::King), from);
        state.remove_piece(Piece::new(us, PieceType::Rook), to);
        state.put_piece(Piece::new(us, PieceType::King), side.king_target(us));
        state.put_piece(Piece::new(us, PieceType::Rook), side.rook_target(us));
        PieceType::King
    } else {
        let victim_square = victim_square(m);
        let was_promoted = state.promoted.contains(victim_square);
        captured = state.piece_on(victim_square).map(|victim| (victim, to, was_promoted));
        if let Some((victim, ..)) = captured {
            state.remove_piece(victim, victim_square);
        }
        state.remove_piece(Piece::new(us, PieceType::Pawn), from);
        let piece_type = m.promotion().unwrap_or(PieceType::Pawn);
        state.put_piece(Piece::new(us, piece_type), to);
        state.mark_promoted(to, L::VARIANT.has_pockets() && piece_type != PieceType::Pawn);
        PieceType::Pawn
    };
    let touched = Bitboard::from(from) | to.into();
    state.advance(0, moved == PieceType::Pawn);
    let blast = consequences::<L>(state, Piece::new(us, moved), touched, captured);
    (captured.map(|(victim, ..)| victim), blast)
}

/// Returns the square of the piece that a promotion or an en passant capture takes.
fn victim_square(m: VariantMove) -> Square {
    if m.kind() == VariantMoveKind::EnPassant { captured_en_passant(m.origin(), m.to()) } else { m.to() }
}

/// Applies the effects of a move of `piece` that has changed the `touched` squares: pockets, explosions, castling rights,
/// checks. `captured` is the captured piece, the center of the explosion, and whether the piece was promoted.
#[inline]
fn consequences<L: Laws>(
    state: &mut BoardState,
    piece: Piece,
    mut touched: Bitboard,
    captured: Option<(Piece, Square, bool)>,
) -> Blast {
    let mut blast = Blast::NONE;
    if let Some((victim, to, was_promoted)) = captured {
        L::captured(state, victim, was_promoted);
        let gone = L::exploding(state, to);
        if !gone.is_empty() {
            blast = Blast::remove(state, gone);
            touched |= gone;
            for color in Color::ALL {
                if state.king(color).is_none() {
                    state.remove_rights(color.castling_rights());
                }
            }
        }
    }
    if !touched.is_disjoint(state.setup.watched) & !state.castling_rights().is_empty() {
        lose_rights(state, piece, touched);
    }
    L::after_move(state, piece.color());
    blast
}

/// Moves the mark of a promoted piece. Returns `true` if the captured piece had a mark.
#[inline]
fn carry_mark(state: &mut BoardState, from: Square, to: Square) -> bool {
    let was_promoted = state.promoted.contains(to);
    if !state.promoted.is_empty() {
        let mark = state.promoted.contains(from);
        state.mark_promoted(from, false);
        state.mark_promoted(to, mark);
    }
    was_promoted
}

/// Removes the rights of rooks and kings that have left their squares.
#[inline(never)]
fn lose_rights(state: &mut BoardState, piece: Piece, touched: Bitboard) {
    let mut lost = state.setup.rights_of_rooks_on(touched);
    if piece.piece_type() == PieceType::King {
        lost |= piece.color().castling_rights();
    }
    state.remove_rights(lost);
}

/// Sets the en passant square if the side to move can legally capture on it.
#[inline]
pub(crate) fn note_double_push<L: Laws>(state: &mut BoardState, square: Square) {
    let us = state.side_to_move();
    let pawns = pawn_attacks(!us, square) & state.pieces(us, PieceType::Pawn);
    if !pawns.is_empty() && is_capturable::<L>(state, pawns, square) {
        state.set_ep_square(Some(square));
    }
}

#[inline(never)]
fn is_capturable<L: Laws>(state: &BoardState, pawns: Bitboard, square: Square) -> bool {
    L::variant_end(state).is_none() && pawns.into_iter().any(|pawn| L::en_passant_is_legal(state, pawn, square))
}

#[cfg_attr(not(gardez_small), inline(always))]
#[cfg_attr(gardez_small, inline(never))]
pub(crate) fn unmake<L: Laws>(state: &mut BoardState, undo: &Undo) {
    (state.key, state.turn) = (undo.key, undo.turn);
    if L::VARIANT.has_pockets() {
        state.promoted = undo.promoted;
        state.pockets[undo.turn.side_to_move() as usize] = undo.pocket;
    }
    if L::VARIANT == Variant::Atomic && !undo.blast.squares.is_empty() {
        undo.blast.put_back(state);
    }
    let (from, to) = (undo.mv.origin(), undo.mv.to());
    match (state.piece_on(to), undo.mv.dropped()) {
        (Some(piece), _) if undo.mv.is_normal() => state.replace_back(piece, from, to, undo.victim),
        (Some(piece), Some(_)) => state.take_back(piece, to),
        _ => unmake_special(state, undo.mv, undo.victim),
    }
}

/// Undoes a promotion, castling or an en passant capture.
#[inline(never)]
fn unmake_special(state: &mut BoardState, m: VariantMove, victim: Option<Piece>) {
    let (us, from, to) = (state.side_to_move(), m.origin(), m.to());
    if m.kind() == VariantMoveKind::Castling {
        let side = CastlingSide::from_squares(from, to);
        state.take_back(Piece::new(us, PieceType::King), side.king_target(us));
        state.take_back(Piece::new(us, PieceType::Rook), side.rook_target(us));
        state.put_back(Piece::new(us, PieceType::King), from);
        state.put_back(Piece::new(us, PieceType::Rook), to);
    } else {
        state.take_back(Piece::new(us, m.promotion().unwrap_or(PieceType::Pawn)), to);
        state.put_back(Piece::new(us, PieceType::Pawn), from);
        if let Some(victim) = victim {
            state.put_back(victim, victim_square(m));
        }
    }
}
