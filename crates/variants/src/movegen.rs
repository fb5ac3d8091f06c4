//! The moves that variants have in common with chess. As in `gardez-position`, legal moves are generated directly: checks
//! and pins limit the targets. Nothing limits the moves of a side without a king.

use core::ops::ControlFlow;

use gardez_bitboard::{
    Bitboard, attacks, between, bishop_attacks, king_attacks, knight_attacks, line, path_to, pawn_attacks,
    queen_attacks, rook_attacks,
};
use gardez_position::internals::{Promotions, Side, Sink, path};
use gardez_types::{CastlingSide, Color, Move, Piece, PieceType, Rank, Square};

use crate::state::BoardState;

pub(crate) const BACK_RANKS: Bitboard = Bitboard::from_bits(0xff00_0000_0000_00ff);

/// The checks and pins that limit the moves of one side.
#[derive(Clone, Copy)]
pub(crate) struct PinInfo {
    pub(crate) king: Option<Square>,
    pub(crate) checkers: Bitboard,
    pub(crate) pinned: Bitboard,
}

impl PinInfo {
    /// No king, or none that limits the moves.
    pub(crate) const NONE: Self = Self { king: None, checkers: Bitboard::EMPTY, pinned: Bitboard::EMPTY };

    #[inline]
    pub(crate) fn new(state: &BoardState, us: Color) -> Self {
        let Some(king) = state.king(us) else { return Self::NONE };
        let (checkers, pinned) = state.checkers_and_pinned(king, us);
        Self { king: Some(king), checkers, pinned }
    }

    /// Returns the squares where a piece blocks the check or captures the checker: all of them if there is no check.
    #[inline]
    pub(crate) fn check_mask(&self) -> Bitboard {
        match (self.king, self.checkers.lsb()) {
            (Some(king), Some(checker)) => path_to(king, checker),
            _ => Bitboard::FULL,
        }
    }

    #[inline]
    fn pin_line(&self, pinned: Square) -> Bitboard {
        self.king.map_or(Bitboard::FULL, |king| line(king, pinned))
    }
}

#[inline]
pub(crate) fn chess_moves<S: Side, K: Sink>(state: &BoardState, sink: &mut K) -> ControlFlow<K::Break> {
    chess_moves_with::<S, K>(state, &PinInfo::new(state, S::US), sink)
}

/// Generates the legal moves of chess for a king with these checks and pins.
#[inline]
pub(crate) fn chess_moves_with<S: Side, K: Sink>(
    state: &BoardState,
    pins: &PinInfo,
    sink: &mut K,
) -> ControlFlow<K::Break> {
    if let Some(king) = pins.king {
        let safe = king_targets::<S>(state, king, !state.by_color(S::US));
        sink.piece(PieceType::King, king, safe)?;
    }
    if pins.checkers.more_than_one() {
        return ControlFlow::Continue(());
    }
    let allowed = pins.check_mask() - state.by_color(S::US);
    pieces::<S, K>(state, pins, allowed, sink)?;
    pawns::<S, K>(state, pins, allowed, &PieceType::PROMOTION_PIECES, sink)?;
    en_passant::<S, K>(state, |pawn, ep_square| en_passant_is_safe(state, pawn, ep_square), sink)?;
    castlings::<S, K>(state, pins, |king, occupied| !state.attackers_of(king, S::THEM, occupied).is_empty(), sink)
}

