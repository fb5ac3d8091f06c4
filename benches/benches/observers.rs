//! The cost of observers: every legal move of positions from random games is made and undone.
//!
//! `gardez` is `do_move`. `nobody` is `do_move_with` and the observer `()`, which must cost nothing.
//!
//! `leaves` counts the sequences of legal moves of six positions, and the last move is made as well: without an observer
//! (`gardez`), with what a network observes (`threats`), and with `check_info` at the end of each sequence (`checks`).

use std::hint::black_box;

use benches::positions::CASES;
use benches::{CastlingMode, PLAYOUTS, playouts};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, SamplingMode, Throughput};
use gardez_position::observers::{DirtyPiece, DirtyThreats, NodeCounter, PsqScore};
use gardez_position::{MoveList, MoveObserver, Position};
use gardez_types::Move;

/// The positions with their moves, so that only making and undoing moves is timed.
type Played = Vec<(Position, Vec<Move>)>;

fn main() {
    let mut criterion = benches::criterion();
    let positions = playouts(CastlingMode::Standard);
    assert_eq!(positions.len(), PLAYOUTS);
    let mut played: Played =
        positions.into_iter().map(|position| (position.clone(), position.legal_moves().to_vec())).collect();
    let table = [[1_i32; 64]; 16];

    let mut group = criterion.benchmark_group("observers");
    group.throughput(Throughput::Elements(played.iter().map(|(_, moves)| moves.len() as u64).sum()));
    group.bench_function(BenchmarkId::new("gardez", "playouts"), |bencher| {
        bencher.iter(|| visit(&mut played, |position, m| position.do_move(m)));
    });
    observe(&mut group, "nobody", &mut played, || ());
    observe(&mut group, "node-counter", &mut played, NodeCounter::default);
    observe(&mut group, "dirty-piece", &mut played, DirtyPiece::default);
    let start = Position::start();
    observe(&mut group, "psq-score", &mut played, || PsqScore::new(&table, &start));
    observe(&mut group, "dirty-threats", &mut played, DirtyThreats::default);
    group.finish();
    leaves(&mut criterion);
    criterion.final_summary();
}

fn leaves(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("leaves");
    group.sampling_mode(SamplingMode::Flat);
    for case in CASES {
        let mut position: Position = case.fen.parse().expect("a legal position");
        group.throughput(Throughput::Elements(case.leaves()));
        let mut measure = |name, count: &mut dyn FnMut(&mut Position) -> u64| {
            assert_eq!(count(&mut position), case.leaves(), "{name}: {}", case.name);
            group.bench_function(BenchmarkId::new(name, case.name), |bencher| {
                bencher.iter(|| count(black_box(&mut position)));
            });
        };
        let depth = black_box(case.depth);
        measure("gardez", &mut |position| {
            count_leaves(position, depth, &mut (), |position, ()| _ = black_box(position))
        });
        let mut threats = (DirtyPiece::default(), DirtyThreats::default());
        measure("threats", &mut |position| {
            count_leaves(position, depth, &mut threats, |position, threats| _ = black_box((position, threats)))
        });
        measure("checks", &mut |position| {
            count_leaves(position, depth, &mut (), |position, ()| _ = black_box(position.check_info()))
        });
    }
    group.finish();
}

/// Counts the sequences of `depth` legal moves, and calls `visit` at the end of each.
fn count_leaves<O: MoveObserver>(
    position: &mut Position,
    depth: u32,
    observer: &mut O,
    visit: impl Fn(&Position, &O) + Copy,
) -> u64 {
    if depth == 0 {
        visit(position, observer);
        return 1;
    }
    let (mut moves, mut nodes) = (MoveList::new(), 0);
    position.moves().into(&mut moves);
    for &m in &moves {
        position.do_move_with(m, observer);
        nodes += count_leaves(position, depth - 1, observer, visit);
        position.undo_move();
    }
    nodes
}

fn observe<O: MoveObserver>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    played: &mut Played,
    observer: impl Fn() -> O,
) {
    let mut observer = observer();
    let (keys, expected) = (visit(played, |position, m| position.do_move_with(m, &mut observer)), {
        visit(played, |position, m| position.do_move(m))
    });
    assert_eq!(keys, expected, "{name} changes nothing");
    group.bench_function(BenchmarkId::new(name, "playouts"), |bencher| {
        bencher.iter(|| visit(played, |position, m| position.do_move_with(m, black_box(&mut observer))));
    });
}

/// Makes and undoes every move. Returns the XOR of the keys of all positions that are reached.
fn visit(played: &mut Played, mut make: impl FnMut(&mut Position, Move)) -> u64 {
    let mut keys = 0;
    for (position, moves) in played {
        for &m in &*moves {
            make(position, m);
            keys ^= position.key();
            position.undo_move();
        }
    }
    keys
}
