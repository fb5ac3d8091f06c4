//! Gardez, in two ways: a `Position`, which makes and undoes moves, and a `Board`, which is copied.

use std::hint::black_box;

use gardez_bitboard::Bitboard;
use gardez_position::{Board, CastlingMode, FenReader, MoveList, Position};
use gardez_types::{Move, PieceType};

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
        self.board().list_moves()
    }

    fn count_moves(&self) -> usize {
        self.board().count_moves()
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

    fn perft_checks(&mut self, depth: u32) -> Option<u64> {
        if depth == 0 {
            black_box(self.check_info());
            return Some(1);
        }
        let (mut moves, mut nodes) = (MoveList::new(), 0);
        self.legal_moves_into(&mut moves);
        for &m in &moves {
            self.do_move(m);
            nodes += self.perft_checks(depth - 1)?;
            self.undo_move();
        }
        Some(nodes)
    }

    fn count_checks(&self) -> usize {
        self.board().count_checks()
    }

    fn count_staged(&self) -> Option<usize> {
        self.board().count_staged()
    }

    fn keys_after(&self) -> Option<u64> {
        self.board().keys_after()
    }

    type ParsedMove = Move;

    fn parse_move(uci: &str) -> Option<Move> {
        Board::parse_move(uci)
    }

    fn allows(&self, m: &Move) -> bool {
        self.board().allows(m)
    }
}

impl Contestant for Board {
    const NAME: &'static str = "gardez-board";

    fn read(fen: &str, mode: CastlingMode) -> Option<Self> {
        Some(FenReader::new().with_mode(mode.into()).read_board(fen).expect("a legal position").position)
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

    fn perft_checks(&mut self, depth: u32) -> Option<u64> {
        if depth == 0 {
            black_box(self.check_info());
            return Some(1);
        }
        let (mut moves, mut nodes) = (MoveList::new(), 0);
        self.legal_moves_into(&mut moves);
        for &m in &moves {
            let mut child = *self;
            child.do_move(m);
            nodes += child.perft_checks(depth - 1)?;
        }
        Some(nodes)
    }

    fn count_checks(&self) -> usize {
        let mut moves = MoveList::new();
        self.legal_moves_into(&mut moves);
        let info = self.check_info();
        moves.iter().filter(|&&m| self.gives_check_with(&info, m)).count()
    }

    fn count_staged(&self) -> Option<usize> {
        let theirs = self.by_color(!self.side_to_move());
        let captures = self.legal_moves_from(Bitboard::FULL, theirs);
        let quiets = self.legal_moves_from(Bitboard::FULL, !theirs);
        Some(black_box(&captures).len() + black_box(&quiets).len())
    }

    fn keys_after(&self) -> Option<u64> {
        let mut moves = MoveList::new();
        self.legal_moves_into(&mut moves);
        Some(moves.iter().fold(0, |keys, &m| keys ^ self.key_after(m)))
    }

    type ParsedMove = Move;

    /// Reads any move except castling and en passant, because the text does not contain the kind of the move.
    fn parse_move(uci: &str) -> Option<Move> {
        let (from, to) = (uci.get(..2)?.parse().ok()?, uci.get(2..4)?.parse().ok()?);
        match uci.chars().nth(4).map(PieceType::from_letter) {
            None => Some(Move::normal(from, to)),
            Some(promotion) => promotion.map(|piece_type| Move::promotion(from, to, piece_type)),
        }
    }

    fn allows(&self, m: &Move) -> bool {
        self.is_legal(*m)
    }
}
