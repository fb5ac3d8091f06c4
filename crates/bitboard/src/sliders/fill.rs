//! Filling the slider tables of [`super::magic`] and [`super::pext`] from the slow definition.
//!
//! A slider sees two lines, which do not disturb each other. So each line is walked once for every set of blockers on
//! it, and the two lists are combined; walking for every set of blockers on both takes the compiler several times as long.

use gardez_types::{Direction, Square, geometry};

use crate::Bitboard;

/// How a set of blockers is turned into a place in the table.
#[derive(Clone, Copy)]
pub(super) enum Index {
    /// Multiply by a factor and keep the highest bits.
    Magic(&'static [u64; 64]),
    /// Gather the bits of the mask.
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "`pext` is an instruction of x86-64"))]
    Gather,
}

/// A kind of slider, seen from every square.
pub(super) struct Slider {
    /// The squares whose occupation matters.
    pub(super) masks: [u64; 64],
    /// Where the table of each square begins, all being laid one behind the other.
    pub(super) starts: [u32; 64],
    /// How many places the tables have together: the sum of 2 to the number of squares that matter.
    places: usize,
    /// Its two lines through each square.
    pub(super) lines: [[Line; 2]; 64],
}

pub(super) const BISHOP: &Slider = &slider([Direction::NorthEast, Direction::NorthWest]);
pub(super) const ROOK: &Slider = &slider([Direction::North, Direction::East]);

pub(super) const BISHOP_PLACES: usize = BISHOP.places;
pub(super) const ROOK_PLACES: usize = ROOK.places;

/// What a line looks like under each set of blockers on it: at most six squares matter.
#[derive(Clone, Copy)]
pub(super) struct Line {
    /// How many sets of blockers there are.
    pub(super) sets: usize,
    pub(super) blockers: [u64; 64],
    pub(super) attacks: [u64; 64],
}

/// Walks the line that runs through `square` in `direction` and its opposite.
const fn walk(square: Square, direction: Direction) -> Line {
    let back = direction.opposite();
    let mask = geometry::relevant(square, direction) | geometry::relevant(square, back);
    let mut line = Line { sets: 0, blockers: [0; 64], attacks: [0; 64] };
    let mut blockers = 0_u64;
    loop {
        line.blockers[line.sets] = blockers;
        line.attacks[line.sets] =
            geometry::slide(square, direction, blockers) | geometry::slide(square, back, blockers);
        line.sets += 1;
        blockers = blockers.wrapping_sub(mask) & mask;
        if blockers == 0 {
            return line;
        }
    }
}

const fn slider(lines: [Direction; 2]) -> Slider {
    const UNWALKED: Line = Line { sets: 0, blockers: [0; 64], attacks: [0; 64] };
    let mut slider = Slider { masks: [0; 64], starts: [0; 64], places: 0, lines: [[UNWALKED; 2]; 64] };
    let mut i = 0;
    while i < 64 {
        let square = Square::ALL[i];
        let (first, second) = (walk(square, lines[0]), walk(square, lines[1]));
        // The last set of blockers is the whole mask of the line.
        slider.masks[i] = first.blockers[first.sets - 1] | second.blockers[second.sets - 1];
        slider.starts[i] = slider.places as u32;
        slider.places += first.sets * second.sets;
        slider.lines[i] = [first, second];
        i += 1;
    }
    slider
}

/// The bits of `source` under `mask`, moved together at the low end; what the `pext` instruction does.
pub(super) const fn gather(source: u64, mask: u64) -> u64 {
    let (mut gathered, mut left, mut place) = (0, mask, 0);
    while left != 0 {
        if source & left & left.wrapping_neg() != 0 {
            gathered |= 1 << place;
        }
        left &= left - 1;
        place += 1;
    }
    gathered
}

/// What each set of blockers on a line contributes to its place; the contributions of both lines add up, in 64 bits
/// (the type is wider to spare the sum a call).
const fn contributions(line: &Line, square: usize, mask: u64, index: Index) -> [u128; 64] {
    let mut contributions = [0; 64];
    let mut i = 0;
    while i < line.sets {
        contributions[i] = match index {
            Index::Magic(factors) => line.blockers[i].wrapping_mul(factors[square]) as u128,
            Index::Gather => gather(line.blockers[i], mask) as u128,
        };
        i += 1;
    }
    contributions
}

/// The attacks of `slider` from every square under every set of blockers, square after square.
///
/// # Panics
///
/// If a factor leads two sets of blockers with different attacks to one place; in a constant, that is a compile error.
pub(super) const fn fill<const PLACES: usize>(slider: &Slider, index: Index) -> [Bitboard; PLACES] {
    let mut table = [Bitboard::EMPTY; PLACES];
    let mut i = 0;
    while i < 64 {
        let mask = slider.masks[i];
        let start = slider.starts[i] as usize;
        let shift = match index {
            Index::Magic(_) => 64 - mask.count_ones(),
            Index::Gather => 0,
        };
        let [first, second] = &slider.lines[i];
        let (first_places, places) = (contributions(first, i, mask, index), contributions(second, i, mask, index));
        // The compiler runs what follows 100,000 times: no calls here, they are what takes its time.
        let mut a = 0;
        while a < first.sets {
            let (first_place, first_attacks) = (first_places[a], first.attacks[a]);
            let mut b = 0;
            while b < second.sets {
                let place = start + ((first_place + places[b]) as u64 >> shift) as usize;
                let attacks = first_attacks | second.attacks[b];
                // A slider always attacks something, so an empty entry is one that was not written yet.
                if table[place].0 != 0 {
                    assert!(table[place].0 == attacks, "a factor leads different attacks to one place");
                }
                table[place].0 = attacks;
                b += 1;
            }
            a += 1;
        }
        i += 1;
    }
    table
}
