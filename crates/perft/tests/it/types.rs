//! The published tables of the kinds of moves.

use gardez_perft::{MoveTypes, move_types};
use gardez_position::Board;

/// A position, and the rows of its table, from depth 1 on: nodes, captures, en passant, castles, promotions, checks,
/// discovered checks, double checks and checkmates. `None` is not published.
type Published = (&'static str, &'static [[Option<u64>; 9]]);

const fn all(row: [u64; 9]) -> [Option<u64>; 9] {
    let [a, b, c, d, e, f, g, h, i] = row;
    [Some(a), Some(b), Some(c), Some(d), Some(e), Some(f), Some(g), Some(h), Some(i)]
}

/// The columns for discovered and double checks are not published.
const fn fewer(row: [u64; 7]) -> [Option<u64>; 9] {
    let [a, b, c, d, e, f, i] = row;
    [Some(a), Some(b), Some(c), Some(d), Some(e), Some(f), None, None, Some(i)]
}

/// Only the nodes are published.
const fn nodes(nodes: u64) -> [Option<u64>; 9] {
    let mut row = [None; 9];
    row[0] = Some(nodes);
    row
}

/// From the page "Perft Results" of the Chess Programming Wiki.
const PUBLISHED: [Published; 6] = [
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        &[
            all([20, 0, 0, 0, 0, 0, 0, 0, 0]),
            all([400, 0, 0, 0, 0, 0, 0, 0, 0]),
            all([8902, 34, 0, 0, 0, 12, 0, 0, 0]),
            all([197_281, 1576, 0, 0, 0, 469, 0, 0, 8]),
            all([4_865_609, 82_719, 258, 0, 0, 27_351, 6, 0, 347]),
            all([119_060_324, 2_812_008, 5248, 0, 0, 809_099, 329, 46, 10_828]),
        ],
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[
            all([48, 8, 0, 2, 0, 0, 0, 0, 0]),
            all([2039, 351, 1, 91, 0, 3, 0, 0, 0]),
            all([97_862, 17_102, 45, 3162, 0, 993, 0, 0, 1]),
            all([4_085_603, 757_163, 1929, 128_013, 15_172, 25_523, 42, 6, 43]),
            all([193_690_690, 35_043_416, 73_365, 4_993_637, 8392, 3_309_887, 19_883, 2637, 30_171]),
        ],
    ),
    (
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        &[
            all([14, 1, 0, 0, 0, 2, 0, 0, 0]),
            all([191, 14, 0, 0, 0, 10, 0, 0, 0]),
            all([2812, 209, 2, 0, 0, 267, 3, 0, 0]),
            all([43_238, 3348, 123, 0, 0, 1680, 106, 0, 17]),
            all([674_624, 52_051, 1165, 0, 0, 52_950, 1292, 3, 0]),
            all([11_030_083, 940_350, 33_325, 0, 7552, 452_473, 26_067, 0, 2733]),
            all([178_633_661, 14_519_036, 294_874, 0, 140_024, 12_797_406, 370_630, 3612, 87]),
        ],
    ),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        &[
            fewer([6, 0, 0, 0, 0, 0, 0]),
            fewer([264, 87, 0, 6, 48, 10, 0]),
            fewer([9467, 1021, 4, 0, 120, 38, 22]),
            fewer([422_333, 131_393, 0, 7795, 60_032, 15_492, 5]),
            fewer([15_833_292, 2_046_173, 6512, 0, 329_464, 200_568, 50_562]),
            fewer([706_045_033, 210_369_132, 212, 10_882_006, 81_102_984, 26_973_664, 81_076]),
        ],
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        &[nodes(44), nodes(1486), nodes(62_379), nodes(2_103_487), nodes(89_941_194)],
    ),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[nodes(46), nodes(2079), nodes(89_890), nodes(3_894_594), nodes(164_075_551)],
    ),
];

#[test]
fn the_kinds_of_moves_are_the_published_ones() {
    // The deepest rows take minutes without optimization.
    let most = if std::env::var_os("GARDEZ_SLOW").is_some() { u64::MAX } else { 20_000_000 };
    for (fen, rows) in PUBLISHED {
        let board: Board = fen.parse().expect("a legal board");
        for (depth, row) in (1..).zip(rows).filter(|(_, row)| row[0] <= Some(most)) {
            let found = move_types(&board, depth).numbers();
            for ((name, found), published) in MoveTypes::NAMES.iter().zip(found).zip(row) {
                assert!(published.is_none_or(|published| found == published), "{fen}, depth {depth}, {name}: {found}");
            }
        }
    }
}
