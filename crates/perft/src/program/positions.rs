//! Positions that have a name.

use clap::ValueEnum;

/// The positions with which move generators are usually tested.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum Named {
    /// the start position
    Start,
    /// castling, en passant and promotions of both sides
    Kiwipete,
    /// an endgame in which en passant would uncover a check
    Position3,
    /// White is in check; each side has a pawn about to promote
    Position4,
    /// a promotion by capture, and a black knight on f2
    Position5,
    /// a quiet, symmetrical middlegame
    Position6,
}

impl Named {
    pub(crate) const fn fen(self) -> &'static str {
        match self {
            Self::Start => "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            Self::Kiwipete => "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            Self::Position3 => "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            Self::Position4 => "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            Self::Position5 => "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            Self::Position6 => "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        }
    }
}

#[cfg(test)]
mod tests {
    use gardez_position::{FenMode, FenReader};

    use super::*;

    #[test]
    fn every_named_position_is_legal_and_prints_as_listed() {
        for named in Named::value_variants() {
            let read = FenReader::new().with_mode(FenMode::Standard).read(named.fen()).expect("a legal position");
            assert_eq!(read.position.to_string(), named.fen());
        }
    }
}
