//! Lists only the moves that give check.

use core::convert::Infallible;
use core::ops::ControlFlow;

use gardez_bitboard::{Bitboard, line};
use gardez_types::{Direction, Move, PieceType, Square};

use crate::board::Board;
use crate::check_info::CheckInfo;
use crate::list::MoveList;
use crate::sink::{Sink, origin};

/// Lists those of the generated moves that give check.
pub(crate) struct QuietChecks<'a> {
    board: &'a Board,
    info: CheckInfo,
    list: &'a mut MoveList,
}

impl<'a> QuietChecks<'a> {
    pub(crate) fn new(board: &'a Board, list: &'a mut MoveList) -> Self {
        Self { board, info: board.check_info(), list }
    }
}

impl Sink for QuietChecks<'_> {
    type Break = Infallible;

    fn piece(&mut self, piece_type: PieceType, from: Square, targets: Bitboard) -> ControlFlow<Infallible> {
        let them = !self.board.side_to_move();
        let mut checking = targets & self.info.check_squares[piece_type.index()];
        // A piece that blocks a slider of its side gives check wherever it leaves the line.
        if self.info.blockers[them as usize].contains(from) {
            checking |= targets - line(self.board.king(them), from);
        }
        self.list.push_piece(from, checking);
        ControlFlow::Continue(())
    }

    fn pawns(&mut self, targets: Bitboard, step: Direction, steps: u8) -> ControlFlow<Infallible> {
        targets.into_iter().try_for_each(|to| self.single(Move::normal(origin(to, step, steps), to)))
    }

    fn promotions(
        &mut self,
        targets: Bitboard,
        step: Direction,
        pieces: &'static [PieceType],
    ) -> ControlFlow<Infallible> {
        targets.into_iter().try_for_each(|to| {
            let mut promotions = pieces.iter().map(|&piece_type| Move::promotion(origin(to, step, 1), to, piece_type));
            promotions.try_for_each(|m| self.single(m))
        })
    }

    fn single(&mut self, m: Move) -> ControlFlow<Infallible> {
        if self.board.gives_check_with(&self.info, m) {
            self.list.push(m);
        }
        ControlFlow::Continue(())
    }
}
