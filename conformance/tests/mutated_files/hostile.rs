//! Entries and games that no reader gives, for the writers.

use gardez::data::{FORMATS, Statistics};
use gardez_formats::monty::{PolicyGame, PolicyWriter, WinProbability};
use gardez_formats::{Entry, Game, GameMove, SideToMove, View, Wdl, White, WriteGames, WriteOptions, monty, viri};
use gardez_position::Board;
use gardez_types::{Generator, Move};

use crate::packed::{losses, use_entry};
use crate::{each, seeds};

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
        "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/Q7/8/K6k b - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 99 65535",
        "8/8/8/8/8/8/8/Kk6 w - - 0 1",
    ];
    let all = seeds::entries::<White>().into_iter().flatten().map(|entry| entry.board);
    let clocks = |board: Board| {
        [(0, 1), (127, 65_535), (128, 65_536), (255, u32::MAX), (256, 1 << 31)].map(|(rule50, fullmove)| {
            let mut parts = gardez_position::BoardParts::from(&board);
            (parts.rule50, parts.fullmove) = (rule50, fullmove);
            Board::from_parts(&parts).unwrap_or(board)
        })
    };
    let extreme = fens.into_iter().filter_map(|fen| fen.parse().ok());
    all.step_by(5).chain(extreme).flat_map(clocks).collect()
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
            let options = WriteOptions { losses: losses(random), ..WriteOptions::default() };
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
        let losses = losses(random);
        let _ = viri::Writer::new(Vec::new()).with_losses(losses).write_game(&game);
        let _ = monty::Writer::new(Vec::new()).with_losses(losses).write_game(&game);
        let _ = PolicyWriter::new(Vec::new()).with_losses(losses).write_game(&policy);
    });
}
