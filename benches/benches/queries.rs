//! Queries that a search makes about positions and moves, over several hundred positions.

use std::hint::black_box;

use benches::positions::varied;
use benches::{CastlingMode, Contestant};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput};
use gardez_position::{Board, MoveList, Position};
use gardez_types::{Move, MoveKind};

type Group<'a> = BenchmarkGroup<'a, WallTime>;

/// The name of the set of positions in the results.
const CASE: &str = "varied";

fn main() {
    let mut criterion = benches::criterion();
    staged(&mut criterion);
    gives_check(&mut criterion);
    key_after(&mut criterion);
    is_legal(&mut criterion);
    clone(&mut criterion);
    only_in_gardez(&mut criterion);
    criterion.final_summary();
}

/// The varied positions, read by one library.
fn read<C: Contestant>() -> Vec<C> {
    let read = |position: &Position| C::read(&position.to_string(), CastlingMode::Standard);
    varied().iter().map(|position| read(position).expect("every library supports chess")).collect()
}

fn total_moves() -> usize {
    varied().iter().map(|position| position.legal_move_count()).sum()
}

/// Sums up an answer over the positions of one library. The throughput is in `elements`.
fn sum<C: Contestant>(group: &mut Group<'_>, elements: usize, expected: usize, answer: impl Fn(&C) -> usize) {
    let positions = read::<C>();
    let total = |positions: &[C]| positions.iter().map(&answer).sum::<usize>();
    assert_eq!(total(&positions), expected, "{}", C::NAME);
    group.throughput(Throughput::Elements(elements as u64));
    group.bench_function(BenchmarkId::new(C::NAME, CASE), |bencher| bencher.iter(|| total(black_box(&positions))));
}

fn staged(criterion: &mut Criterion) {
    fn bench<C: Contestant>(group: &mut Group<'_>) {
        let moves = total_moves();
        sum::<C>(group, moves, moves, |position| {
            position.count_staged().expect("the library can generate captures separately")
        });
    }
    let mut group = criterion.benchmark_group("staged");
    bench::<Position>(&mut group);
    bench::<cozy_chess::Board>(&mut group);
    #[cfg(feature = "peers")]
    bench::<chess::Board>(&mut group);
    group.finish();
}

fn gives_check(criterion: &mut Criterion) {
    fn bench<C: Contestant>(group: &mut Group<'_>) {
        let given = |position: &Position, m: &&Move| position.board().after(**m).in_check();
        let checks = |position: &Position| position.legal_moves().iter().filter(|m| given(position, m)).count();
        sum::<C>(group, total_moves(), varied().iter().map(checks).sum(), Contestant::count_checks);
    }
    let mut group = criterion.benchmark_group("gives-check");
    bench::<Position>(&mut group);
    bench::<shakmaty::Chess>(&mut group);
    bench::<cozy_chess::Board>(&mut group);
    #[cfg(feature = "peers")]
    bench::<chess::Board>(&mut group);
    group.finish();
}

fn key_after(criterion: &mut Criterion) {
    /// The keys of the libraries differ, so the answer is the number of positions that have keys.
    fn bench<C: Contestant>(group: &mut Group<'_>) {
        let answer = |position: &C| usize::from(black_box(position.keys_after()).is_some());
        sum::<C>(group, total_moves(), varied().len(), answer);
    }
    for position in varied() {
        let after = position.legal_moves().iter().fold(0, |keys, &m| keys ^ position.board().after(m).key());
        assert_eq!(position.keys_after(), Some(after), "{position}");
    }
    let mut group = criterion.benchmark_group("key-after");
    bench::<Position>(&mut group);
    bench::<cozy_chess::Board>(&mut group);
    #[cfg(feature = "peers")]
    bench::<chess::Board>(&mut group);
    group.finish();
}

/// For each position, the normal moves and promotions of the position before it, as a hash table might return them.
fn foreign_moves() -> Vec<Vec<String>> {
    let positions = varied();
    let before = positions.iter().cycle().skip(positions.len() - 1);
    let asked = |position: &Position| {
        let plain = |m: &&Move| matches!(m.kind(), MoveKind::Normal | MoveKind::Promotion);
        position.legal_moves().iter().filter(plain).map(|m| m.uci(CastlingMode::Standard).to_string()).collect()
    };
    before.take(positions.len()).map(asked).collect()
}

