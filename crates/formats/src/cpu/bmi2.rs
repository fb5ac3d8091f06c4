//! CPUs with BMI2: bits are gathered and scattered by single instructions.

// The instructions are unsafe to call, because not every x86-64 CPU has them. docs/notes/formats.md says what they save.
#![allow(unsafe_code)]
// Since Rust 1.87, they are safe to call in a function with the target feature. Rust 1.85 requires the block.
#![allow(unused_unsafe)]

use core::arch::x86_64::{_pdep_u64, _pext_u64};

use gardez_bitboard::{Bitboard, cpu};
use gardez_types::{Direction, Square, geometry};

use super::{Cpu, Task};

/// Proof that the CPU has BMI1, BMI2, LZCNT and POPCNT, and that its BMI2 is fast.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bmi2(cpu::Bmi2);

impl Bmi2 {
    /// Returns the proof, if the CPU has the instructions.
    pub(crate) fn new() -> Option<Self> {
        cpu::Bmi2::detect().map(Self)
    }

    #[inline]
    pub(crate) fn call<T: Task>(self, task: T) -> T::Output {
        // SAFETY: the CPU has the features, because only `detect` makes the proof.
        unsafe { compiled_here(self, task) }
    }

    #[inline(always)]
    fn scatter(self, bits: u64, mask: u64) -> u64 {
        // SAFETY: the CPU has the feature, because only `detect` makes the proof.
        unsafe { _pdep_u64(bits, mask) }
    }

    #[inline(always)]
    fn attacks(self, line: &Line, occupied: Bitboard) -> u64 {
        // Both numbers are below 512, so the remainder changes nothing. It makes a bounds check unnecessary.
        let index = (line.row | self.gather(occupied.bits(), line.inner)) as usize % ATTACKS.len();
        self.scatter(ATTACKS[index].into(), line.all)
    }
}

#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
unsafe fn compiled_here<T: Task>(cpu: Bmi2, task: T) -> T::Output {
    task.run(cpu)
}

impl Cpu for Bmi2 {
    #[inline(always)]
    fn len(self, set: Bitboard) -> u32 {
        set.len()
    }

    #[inline(always)]
    fn nth(self, set: Bitboard, index: u32) -> Option<Square> {
        Bitboard::from_bits(self.scatter(1 << (index & 63), set.bits())).lsb()
    }

    #[inline(always)]
    fn gather(self, bits: u64, mask: u64) -> u64 {
        // SAFETY: the CPU has the feature, because only `detect` makes the proof.
        unsafe { _pext_u64(bits, mask) }
    }

    #[inline(always)]
    fn lines(self, square: Square, occupied: Bitboard) -> [Bitboard; 2] {
        let [diagonal, anti_diagonal, rank, file] = &LINES[square as usize].0;
        let bishop = self.attacks(diagonal, occupied) | self.attacks(anti_diagonal, occupied);
        let rook = self.attacks(rank, occupied) | self.attacks(file, occupied);
        [Bitboard::from_bits(bishop), Bitboard::from_bits(rook)]
    }
}

#[derive(Clone, Copy)]
struct Line {
    all: u64,
    /// Its squares but for both ends, where a piece blocks nothing.
    inner: u64,
    /// The start of the part of [`ATTACKS`] for the place of the square on the line.
    row: u64,
}

#[derive(Clone, Copy)]
struct SquareLines([Line; 4]);

static LINES: [SquareLines; 64] = {
    let mut lines = [SquareLines([Line { all: 0, inner: 0, row: 0 }; 4]); 64];
    let mut i = 0;
    while i < 64 {
        let directions = [Direction::NorthEast, Direction::NorthWest, Direction::East, Direction::North];
        let mut k = 0;
        while k < directions.len() {
            lines[i].0[k] = line(Square::ALL[i], directions[k]);
            k += 1;
        }
        i += 1;
    }
    lines
};

/// Returns the line of this direction, in which the numbers of squares grow.
const fn line(square: Square, direction: Direction) -> Line {
    let here = geometry::bit(square);
    let below = geometry::slide(square, direction.opposite(), 0);
    let all = below | here | geometry::slide(square, direction, 0);
    let last = 1 << (63 - all.leading_zeros());
    Line { all, inner: all & (all - 1) & !last, row: 64 * below.count_ones() as u64 }
}

/// For a slider on each place of a line of eight squares, and for each set of blockers on the inner six, the squares that
/// it attacks. A shorter line is the beginning of this one.
static ATTACKS: [u8; 512] = {
    let mut attacks = [0; 512];
    let mut index = 0;
    while index < attacks.len() {
        let (square, occupied) = (Square::ALL[index / 64], (index as u64 % 64) << 1);
        let left = geometry::slide(square, Direction::West, occupied);
        attacks[index] = (left | geometry::slide(square, Direction::East, occupied)) as u8;
        index += 1;
    }
    attacks
};
