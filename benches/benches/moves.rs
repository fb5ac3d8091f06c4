//! The legal moves of several hundred positions, listed and counted.

use std::hint::black_box;

use benches::positions::varied;
use benches::{CastlingMode, Contestant, many_playouts};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput};
use gardez_position::{Board, Position};

type Group<'a> = BenchmarkGroup<'a, WallTime>;

/// The two games and their names in the results.
const MODES: [(CastlingMode, &str); 3] =
    [(CastlingMode::Standard, "chess"), (CastlingMode::Chess960, "chess960"), (CastlingMode::Standard, "many")];

/// The number of Chess960 positions.
const POSITIONS: usize = 400;

/// The number of positions in the case `many`. A CPU can learn the numbers of moves of a few hundred positions, but not
/// of this many.
const MANY: usize = 2500;

fn main() {
    let mut criterion = benches::criterion();
    legal_moves(&mut criterion);
    legal_count(&mut criterion);
    criterion.final_summary();
}

fn legal_moves(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("legal-moves");
    for (mode, case) in MODES {
        generate::<Position>(&mut group, mode, case, Contestant::list_moves);
        generate::<Board>(&mut group, mode, case, Contestant::list_moves);
        generate::<shakmaty::Chess>(&mut group, mode, case, Contestant::list_moves);
        generate::<cozy_chess::Board>(&mut group, mode, case, Contestant::list_moves);
        #[cfg(feature = "peers")]
        generate::<chess::Board>(&mut group, mode, case, Contestant::list_moves);
    }
    group.finish();
}

fn legal_count(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("legal-count");
    for (mode, case) in MODES {
        generate::<Position>(&mut group, mode, case, Contestant::count_moves);
        generate::<Board>(&mut group, mode, case, Contestant::count_moves);
        generate::<shakmaty::Chess>(&mut group, mode, case, Contestant::count_moves);
        generate::<cozy_chess::Board>(&mut group, mode, case, Contestant::count_moves);
        #[cfg(feature = "peers")]
        generate::<chess::Board>(&mut group, mode, case, Contestant::count_moves);
    }
    group.finish();
}

/// Sums up the moves of all positions. A library that does not support `mode` is skipped.
fn generate<C: Contestant>(group: &mut Group<'_>, mode: CastlingMode, case: &str, moves: impl Fn(&C) -> usize) {
    let ours = match (mode, case) {
        (_, "many") => many_playouts(mode, MANY),
        (CastlingMode::Standard, _) => varied(),
        (CastlingMode::Chess960, _) => many_playouts(mode, POSITIONS),
    };
    let theirs: Option<Vec<C>> = ours.iter().map(|position| C::read(&position.to_string(), mode)).collect();
    let Some(theirs) = theirs else { return };
    let total = |positions: &[C]| positions.iter().map(&moves).sum::<usize>();

    let expected: usize = ours.iter().map(|position| position.legal_moves().len()).sum();
    assert_eq!(total(&theirs), expected, "{}: {case}", C::NAME);
    group.throughput(Throughput::Elements(expected as u64));
    group.bench_function(BenchmarkId::new(C::NAME, case), |bencher| bencher.iter(|| total(black_box(&theirs))));
}
