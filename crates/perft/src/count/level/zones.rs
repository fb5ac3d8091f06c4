//! The steps of their king, one square at a time.

use super::king::{special, zone};
use super::lines::Lines;
use super::mine::Mine;
use super::sums::{add_cover, attacks, take_off, tally_with_checks, total};
use crate::count::board::{ALL, Bits, Board, bit};
use crate::count::tables;

stamp! {
    /// How many steps of their king answer our moves, without captures of men that capture beside it.
    #[inline(never)]
    pub(super) fn steps(board: &Board, lines: &Lines, mine: &Mine) -> i64 {
        let mut sum = 0;
        let mut tally = tally_with_checks(mine);
        let count = mine.count + mine.count_of_checks();
        for square in Bits(tables::KING[lines.king] & !board.them[ALL]) {
            let zone = zone(board, square);
            for &(rook, attacks) in mine.castlings() {
                sum += i64::from(zone.attackers & !rook == 0 && attacks & bit(square) == 0);
            }
            // Without an attacker moves there are taken off; with one, moves that cover the square are added.
            let cover = if zone.attackers == 0 {
                sum += i64::from(count);
                take_off(&mut tally, &attacks(square, zone.straight, zone.diagonal));
                if zone.hiders == 0 {
                    continue;
                }
                !0
            } else if zone.is_hopeless() {
                continue;
            } else {
                let cover = zone.cover(board);
                if cover != 0 {
                    add_cover(&mut tally, cover, &attacks(square, zone.straight, zone.diagonal));
                }
                cover
            };
            sum += special(board, mine, &zone, cover);
        }
        sum + total(&tally)
    }
}
