//! The slow definition, walked once for every ray and every set of blockers on it, for [`super::magic`] and
//! [`super::pext`] to file.
//!
//! A rook looks at its file and its rank apart, in tables of 64 places: two small look-ups are faster than one in a
//! table of 800 KiB, and the compiler, which walks the lines at every build, has a twelfth of the work. A bishop's
//! diagonals are short enough to be looked up together.

use gardez_types::{Direction, Square, geometry};

use crate::Bitboard;

/// How many places the bishop's tables have together: the sum over the squares of 2 to the number of squares that matter.
pub(super) const BISHOP_PLACES: usize = BISHOP.places;

/// A slider's two lines, seen from every square.
pub(super) struct Slider {
    /// The squares whose occupation matters, on both lines.
    pub(super) masks: [u64; 64],
    /// Where the places of each square begin, if both lines are looked up together.
    pub(super) starts: [u32; 64],
    /// How many places that makes.
    places: usize,
    pub(super) lines: [[Line; 2]; 64],
}

pub(super) const BISHOP: &Slider = &slider([Direction::NorthEast, Direction::NorthWest]);
pub(super) const ROOK: &Slider = &slider([Direction::North, Direction::East]);

/// What a line looks like under each set of blockers on it, at most six squares of which matter. The sets stand in
/// ascending order, which is the order of their gathered bits.
#[derive(Clone, Copy)]
pub(super) struct Line {
    /// How many sets of blockers there are.
    pub(super) sets: usize,
    pub(super) blockers: [u64; 64],
    pub(super) attacks: [Bitboard; 64],
}

impl Line {
    const EMPTY: Self = Self { sets: 0, blockers: [0; 64], attacks: [Bitboard::EMPTY; 64] };

    /// The squares whose occupation matters: the last set of blockers is all of them.
    pub(super) const fn mask(&self) -> u64 {
        self.blockers[self.sets - 1]
    }
}

/// What a slider on a square sees in one direction, under each set of blockers, in ascending order.
struct Ray {
    sets: usize,
    blockers: [u64; 64],
    attacks: [u64; 64],
}

const fn ray(square: Square, direction: Direction) -> Ray {
    let mask = geometry::relevant(square, direction);
    let lowest_is_nearest = direction.offset() > 0;
    let mut ray = Ray { sets: 0, blockers: [0; 64], attacks: [0; 64] };
    let mut blockers = 0_u64;
    loop {
        let set = ray.sets;
        // A bit of a set's number stands for a blocker.
        let without_lowest = if set == 0 { 0 } else { set & (set - 1) };
        ray.blockers[set] = blockers;
        // The slider sees the nearest blocker alone: of several, those that are behind it do not matter.
        ray.attacks[set] = if without_lowest == 0 {
            geometry::slide(square, direction, blockers)
        } else {
            ray.attacks[if lowest_is_nearest { set ^ without_lowest } else { without_lowest }]
        };
        ray.sets += 1;
        blockers = blockers.wrapping_sub(mask) & mask;
        if blockers == 0 {
            return ray;
        }
    }
}

/// Puts together the line that runs through `square` in `direction`, which leads to higher squares, and back.
const fn walk(square: Square, direction: Direction) -> Line {
    let (up, down) = (ray(square, direction), ray(square, direction.opposite()));
    let mut line = Line::EMPTY;
    let mut a = 0;
    while a < up.sets {
        let mut b = 0;
        while b < down.sets {
            line.blockers[line.sets] = up.blockers[a] | down.blockers[b];
            line.attacks[line.sets].0 = up.attacks[a] | down.attacks[b];
            line.sets += 1;
            b += 1;
        }
        a += 1;
    }
    line
}

const fn slider(lines: [Direction; 2]) -> Slider {
    let mut slider = Slider { masks: [0; 64], starts: [0; 64], places: 0, lines: [[Line::EMPTY; 2]; 64] };
    let mut i = 0;
    while i < 64 {
        let square = Square::ALL[i];
        let (first, second) = (walk(square, lines[0]), walk(square, lines[1]));
        slider.masks[i] = first.mask() | second.mask();
        slider.starts[i] = slider.places as u32;
        slider.places += first.sets * second.sets;
        slider.lines[i] = [first, second];
        i += 1;
    }
    slider
}

/// How a set of blockers is turned into a place in a table.
#[derive(Clone, Copy)]
pub(super) enum Index {
    /// Multiply by the factor and keep so many of the highest bits.
    Magic { factor: u64, bits: u32 },
    /// Gather the bits of the mask, as the `pext` instruction does.
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "`pext` is an instruction of x86-64"))]
    Gather { mask: u64 },
}

impl Index {
    /// What the blockers on one line contribute to the place; the contributions of both lines add up.
    const fn contributions(self, line: &Line) -> [u64; 64] {
        let mut contributions = [0; 64];
        let mut i = 0;
        while i < line.sets {
            contributions[i] = match self {
                Self::Magic { factor, .. } => line.blockers[i].wrapping_mul(factor),
                Self::Gather { mask } => gather(line.blockers[i], mask),
            };
            i += 1;
        }
        contributions
    }

    /// By how many bits a sum of contributions is shifted down.
    const fn shift(self) -> u32 {
        match self {
            Self::Magic { bits, .. } => 64 - bits,
            Self::Gather { .. } => 0,
        }
    }
}

/// The bits of `source`, all of them under `mask`, moved together with the rest of the mask at the low end.
const fn gather(source: u64, mask: u64) -> u64 {
    let (mut gathered, mut left) = (0, source);
    while left != 0 {
        let up_to_lowest = left ^ (left - 1);
        gathered |= 1 << ((mask & up_to_lowest).count_ones() - 1);
        left &= left - 1;
    }
    gathered
}

/// The attacks along one line, in the places that a factor leads to: six bits of the product.
///
/// # Panics
///
/// If the factor leads two sets of blockers with different attacks to one place; in a constant, that is a compile error.
pub(super) const fn magic_line(line: &Line, factor: u64) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut i = 0;
    while i < line.sets {
        let place = (line.blockers[i].wrapping_mul(factor) >> 58) as usize;
        // A slider always attacks something, so an empty entry is one that was not written yet.
        assert!(table[place].0 == 0 || table[place].0 == line.attacks[i].0, "different attacks in one place");
        table[place] = line.attacks[i];
        i += 1;
    }
    table
}

/// Puts the attacks of a bishop on `square` along both diagonals into their places of the whole table.
///
/// # Panics
///
/// As [`magic_line`].
pub(super) const fn bishop(table: &mut [Bitboard; BISHOP_PLACES], square: usize, index: Index) {
    let [first, second] = &BISHOP.lines[square];
    let (of_first, of_second, shift) = (index.contributions(first), index.contributions(second), index.shift());
    let start = BISHOP.starts[square] as usize;
    let mut a = 0;
    while a < first.sets {
        let mut b = 0;
        while b < second.sets {
            let place = start + (of_first[a].wrapping_add(of_second[b]) >> shift) as usize;
            let attacks = first.attacks[a].0 | second.attacks[b].0;
            assert!(table[place].0 == 0 || table[place].0 == attacks, "different attacks in one place");
            table[place].0 = attacks;
            b += 1;
        }
        a += 1;
    }
}