fn is_legal(criterion: &mut Criterion) {
    fn bench<C: Contestant>(group: &mut Group<'_>, asked: &[Vec<String>], expected: usize) {
        let parse = |uci: &String| C::parse_move(uci).expect("a well-formed move");
        let cases: Vec<(C, Vec<C::ParsedMove>)> = read::<C>()
            .into_iter()
            .zip(asked)
            .map(|(position, asked)| (position, asked.iter().map(parse).collect()))
            .collect();
        let allowed = |(position, asked): &(C, Vec<C::ParsedMove>)| asked.iter().filter(|m| position.allows(m)).count();
        let total = |cases: &[(C, Vec<C::ParsedMove>)]| cases.iter().map(allowed).sum::<usize>();
        assert_eq!(total(&cases), expected, "{}", C::NAME);
        group.throughput(Throughput::Elements(asked.iter().map(Vec::len).sum::<usize>() as u64));
        group.bench_function(BenchmarkId::new(C::NAME, CASE), |bencher| bencher.iter(|| total(black_box(&cases))));
    }
    let asked = foreign_moves();
    // The text of a normal move can be that of en passant or castling in the next position. Castling is left out,
    // because its text differs between the libraries.
    let listed = |(position, asked): (Position, &Vec<String>)| {
        let listed: Vec<_> = position
            .legal_moves()
            .iter()
            .filter(|m| m.kind() != MoveKind::Castling)
            .map(|m| (m.kind(), m.uci(CastlingMode::Standard).to_string()))
            .collect();
        asked.iter().filter(|uci| listed.iter().any(|(_, listed)| listed == *uci)).count()
    };
    let expected = varied().into_iter().zip(&asked).map(listed).sum();
    let mut group = criterion.benchmark_group("is-legal");
    bench::<Position>(&mut group, &asked, expected);
    bench::<shakmaty::Chess>(&mut group, &asked, expected);
    bench::<cozy_chess::Board>(&mut group, &asked, expected);
    #[cfg(feature = "peers")]
    bench::<chess::Board>(&mut group, &asked, expected);
    group.finish();
}

/// Clones positions, which own a history (empty here), and boards, which have none.
fn clone(criterion: &mut Criterion) {
    fn bench<C: Clone>(group: &mut Group<'_>, name: &str, positions: &[C]) {
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function(BenchmarkId::new(name, CASE), |bencher| {
            bencher.iter(|| {
                for position in positions {
                    black_box(position.clone());
                }
            });
        });
    }
    let mut group = criterion.benchmark_group("clone");
    bench(&mut group, Position::NAME, &read::<Position>());
    bench(&mut group, Board::NAME, &read::<Board>());
    bench(&mut group, shakmaty::Chess::NAME, &read::<shakmaty::Chess>());
    bench(&mut group, cozy_chess::Board::NAME, &read::<cozy_chess::Board>());
    #[cfg(feature = "peers")]
    bench(&mut group, chess::Board::NAME, &read::<chess::Board>());
    group.finish();
}

/// Queries that the other libraries do not offer.
fn only_in_gardez(criterion: &mut Criterion) {
    let cases: Vec<(Position, MoveList)> =
        varied().into_iter().map(|position| (position.clone(), position.legal_moves())).collect();
    let mut ask = |name: &str, expected: usize, answer: &dyn Fn(&Position, Move) -> bool| {
        let over_moves =
            |(position, moves): &(Position, MoveList)| moves.iter().filter(|&&m| answer(position, m)).count();
        let total = |cases: &[(Position, MoveList)]| cases.iter().map(over_moves).sum::<usize>();
        assert_eq!(total(&cases), expected, "{name}");
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Elements(total_moves() as u64));
        group.bench_function(BenchmarkId::new("gardez", CASE), |bencher| bencher.iter(|| total(black_box(&cases))));
        group.finish();
    };
    let all = |wanted: fn(&Position, Move) -> bool| {
        cases.iter().map(|(position, moves)| moves.iter().filter(|&&m| wanted(position, m)).count()).sum::<usize>()
    };
    ask("see-ge", all(|position, m| position.see(m) >= 0), &|position, m| position.see_ge(m, 0));
    ask("is-pseudo-legal", total_moves(), &|position, m| position.is_pseudo_legal(m));
}
