//! The moves of their king after each of ours: where it may step, and whether it may castle.

use arrayvec::ArrayVec;

use super::lines::Lines;
use super::mine::Mine;
use super::sliders::{bishop, rook};
use super::sums::{add_cover, all_alike, attacks, either, take_off, tally, tally_with_checks, total};
use crate::count::board::{
    ALL, BISHOP, Bits, Board, Castling, KING, KNIGHT, PAWN, QUEEN, RANK_7, RANK_8, ROOK, SPECIAL, bit, down_left, down_right,
    lsb,
};
use crate::count::tables;

/// How we attack a square near their king, the king itself being transparent.
struct Zone {
    square: usize,
    occupied: u64,
    attackers: u64,
    /// From where each type attacks the square.
    straight: u64,
    diagonal: u64,
    /// Our sliders that are hidden from the square by one of our own men.
    hidden: u64,
    /// Our men that hide a slider.
    hiders: u64,
}

impl Zone {
    /// From where a type attacks the square.
    #[inline(always)]
    fn attacks_of(&self, piece_type: usize) -> u64 {
        match piece_type {
            PAWN => tables::PAWN[self.square],
            KNIGHT => tables::KNIGHT[self.square],
            BISHOP => self.diagonal,
            ROOK => self.straight,
            QUEEN => self.straight | self.diagonal,
            _ => tables::KING[self.square],
        }
    }

    /// Where a man may go that keeps the sliders behind it hidden.
    #[inline(always)]
    fn keeps_hidden(&self, man: usize) -> u64 {
        let mut squares = !0;
        if self.hiders & bit(man) != 0 {
            for slider in Bits(self.hidden) {
                let between = tables::BETWEEN[self.square][slider];
                if between & bit(man) != 0 {
                    squares = between;
                }
            }
        }
        squares
    }

    /// Whether so many men attack the square that no move of ours leaves it free.
    #[inline(always)]
    fn is_hopeless(&self) -> bool {
        let pair = self.attackers & self.attackers.wrapping_sub(1);
        pair & pair.wrapping_sub(1) != 0
    }

    /// Where men that neither attack the square nor hide a slider take its only attacker off it; everywhere, if nobody attacks.
    #[inline(always)]
    fn cover(&self, board: &Board) -> u64 {
        if self.attackers == 0 {
            !0
        } else if self.attackers & (self.attackers - 1) == 0 {
            between(board, self.square, self.attackers)
        } else {
            0
        }
    }
}

/// The squares between a slider of ours and a square.
#[inline(always)]
fn between(board: &Board, square: usize, attacker: u64) -> u64 {
    let us = &board.us;
    if attacker & (us[BISHOP] | us[ROOK] | us[QUEEN]) == 0 { 0 } else { tables::BETWEEN[square][lsb(attacker)] }
}

/// The types that a man of ours has after a move: its own, or what a pawn becomes.
#[inline(always)]
fn types_of(board: &Board, man: usize) -> core::ops::RangeInclusive<usize> {
    if board.us[PAWN] & bit(man) & RANK_7 != 0 {
        return KNIGHT..=QUEEN;
    }
    let piece_type = board.own_type(bit(man));
    piece_type..=piece_type
}

