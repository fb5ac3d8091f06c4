//! The suites of the crate, counted through the library up to a number of nodes that takes little time.

use gardez_perft::{Suite, perft};
use gardez_position::{FenProblems, FenReader};

/// Larger counts are left to the program `perft` and its option `--max-nodes`.
const MAX_NODES: u64 = 100_000;

/// What is expected of a suite in addition to its counts.
struct Expected {
    positions: usize,
    /// The number of counts up to [`MAX_NODES`].
    counts: usize,
    /// The lines of the positions with a check that no move can have given.
    impossible: &'static [usize],
}

/// Counts everything that a suite lists, and compares.
fn check(name: &str, text: &[u8], expected: &Expected) {
    let (mut positions, mut counts, mut impossible) = (0, 0, Vec::new());
    for case in Suite::new(text) {
        let case = case.unwrap_or_else(|error| panic!("{name}: {error}"));
        positions += 1;
        let read = FenReader::new().with_mode(case.mode).read(&case.fen);
        let read = read.unwrap_or_else(|error| panic!("{name}:{}: {error}", case.line));
        match read.problems() {
            problems if problems.is_empty() => {}
            FenProblems::IMPOSSIBLE_CHECK => impossible.push(case.line),
            other => panic!("{name}:{}: {other}", case.line),
        }
        let mut position = read.position;
        for count in case.counts.iter().filter(|count| count.nodes <= MAX_NODES) {
            let found = perft(&mut position, count.depth);
            assert_eq!(found, count.nodes, "{name}:{}: {} at depth {}", case.line, case.fen, count.depth);
            counts += 1;
        }
    }
    assert_eq!((positions, counts), (expected.positions, expected.counts), "{name}");
    assert_eq!(impossible, expected.impossible, "{name}");
}

macro_rules! suites {
    ($($(#[$attribute:meta])* $test:ident: $name:literal { $($expected:tt)* })*) => {$(
        $(#[$attribute])*
        #[test]
        fn $test() {
            check($name, include_bytes!(concat!("../../suites/", $name)), &Expected { $($expected)* });
        }
    )*};
}

suites! {
    the_classic_suite_is_right: "perftsuite.epd" { positions: 128, counts: 604, impossible: &[51] }
    qbb_is_right: "qbb.txt" { positions: 6, counts: 1, impossible: &[4] }
    leorik_is_right: "leorik-test.txt" { positions: 128, counts: 48, impossible: &[53] }
    the_small_suite_is_right: "perft-small.epd" { positions: 174, counts: 619, impossible: &[133] }
    chess960_start_positions_and_others_are_right: "fischer.epd" { positions: 65, counts: 195, impossible: &[] }
    en_passant_is_right: "ferdy-enpassant.epd" { positions: 94, counts: 6, impossible: &[] }
    single_checks_are_right: "ferdy-single-check-1.epd" { positions: 125, counts: 89, impossible: &[] }
    random_positions_are_right: "random.perft" { positions: 92, counts: 304, impossible: &[] }
    tricky_positions_are_right: "tricky.perft" { positions: 18, counts: 58, impossible: &[27, 149, 155, 161, 167] }
    #[cfg(feature = "json")]
    chess960_play_and_castling_are_right: "chess960.jsonl" { positions: 42, counts: 131, impossible: &[] }
}
