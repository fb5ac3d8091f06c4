//! Commands outside the protocol that authors type: `go perft`, `d` and `bench`.

use alloc::format;
use alloc::string::{String, ToString};
use core::sync::atomic::Ordering;
use std::time::Instant;

use gardez_position::{Board, FenMode};

use super::{Search, Server};
use crate::answer::Info;
use crate::command::{Go, SetPosition};

/// The depth of `bench` without an argument.
const BENCH_DEPTH: u32 = 8;

/// The positions of `bench`: openings, middlegames, endgames, one with a promotion and one with a mate.
const BENCH: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "2r3k1/5ppp/p3p3/1p1pP3/3P4/P3PN2/1P3KPP/2R5 b - - 4 27",
    "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 2 47",
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
];

/// Answers `d` and `bench`. Returns `false` for every other line.
pub(super) fn answer(
    server: &mut impl Server,
    line: &str,
    command: &SetPosition,
    mode: FenMode,
    search: &Search<'_>,
) -> bool {
    let mut words = line.split_whitespace();
    match words.next() {
        Some("d") => match command.to_position(mode) {
            Ok(position) => search.print(position.pretty()),
            Err(error) => search.info(&Info::from_string(&error.to_string())),
        },
        Some("bench") => {
            if let Err(text) = bench(server, words, search) {
                search.info(&Info::from_string(&text));
            }
            // The position was legal when it was set.
            _ = server.set_position(command);
        }
        _ => return false,
    }
    true
}

/// Searches all positions, and sends the sum of the nodes and the speed.
fn bench<'a>(
    server: &mut impl Server,
    mut arguments: impl Iterator<Item = &'a str>,
    search: &Search<'_>,
) -> Result<(), String> {
    let depth = match arguments.next() {
        None => BENCH_DEPTH,
        Some(text) => text.parse().map_err(|_| format!("bench: {text} is not a depth"))?,
    };
    for name in ["Threads", "Hash"] {
        let Some(value) = arguments.next() else { break };
        let options = server.options();
        let option = options.iter().find(|option| option.is(name)).ok_or_else(|| format!("bench: no option {name}"))?;
        server.set_option(&option.set(Some(value)).map_err(|error| format!("bench: {name}: {error}"))?);
    }
    let (mut nodes, start) = (0, Instant::now());
    server.new_game();
    for fen in BENCH.iter().take_while(|_| !search.is_stopped()) {
        server.set_position(&SetPosition::from_fen(fen).map_err(|error| error.to_string())?)?;
        search.control.nodes.store(0, Ordering::Relaxed);
        server.search(&Go::default().with_depth(depth), search);
        nodes += search.control.nodes.load(Ordering::Relaxed);
    }
    let speed = nodes as f64 / start.elapsed().as_secs_f64().max(1e-9);
    search.print(format_args!("{nodes} nodes {speed:.0} nps"));
    Ok(())
}

/// Counts the sequences of legal moves after each first move, as Stockfish prints the counts.
pub(super) fn perft(command: &SetPosition, mode: FenMode, depth: u32, search: &Search<'_>) {
    let board = match command.to_position(mode) {
        Ok(position) => *position.board(),
        Err(error) => return search.info(&Info::from_string(&error.to_string())),
    };
    let mut nodes = u64::from(depth == 0);
    for m in board.legal_moves().into_iter().filter(|_| depth != 0) {
        let Some(count) = count(&board.after(m), depth - 1, search) else { return };
        search.print(format_args!("{}: {count}", m.uci(board.castling_mode())));
        nodes += count;
    }
    search.print(format_args!("\nNodes searched: {nodes}\n"));
}

/// Returns the number of sequences; `None` if the count is stopped.
fn count(board: &Board, depth: u32, search: &Search<'_>) -> Option<u64> {
    match depth {
        0 => Some(1),
        1 => Some(board.legal_move_count() as u64),
        _ if search.is_stopped() => None,
        _ => {
            board.legal_moves().into_iter().try_fold(0, |sum, m| Some(sum + count(&board.after(m), depth - 1, search)?))
        }
    }
}
