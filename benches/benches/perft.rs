//! Counting move sequences, with the last move only counted or also made.

use std::hint::black_box;

use benches::positions::{CASES, Case, LONG_CASES, drawn};
use benches::{CastlingMode, Contestant};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, SamplingMode, Throughput};
use gardez_count::{Counter, Level};
use gardez_position::{Board, Position};

type Group<'a> = BenchmarkGroup<'a, WallTime>;

fn main() {
    let mut criterion = benches::criterion();
    perft(&mut criterion);
    perft_leaves(&mut criterion);
    perft_checks(&mut criterion);
    together(&mut criterion);
    criterion.final_summary();
}

fn perft(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    for case in CASES {
        count::<Position>(&mut group, &case, Contestant::perft);
        count::<Board>(&mut group, &case, Contestant::perft);
        count::<shakmaty::Chess>(&mut group, &case, Contestant::perft);
        count::<cozy_chess::Board>(&mut group, &case, Contestant::perft);
        #[cfg(feature = "peers")]
        count::<chess::Board>(&mut group, &case, Contestant::perft);
    }
    group.finish();
}

fn perft_leaves(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft-leaves");
    for case in CASES {
        count::<Position>(&mut group, &case, Contestant::perft_leaves);
        count::<Board>(&mut group, &case, Contestant::perft_leaves);
        count::<shakmaty::Chess>(&mut group, &case, Contestant::perft_leaves);
        count::<cozy_chess::Board>(&mut group, &case, Contestant::perft_leaves);
        #[cfg(feature = "peers")]
        count::<chess::Board>(&mut group, &case, Contestant::perft_leaves);
    }
    group.finish();
}

/// Like [`perft_leaves`], but computes checks and pins at the end of each sequence, as a search does.
fn perft_checks(criterion: &mut Criterion) {
    fn checks<C: Contestant>(position: &mut C, depth: u32) -> u64 {
        position.perft_checks(depth).expect("the library supports checks")
    }
    let mut group = criterion.benchmark_group("perft-checks");
    for case in CASES {
        count::<Position>(&mut group, &case, checks);
        count::<Board>(&mut group, &case, checks);
        count::<cozy_chess::Board>(&mut group, &case, checks);
    }
    group.finish();
}

fn count<C: Contestant>(group: &mut Group<'_>, case: &Case, perft: impl Fn(&mut C, u32) -> u64) {
    let mut position = C::read(case.fen, CastlingMode::Standard).expect("every library supports chess");
    assert_eq!(perft(&mut position, case.depth), case.leaves(), "{}: {}", C::NAME, case.name);
    group.sampling_mode(SamplingMode::Flat).throughput(Throughput::Elements(case.leaves()));
    group.bench_function(BenchmarkId::new(C::NAME, case.name), |bencher| {
        bencher.iter(|| perft(black_box(&mut position), black_box(case.depth)));
    });
}

/// The counting engine. `gardez` uses the level that it chooses by itself, and the others are all levels that the CPU
/// supports.
fn together(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft-levels");
    group.sample_size(10);
    for case in LONG_CASES {
        bench_counter(&mut group, &case, "gardez", Counter::new());
        for counter in Level::ALL.iter().copied().filter_map(Counter::from_level) {
            bench_counter(&mut group, &case, counter.level().name(), counter);
        }
        count::<cozy_chess::Board>(&mut group, &case, Contestant::perft);
    }
    for counter in Level::ALL.iter().copied().filter_map(Counter::from_level) {
        bench_drawn(&mut group, counter.level().name(), counter);
    }
    group.finish();
}

/// Counts from 40 positions of games, most of which have fewer pieces than the six positions.
fn bench_drawn(group: &mut Group<'_>, name: &str, counter: Counter) {
    let drawn = drawn();
    let nodes: u64 = drawn.iter().map(|(.., nodes)| nodes).sum();
    let count = || drawn.iter().map(|(position, depth, _)| counter.count(black_box(position), *depth)).sum::<u128>();
    assert_eq!(count(), nodes.into(), "{name}: drawn");
    group.throughput(Throughput::Elements(nodes)).bench_function(BenchmarkId::new(name, "drawn/40"), |bencher| {
        bencher.iter(count);
    });
}

fn bench_counter(group: &mut Group<'_>, case: &Case, name: &str, counter: Counter) {
    let position: Position = case.fen.parse().expect("a legal position");
    assert_eq!(counter.count(&position, case.depth), case.leaves().into(), "{name}: {}", case.name);
    group.sampling_mode(SamplingMode::Flat).throughput(Throughput::Elements(case.leaves()));
    group.bench_function(BenchmarkId::new(name, case.name), |bencher| {
        bencher.iter(|| counter.count(black_box(&position), black_box(case.depth)));
    });
}
