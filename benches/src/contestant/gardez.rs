//! Gardez, in two ways: a `Position`, which makes and undoes moves, and a `Board`, which is copied.

use std::hint::black_box;

use gardez_position::{Board, CastlingMode, FenReader, MoveList, Position};
use gardez_types::{Move, PieceType};

use super::Contestant;

/// The difference between the two ways.
trait Player: AsRef<Board> + Clone + ToString {
    const NAME: &'static str;

    /// Reads a FEN.
    fn read(fen: &str, mode: CastlingMode) -> Self;

    /// Makes a move, and returns what `count` returns for the position after it. The position is unchanged afterwards.
    fn after(&mut self, m: Move, count: impl FnOnce(&mut Self) -> u64) -> u64;

    /// Counts the sequences of `depth` legal moves. The last move is counted but not made.
    fn perft(&mut self, depth: u32) -> u64;
}

impl Player for Position {
    const NAME: &'static str = "gardez";

    fn read(fen: &str, mode: CastlingMode) -> Self {
        Self::from_fen(fen, mode.into()).expect("a legal position")
    }

    #[inline]
    fn after(&mut self, m: Move, count: impl FnOnce(&mut Self) -> u64) -> u64 {
        self.do_move(m);
        let nodes = count(self);
        self.undo_move();
        nodes
    }

    fn perft(&mut self, depth: u32) -> u64 {
        gardez_perft::perft(self, depth)
    }
}

impl Player for Board {
    const NAME: &'static str = "gardez-board";

    fn read(fen: &str, mode: CastlingMode) -> Self {
        FenReader::new().with_mode(mode.into()).read_board(fen).expect("a legal position").position
    }

    #[inline]
    fn after(&mut self, m: Move, count: impl FnOnce(&mut Self) -> u64) -> u64 {
        let mut child = *self;
        child.do_move(m);
        count(&mut child)
    }

    fn perft(&mut self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal_move_count() as u64,
            _ => sum(self, |child| Player::perft(child, depth - 1)),
        }
    }
}

/// Lists the legal moves, and adds what `count` returns for the position after each.
#[inline]
fn sum<P: Player>(position: &mut P, mut count: impl FnMut(&mut P) -> u64) -> u64 {
    let (mut moves, mut nodes) = (MoveList::new(), 0);
    position.as_ref().moves().into(&mut moves);
    for &m in &moves {
        nodes += position.after(m, &mut count);
    }
    nodes
}

/// Counts the sequences of `depth` legal moves, and calls `visit` at the end of each.
fn leaves<P: Player>(position: &mut P, depth: u32, visit: impl Fn(&P) + Copy) -> u64 {
    if depth == 0 {
        visit(position);
        return 1;
    }
    sum(position, |child| leaves(child, depth - 1, visit))
}

impl<P: Player> Contestant for P {
    const NAME: &'static str = P::NAME;

    fn read(fen: &str, mode: CastlingMode) -> Option<Self> {
        Some(P::read(fen, mode))
    }

    fn fen(&self, _: CastlingMode) -> String {
        self.to_string()
    }

    fn list_moves(&self) -> usize {
        let mut moves = MoveList::new();
        self.as_ref().moves().into(&mut moves);
        black_box(&moves).len()
    }

    fn count_moves(&self) -> usize {
        self.as_ref().legal_move_count()
    }

    fn perft(&mut self, depth: u32) -> u64 {
        Player::perft(self, depth)
    }

    fn perft_leaves(&mut self, depth: u32) -> u64 {
        leaves(self, depth, |position| {
            black_box(position);
        })
    }

    fn perft_checks(&mut self, depth: u32) -> Option<u64> {
        let nodes = leaves(self, depth, |position| {
            black_box(position.as_ref().check_info());
        });
        Some(nodes)
    }

    fn count_checks(&self) -> usize {
        let board = self.as_ref();
        let mut moves = MoveList::new();
        board.moves().into(&mut moves);
        let info = board.check_info();
        moves.iter().filter(|&&m| board.with(&info).gives_check(m)).count()
    }

    fn count_staged(&self) -> Option<usize> {
        let board = self.as_ref();
        let theirs = board.by_color(!board.side_to_move());
        let captures = board.moves().to(theirs).list();
        let quiets = board.moves().to(!theirs).list();
        Some(black_box(&captures).len() + black_box(&quiets).len())
    }

    fn keys_after(&self) -> Option<u64> {
        let board = self.as_ref();
        let mut moves = MoveList::new();
        board.moves().into(&mut moves);
        Some(moves.iter().fold(0, |keys, &m| keys ^ board.key_after(m)))
    }

    type ParsedMove = Move;

    /// Reads any move except castling and en passant, because the text does not contain the kind of the move.
    fn parse_move(uci: &str) -> Option<Move> {
        let (from, to) = (uci.get(..2)?.parse().ok()?, uci.get(2..4)?.parse().ok()?);
        match uci.chars().nth(4).map(PieceType::from_letter) {
            None => Some(Move::normal(from, to)),
            Some(promotion) => promotion.map(|piece_type| Move::new_promotion(from, to, piece_type)),
        }
    }

    fn allows(&self, m: &Move) -> bool {
        self.as_ref().is_legal(*m)
    }
}