/// Returns the squares of `allowed` where the king is not attacked after it has left its own square.
#[inline]
pub(crate) fn king_targets<S: Side>(state: &BoardState, king: Square, allowed: Bitboard) -> Bitboard {
    let mut targets = king_attacks(king) & allowed;
    let their_pawns = state.pieces(S::THEM, PieceType::Pawn);
    targets -= their_pawns.shift(S::UP_WEST.opposite()) | their_pawns.shift(S::UP_EAST.opposite());
    if let Some(their_king) = state.king(S::THEM) {
        targets -= king_attacks(their_king);
    }
    let them = state.by_color(S::THEM);
    let knights = state.by_type(PieceType::Knight) & them;
    let diagonal = (state.by_type(PieceType::Bishop) | state.by_type(PieceType::Queen)) & them;
    let orthogonal = (state.by_type(PieceType::Rook) | state.by_type(PieceType::Queen)) & them;
    let occupied = state.occupied() - king.into();
    let mut safe = targets;
    for target in targets {
        // No branches: which target is attacked is unpredictable.
        let attackers = knight_attacks(target) & knights
            | bishop_attacks(target, occupied) & diagonal
            | rook_attacks(target, occupied) & orthogonal;
        safe ^= Bitboard::from_bits(u64::from(!attackers.is_empty()) << target as u8);
    }
    safe
}

/// The pieces that a pawn can become in antichess.
pub(crate) static PROMOTIONS_TO_KING: [PieceType; 5] =
    [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::King];

/// Generates the pseudo-legal moves to squares of `allowed`, except castling and en passant.
#[inline]
pub(crate) fn steps<S: Side, K: Sink>(
    state: &BoardState,
    allowed: Bitboard,
    promotions: Promotions,
    sink: &mut K,
) -> ControlFlow<K::Break> {
    for king in state.pieces(S::US, PieceType::King) {
        sink.piece(PieceType::King, king, king_attacks(king) & allowed)?;
    }
    pieces::<S, K>(state, &PinInfo::NONE, allowed, sink)?;
    pawns::<S, K>(state, &PinInfo::NONE, allowed, promotions, sink)
}

/// Generates the moves of knights, bishops, rooks and queens to squares of `allowed`.
#[inline]
pub(crate) fn pieces<S: Side, K: Sink>(
    state: &BoardState,
    pins: &PinInfo,
    allowed: Bitboard,
    sink: &mut K,
) -> ControlFlow<K::Break> {
    let occupied = state.occupied();
    let ours = |piece_type| state.pieces(S::US, piece_type);
    let (bishops, rooks, queens) = (ours(PieceType::Bishop), ours(PieceType::Rook), ours(PieceType::Queen));
    for knight in ours(PieceType::Knight) - pins.pinned {
        sink.piece(PieceType::Knight, knight, knight_attacks(knight) & allowed)?;
    }
    for bishop in bishops - pins.pinned {
        sink.piece(PieceType::Bishop, bishop, bishop_attacks(bishop, occupied) & allowed)?;
    }
    for rook in rooks - pins.pinned {
        sink.piece(PieceType::Rook, rook, rook_attacks(rook, occupied) & allowed)?;
    }
    for queen in queens - pins.pinned {
        sink.piece(PieceType::Queen, queen, queen_attacks(queen, occupied) & allowed)?;
    }
    for slider in (bishops | rooks | queens) & pins.pinned {
        let piece_type = state.piece_on(slider).map_or(PieceType::Queen, Piece::piece_type);
        sink.piece(piece_type, slider, attacks(piece_type, slider, occupied) & pins.pin_line(slider) & allowed)?;
    }
    ControlFlow::Continue(())
}

/// Generates the moves of pawns to squares of `allowed`, except en passant.
#[inline]
pub(crate) fn pawns<S: Side, K: Sink>(
    state: &BoardState,
    pins: &PinInfo,
    allowed: Bitboard,
    promotions: Promotions,
    sink: &mut K,
) -> ControlFlow<K::Break> {
    let pawns = state.pieces(S::US, PieceType::Pawn);
    some_pawns::<S, K>(state, pawns - pins.pinned, allowed, promotions, sink)?;
    for pawn in pawns & pins.pinned {
        some_pawns::<S, K>(state, pawn.into(), allowed & pins.pin_line(pawn), promotions, sink)?;
    }
    ControlFlow::Continue(())
}

