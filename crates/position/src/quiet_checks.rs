//! Selects the moves that give check.

use core::ops::ControlFlow;

use gardez_bitboard::{Bitboard, line};
use gardez_types::{Direction, Move, PieceType, Square};

use crate::board::Board;
use crate::check_info::CheckInfo;
use crate::sink::{Promotions, Sink, origin};

/// Passes on the generated moves that give check.
pub(crate) struct QuietChecks<'a, K> {
    board: &'a Board,
    info: CheckInfo,
    sink: &'a mut K,
}

impl<'a, K> QuietChecks<'a, K> {
    pub(crate) fn new(board: &'a Board, info: Option<&CheckInfo>, sink: &'a mut K) -> Self {
        Self { board, info: info.copied().unwrap_or_else(|| board.check_info()), sink }
    }
}

impl<K: Sink> Sink for QuietChecks<'_, K> {
    type Break = K::Break;

    fn piece(&mut self, piece_type: PieceType, from: Square, targets: Bitboard) -> ControlFlow<K::Break> {
        let them = !self.board.side_to_move();
        let mut checking = targets & self.info.check_squares[piece_type.index()];
        // A piece that blocks a slider of its side gives check wherever it leaves the line.
        if self.info.blockers[them as usize].contains(from) {
            checking |= targets - line(self.board.king(them), from);
        }
        self.sink.piece(piece_type, from, checking)
    }

    fn pawns(&mut self, targets: Bitboard, step: Direction, steps: u8) -> ControlFlow<K::Break> {
        targets.into_iter().try_for_each(|to| self.single(Move::normal(origin(to, step, steps), to)))
    }

    fn promotions(&mut self, targets: Bitboard, step: Direction, pieces: Promotions) -> ControlFlow<K::Break> {
        targets.into_iter().try_for_each(|to| {
            let mut promotions =
                pieces.iter().map(|&piece_type| Move::new_promotion(origin(to, step, 1), to, piece_type));
            promotions.try_for_each(|m| self.single(m))
        })
    }

    fn single(&mut self, m: Move) -> ControlFlow<K::Break> {
        if self.board.with(&self.info).gives_check(m) {
            self.sink.single(m)?;
        }
        ControlFlow::Continue(())
    }
}
