//! The generator of legal moves.
//!
//! A mask of squares that answer a check, and the lines of pins, limit all targets; only en passant captures are tried out.

use core::ops::ControlFlow;

use gardez_bitboard::{
    Bitboard, bishop_attacks, king_attacks, knight_attacks, line, path_to, queen_attacks, rook_attacks,
};
use gardez_types::{CastlingSide, Color, Move, PieceType, Square};

use crate::board::Board;
use crate::castling;
use crate::check_info::CheckInfo;
use crate::move_filter::{All, MoveFilter};
use crate::side::{Black, Side, White};
use crate::sink::{Any, Sink};

impl Board {
    /// Generates the wanted legal moves. Checks and pins come from `info`, if it is given.
    #[inline]
    pub(crate) fn generate<K: Sink>(
        &self,
        info: Option<&CheckInfo>,
        wanted: impl MoveFilter,
        sink: &mut K,
    ) -> ControlFlow<K::Break> {
        match self.side_to_move {
            Color::White => generate::<White, K>(self, info, wanted, sink),
            Color::Black => generate::<Black, K>(self, info, wanted, sink),
        }
    }

    /// Stops at the first legal move.
    #[inline]
    pub(crate) fn find_any(&self, info: Option<&CheckInfo>) -> ControlFlow<()> {
        match self.side_to_move {
            Color::White => find_any::<White>(self, info),
            Color::Black => find_any::<Black>(self, info),
        }
    }

    /// Returns the pieces that give check to the king of `S`, and the pieces that are pinned to it.
    #[inline]
    fn known_checkers_and_pinned<S: Side>(&self, king: Square, info: Option<&CheckInfo>) -> (Bitboard, Bitboard) {
        match info {
            Some(info) => (info.checkers, info.blockers[S::US as usize] & self.by_color(S::US)),
            None => self.checkers_and_pinned(king, S::US),
        }
    }
}

fn generate<S: Side, K: Sink>(
    board: &Board,
    info: Option<&CheckInfo>,
    wanted: impl MoveFilter,
    sink: &mut K,
) -> ControlFlow<K::Break> {
    let king = board.king(S::US);
    let (checkers, pinned) = board.known_checkers_and_pinned::<S>(king, info);
    king_steps::<S, K>(board, king, wanted, sink)?;
    // Only a king move answers a double check.
    if checkers.more_than_one() {
        return ControlFlow::Continue(());
    }
    others::<S, K>(board, king, checkers, pinned, wanted, sink)
}

/// Like [`generate`], but the king comes last, because its targets take time.
#[inline]
fn find_any<S: Side>(board: &Board, info: Option<&CheckInfo>) -> ControlFlow<()> {
    let king = board.king(S::US);
    let (checkers, pinned) = board.known_checkers_and_pinned::<S>(king, info);
    if !checkers.more_than_one() {
        others::<S, Any>(board, king, checkers, pinned, All, &mut Any)?;
    }
    king_steps::<S, Any>(board, king, All, &mut Any)
}

/// Generates all moves but the steps of the king, if at most one piece gives check.
#[inline]
fn others<S: Side, K: Sink>(
    board: &Board,
    king: Square,
    checkers: Bitboard,
    pinned: Bitboard,
    wanted: impl MoveFilter,
    sink: &mut K,
) -> ControlFlow<K::Break> {
    let check_mask = match checkers.lsb() {
        Some(checker) => path_to(king, checker),
        None => !board.by_color(S::US),
    };

    pieces::<S, K>(board, king, wanted, pinned, check_mask & wanted.targets(), sink)?;

    let pawns = board.pieces(S::US, PieceType::Pawn) & wanted.sources();
    pawn_moves::<S, K>(board, pawns - pinned, check_mask, wanted, sink)?;
    for pawn in pawns & pinned {
        pawn_moves::<S, K>(board, pawn.into(), check_mask & line(king, pawn), wanted, sink)?;
    }
    if let Some(ep_square) = board.ep_square().filter(|&square| wanted.limits().en_passant.contains(square)) {
        for pawn in board.en_passant_origins(S::US, ep_square) {
            if wanted.sources().contains(pawn) {
                sink.single(Move::en_passant(pawn, ep_square))?;
            }
        }
    }
    if checkers.is_empty() && board.castling_rights().intersects(S::US.castling_rights()) {
        castlings::<S, K>(board, king, pinned, wanted, sink)?;
    }
    ControlFlow::Continue(())
}

/// Generates king steps to squares that are not attacked after the king has left its square.
#[inline]
fn king_steps<S: Side, K: Sink>(
    board: &Board,
    king: Square,
    wanted: impl MoveFilter,
    sink: &mut K,
) -> ControlFlow<K::Break> {
    if !wanted.sources().contains(king) {
        return ControlFlow::Continue(());
    }
    let their_pawns = board.pieces(S::THEM, PieceType::Pawn);
    let mut targets = (king_attacks(king) & wanted.targets()) - board.by_color(S::US);
    targets -= their_pawns.shift(S::UP_WEST.opposite()) | their_pawns.shift(S::UP_EAST.opposite());
    targets -= king_attacks(board.king(S::THEM));
    let knights = board.pieces(S::THEM, PieceType::Knight);
    let (diagonal, orthogonal) = (board.diagonal_sliders(S::THEM), board.orthogonal_sliders(S::THEM));
    let occupied = board.occupied() - king.into();
    let mut safe = targets;
    for target in targets {
        // No branches: which target is attacked, and by which piece, is unpredictable.
        let attackers = knight_attacks(target) & knights
            | bishop_attacks(target, occupied) & diagonal
            | rook_attacks(target, occupied) & orthogonal;
        safe ^= Bitboard::from_bits(u64::from(!attackers.is_empty()) << target as u8);
    }
    sink.piece(PieceType::King, king, safe)
}

