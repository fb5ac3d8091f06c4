//! The attacks of sliders for every set of blockers, computed from the slow definition, for the tables of
//! [`super::magic`] and [`super::pext`].
//!
//! A rook looks up its file and its rank separately: two small look-ups are faster than one in a table of 800 KiB. The
//! diagonals of a bishop are short enough to be looked up together.

use gardez_types::{Direction, Square, geometry};

use crate::bitboard::Bitboard;

/// The number of entries of the bishop's table: the sum of 2ⁿ over all squares with n squares that matter.
pub(super) const BISHOP_ENTRIES: usize = BISHOP.entries;

/// The two lines of a slider on every square.
pub(super) struct Slider {
    /// The squares on which a piece matters, on both lines.
    pub(super) masks: [u64; 64],
    /// The index of the first entry of each square, if both lines are looked up together.
    pub(super) starts: [u32; 64],
    /// The number of entries for all squares.
    entries: usize,
    pub(super) lines: [[Line; 2]; 64],
}

pub(super) const BISHOP: &Slider = &slider([Direction::NorthEast, Direction::NorthWest]);
pub(super) const ROOK: &Slider = &slider([Direction::North, Direction::East]);

/// The attacks along a line for each set of blockers on it, in ascending order of the sets.
#[derive(Clone, Copy)]
pub(super) struct Line {
    /// The number of sets of blockers.
    pub(super) sets: usize,
    pub(super) blockers: [u64; 64],
    pub(super) attacks: [Bitboard; 64],
}

impl Line {
    const EMPTY: Self = Self { sets: 0, blockers: [0; 64], attacks: [Bitboard::EMPTY; 64] };

    /// Returns the squares on which a piece matters. The last set of blockers contains all of them.
    pub(super) const fn mask(&self) -> u64 {
        self.blockers[self.sets - 1]
    }
}

/// The attacks of a slider in one direction for each set of blockers, in ascending order of the sets.
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
        // Each bit of a set's number is one blocker.
        let without_lowest = if set == 0 { 0 } else { set & (set - 1) };
        ray.blockers[set] = blockers;
        // Only the nearest blocker matters, so the attacks with several blockers are those with the nearest one.
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

/// Returns the line through `square` in `direction`, which must lead to higher squares, and in the opposite direction.
const fn full_line(square: Square, direction: Direction) -> Line {
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
    let mut slider = Slider { masks: [0; 64], starts: [0; 64], entries: 0, lines: [[Line::EMPTY; 2]; 64] };
    let mut i = 0;
    while i < 64 {
        let square = Square::ALL[i];
        let (first, second) = (full_line(square, lines[0]), full_line(square, lines[1]));
        slider.masks[i] = first.mask() | second.mask();
        slider.starts[i] = slider.entries as u32;
        slider.entries += first.sets * second.sets;
        slider.lines[i] = [first, second];
        i += 1;
    }
    slider
}

/// The way in which a set of blockers becomes an index in a table.
#[derive(Clone, Copy)]
pub(super) enum Index {
    /// Multiply by the factor and keep this number of the highest bits.
    Magic { factor: u64, bits: u32 },
    /// Gather the bits of the mask, like the instruction `pext`.
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "`pext` is an instruction of x86-64"))]
    Gather { mask: u64 },
}

impl Index {
    /// Returns the summand that each set of blockers on one line contributes. The sum for both lines is the index.
    const fn summands(self, line: &Line) -> [u64; 64] {
        let mut summands = [0; 64];
        let mut i = 0;
        while i < line.sets {
            summands[i] = match self {
                Self::Magic { factor, .. } => line.blockers[i].wrapping_mul(factor),
                Self::Gather { mask } => gather(line.blockers[i], mask),
            };
            i += 1;
        }
        summands
    }

    /// Returns the number of bits by which the sum is shifted right.
    const fn shift(self) -> u32 {
        match self {
            Self::Magic { bits, .. } => 64 - bits,
            Self::Gather { .. } => 0,
        }
    }
}

/// Gathers the bits of `source`, all in `mask`, at the low end.
const fn gather(source: u64, mask: u64) -> u64 {
    let (mut gathered, mut left) = (0, source);
    while left != 0 {
        let up_to_lowest = left ^ (left - 1);
        gathered |= 1 << ((mask & up_to_lowest).count_ones() - 1);
        left &= left - 1;
    }
    gathered
}

/// Returns the attacks along one line, at the indices that the factor produces.
///
/// # Panics
///
/// Panics if two different attacks have the same index.
pub(super) const fn magic_line(line: &Line, factor: u64) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut i = 0;
    while i < line.sets {
        let index = (line.blockers[i].wrapping_mul(factor) >> 58) as usize;
        // A slider always attacks some square, so an empty entry has not been written yet.
        assert!(table[index].0 == 0 || table[index].0 == line.attacks[i].0, "different attacks at one index");
        table[index] = line.attacks[i];
        i += 1;
    }
    table
}

/// Writes the attacks of a bishop on `square` along both diagonals into the table.
///
/// # Panics
///
/// Panics if two different attacks have the same index.
pub(super) const fn bishop(table: &mut [Bitboard; BISHOP_ENTRIES], square: usize, method: Index) {
    let [first, second] = &BISHOP.lines[square];
    let (summands_a, summands_b, shift) = (method.summands(first), method.summands(second), method.shift());
    let start = BISHOP.starts[square] as usize;
    let mut a = 0;
    while a < first.sets {
        let mut b = 0;
        while b < second.sets {
            let index = start + (summands_a[a].wrapping_add(summands_b[b]) >> shift) as usize;
            let attacks = first.attacks[a].0 | second.attacks[b].0;
            assert!(table[index].0 == 0 || table[index].0 == attacks, "different attacks at one index");
            table[index].0 = attacks;
            b += 1;
        }
        a += 1;
    }
}
