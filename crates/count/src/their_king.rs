//! The steps of their king, one square at a time.

#[cfg(target_arch = "x86_64")]
mod vector;

use crate::board::{ALL, BISHOP, Bits, Board, KING, KNIGHT, PAWN, QUEEN, ROOK, bit};
use crate::lines::Lines;
use crate::mine::{FIRST_PIECE, Mine, PLACES};
use crate::tables;

#[cfg(target_arch = "x86_64")]
pub(crate) use vector::avx512;

stamp!(baseline, bmi2, {
    use crate::sliders::level::{bishop, rook};
    use crate::zone::level::{special, zone_of};

    /// Returns the number of king steps that answer our moves, without captures of a piece that captured.
    #[inline(never)]
    pub(crate) fn steps(board: &Board, lines: &Lines, mine: &Mine) -> i64 {
        let us = &board.us;
        let occupied = (us[ALL] | board.them[ALL]) & !board.them[KING];
        let (straight_sliders, diagonal_sliders) = (us[ROOK] | us[QUEEN], us[BISHOP] | us[QUEEN]);
        let count = mine.count + mine.count_of_checks();
        // If none of our pieces moves along lines, or can after a promotion, the lines do not matter.
        let has_straight = straight_sliders | mine.becomes() != 0;
        let has_diagonal = diagonal_sliders | mine.becomes() != 0;
        let mut sum = 0;
        for square in Bits(tables::KING[lines.king] & !board.them[ALL]) {
            let straight = if has_straight { rook(square, occupied) } else { 0 };
            let diagonal = if has_diagonal { bishop(square, occupied) } else { 0 };
            let attackers = straight & straight_sliders
                | diagonal & diagonal_sliders
                | tables::KNIGHT[square] & us[KNIGHT]
                | tables::KING[square] & us[KING]
                | tables::PAWN[square] & us[PAWN];
            for &(rook, attacks) in mine.castlings() {
                sum += i64::from(attackers & !rook == 0 && attacks & bit(square) == 0);
            }
            let pair = attackers & attackers.wrapping_sub(1);
            if pair & pair.wrapping_sub(1) != 0 {
                continue;
            }
            let blocked = tables::ROOK_RAYS[square] & straight_sliders & !straight
                | tables::BISHOP_RAYS[square] & diagonal_sliders & !diagonal;
            // Without an attacker, moves that attack the square are subtracted; with one, moves that block it count.
            if attackers == 0 {
                sum += i64::from(count - arriving(mine, square, straight, diagonal, !0));
                if blocked != 0 {
                    let zone = zone_of(board, square, attackers, straight, diagonal, blocked);
                    if zone.hiders != 0 {
                        sum += special(board, mine, &zone, !0);
                    }
                }
                continue;
            }
            let zone = zone_of(board, square, attackers, straight, diagonal, blocked);
            let cover = zone.cover(board);
            if cover & mine.any_with_checks() != 0 {
                let to_cover = mine.arriving(cover) as u32 + mine.checks_arriving(cover);
                sum += i64::from(to_cover - arriving(mine, square, straight, diagonal, cover));
            }
            sum += special(board, mine, &zone, cover);
        }
        sum
    }

    /// Returns the number of moves to squares of a set from which their piece attacks the square.
    #[inline]
    fn arriving(mine: &Mine, square: usize, straight: u64, diagonal: u64, set: u64) -> u32 {
        let knights = tables::KNIGHT[square] & set;
        let by_type =
            [0, knights, diagonal & set, straight & set, (straight | diagonal) & set, tables::KING[square] & set, 0, 0];
        let pawns = tables::PAWN[square] & set;
        let [push, double, left, right] = [mine.sets[0], mine.sets[1], mine.sets[2], mine.sets[3]];
        let mut sum = (push & pawns).count_ones()
            + (double & pawns).count_ones()
            + (left & pawns).count_ones()
            + (right & pawns).count_ones();
        for place in FIRST_PIECE..mine.len {
            sum += (mine.sets[place % PLACES] & by_type[usize::from(mine.types[place % PLACES]) % 8]).count_ones();
        }
        for place in mine.places_of_checks() {
            let place = place % PLACES;
            let attacks = if usize::from(mine.types[place]) == PAWN {
                pawns
            } else {
                by_type[usize::from(mine.types[place]) % 8]
            };
            sum += (mine.sets[place] & attacks).count_ones();
        }
        sum
    }
});
