//! Sums over sets of targets, one set at a time.

#[cfg(target_arch = "x86_64")]
mod vector;

use crate::board::PAWN;
use crate::mine::{FIRST_PIECE, Mine, PLACES};
use crate::tables;

#[cfg(target_arch = "x86_64")]
pub(crate) use vector::avx512;

/// The squares from which each type attacks a square.
pub(crate) type Attacks = [u64; 8];

/// A sum over our moves.
pub(crate) struct Tally<'a> {
    mine: &'a Mine,
    sum: i64,
}

stamp!(baseline, bmi2, {
    /// Prepares the moves for sums by type.
    #[inline]
    pub(crate) fn tally(mine: &Mine) -> Tally<'_> {
        Tally { mine, sum: 0 }
    }

    /// Returns the squares from which each type attacks a square, given the same for rooks and bishops.
    #[inline]
    pub(crate) fn attacks(square: usize, straight: u64, diagonal: u64) -> Attacks {
        let queens = straight | diagonal;
        [tables::PAWN[square], tables::KNIGHT[square], diagonal, straight, queens, tables::KING[square], 0, 0]
    }

    /// Returns the union of both, type by type.
    #[inline]
    pub(crate) fn either(attacks: &Attacks, others: &Attacks) -> Attacks {
        let mut union = *attacks;
        for (set, other) in union.iter_mut().zip(others) {
            *set |= other;
        }
        union
    }

    /// Returns the same squares for each type.
    #[inline]
    pub(crate) fn all_alike(squares: u64) -> Attacks {
        [squares; 8]
    }

    /// Subtracts the moves to squares from which the type of the piece attacks.
    #[inline]
    pub(crate) fn take_off(tally: &mut Tally<'_>, attacks: &Attacks) {
        tally.sum -= i64::from(arriving_by_type(tally.mine, attacks));
    }

    /// Adds the moves into `cover` to squares from which the type of the piece does not attack.
    #[inline]
    pub(crate) fn add_cover(tally: &mut Tally<'_>, cover: u64, attacks: &Attacks) {
        tally.sum += i64::from(arriving_by_type(tally.mine, &attacks.map(|set| cover & !set)));
    }

    #[inline]
    pub(crate) fn total(tally: &Tally<'_>) -> i64 {
        tally.sum
    }

    /// Returns the number of moves into the set of each piece's type.
    #[inline]
    pub(crate) fn arriving_by_type(mine: &Mine, sets: &[u64; 8]) -> u32 {
        let pawns = sets[PAWN];
        let mut sum = 0;
        if pawns & (mine.sets[0] | mine.sets[1] | mine.sets[2] | mine.sets[3]) != 0 {
            for set in &mine.sets[..FIRST_PIECE] {
                sum += (set & pawns).count_ones();
            }
        }
        for place in FIRST_PIECE..mine.len {
            let piece_type = usize::from(mine.types[place % PLACES]);
            sum += (mine.sets[place % PLACES] & sets[piece_type % 8]).count_ones();
        }
        sum
    }
});
