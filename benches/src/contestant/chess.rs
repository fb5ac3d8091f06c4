//! chess: boards are copied, and moves come from an iterator of known length. It does not support Chess960.

use std::hint::black_box;

use arrayvec::ArrayVec;
use chess::{Board, ChessMove, EMPTY, MoveGen};

use super::Contestant;
use gardez_position::CastlingMode;

impl Contestant for Board {
    const NAME: &'static str = "chess";

    fn read(fen: &str, mode: CastlingMode) -> Option<Self> {
        (mode == CastlingMode::Standard).then(|| fen.parse().expect("a legal position"))
    }

    /// Returns nothing, because a board of this library has no counters.
    fn fen(&self, _: CastlingMode) -> String {
        String::new()
    }

    fn list_moves(&self) -> usize {
        let moves: ArrayVec<ChessMove, 256> = MoveGen::new_legal(self).collect();
        black_box(&moves).len()
    }

    fn count_moves(&self) -> usize {
        MoveGen::new_legal(self).len()
    }

    fn perft(&mut self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_moves() as u64,
            _ => MoveGen::new_legal(self).map(|m| self.make_move_new(m).perft(depth - 1)).sum(),
        }
    }

    fn perft_leaves(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            black_box(&*self);
            return 1;
        }
        MoveGen::new_legal(self).map(|m| self.make_move_new(m).perft_leaves(depth - 1)).sum()
    }

    fn count_checks(&self) -> usize {
        MoveGen::new_legal(self).filter(|&m| self.make_move_new(m).checkers().popcnt() > 0).count()
    }

    /// Uses the method that the documentation of `MoveGen` shows.
    fn count_staged(&self) -> Option<usize> {
        let mut moves = MoveGen::new_legal(self);
        moves.set_iterator_mask(*self.color_combined(!self.side_to_move()));
        let captures: ArrayVec<ChessMove, 256> = moves.by_ref().collect();
        moves.set_iterator_mask(!EMPTY);
        let quiets: ArrayVec<ChessMove, 256> = moves.collect();
        Some(black_box(&captures).len() + black_box(&quiets).len())
    }

    fn keys_after(&self) -> Option<u64> {
        Some(MoveGen::new_legal(self).fold(0, |keys, m| keys ^ self.make_move_new(m).get_hash()))
    }

    type ParsedMove = ChessMove;

    fn parse_move(uci: &str) -> Option<ChessMove> {
        uci.parse().ok()
    }

    fn allows(&self, m: &ChessMove) -> bool {
        self.legal(*m)
    }
}