#[inline]
fn some_pawns<S: Side, K: Sink>(
    state: &BoardState,
    pawns: Bitboard,
    allowed: Bitboard,
    promotions: Promotions,
    sink: &mut K,
) -> ControlFlow<K::Break> {
    let empty = !state.occupied();
    let steps = pawns.shift(S::UP) & empty;
    // Only pawns of a horde can be on the first rank; they may step twice from there, too.
    let after_one = Bitboard::from(S::RANK_3) | Bitboard::from(Rank::Two.relative_to(S::US));
    let double_pushs = (steps & after_one).shift(S::UP) & empty;
    let last = Bitboard::from(S::RANK_8);
    let (steps, them) = (steps & allowed, state.by_color(S::THEM) & allowed);
    let (west, east) = (pawns.shift(S::UP_WEST) & them, pawns.shift(S::UP_EAST) & them);
    sink.pawns(steps - last, S::UP, 1)?;
    sink.pawns(double_pushs & allowed, S::UP, 2)?;
    if !(west | east).is_empty() {
        sink.pawns(west - last, S::UP_WEST, 1)?;
        sink.pawns(east - last, S::UP_EAST, 1)?;
    }
    if !((steps | west | east) & last).is_empty() {
        sink.promotions(steps & last, S::UP, promotions)?;
        sink.promotions(west & last, S::UP_WEST, promotions)?;
        sink.promotions(east & last, S::UP_EAST, promotions)?;
    }
    ControlFlow::Continue(())
}

#[inline]
pub(crate) fn en_passant<S: Side, K: Sink>(
    state: &BoardState,
    is_legal: impl Fn(Square, Square) -> bool,
    sink: &mut K,
) -> ControlFlow<K::Break> {
    let Some(ep_square) = state.ep_square() else { return ControlFlow::Continue(()) };
    for pawn in pawn_attacks(S::THEM, ep_square) & state.pieces(S::US, PieceType::Pawn) {
        if is_legal(pawn, ep_square) {
            sink.single(Move::en_passant(pawn, ep_square))?;
        }
    }
    ControlFlow::Continue(())
}

#[inline]
pub(crate) fn captured_en_passant(from: Square, ep_square: Square) -> Square {
    Square::new(ep_square.file(), from.rank())
}

/// Returns `true` if an en passant capture leaves the mover's king safe, or if there is none.
pub(crate) fn en_passant_is_safe(state: &BoardState, from: Square, ep_square: Square) -> bool {
    let us = state.side_to_move();
    let Some(king) = state.king(us) else { return true };
    let leaving = Bitboard::from(from) | captured_en_passant(from, ep_square).into();
    let occupied = (state.occupied() - leaving) | ep_square.into();
    (state.attackers_of(king, !us, occupied) - leaving).is_empty()
}

/// Generates castling, if there is no check. `attacked` reports whether a king would be in check there with these pieces.
#[inline]
pub(crate) fn castlings<S: Side, K: Sink>(
    state: &BoardState,
    pins: &PinInfo,
    attacked: impl Fn(Square, Bitboard) -> bool,
    sink: &mut K,
) -> ControlFlow<K::Break> {
    let Some(king) = pins.king else { return ControlFlow::Continue(()) };
    if !pins.checkers.is_empty() || !state.castling_rights().intersects(S::US.castling_rights()) {
        return ControlFlow::Continue(());
    }
    for side in CastlingSide::ALL {
        let Some(rook) = state.castling_rook(S::US, side) else { continue };
        let (target, rook_target) = (side.king_target(S::US), side.rook_target(S::US));
        if !path(S::US, side, king, rook).is_disjoint(state.occupied()) {
            continue;
        }
        let occupied = state.occupied() - king.into();
        // The rook may uncover a check, in Chess960.
        let after = (occupied - rook.into()) | rook_target.into() | target.into();
        let is_safe = between(king, target).into_iter().all(|square| !attacked(square, occupied));
        if is_safe && !attacked(target, after) {
            sink.single(Move::castling(king, rook))?;
        }
    }
    ControlFlow::Continue(())
}
