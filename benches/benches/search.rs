//! A search of forty positions, as an engine does it. All contestants search the same trees.

use std::time::Duration;

use benches::search::{Case, Contestant, Cozy, Legal, OwnCalls, Shakmaty, Tree, cases, search};
use criterion::measurement::WallTime;
use criterion::{BatchSize, BenchmarkGroup, BenchmarkId, Throughput};
use gardez_position::{Board, Position};

/// By how many plies a build with debug assertions searches less: it checks every move and every position.
const LESS: u32 = if cfg!(debug_assertions) { 3 } else { 0 };

type Group<'a> = BenchmarkGroup<'a, WallTime>;

fn main() {
    let mut criterion = benches::criterion();
    let mut group = criterion.benchmark_group("search");
    // A search takes up to some ten milliseconds, and there are forty positions.
    group.sample_size(10).warm_up_time(Duration::from_millis(1)).measurement_time(Duration::from_millis(100));
    for case in cases() {
        let case = Case { depth: case.depth.saturating_sub(LESS).max(1), ..case };
        let tree = search::<Legal<Position>>(&mut Legal::<Position>::read(case.fen, case.mode), case.depth);
        time::<Legal<Position>>(&mut group, &case, tree);
        time::<Legal<Board>>(&mut group, &case, tree);
        time::<OwnCalls<Position>>(&mut group, &case, tree);
        time::<OwnCalls<Board>>(&mut group, &case, tree);
        time::<Cozy<false>>(&mut group, &case, tree);
        time::<Cozy<true>>(&mut group, &case, tree);
        time::<Shakmaty>(&mut group, &case, tree);
    }
    group.finish();
    criterion.final_summary();
}

/// Times one contestant. It must search the expected tree.
fn time<C: Contestant>(group: &mut Group<'_>, case: &Case, expected: Tree) {
    let position = C::read(case.fen, case.mode);
    assert_eq!(search::<C>(&mut position.clone(), case.depth), expected, "{}: {}", C::NAME, case.name);
    group.throughput(Throughput::Elements(expected.nodes));
    group.bench_function(BenchmarkId::new(C::NAME, case.name), |bencher| {
        bencher.iter_batched_ref(
            || position.clone(),
            |position| search::<C>(position, case.depth),
            BatchSize::SmallInput,
        );
    });
}
