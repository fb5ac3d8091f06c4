//! Making and undoing a move on a board of any variant.

use gardez_bitboard::{Bitboard, pawn_attacks};
use gardez_types::{CastlingRights, CastlingSide, Color, Piece, PieceType, Rank, Square};

use crate::keys;
use crate::movegen::captured_en_passant;
use crate::moves::{VariantMove, VariantMoveKind};
use crate::rules::Laws;
use crate::state::{BoardState, Pocket};
use crate::variant::Variant;

/// What a move has changed, so that it can be undone: see [`Board::make_move`](crate::Board::make_move).
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    key: u64,
    promoted: Bitboard,
    pub(crate) blast: Blast,
    pockets: [Pocket; 2],
    rule50: u16,
    mv: VariantMove,
    checks: [u8; 2],
    /// The piece that was captured, also en passant.
    victim: Option<Piece>,
    ep_square: Option<Square>,
    castling_rights: CastlingRights,
}

impl Undo {
    /// Returns the move that is undone.
    #[inline]
    pub const fn mv(&self) -> VariantMove {
        self.mv
    }

    /// Returns the key of the board before the move.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }
}

/// The pieces that an explosion has removed, in the order of their squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blast {
    squares: Bitboard,
    pieces: [Option<Piece>; 9],
}

impl Blast {
    const NONE: Self = Self { squares: Bitboard::EMPTY, pieces: [None; 9] };

    /// Removes the pieces on these squares, at most nine, from a board.
    pub(crate) fn remove(state: &mut BoardState, squares: Bitboard) -> Self {
        let mut blast = Self { squares, ..Self::NONE };
        for (square, slot) in squares.into_iter().zip(&mut blast.pieces) {
            *slot = state.piece_on(square);
            if let Some(piece) = *slot {
                state.remove_piece(piece, square);
            }
        }
        blast
    }

    fn put_back(&self, state: &mut BoardState) {
        for (square, piece) in self.squares.into_iter().zip(self.pieces) {
            if let Some(piece) = piece {
                state.put_back(piece, square);
            }
        }
    }
}

/// Undoes the last move.
#[inline]
pub(crate) fn unmake<L: Laws>(state: &mut BoardState, undo: &Undo) {
    state.side_to_move = !state.side_to_move;
    state.key = undo.key;
    state.ply -= 1;
    state.rule50 = undo.rule50;
    state.castling_rights = undo.castling_rights;
    state.ep_square = undo.ep_square;
    if L::VARIANT.has_pockets() {
        (state.promoted, state.pockets) = (undo.promoted, undo.pockets);
    }
    if L::VARIANT.counts_checks() {
        state.checks = undo.checks;
    }
    let (us, from, to) = (state.side_to_move, undo.mv.origin(), undo.mv.to());
    match undo.mv.kind() {
        VariantMoveKind::Drop(piece_type) => state.take_back(Piece::new(us, piece_type), to),
        VariantMoveKind::Castling => {
            let side = CastlingSide::from_squares(from, to);
            state.take_back(Piece::new(us, PieceType::King), side.king_target(us));
            state.take_back(Piece::new(us, PieceType::Rook), side.rook_target(us));
            state.put_back(Piece::new(us, PieceType::King), from);
            state.put_back(Piece::new(us, PieceType::Rook), to);
        }
        kind => {
            if L::VARIANT == Variant::Atomic {
                undo.blast.put_back(state);
            }
            let piece = state.piece_on(to).expect("the piece that has moved");
            if let VariantMoveKind::Promotion(_) = kind {
                state.take_back(piece, to);
                state.put_back(Piece::new(us, PieceType::Pawn), from);
            } else {
                state.move_back(piece, to, from);
            }
            if let Some(victim) = undo.victim {
                let at = if kind == VariantMoveKind::EnPassant { captured_en_passant(from, to) } else { to };
                state.put_back(victim, at);
            }
        }
    }
}

/// Makes a move that is legal by these rules.
#[inline]
pub(crate) fn make<L: Laws>(state: &mut BoardState, m: VariantMove) -> Undo {
    let mut undo = Undo {
        key: state.key,
        promoted: state.promoted,
        blast: Blast::NONE,
        pockets: state.pockets,
        rule50: state.rule50,
        mv: m,
        checks: state.checks,
        victim: None,
        ep_square: state.ep_square,
        castling_rights: state.castling_rights,
    };
    let us = state.side_to_move;
    // What has no consequences for others is collected here, and reaches the key once: each write to the board would
    // make the next one wait for it.
    let mut key = keys::white_to_move() ^ keys::en_passant(state.ep_square);
    state.ep_square = None;
    state.ply += 1;
    state.rule50 = state.rule50.saturating_add(1);
    let mut double_step = None;
    match m.kind() {
        VariantMoveKind::Drop(piece_type) => {
            let piece = Piece::new(us, piece_type);
            state.set_pocket(us, piece_type, state.pocket(us).count(piece_type).saturating_sub(1));
            state.put_back(piece, m.to());
            key ^= keys::piece(piece, m.to());
            if piece_type == PieceType::Pawn {
                state.rule50 = 0;
            }
        }
        VariantMoveKind::Castling => castle(state, us, m.origin(), m.to()),
        kind => double_step = step::<L>(state, us, kind, &mut undo, &mut key),
    }
    state.key ^= key;
    state.side_to_move = !us;
    L::after_move(state, us);
    if let Some(square) = double_step {
        note_double_step::<L>(state, square);
    }
    undo
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
fn step<L: Laws>(
    state: &mut BoardState,
    us: Color,
    kind: VariantMoveKind,
    undo: &mut Undo,
    key: &mut u64,
) -> Option<Square> {
    let (from, to) = (undo.mv.origin(), undo.mv.to());
    let piece = state.piece_on(from).expect("a piece moves");
    let has_marks = L::VARIANT.has_pockets();
    let victim_square = if kind == VariantMoveKind::EnPassant { captured_en_passant(from, to) } else { to };
    let victim = state.piece_on(victim_square);
    undo.victim = victim;
    if let Some(victim) = victim {
        state.take_back(victim, victim_square);
        *key ^= keys::piece(victim, victim_square);
        state.rule50 = 0;
        let was_promoted = has_marks && state.promoted().contains(victim_square);
        if was_promoted {
            state.mark_promoted(victim_square, false);
        }
        L::captured(state, victim, was_promoted);
    }
    let mut touched = Bitboard::from(from) | to.into();
    if let VariantMoveKind::Promotion(piece_type) = kind {
        state.remove_piece(piece, from);
        state.put_piece(Piece::new(us, piece_type), to);
        state.mark_promoted(to, has_marks);
    } else {
        state.move_back(piece, from, to);
        *key ^= keys::piece(piece, from) ^ keys::piece(piece, to);
        if has_marks && state.promoted().contains(from) {
            state.mark_promoted(from, false);
            state.mark_promoted(to, true);
        }
    }
    if victim.is_some() {
        let gone = L::exploding(state, to);
        if !gone.is_empty() {
            undo.blast = Blast::remove(state, gone);
            touched |= gone;
        }
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
