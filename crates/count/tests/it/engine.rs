//! The engine compared with known counts, and with itself making every move.

use gardez_count::{Counter, Difference, Level};
use gardez_position::{Board, FenMode, FenReader, Position};
use gardez_types::Generator;
use quickcheck::TestResult;

/// The six positions with which perft programs have been compared for decades.
const KNOWN: [(&str, u32, u128); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4_865_609),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4_085_603),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11_030_083),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15_833_292),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2_103_487),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3_894_594),
];

fn counters() -> impl Iterator<Item = Counter> {
    Level::ALL.iter().copied().filter_map(Counter::from_level)
}

fn read(fen: &str, mode: FenMode) -> Position {
    FenReader::new().with_mode(mode).read(fen).expect("a legal position").position
}

#[test]
fn every_level_has_the_known_counts() {
    for counter in counters() {
        for (fen, depth, nodes) in KNOWN {
            assert_eq!(counter.count(&read(fen, FenMode::Detect), depth), nodes, "{}: {fen}", counter.level());
        }
    }
}

#[test]
fn small_depths_and_finished_games_are_counted() {
    let mated = read("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", FenMode::Standard);
    for counter in counters() {
        assert_eq!([0, 1, 2, 3].map(|depth| counter.count(&mated, depth)), [1, 0, 0, 0]);
        assert_eq!([0, 1, 2, 3].map(|depth| counter.count(&Position::start(), depth)), [1, 20, 400, 8902]);
    }
}

/// The number of positions to compare: the usual number, ten times as many in slow tests, and a few in Miri.
fn positions(usual: u64) -> u64 {
    match std::env::var_os("GARDEZ_SLOW") {
        _ if cfg!(miri) => 4,
        Some(_) => 10 * usual,
        None => usual,
    }
}

/// Compares every node along a random game of at most `plies` moves.
fn verify_playout(mut board: Board, plies: u64, generator: &mut Generator, counter: Counter) -> u64 {
    let mut seen = 0;
    for _ in 0..plies {
        if let Err(differences) = counter.verify(&board) {
            for difference in differences {
                let Difference { mv, counted, replies, .. } = difference;
                println!("{}: {counted} replies instead of {replies}", mv.uci(board.castling_mode()));
            }
            panic!("{}: {board}", counter.level());
        }
        seen += 1;
        let moves = board.legal_moves();
        if moves.is_empty() {
            break;
        }
        board = board.after(moves[(generator.next_u64() % moves.len() as u64) as usize]);
    }
    seen
}

#[test]
fn random_games_agree_with_making_every_move() {
    for counter in counters() {
        let mut generator = Generator::new(20);
        let mut seen = 0;
        while seen < positions(100_000) {
            let mut number = || (generator.next_u64() % 960) as u16;
            let start = Board::double_chess960(number(), number()).map(Position::from).expect("numbers below 960");
            seen += verify_playout(*start.board(), 150, &mut generator, counter);
            seen += verify_playout(*Position::start().board(), 150, &mut generator, counter);
        }
    }
}

#[test]
fn crowded_boards_agree_with_making_every_move() {
    for counter in counters() {
        let mut generator = Generator::new(960);
        let (mut seen, mut tried) = (0, 0);
        while seen < positions(200_000) {
            tried += 1;
            assert!(tried < 100_000_000, "hardly any board is legal");
            if let Ok(position) = Position::from_fen(&crowded(&mut generator), FenMode::Chess960) {
                seen += verify_playout(*position.board(), 25, &mut generator, counter);
            }
        }
    }
}

/// Boards with few pieces are counted in another way than the others, and each level has its own limit. The games begin
/// on both sides of the limits.
#[test]
fn boards_with_few_pieces_agree_with_making_every_move() {
    for counter in counters() {
        let mut generator = Generator::new(3);
        let mut seen = 0;
        while seen < positions(200_000) {
            let pieces = generator.next_u64() % 13;
            if let Ok(position) = Position::from_fen(&random_board(&mut generator, pieces), FenMode::Chess960) {
                seen += verify_playout(*position.board(), 25.min(positions(25)), &mut generator, counter);
            }
        }
    }
}

/// The law that the engine is for: it counts what a walk through all positions counts.
#[test]
fn boards_with_few_pieces_agree_with_the_walk() {
    fn law(seed: u64) -> TestResult {
        let mut generator = Generator::new(seed);
        let pieces = generator.next_u64() % 10;
        let Ok(position) = Position::from_fen(&random_board(&mut generator, pieces), FenMode::Chess960) else {
            return TestResult::discard();
        };
        let depth = if pieces < 4 { 4 } else { 3 };
        let nodes = walk(position.board(), depth);
        TestResult::from_bool(counters().all(|counter| counter.count(&position, depth) == nodes))
    }
    quickcheck::QuickCheck::new().tests(positions(300)).max_tests(100_000).quickcheck(law as fn(u64) -> TestResult);
}

/// Counts by making every move.
fn walk(board: &Board, depth: u32) -> u128 {
    if depth == 0 {
        return 1;
    }
    board.legal_moves().into_iter().map(|m| walk(&board.after(m), depth - 1)).sum()
}

/// A board with many queens, pawns about to promote, and kings that may castle with rooks on any file.
fn crowded(generator: &mut Generator) -> String {
    let pieces = 4 + (generator.next_u64() >> 20) % 28;
    random_board(generator, pieces)
}

/// A board with kings that may castle with rooks on any file, and up to this number of other pieces.
fn random_board(generator: &mut Generator, others: u64) -> String {
    let mut below = |n: u64| ((generator.next_u64() >> 20) % n) as usize;
    let mut pieces = [None; 64];
    let mut castling = String::new();
    for (rank, king, rook, first_file) in [(0, 'K', 'R', 'A'), (56, 'k', 'r', 'a')] {
        if below(4) == 0 {
            pieces[below(64)] = Some(king);
            continue;
        }
        let is_usual = below(2) == 0;
        let file = if is_usual { 4 } else { 1 + below(6) };
        pieces[rank + file] = Some(king);
        for (low, high) in [(0, file), (file + 1, 8)] {
            if below(2) == 0 {
                let place = if !is_usual {
                    low + below((high - low) as u64)
                } else if low == 0 {
                    0
                } else {
                    7
                };
                pieces[rank + place] = Some(rook);
                castling.push((first_file as u8 + place as u8) as char);
            }
        }
    }
    for _ in 0..others {
        let piece =
            ['P', 'P', 'P', 'P', 'p', 'p', 'p', 'p', 'N', 'n', 'B', 'b', 'R', 'r', 'Q', 'q', 'Q', 'q'][below(18)];
        let square = below(64);
        let is_pawn = piece.eq_ignore_ascii_case(&'p');
        if pieces[square].is_none() && (!is_pawn || (8..56).contains(&square)) {
            pieces[square] = Some(piece);
        }
    }
    let mut board = String::new();
    for rank in pieces.chunks(8).rev() {
        let mut empty = 0;
        for piece in rank.iter().chain([&Some('/')]) {
            match piece {
                None => empty += 1,
                Some(piece) => {
                    if 0 < empty {
                        board += &empty.to_string();
                    }
                    board.push(*piece);
                    empty = 0;
                }
            }
        }
    }
    board.pop();
    if castling.is_empty() {
        castling.push('-');
    }
    let side = ['w', 'b'][below(2)];
    format!("{board} {side} {castling} - 0 1")
}
