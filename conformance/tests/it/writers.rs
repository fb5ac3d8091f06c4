//! No entry and no game makes a writer panic, also those that no reader gives. Assertions and checks of overflow are on, as
//! in every test.
//!
//! There are 5,000 of each, or with `GARDEZ_SLOW` a million.

use std::env;
use std::panic::{self, AssertUnwindSafe};

use gardez::data::{FORMATS, Filter, Statistics};
use gardez_formats::monty::{PolicyGame, PolicyWriter, WinProbability};
use gardez_formats::{
    AnyWriter, Entry, Game, GameMove, Lossy, SideToMove, View, Wdl, White, WriteGames, WriteOptions, monty, viri,
};
use gardez_position::Board;
use gardez_types::{Generator, Move};

/// Calls `work` with a generator for each number. A panic is reported with its number, from which it comes again.
fn each(name: &str, mut work: impl FnMut(&mut Generator)) {
    for number in 1..=if env::var_os("GARDEZ_SLOW").is_some() { 1_000_000_u64 } else { 5_000 } {
        let mut random = Generator::new(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let result = panic::catch_unwind(AssertUnwindSafe(|| work(&mut random)));
        assert!(result.is_ok(), "{name}, number {number}");
    }
}

/// Everything that may be lost, or nothing.
fn lossy(random: &mut Generator) -> Lossy {
    let all = [Lossy::RULE50_HIGH_BITS, Lossy::CASTLING_RIGHTS, Lossy::FULLMOVE, Lossy::PLY, Lossy::SCORE];
    match random.next_below(2) {
        0 => Lossy::NONE,
        _ => all.into_iter().fold(Lossy::NONE, |lossy, loss| lossy | loss),
    }
}

/// Writes, filters and counts an entry.
fn use_entry<V: View>(entry: &Entry<V>, writer: &mut AnyWriter<'_>, statistics: &mut Statistics) {
    let filter = Filter { without_captures: true, without_promotions: true, without_checks: true, ..Filter::ALL };
    let _ = writer.write(entry);
    let _ = filter.rejects(entry);
    statistics.add(entry);
}

/// A move that need not be legal, or one that is, or none.
fn any_move(board: &Board, random: &mut Generator) -> Option<Move> {
    let legal = board.legal_moves();
    match random.next_below(4) {
        0 => None,
        1 if !legal.is_empty() => Some(legal[random.next_below(legal.len())]),
        _ => Move::from_raw(random.next_u64() as u16),
    }
}

fn any_score(random: &mut Generator) -> i16 {
    [0, i16::MIN, i16::MIN + 1, i16::MAX, random.next_u64() as i16][random.next_below(5)]
}

fn any_ply(random: &mut Generator) -> u32 {
    [0, 1, (1 << 14) - 1, 1 << 14, 1 << 16, u32::MAX, random.next_u64() as u32][random.next_below(7)]
}

/// Boards with counters at their borders, and with more than 32 pieces.
fn boards() -> Vec<Board> {
    let fens = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 9",
        "2k5/P6P/8/1Pp5/8/8/p6p/2K5 w - c6 0 40",
        "rkr5/8/8/8/8/8/8/RKR5 b CAca - 12 30",
        "6kr/8/8/8/8/8/8/6KR w Hh - 120 200",
        "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/Q7/8/K6k b - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 99 65535",
        "8/8/8/8/8/8/8/Kk6 w - - 0 1",
    ];
    let clocks = |board: Board| {
        [(0, 1), (127, 65_535), (128, 65_536), (255, u32::MAX), (256, 1 << 31)].map(|(rule50, fullmove)| {
            let mut parts = gardez_position::BoardParts::from(&board);
            (parts.halfmove_clock, parts.fullmove_number) = (rule50, fullmove);
            Board::from_parts(&parts).unwrap_or(board)
        })
    };
    let starts =
        fens.into_iter().filter_map(|fen| fen.parse().ok()).chain((0..960).step_by(80).flat_map(Board::chess960));
    starts.flat_map(random_game).flat_map(clocks).collect()
}

/// Some boards of a random game.
fn random_game(mut board: Board) -> Vec<Board> {
    let (mut random, mut boards) = (Generator::new(board.key()), vec![board]);
    for _ in 0..30 {
        let legal = board.legal_moves();
        if legal.is_empty() {
            break;
        }
        board.do_move(legal[random.next_below(legal.len())]);
        boards.push(board);
    }
    boards.into_iter().step_by(5).collect()
}

fn entry<V: View>(boards: &[Board], random: &mut Generator) -> Entry<V> {
    let board = boards[random.next_below(boards.len())];
    let result = Wdl::from_raw(random.next_below(3) as u8).expect("below 3");
    Entry::new(board, any_move(&board, random), any_score(random), result).with_ply(any_ply(random))
}

#[test]
fn no_entry_makes_a_writer_panic() {
    let boards = boards();
    let formats: Vec<_> = FORMATS.iter().filter(|format| format.row().write.is_some()).collect();
    let mut statistics = Statistics::default();
    each("entries", |random| {
        for format in &formats {
            let options = WriteOptions { lossy: lossy(random), ..WriteOptions::default() };
            let mut writer = format.writer(Vec::new(), options).expect("a format that is written");
            for _ in 0..1 + random.next_below(3) {
                use_entry(&entry::<White>(&boards, random), &mut writer, &mut statistics);
                use_entry(&entry::<SideToMove>(&boards, random), &mut writer, &mut statistics);
            }
            let _ = writer.finish();
        }
    });
}

#[test]
fn no_game_makes_a_writer_panic() {
    let boards = boards();
    each("games", |random| {
        let board = boards[random.next_below(boards.len())];
        let mut game = Game::<White>::new(board, Wdl::Draw);
        let mut policy = PolicyGame::new(board, Wdl::Draw);
        let mut current = board;
        for _ in 0..random.next_below(6) {
            let Some(mv) = any_move(&current, random) else { continue };
            game.moves.push(GameMove { mv, score: any_score(random) });
            let visits = [0, current.legal_move_count(), random.next_below(300)][random.next_below(3)];
            policy.push(mv, WinProbability::from_raw(random.next_u64() as u16), (0..visits).map(|visit| visit as u8));
            if current.is_legal(mv) {
                current.do_move(mv);
            }
        }
        game.ply = any_ply(random);
        game.entries().for_each(drop);
        policy.positions().for_each(drop);
        let lossy = lossy(random);
        let _ = viri::Writer::new(Vec::new()).with_lossy(lossy).write_game(&game);
        let _ = monty::Writer::new(Vec::new()).with_lossy(lossy).write_game(&game);
        let _ = PolicyWriter::new(Vec::new()).with_lossy(lossy).write_game(&policy);
    });
}
