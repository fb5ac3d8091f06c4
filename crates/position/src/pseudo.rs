//! The generator of pseudo-legal moves.

use core::ops::ControlFlow;

use gardez_bitboard::{Bitboard, king_attacks, path_to};
use gardez_types::{CastlingSide, Color, Move, PieceType, Square};

use crate::board::Board;
use crate::check_info::CheckInfo;
use crate::move_class::MoveClass;
use crate::move_filter::MoveFilter;
use crate::movegen;
use crate::side::{Black, Side, White};
use crate::sink::Sink;

impl Board {
    /// Passes the wanted pseudo-legal moves of a class to `sink`. The checks come from `info`, if it is given.
    #[inline]
    pub(crate) fn pseudo_legal<K: Sink>(
        &self,
        info: Option<&CheckInfo>,
        class: Option<MoveClass>,
        wanted: impl MoveFilter,
        sink: &mut K,
    ) -> ControlFlow<K::Break> {
        let checkers = info.map_or_else(|| self.checkers(), |info| info.checkers);
        match (class, checkers.is_empty()) {
            (Some(MoveClass::Evasions), true) | (Some(MoveClass::NonEvasions), false) => ControlFlow::Continue(()),
            _ => match self.side_to_move() {
                Color::White => pseudo_legal::<White, K>(self, checkers, wanted, sink),
                Color::Black => pseudo_legal::<Black, K>(self, checkers, wanted, sink),
            },
        }
    }
}

fn pseudo_legal<S: Side, K: Sink>(
    board: &Board,
    checkers: Bitboard,
    wanted: impl MoveFilter,
    sink: &mut K,
) -> ControlFlow<K::Break> {
    let king = board.king(S::US);
    let king_moves = wanted.sources().contains(king);
    if king_moves {
        sink.piece(PieceType::King, king, king_attacks(king) & (wanted.targets() - board.by_color(S::US)))?;
    }
    let check_mask = match checkers.lsb() {
        None => Bitboard::FULL,
        Some(_) if checkers.more_than_one() => return ControlFlow::Continue(()),
        Some(checker) => path_to(king, checker),
    };

    others::<S, K>(board, king, check_mask, wanted, sink)?;
    if let Some(square) = board.ep_square().filter(|&square| wanted.limits().en_passant.contains(square)) {
        // An en passant capture cannot answer a check along a line that the double push opened.
        let opened = square.step(S::UP).is_some_and(|origin| check_mask.contains(origin));
        if checkers.is_empty() || !opened {
            for pawn in board.en_passant_attackers(S::US, square) & wanted.sources() {
                sink.single(Move::en_passant(pawn, square))?;
            }
        }
    }
    if checkers.is_empty() && king_moves {
        for side in CastlingSide::ALL {
            if let Some(rook) = board.castling_rook(S::US, side) {
                if wanted.limits().castling.contains(rook) && !board.castling_impeded(S::US, side) {
                    sink.single(Move::castling(king, rook))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Generates the wanted moves to squares of `check_mask`, except king moves and en passant.
#[inline]
fn others<S: Side, K: Sink>(
    board: &Board,
    king: Square,
    check_mask: Bitboard,
    wanted: impl MoveFilter,
    sink: &mut K,
) -> ControlFlow<K::Break> {
    let targets = check_mask & (wanted.targets() - board.by_color(S::US));
    movegen::pieces::<S, K>(board, king, wanted, Bitboard::EMPTY, targets, sink)?;
    let pawns = board.pieces(S::US, PieceType::Pawn) & wanted.sources();
    movegen::pawn_steps::<S, K>(board, pawns, targets, sink)?;
    movegen::pawn_captures::<S, K>(pawns, targets & board.by_color(S::THEM), sink)?;
    let (last_rank, pieces) = wanted.limits().promoting_steps;
    let steps = (pawns & Bitboard::from_rank(S::RANK_7)).shift(S::UP) - board.occupied();
    sink.promotions(steps & check_mask & last_rank, S::UP, pieces)
}
