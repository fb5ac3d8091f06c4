//! Counting move sequences of variants: each move made and undone, or the last ones only counted.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, SamplingMode, Throughput};
use gardez_variants::{Antichess, Atomic, Board, Crazyhouse, Horde, KingOfTheHill, RacingKings, Rules, ThreeCheck};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, FromSetup, Position, variant};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const ANTICHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const HAND: &str = "r1bqk2r/ppp2ppp/2n5/4P3/1b6/2N2N2/PPP2PPP/R1BQK2R[PNpp] b KQkq - 0 6";
const ANTICHESS_GAME: &str = "r1bqk1nr/ppp2p1p/2n5/3pp1p1/8/P1P1P3/1P1P1PPP/RNB1KBNR w - - 0 6";
const ATOMIC_GAME: &str = "rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq - 0 1";
const RACING_END: &str = "4brn1/2K2k2/8/8/8/8/8/8 w - - 0 1";
const HORDE_OPEN: &str = "4k3/pp4q1/3P2p1/8/P3PP2/PPP2r2/PPP5/PPPP4 b - - 0 1";
const RACING: &str = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1";
const HORDE: &str = "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1";

fn main() {
    let mut criterion = benches::criterion();
    for (name, fen, depth) in [("crazyhouse-start-4", START, 4), ("crazyhouse-hand-3", HAND, 3)] {
        count::<Crazyhouse, variant::Crazyhouse>(&mut criterion, name, fen, depth);
    }
    count::<Antichess, variant::Antichess>(&mut criterion, "antichess-start-5", ANTICHESS, 5);
    count::<Antichess, variant::Antichess>(&mut criterion, "antichess-game-4", ANTICHESS_GAME, 4);
    count::<Atomic, variant::Atomic>(&mut criterion, "atomic-start-4", START, 4);
    count::<Atomic, variant::Atomic>(&mut criterion, "atomic-game-3", ATOMIC_GAME, 3);
    count::<ThreeCheck, variant::ThreeCheck>(&mut criterion, "three-check-start-4", START, 4);
    count::<ThreeCheck, variant::ThreeCheck>(&mut criterion, "three-check-kiwipete-3", KIWIPETE, 3);
    count::<KingOfTheHill, variant::KingOfTheHill>(&mut criterion, "king-of-the-hill-start-4", START, 4);
    count::<KingOfTheHill, variant::KingOfTheHill>(&mut criterion, "king-of-the-hill-kiwipete-3", KIWIPETE, 3);
    count::<RacingKings, variant::RacingKings>(&mut criterion, "racing-kings-start-4", RACING, 4);
    count::<RacingKings, variant::RacingKings>(&mut criterion, "racing-kings-end-5", RACING_END, 5);
    count::<Horde, variant::Horde>(&mut criterion, "horde-start-5", HORDE, 5);
    count::<Horde, variant::Horde>(&mut criterion, "horde-open-4", HORDE_OPEN, 4);
    criterion.final_summary();
}

/// Counts a position with both libraries, which must agree.
fn count<R: Rules, P: Position + FromSetup + Clone>(criterion: &mut Criterion, name: &str, fen: &str, depth: u32) {
    let mut board: Board<R> = fen.parse().expect("a position");
    let setup: Fen = fen.parse().expect("a FEN");
    let Ok(position) = setup.into_position::<P>(CastlingMode::Standard) else { panic!("{name}: a position") };
    let leaves = shakmaty::perft(&position, depth);
    let counts = [board.perft(depth), made(&mut board, depth), copied(&board, depth), played(&position, depth)];
    assert_eq!(counts, [leaves; 4], "{name}");

    let mut group = criterion.benchmark_group("variant-perft");
    group.sampling_mode(SamplingMode::Flat).throughput(Throughput::Elements(leaves));
    group.bench_function(BenchmarkId::new("gardez", name), |bencher| bencher.iter(|| black_box(&board).perft(depth)));
    group.bench_function(BenchmarkId::new("shakmaty", name), |bencher| {
        bencher.iter(|| shakmaty::perft(black_box(&position), depth));
    });
    group.finish();

    let mut group = criterion.benchmark_group("variant-perft-leaves");
    group.sampling_mode(SamplingMode::Flat).throughput(Throughput::Elements(leaves));
    group.bench_function(BenchmarkId::new("gardez", name), |bencher| bencher.iter(|| copied(black_box(&board), depth)));
    group.bench_function(BenchmarkId::new("gardez-undo", name), |bencher| {
        bencher.iter(|| made(black_box(&mut board), depth));
    });
    group.bench_function(BenchmarkId::new("shakmaty", name), |bencher| {
        bencher.iter(|| played(black_box(&position), depth));
    });
    group.finish();
}

/// Counts by making and undoing every move, the last ones, too.
fn made<R: Rules>(board: &mut Board<R>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    for &m in &board.legal_moves() {
        let undo = board.make_move(m);
        leaves += made(board, depth - 1);
        board.undo_move(&undo);
    }
    leaves
}

/// Counts by making every move on a copy.
fn copied<R: Rules>(board: &Board<R>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let each = |&m| {
        let mut after = *board;
        after.do_move(m);
        copied(&after, depth - 1)
    };
    board.legal_moves().iter().map(each).sum()
}

/// Counts as shakmaty's documentation plays moves: on a copy.
fn played<P: Position + Clone>(position: &P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let each = |m| {
        let mut after = position.clone();
        after.play_unchecked(m);
        played(&after, depth - 1)
    };
    position.legal_moves().into_iter().map(each).sum()
}
