//! Slider attacks: the default of Gardez, its three back ends, and other libraries.

mod lookups;
#[cfg(target_arch = "x86_64")]
mod pext;

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput};
use gardez_bitboard::sliders::{self, hyperbola, magic};

use self::lookups::{LOOKUPS, Lookup, Slider, played, random, sparse, sum};

type Group<'a> = BenchmarkGroup<'a, WallTime>;

fn main() {
    let mut criterion = benches::criterion();
    attacks(&mut criterion);
    criterion.final_summary();
}

fn attacks(criterion: &mut Criterion) {
    let cases = [
        ("bishop/random", Slider::Bishop, random()),
        ("rook/random", Slider::Rook, random()),
        ("queen/sparse", Slider::Queen, sparse()),
        ("queen/played", Slider::Queen, played()),
    ];
    let mut group = criterion.benchmark_group("sliders");
    group.throughput(Throughput::Elements(LOOKUPS as u64));
    for (case, slider, lookups) in cases {
        compare(&mut group, case, slider, &lookups);
    }
    group.finish();
}

fn compare(group: &mut Group<'_>, case: &str, slider: Slider, lookups: &[Lookup]) {
    let expected = gardez(slider, lookups);
    let ours: [Contestant<'_, Lookup>; 3] = [
        ("gardez", gardez),
        ("magic", |slider, lookups| {
            sum(slider, lookups, |s, o| magic::bishop_attacks(s, o).bits(), |s, o| magic::rook_attacks(s, o).bits())
        }),
        ("hyperbola", |slider, lookups| {
            sum(
                slider,
                lookups,
                |s, o| hyperbola::bishop_attacks(s, o).bits(),
                |s, o| hyperbola::rook_attacks(s, o).bits(),
            )
        }),
    ];
    for contestant in ours {
        measure(group, contestant, case, slider, lookups, expected);
    }
    #[cfg(target_arch = "x86_64")]
    if pext::is_available() {
        measure(group, ("pext", pext::sum), case, slider, lookups, expected);
    }

    let theirs: Vec<_> = lookups.iter().map(|&lookup| for_cozy_chess(lookup)).collect();
    measure(group, ("cozy-chess", cozy_chess), case, slider, &theirs, expected);
    let theirs: Vec<_> = lookups.iter().map(|&lookup| for_shakmaty(lookup)).collect();
    measure(group, ("shakmaty", shakmaty), case, slider, &theirs, expected);
}

/// A name in the results, and the function that computes the sum.
type Contestant<'a, L> = (&'a str, fn(Slider, &[L]) -> u64);

fn measure<L>(
    group: &mut Group<'_>,
    (name, sum): Contestant<'_, L>,
    case: &str,
    slider: Slider,
    lookups: &[L],
    expected: u64,
) {
    assert_eq!(sum(slider, lookups), expected, "{name}: {case}");
    group.bench_function(BenchmarkId::new(name, case), |bencher| bencher.iter(|| sum(slider, black_box(lookups))));
}

fn gardez(slider: Slider, lookups: &[Lookup]) -> u64 {
    sum(slider, lookups, |s, o| sliders::bishop_attacks(s, o).bits(), |s, o| sliders::rook_attacks(s, o).bits())
}

fn for_cozy_chess((square, occupied): Lookup) -> (cozy_chess::Square, cozy_chess::BitBoard) {
    (cozy_chess::Square::index(square as usize), cozy_chess::BitBoard(occupied.bits()))
}

fn cozy_chess(slider: Slider, lookups: &[Lookup<cozy_chess::Square, cozy_chess::BitBoard>]) -> u64 {
    sum(slider, lookups, |s, o| cozy_chess::get_bishop_moves(s, o).0, |s, o| cozy_chess::get_rook_moves(s, o).0)
}

fn for_shakmaty((square, occupied): Lookup) -> (shakmaty::Square, shakmaty::Bitboard) {
    (shakmaty::Square::new(square as u32), shakmaty::Bitboard(occupied.bits()))
}

fn shakmaty(slider: Slider, lookups: &[Lookup<shakmaty::Square, shakmaty::Bitboard>]) -> u64 {
    sum(
        slider,
        lookups,
        |s, o| shakmaty::attacks::bishop_attacks(s, o).0,
        |s, o| shakmaty::attacks::rook_attacks(s, o).0,
    )
}
