//! shakmaty: positions are cloned, and moves are given as a list.

use std::hint::black_box;

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, EnPassantMode, Move, Position};

use super::Contestant;
use gardez_position::CastlingMode;

#[inline]
fn after(position: &Chess, m: Move) -> Chess {
    let mut child = position.clone();
    child.play_unchecked(m);
    child
}

impl Contestant for Chess {
    const NAME: &'static str = "shakmaty";

    fn read(fen: &str, mode: CastlingMode) -> Option<Self> {
        let mode = match mode {
            CastlingMode::Standard => shakmaty::CastlingMode::Standard,
            CastlingMode::Chess960 => shakmaty::CastlingMode::Chess960,
        };
        let fen = Fen::from_ascii(fen.as_bytes()).expect("a well-formed FEN");
        Some(fen.into_position(mode).expect("a legal position"))
    }

    fn fen(&self, _: CastlingMode) -> String {
        Fen::from_position(self, EnPassantMode::Legal).to_string()
    }

    fn list_moves(&self) -> usize {
        black_box(&self.legal_moves()).len()
    }

    fn count_moves(&self) -> usize {
        self.legal_moves().len()
    }

    fn perft(&mut self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal_moves().len() as u64,
            _ => self.legal_moves().into_iter().map(|m| after(self, m).perft(depth - 1)).sum(),
        }
    }

    fn perft_leaves(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            black_box(&*self);
            return 1;
        }
        self.legal_moves().into_iter().map(|m| after(self, m).perft_leaves(depth - 1)).sum()
    }

    fn count_checks(&self) -> usize {
        self.legal_moves().into_iter().filter(|m| after(self, *m).is_check()).count()
    }

    type ParsedMove = UciMove;

    fn parse_move(uci: &str) -> Option<UciMove> {
        uci.parse().ok()
    }

    fn allows(&self, m: &UciMove) -> bool {
        m.to_move(self).is_ok()
    }
}
