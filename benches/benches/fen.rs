//! Positions from random games, read from FENs and written as FENs.

use std::hint::black_box;

use benches::{CastlingMode, Contestant, many_playouts};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput};
use gardez_position::Position;

type Group<'a> = BenchmarkGroup<'a, WallTime>;

/// The two games and their names in the results.
const MODES: [(CastlingMode, &str); 2] = [(CastlingMode::Standard, "chess"), (CastlingMode::Chess960, "chess960")];

/// The number of positions. A hundred is not enough, because a CPU then learns the sequence of characters.
const POSITIONS: usize = 1000;

fn main() {
    let mut criterion = benches::criterion();
    fen_read(&mut criterion);
    fen_write(&mut criterion);
    criterion.final_summary();
}

fn fen_read(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("fen-read");
    group.throughput(Throughput::Elements(POSITIONS as u64));
    for (mode, case) in MODES {
        let fens: Vec<_> = many_playouts(mode, POSITIONS).iter().map(Position::to_string).collect();
        read::<Position>(&mut group, mode, case, &fens);
        read::<shakmaty::Chess>(&mut group, mode, case, &fens);
        read::<cozy_chess::Board>(&mut group, mode, case, &fens);
    }
    group.finish();
}

fn read<C: Contestant>(group: &mut Group<'_>, mode: CastlingMode, case: &str, fens: &[String]) {
    for fen in fens {
        let ours = Position::read(fen, mode).expect("Gardez supports both");
        let theirs = C::read(fen, mode).expect("the library supports both");
        assert_eq!(theirs.count_moves(), ours.count_moves(), "{}: {fen}", C::NAME);
    }
    group.bench_function(BenchmarkId::new(C::NAME, case), |bencher| {
        bencher.iter(|| {
            for fen in fens {
                black_box(C::read(black_box(fen), mode));
            }
        });
    });
}

fn fen_write(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("fen-write");
    group.throughput(Throughput::Elements(POSITIONS as u64));
    for (mode, case) in MODES {
        let fens: Vec<_> = many_playouts(mode, POSITIONS).iter().map(Position::to_string).collect();
        write::<Position>(&mut group, mode, case, &fens);
        write::<shakmaty::Chess>(&mut group, mode, case, &fens);
        write::<cozy_chess::Board>(&mut group, mode, case, &fens);
    }
    group.finish();
}

fn write<C: Contestant>(group: &mut Group<'_>, mode: CastlingMode, case: &str, fens: &[String]) {
    let positions: Vec<C> = fens.iter().map(|fen| C::read(fen, mode).expect("the library supports both")).collect();
    for (position, fen) in positions.iter().zip(fens) {
        let written = Position::read(&position.fen(mode), mode).expect("Gardez supports both");
        let ours = Position::read(fen, mode).expect("Gardez supports both");
        assert_eq!(written.raw_key(), ours.raw_key(), "{}: {fen}", C::NAME);
    }
    group.bench_function(BenchmarkId::new(C::NAME, case), |bencher| {
        bencher.iter(|| {
            for position in &positions {
                black_box(black_box(position).fen(mode));
            }
        });
    });
}
