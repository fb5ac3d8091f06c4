//! The walk through the public position compared with the counting engine, which has its own rules of the game.

use gardez_count::{Counter, Level, count};
use gardez_perft::{FenMode, FenReader, Position, Suite, divide, perft};

/// The six positions with which perft programs have been compared for decades.
const KNOWN: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
];

fn counters() -> impl Iterator<Item = Counter> {
    Level::ALL.iter().copied().filter_map(Counter::from_level)
}

fn read(fen: &str, mode: FenMode) -> Position {
    FenReader::new().with_mode(mode).read(fen).expect("a legal position").position
}

#[test]
fn a_position_with_the_most_moves_is_counted() {
    let fen = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
    let mut position = read(fen, FenMode::Detect);
    assert_eq!(count(&position, 1), 218);
    for depth in 2..=3 {
        assert_eq!(count(&position, depth), u128::from(perft(&mut position, depth)));
    }
}

#[test]
fn first_moves_have_the_counts_of_the_public_position() {
    for fen in KNOWN {
        let mut position = read(fen, FenMode::Detect);
        let expected: Vec<_> = divide(&mut position, 3).into_iter().map(|(m, nodes)| (m, u128::from(nodes))).collect();
        for counter in counters() {
            assert_eq!(counter.divide(&position, 3), expected, "{}: {fen}", counter.level());
            assert_eq!(counter.divide(&position, 0), []);
        }
    }
}

#[test]
fn the_suites_are_right_at_every_level() {
    let suites: [&[u8]; 6] = [
        include_bytes!("../../suites/perftsuite.epd"),
        include_bytes!("../../suites/fischer.epd"),
        include_bytes!("../../suites/ferdy-enpassant.epd"),
        include_bytes!("../../suites/ferdy-single-check-1.epd"),
        include_bytes!("../../suites/random.perft"),
        include_bytes!("../../suites/tricky.perft"),
    ];
    for case in suites.into_iter().flat_map(Suite::new) {
        let case = case.expect("every line can be read");
        let Ok(read) = FenReader::new().with_mode(case.mode).read(&case.fen) else { continue };
        for known in case.counts.iter().filter(|known| known.nodes <= 1_000_000) {
            for counter in counters() {
                let found = counter.count(&read.position, known.depth);
                assert_eq!(found, known.nodes.into(), "{}: {} at depth {}", counter.level(), case.fen, known.depth);
            }
        }
    }
}
