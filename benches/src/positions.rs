//! The six positions that are commonly used to compare perft programs, with known node counts.

use gardez_position::{FenMode, Position};

/// A position and a depth. Counting takes between a tenth of a millisecond and a few milliseconds, except for
/// [`LONG_CASES`].
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Its name in the results: the position, a slash, and the depth.
    pub name: &'static str,
    /// The position.
    pub fen: &'static str,
    /// The depth to count, in plies.
    pub depth: u32,
    /// The known numbers of nodes at depth 1, 2 and so on, up to `depth`.
    pub nodes: &'static [u64],
}

impl Case {
    /// Returns the number of nodes at the depth of the case.
    pub fn leaves(&self) -> u64 {
        *self.nodes.last().expect("every case has a depth")
    }
}

/// The six positions.
pub const CASES: [Case; 6] = [
    Case {
        name: "start/4",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        depth: 4,
        nodes: &[20, 400, 8_902, 197_281],
    },
    Case {
        name: "kiwipete/3",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        depth: 3,
        nodes: &[48, 2_039, 97_862],
    },
    Case {
        name: "position3/5",
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        depth: 5,
        nodes: &[14, 191, 2_812, 43_238, 674_624],
    },
    Case {
        name: "position4/4",
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        depth: 4,
        nodes: &[6, 264, 9_467, 422_333],
    },
    Case {
        name: "position5/3",
        fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        depth: 3,
        nodes: &[44, 1_486, 62_379],
    },
    Case {
        name: "position6/3",
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        depth: 3,
        nodes: &[46, 2_079, 89_890],
    },
];

/// Returns several hundred positions of chess: from games, from endgames, and composed ones. All have a legal move.
pub fn varied() -> Vec<Position> {
    let fens = include_str!("../data/positions.fen").lines();
    fens.map(|fen| Position::from_fen(fen, FenMode::Standard).expect("a legal position")).collect()
}

/// Returns 40 positions of games, drawn by the number of pieces, each with a depth and its number of nodes.
pub fn drawn() -> Vec<(Position, u32, u64)> {
    let counts = include_str!("../data/drawn.epd").lines().filter_map(|line| line.split_once(" ;D"));
    let read = |(fen, count): (&str, &str)| {
        let (depth, nodes) = count.split_once(' ').expect("a depth and its count");
        let position = Position::from_fen(fen, FenMode::Standard).expect("a legal position");
        (position, depth.parse().expect("a depth"), nodes.parse().expect("a count"))
    };
    counts.map(read).collect()
}

/// The six positions at larger depths, at which the time for setting up does not matter.
pub const LONG_CASES: [Case; 6] = [
    Case { name: "start/6", depth: 6, nodes: &[20, 400, 8_902, 197_281, 4_865_609, 119_060_324], ..CASES[0] },
    Case { name: "kiwipete/5", depth: 5, nodes: &[48, 2_039, 97_862, 4_085_603, 193_690_690], ..CASES[1] },
    Case {
        name: "position3/7",
        depth: 7,
        nodes: &[14, 191, 2_812, 43_238, 674_624, 11_030_083, 178_633_661],
        ..CASES[2]
    },
    Case { name: "position4/5", depth: 5, nodes: &[6, 264, 9_467, 422_333, 15_833_292], ..CASES[3] },
    Case { name: "position5/5", depth: 5, nodes: &[44, 1_486, 62_379, 2_103_487, 89_941_194], ..CASES[4] },
    Case { name: "position6/5", depth: 5, nodes: &[46, 2_079, 89_890, 3_894_594, 164_075_551], ..CASES[5] },
];

/// Chess960 positions with known node counts, from the suites of the crate `gardez-perft`.
#[cfg(test)]
pub(crate) const CHESS960: [(&str, &[u64]); 3] = [
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", &[21, 528, 12_189]),
    ("2bqkbrr/2pppp2/8/ppN1p2p/4P1nP/8/2PPBPP1/2BQKRNR w Fg - 4 6", &[25, 556, 14_810]),
    ("nbnrbk1r/pppppppq/8/7p/8/1N2QPP1/PPPPP2P/NB1RBK1R w HDhd - 2 9", &[36, 973, 35_403]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_varied_positions_differ_and_are_not_over() {
        let positions = varied();
        let mut keys: Vec<_> = positions.iter().map(|position| position.raw_key()).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), positions.len());
        assert!(keys.len() > 300, "{}", keys.len());
        assert!(positions.iter().all(|position| position.legal_move_count() > 0));
    }

    #[test]
    fn the_drawn_positions_have_their_counts_and_any_number_of_pieces() {
        let drawn = drawn();
        let pieces: std::collections::BTreeSet<_> =
            drawn.iter().map(|(position, ..)| position.occupied().len()).collect();
        assert!(drawn.len() == 40 && pieces.into_iter().eq(3..=32));
        for (position, depth, nodes) in drawn {
            assert_eq!(gardez_count::count(&position, depth), nodes.into(), "{position}");
        }
    }

    #[test]
    fn a_name_ends_in_the_depth_and_there_is_a_count_for_each() {
        for case in CASES.into_iter().chain(LONG_CASES) {
            assert!(case.name.ends_with(&format!("/{}", case.depth)), "{}", case.name);
            assert_eq!(case.nodes.len(), case.depth as usize, "{}", case.name);
        }
    }
}
