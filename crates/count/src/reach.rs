//! The targets of their sliders, and how our arrivals change them, one slider at a time.

#[cfg(target_arch = "x86_64")]
mod halves;
#[cfg(target_arch = "x86_64")]
mod vector;

use crate::board::{ALL, BISHOP, Bits, Board, QUEEN, ROOK, bit};
use crate::lines::Lines;
use crate::mine::{MAX_PIECES, Mine};
use crate::tables;

#[cfg(target_arch = "x86_64")]
pub(crate) use halves::bmi2;
#[cfg(target_arch = "x86_64")]
pub(crate) use vector::avx512;

/// The attacks of their sliders after we pass.
pub(crate) struct Reach {
    /// The squares that each slider attacks, taking pins into account, including the pieces that it protects.
    attacks: [u64; MAX_PIECES],
    squares: [u8; MAX_PIECES],
    len: usize,
    /// The targets of all sliders, taking pins into account.
    pub(crate) union: u64,
    /// All attacked squares, ignoring pins.
    pub(crate) danger: u64,
}

stamp!(baseline, {
    use crate::moves::level::slides;

    /// Computes the targets of their sliders and the number of their moves.
    #[inline]
    pub(crate) fn reach(board: &Board, lines: &Lines) -> (Reach, u32) {
        let them = &board.them;
        let occupied = board.us[ALL] | them[ALL];
        let mut reach = Reach { attacks: [0; MAX_PIECES], squares: [0; MAX_PIECES], len: 0, union: 0, danger: 0 };
        let mut count = 0;
        for square in Bits(them[BISHOP] | them[ROOK] | them[QUEEN]) {
            let mut attacks = slides(them, square, occupied);
            reach.danger |= attacks;
            if lines.pinned & bit(square) != 0 {
                attacks &= tables::line(lines.king, square);
            }
            let place = reach.len % MAX_PIECES;
            reach.attacks[place] = attacks;
            reach.squares[place] = square as u8;
            reach.len = place + 1;
            reach.union |= attacks;
            count += (attacks & !them[ALL]).count_ones();
        }
        reach.union &= !them[ALL];
        (reach, count)
    }

    /// Returns the change in replies by our moves to squares, with the effect on their sliders.
    #[inline]
    pub(crate) fn arriving(board: &Board, reach: &Reach, mine: &Mine, gained: &[u64; 3], lost: &[u64; 5]) -> i64 {
        let any = mine.any();
        let them = board.them[ALL];
        let mut sum = 0;
        for set in gained {
            sum += mine.arriving(*set);
        }
        for set in lost {
            sum -= mine.arriving(*set);
        }
        for place in 0..reach.len {
            let place = place % MAX_PIECES;
            let met = reach.attacks[place] & any & !board.us[ALL];
            if met & them != 0 {
                sum += mine.arriving(met & them);
            }
            let open = reach.attacks[place] & !them;
            let beyond = &tables::BEYOND[usize::from(reach.squares[place]) % 64];
            for square in Bits(met & !them) {
                sum -= i64::from((open & beyond[square]).count_ones()) * mine.to(square);
            }
        }
        sum
    }
});