/// Generates moves of knights and sliders. A pinned knight never moves, a pinned slider stays on its line.
#[inline]
pub(crate) fn pieces<S: Side, K: Sink>(
    board: &Board,
    king: Square,
    wanted: impl MoveFilter,
    pinned: Bitboard,
    allowed: Bitboard,
    sink: &mut K,
) -> ControlFlow<K::Break> {
    let occupied = board.occupied();
    let ours = |piece_type| board.pieces(S::US, piece_type) & wanted.sources();
    let (bishops, rooks, queens) = (ours(PieceType::Bishop), ours(PieceType::Rook), ours(PieceType::Queen));
    for knight in ours(PieceType::Knight) - pinned {
        sink.piece(PieceType::Knight, knight, knight_attacks(knight) & allowed)?;
    }
    for bishop in bishops - pinned {
        sink.piece(PieceType::Bishop, bishop, bishop_attacks(bishop, occupied) & allowed)?;
    }
    for rook in rooks - pinned {
        sink.piece(PieceType::Rook, rook, rook_attacks(rook, occupied) & allowed)?;
    }
    for queen in queens - pinned {
        sink.piece(PieceType::Queen, queen, queen_attacks(queen, occupied) & allowed)?;
    }
    for slider in (bishops | rooks | queens) & pinned {
        let piece_type = board.piece_on(slider).map_or(PieceType::Queen, |piece| piece.piece_type());
        sink.piece(piece_type, slider, board.attacks_from(slider) & allowed & line(king, slider))?;
    }
    ControlFlow::Continue(())
}

/// Generates the wanted moves of these pawns to squares of `check_mask`, except en passant.
#[inline]
fn pawn_moves<S: Side, K: Sink>(
    board: &Board,
    pawns: Bitboard,
    check_mask: Bitboard,
    wanted: impl MoveFilter,
    sink: &mut K,
) -> ControlFlow<K::Break> {
    let allowed = check_mask & wanted.targets();
    pawn_steps::<S, K>(board, pawns, allowed, sink)?;
    pawn_captures::<S, K>(pawns, board.by_color(S::THEM) & allowed, sink)?;
    // Most positions have no pawn that can promote.
    let promoting = pawns & Bitboard::from_rank(S::RANK_7);
    if !promoting.is_empty() {
        let (targets, pieces) = wanted.limits().promoting_steps;
        sink.promotions((promoting.shift(S::UP) & check_mask & targets) - board.occupied(), S::UP, pieces)?;
    }
    ControlFlow::Continue(())
}

/// Generates steps and double pushes of these pawns to allowed squares, except promotions.
#[inline]
pub(crate) fn pawn_steps<S: Side, K: Sink>(
    board: &Board,
    pawns: Bitboard,
    allowed: Bitboard,
    sink: &mut K,
) -> ControlFlow<K::Break> {
    let empty = !board.occupied();
    let steps = pawns.shift(S::UP) & empty;
    let double_pushes = (steps & Bitboard::from_rank(S::RANK_3)).shift(S::UP) & empty;
    sink.pawns((steps & allowed) - Bitboard::from_rank(S::RANK_8), S::UP, 1)?;
    sink.pawns(double_pushes & allowed, S::UP, 2)
}

/// Generates captures of these pawns on squares of `targets`, including promotions.
#[inline(always)] // it is short, and has many callers
pub(crate) fn pawn_captures<S: Side, K: Sink>(
    pawns: Bitboard,
    targets: Bitboard,
    sink: &mut K,
) -> ControlFlow<K::Break> {
    let last_rank = Bitboard::from_rank(S::RANK_8);
    let (west, east) = (pawns.shift(S::UP_WEST) & targets, pawns.shift(S::UP_EAST) & targets);
    // Most positions have no capture by a pawn.
    if (west | east).is_empty() {
        return ControlFlow::Continue(());
    }
    sink.pawns(west - last_rank, S::UP_WEST, 1)?;
    sink.pawns(east - last_rank, S::UP_EAST, 1)?;
    if !((west | east) & last_rank).is_empty() {
        sink.promotions(west & last_rank, S::UP_WEST, &PieceType::PROMOTION_PIECES)?;
        sink.promotions(east & last_rank, S::UP_EAST, &PieceType::PROMOTION_PIECES)?;
    }
    ControlFlow::Continue(())
}

/// Generates castling moves, for a king that is not in check.
#[inline]
fn castlings<S: Side, K: Sink>(
    board: &Board,
    king: Square,
    pinned: Bitboard,
    wanted: impl MoveFilter,
    sink: &mut K,
) -> ControlFlow<K::Break> {
    for side in CastlingSide::ALL {
        let Some(rook) = board.castling_rook(S::US, side) else { continue };
        let is_wanted = wanted.sources().contains(king) && wanted.limits().castling.contains(rook);
        let free = castling::path(S::US, side, king, rook).is_disjoint(board.occupied());
        if is_wanted && free && board.castling_is_safe(S::US, side, rook, pinned) {
            sink.single(Move::castling(king, rook))?;
        }
    }
    ControlFlow::Continue(())
}
