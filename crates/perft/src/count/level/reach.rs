//! Where their sliders go, and what our arrivals change about it, one slider at a time.

use super::lines::Lines;
use super::mine::{MAX_PIECES, Mine};
use super::sliders::{bishop, rook};
use crate::count::board::{ALL, BISHOP, Bits, Board, QUEEN, ROOK, bit};
use crate::count::tables;

/// What their sliders attack in the position in which we passed.
pub(super) struct Reach {
    /// The squares of each slider, pins respected, with the men that it protects.
    attacks: [u64; MAX_PIECES],
    squares: [u8; MAX_PIECES],
    len: usize,
    /// Where they go, pins respected.
    pub(super) union: u64,
    /// All that they attack, pins or not.
    pub(super) danger: u64,
}

stamp! {
    /// Where their sliders go, and with how many moves.
    #[inline]
    pub(super) fn reach(board: &Board, lines: &Lines) -> (Reach, u32) {
        let them = &board.them;
        let occupied = board.us[ALL] | them[ALL];
        let mut reach = Reach { attacks: [0; MAX_PIECES], squares: [0; MAX_PIECES], len: 0, union: 0, danger: 0 };
        let mut count = 0;
        for square in Bits(them[BISHOP] | them[ROOK] | them[QUEEN]) {
            let mut attacks = 0;
            if them[BISHOP] & bit(square) == 0 {
                attacks |= rook(square, occupied);
            }
            if them[ROOK] & bit(square) == 0 {
                attacks |= bishop(square, occupied);
            }
            reach.danger |= attacks;
            if lines.pinned & bit(square) != 0 {
                attacks &= tables::LINE[lines.king][square];
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

    /// How many moves lead to the squares that gain a reply, without those that lead where one is lost; and what arrivals
    /// do to their sliders, which protect captured men and are cut off.
    #[inline]
    pub(super) fn arriving(board: &Board, reach: &Reach, mine: &Mine, gained: &[u64; 3], lost: &[u64; 5]) -> i64 {
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
}
