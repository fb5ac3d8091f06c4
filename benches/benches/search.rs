//! Two searches of forty positions: `search`, as an engine does it, and `alpha-beta`, which only makes moves and adds up a
//! score. All contestants search the same trees.

use std::time::Duration;

use benches::search::{
    Case, Contestant, Cozy, CozyOwn, Legal, OwnCalls, PseudoLegal, Shakmaty, Tree, Visited, cases, plain, search,
};
use criterion::measurement::WallTime;
use criterion::{BatchSize, BenchmarkGroup, BenchmarkId, Criterion, Throughput};
use gardez_position::{Board, Position};

/// By how many plies a build with debug assertions searches less: it checks every move and every position.
const LESS: u32 = if cfg!(debug_assertions) { 3 } else { 0 };

/// The depth of the plain search, in plies.
const PLAIN_DEPTH: u32 = 4;

type Group<'a> = BenchmarkGroup<'a, WallTime>;

fn main() {
    let mut criterion = benches::criterion();
    as_an_engine(&mut criterion);
    plainly(&mut criterion);
    criterion.final_summary();
}

/// Begins a group. A search takes up to some ten milliseconds, and there are forty positions.
fn group<'a>(criterion: &'a mut Criterion, name: &str) -> Group<'a> {
    let mut group = criterion.benchmark_group(name);
    group.sample_size(10).warm_up_time(Duration::from_millis(1)).measurement_time(Duration::from_millis(100));
    group
}

fn as_an_engine(criterion: &mut Criterion) {
    fn bench<C: Contestant>(group: &mut Group<'_>, case: &Case, tree: Tree) {
        time::<C>(group, case, tree, |position| search::<C>(position, case.depth));
    }
    let mut group = group(criterion, "search");
    for case in cases() {
        let case = Case { depth: case.depth.saturating_sub(LESS).max(1), ..case };
        let tree = search::<Legal<Position>>(&mut Legal::<Position>::read(case.fen, case.mode), case.depth);
        bench::<Legal<Position>>(&mut group, &case, tree);
        bench::<Legal<Board>>(&mut group, &case, tree);
        bench::<Visited<Position>>(&mut group, &case, tree);
        bench::<PseudoLegal<Position>>(&mut group, &case, tree);
        bench::<PseudoLegal<Board>>(&mut group, &case, tree);
        bench::<OwnCalls<Position>>(&mut group, &case, tree);
        bench::<OwnCalls<Board>>(&mut group, &case, tree);
        bench::<Cozy>(&mut group, &case, tree);
        bench::<CozyOwn>(&mut group, &case, tree);
        bench::<Shakmaty>(&mut group, &case, tree);
    }
    group.finish();
}

fn plainly(criterion: &mut Criterion) {
    fn bench<C: Contestant>(group: &mut Group<'_>, case: &Case, tree: Tree) {
        time::<C>(group, case, tree, |position| plain::<C>(position, case.depth));
    }
    let mut group = group(criterion, "alpha-beta");
    for case in cases() {
        let case = Case { depth: PLAIN_DEPTH.saturating_sub(LESS), ..case };
        let tree = plain::<Legal<Position>>(&mut Legal::<Position>::read(case.fen, case.mode), case.depth);
        bench::<Legal<Position>>(&mut group, &case, tree);
        bench::<OwnCalls<Position>>(&mut group, &case, tree);
        bench::<OwnCalls<Board>>(&mut group, &case, tree);
        bench::<Cozy>(&mut group, &case, tree);
        bench::<Shakmaty>(&mut group, &case, tree);
    }
    group.finish();
}

/// Times one contestant. It must search the expected tree.
fn time<C: Contestant>(
    group: &mut Group<'_>,
    case: &Case,
    expected: Tree,
    mut search: impl FnMut(&mut C::Position) -> Tree,
) {
    let position = C::read(case.fen, case.mode);
    assert_eq!(search(&mut position.clone()), expected, "{}: {}", C::NAME, case.name);
    group.throughput(Throughput::Elements(expected.nodes));
    group.bench_function(BenchmarkId::new(C::NAME, case.name), |bencher| {
        bencher.iter_batched_ref(|| position.clone(), |position| search(position), BatchSize::SmallInput);
    });
}
