//! cozy-chess: boards are cloned, and the moves of each piece are given as a set of targets.

use std::hint::black_box;

use arrayvec::ArrayVec;
use cozy_chess::{Board, Move};

use super::Contestant;
use gardez_position::CastlingMode;

/// Passes the board after each legal move, as the documentation of `generate_moves` shows.
#[inline]
fn each_child(board: &Board, mut visit: impl FnMut(&mut Board)) {
    board.generate_moves(|piece_moves| {
        for m in piece_moves {
            let mut child = board.clone();
            child.play_unchecked(m);
            visit(&mut child);
        }
        false
    });
}

impl Contestant for Board {
    const NAME: &'static str = "cozy-chess";

    fn read(fen: &str, mode: CastlingMode) -> Option<Self> {
        Some(Board::from_fen(fen, mode == CastlingMode::Chess960).expect("a legal position"))
    }

    fn fen(&self, mode: CastlingMode) -> String {
        match mode {
            CastlingMode::Standard => format!("{self}"),
            CastlingMode::Chess960 => format!("{self:#}"),
        }
    }

    fn list_moves(&self) -> usize {
        let mut moves = ArrayVec::<Move, 256>::new();
        self.generate_moves(|piece_moves| {
            moves.extend(piece_moves);
            false
        });
        black_box(&moves).len()
    }

    fn count_moves(&self) -> usize {
        let mut count = 0;
        self.generate_moves(|piece_moves| {
            count += piece_moves.len();
            false
        });
        count
    }

    fn perft(&mut self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_moves() as u64,
            _ => {
                let mut nodes = 0;
                each_child(self, |child| nodes += child.perft(depth - 1));
                nodes
            }
        }
    }

    fn perft_leaves(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            black_box(&*self);
            return 1;
        }
        let mut nodes = 0;
        each_child(self, |child| nodes += child.perft_leaves(depth - 1));
        nodes
    }

    /// Returns what the board stores: its checkers and pinned pieces. It has no check squares.
    fn perft_checks(&mut self, depth: u32) -> Option<u64> {
        if depth == 0 {
            black_box((self.checkers(), self.pinned()));
            return Some(1);
        }
        let mut nodes = 0;
        each_child(self, |child| nodes += child.perft_checks(depth - 1).unwrap_or(0));
        Some(nodes)
    }

    fn count_checks(&self) -> usize {
        let mut count = 0;
        each_child(self, |child| count += usize::from(!child.checkers().is_empty()));
        count
    }

    /// Uses the method that the documentation of `generate_moves` shows.
    fn count_staged(&self) -> Option<usize> {
        let theirs = self.colors(!self.side_to_move());
        let (mut captures, mut quiets) = (ArrayVec::<Move, 256>::new(), ArrayVec::<Move, 256>::new());
        self.generate_moves(|piece_moves| {
            let mut capturing = piece_moves;
            capturing.to &= theirs;
            captures.extend(capturing);
            false
        });
        self.generate_moves(|piece_moves| {
            let mut quiet = piece_moves;
            quiet.to &= !theirs;
            quiets.extend(quiet);
            false
        });
        Some(black_box(&captures).len() + black_box(&quiets).len())
    }

    fn keys_after(&self) -> Option<u64> {
        let mut keys = 0;
        each_child(self, |child| keys ^= child.hash());
        Some(keys)
    }

    type ParsedMove = Move;

    fn parse_move(uci: &str) -> Option<Move> {
        uci.parse().ok()
    }

    fn allows(&self, m: &Move) -> bool {
        self.is_legal(*m)
    }
}