stamp! {
    #[inline]
    fn zone(board: &Board, square: usize) -> Zone {
        let us = &board.us;
        let occupied = (us[ALL] | board.them[ALL]) & !board.them[KING];
        let (straight, diagonal) = (rook(square, occupied), bishop(square, occupied));
        let (straight_sliders, diagonal_sliders) = (us[ROOK] | us[QUEEN], us[BISHOP] | us[QUEEN]);
        let attackers = straight & straight_sliders
            | diagonal & diagonal_sliders
            | tables::KNIGHT[square] & us[KNIGHT]
            | tables::KING[square] & us[KING]
            | tables::PAWN[square] & us[PAWN];
        let behind = tables::ROOK_RAYS[square] & straight_sliders & !straight
            | tables::BISHOP_RAYS[square] & diagonal_sliders & !diagonal;
        let (mut hidden, mut hiders) = (0, 0);
        for slider in Bits(behind) {
            let blockers = tables::BETWEEN[square][slider] & occupied;
            if blockers & blockers.wrapping_sub(1) == 0 && blockers & us[ALL] != 0 {
                hidden |= bit(slider);
                hiders |= blockers;
            }
        }
        Zone { square, occupied, attackers, straight, diagonal, hidden, hiders }
    }

    /// Where any man may go so that the square is not attacked.
    fn harmless(board: &Board, zone: &Zone, piece_type: usize, man: usize) -> u64 {
        let others = zone.attackers & !bit(man);
        if others & others.wrapping_sub(1) != 0 || others != 0 && zone.hiders & bit(man) != 0 {
            return 0;
        }
        let allowed = if others == 0 { zone.keeps_hidden(man) } else { between(board, zone.square, others) };
        if allowed == 0 {
            return 0;
        }
        let mut attacks = zone.attacks_of(piece_type);
        if zone.attackers & bit(man) != 0 {
            // It looks through the square that it leaves.
            let occupied = zone.occupied ^ bit(man);
            if piece_type == ROOK || piece_type == QUEEN {
                attacks |= rook(zone.square, occupied);
            }
            if piece_type == BISHOP || piece_type == QUEEN {
                attacks |= bishop(zone.square, occupied);
            }
        }
        allowed & !attacks
    }

    /// How many steps of their king answer our moves, without captures of men that capture beside it.
    #[inline(never)]
    pub(super) fn steps(board: &Board, lines: &Lines, mine: &Mine) -> i64 {
        let mut sum = 0;
        let mut tally = tally_with_checks(mine);
        let count = mine.count + mine.count_of_checks();
        for square in Bits(tables::KING[lines.king] & !board.them[ALL]) {
            let zone = zone(board, square);
            let attackers = zone.attackers;
            // Without an attacker moves there are taken off; with one, moves that cover the square are added.
            let cover = if attackers == 0 {
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
            // Men that hide a slider and do not attack change nothing if two attack.
            let is_pair = attackers & attackers.wrapping_sub(1) != 0;
            for man in Bits(if is_pair { attackers } else { attackers | zone.hiders }) {
                for piece_type in types_of(board, man) {
                    let targets = mine.targets_of(piece_type, man) | mine.checks_of(piece_type, man);
                    if targets != 0 {
                        let ordinary = cover & !zone.attacks_of(piece_type);
                        sum += i64::from((targets & harmless(board, &zone, piece_type, man)).count_ones());
                        sum -= i64::from((targets & ordinary).count_ones());
                    }
                }
            }
        }
        sum + total(&tally)
    }

    /// How often their king may castle in answer to our moves; `None` if it may depend on a pin of the rook.
    #[inline]
    pub(super) fn castlings(board: &Board, mine: &Mine) -> Option<i64> {
        let mut sum = 0;
        for rook in Bits(board.them[SPECIAL] & RANK_8) {
            let castling = Castling::new(board.them[KING], bit(rook));
            let ours = castling.path & board.us[ALL];
            if castling.path & board.them[ALL] == 0 && ours & ours.wrapping_sub(1) == 0 {
                sum += castlings_with(board, mine, &castling)?;
            }
        }
        Some(sum)
    }

    #[inline(never)]
    fn castlings_with(board: &Board, mine: &Mine, castling: &Castling) -> Option<i64> {
        let us = &board.us;
        // A rook in the corner has nobody behind it.
        let behind = tables::BEYOND[lsb(castling.king)][lsb(castling.rook)];
        if behind & (us[ROOK] | us[QUEEN] | mine.any()) != 0 {
            return None;
        }
        let ours = castling.path & us[ALL];
        let mut zones = ArrayVec::<Zone, 6>::new();
        let (mut attackers, mut hiders, mut cover) = (0, 0, !castling.path);
        for square in Bits(castling.way) {
            let zone = zone(board, square);
            if zone.is_hopeless() {
                return Some(0);
            }
            attackers |= zone.attackers;
            hiders |= zone.hiders;
            cover &= zone.cover(board);
            // The king passes six squares at most.
            let _ = zones.try_push(zone);
        }
        let mut sum = 0;
        let mut special = attackers | hiders;
        if ours != 0 {
            // The man on the path must leave it.
            (cover, special) = (0, ours);
        } else if attackers == 0 || cover & mine.any() != 0 {
            let mut tally = tally(mine);
            let mut forbidden = all_alike(castling.path);
            for zone in &zones {
                forbidden = either(&forbidden, &attacks(zone.square, zone.straight, zone.diagonal));
            }
            if attackers == 0 {
                sum += i64::from(mine.count);
                take_off(&mut tally, &forbidden);
            } else {
                add_cover(&mut tally, cover, &forbidden);
            }
            sum += total(&tally);
        } else {
            (cover, special) = (0, attackers);
        }
        for man in Bits(special) {
            for piece_type in types_of(board, man) {
                let targets = mine.targets_of(piece_type, man) & !castling.path;
                if targets == 0 {
                    continue;
                }
                let (mut harmless_targets, mut ordinary) = (targets, cover);
                for zone in &zones {
                    harmless_targets &= harmless(board, zone, piece_type, man);
                    ordinary &= !zone.attacks_of(piece_type);
                }
                sum += i64::from(harmless_targets.count_ones());
                sum -= i64::from((targets & ordinary).count_ones());
            }
        }
        Some(sum)
    }

    /// Whether their king may capture a man that has captured beside it.
    pub(super) fn may_capture(board: &Board, from: usize, to: usize) -> bool {
        let us = &board.us;
        let occupied = (us[ALL] | board.them[ALL]) & !board.them[KING] & !bit(from);
        let others = !bit(from);
        let protectors = rook(to, occupied) & (us[ROOK] | us[QUEEN])
            | bishop(to, occupied) & (us[BISHOP] | us[QUEEN])
            | tables::KNIGHT[to] & us[KNIGHT]
            | (down_left(bit(to)) | down_right(bit(to))) & us[PAWN]
            | tables::KING[to] & us[KING];
        protectors & others == 0
    }
}
