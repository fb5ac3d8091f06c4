//! Gardez: the position that makes and takes back moves, and the board that is copied.

use std::hint::black_box;

use gardez_position::{Board, CastlingMode, FenReader, MoveList, Position};

use super::Contestant;

impl Contestant for Position {
    const NAME: &'static str = "gardez";

    fn read(fen: &str, mode: CastlingMode) -> Option<Self> {
        Some(Position::from_fen(fen, mode.into()).expect("a legal position"))
    }

    fn fen(&self, _: CastlingMode) -> String {
        self.to_string()
    }

    fn list_moves(&self) -> usize {
        let mut moves = MoveList::new();
        self.legal_moves_into(&mut moves);
        black_box(&moves).len()
    }

    fn count_moves(&self) -> usize {
        self.legal_move_count()
    }

    fn perft(&mut self, depth: u32) -> u64 {
        gardez_perft::perft(self, depth)
    }

    fn perft_leaves(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            black_box(&*self);
            return 1;
        }
        let (mut moves, mut nodes) = (MoveList::new(), 0);
        self.legal_moves_into(&mut moves);
        for &m in &moves {
            self.do_move(m);
            nodes += self.perft_leaves(depth - 1);
            self.undo_move();
        }
        nodes
    }
}

impl Contestant for Board {
    const NAME: &'static str = "gardez-board";

    fn read(fen: &str, mode: CastlingMode) -> Option<Self> {
        Some(FenReader::new().mode(mode.into()).read_board(fen).expect("a legal position").position)
    }

    fn fen(&self, _: CastlingMode) -> String {
        self.to_string()
    }

    fn list_moves(&self) -> usize {
        let mut moves = MoveList::new();
        self.legal_moves_into(&mut moves);
        black_box(&moves).len()
    }

    fn count_moves(&self) -> usize {
        self.legal_move_count()
    }

    fn perft(&mut self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal_move_count() as u64,
            _ => {
                let (mut moves, mut nodes) = (MoveList::new(), 0);
                self.legal_moves_into(&mut moves);
                for &m in &moves {
                    let mut child = *self;
                    child.do_move(m);
                    nodes += child.perft(depth - 1);
                }
                nodes
            }
        }
    }

    fn perft_leaves(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            black_box(&*self);
            return 1;
        }
        let (mut moves, mut nodes) = (MoveList::new(), 0);
        self.legal_moves_into(&mut moves);
        for &m in &moves {
            let mut child = *self;
            child.do_move(m);
            nodes += child.perft_leaves(depth - 1);
        }
        nodes
    }
}
