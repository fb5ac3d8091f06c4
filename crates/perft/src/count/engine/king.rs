//! The moves of their king after each of ours: where it may step, and whether it may castle.

use super::lines::Lines;
use super::mine::Mine;
use super::sliders::{bishop, rook};
use super::sums::{Attacks, add_cover, all_alike, arriving_by_type, attacks, either, is_attacked, take_off, tally, total};
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
    attacks: Attacks,
    /// Our sliders that are hidden from the square by one of our own men, with that man.
    hidden: [(u8, u8); 8],
    hidden_len: usize,
    /// Our men that hide a slider.
    hiders: u64,
}

impl Zone {
    /// From where a type attacks the square.
    #[inline(always)]
    fn attacks_of(&self, piece_type: usize) -> u64 {
        match piece_type {
            PAWN => down_left(bit(self.square)) | down_right(bit(self.square)),
            KNIGHT => tables::KNIGHT[self.square],
            BISHOP => self.diagonal,
            ROOK => self.straight,
            QUEEN => self.straight | self.diagonal,
            _ => tables::KING[self.square],
        }
    }

    /// Where a man may go that keeps the slider behind it hidden.
    #[inline(always)]
    fn keeps_hidden(&self, man: usize) -> u64 {
        for (hider, slider) in &self.hidden[..self.hidden_len.min(8)] {
            if usize::from(*hider) == man {
                return tables::BETWEEN[self.square][usize::from(*slider) & 63];
            }
        }
        !0
    }
}

/// From where each type attacks the square.
#[inline(always)]
fn all_types(zone: &Zone) -> [u64; 8] {
    [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, KING, KING].map(|piece_type| zone.attacks_of(piece_type))
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
        let occupied = (board.us[ALL] | board.them[ALL]) & !board.them[KING];
        zone_of(board, square, rook(square, occupied), bishop(square, occupied))
    }

    fn zone_of(board: &Board, square: usize, straight: u64, diagonal: u64) -> Zone {
        let us = &board.us;
        let occupied = (us[ALL] | board.them[ALL]) & !board.them[KING];
        let attacks = attacks(square, straight, diagonal);
        let attackers = if is_attacked(&attacks, us) {
            straight & (us[ROOK] | us[QUEEN])
                | diagonal & (us[BISHOP] | us[QUEEN])
                | tables::KNIGHT[square] & us[KNIGHT]
                | tables::KING[square] & us[KING]
                | (down_left(bit(square)) | down_right(bit(square))) & us[PAWN]
        } else {
            0
        };
        let mut zone = Zone { square, occupied, attackers, straight, diagonal, attacks, hidden: [(0, 0); 8], hidden_len: 0, hiders: 0 };
        if attackers & attackers.wrapping_sub(1) != 0 && 2 < attackers.count_ones() {
            return zone;
        }
        let behind = tables::ROOK_RAYS[square] & (us[ROOK] | us[QUEEN]) & !straight
            | tables::BISHOP_RAYS[square] & (us[BISHOP] | us[QUEEN]) & !diagonal;
        for slider in Bits(behind) {
            let blockers = tables::BETWEEN[square][slider] & occupied;
            if blockers & blockers.wrapping_sub(1) == 0 && blockers & us[ALL] != 0 {
                zone.hidden[zone.hidden_len & 7] = (lsb(blockers) as u8, slider as u8);
                zone.hidden_len += 1;
                zone.hiders |= blockers;
            }
        }
        zone
    }

    /// Where men that neither attack the square nor hide a slider may go so that it is not attacked; `None` if nowhere.
    #[inline]
    fn ordinary(board: &Board, zone: &Zone) -> Option<[u64; 8]> {
        if zone.attackers == 0 {
            return Some(all_types(zone).map(|set| !set));
        }
        if zone.attackers & (zone.attackers - 1) == 0 {
            let cover = cover(board, zone, zone.attackers);
            if cover != 0 {
                return Some(all_types(zone).map(|set| cover & !set));
            }
        }
        None
    }

    /// The squares between a slider of ours and the square of the zone.
    #[inline]
    fn cover(board: &Board, zone: &Zone, attacker: u64) -> u64 {
        let us = &board.us;
        if attacker & (us[BISHOP] | us[ROOK] | us[QUEEN]) == 0 { 0 } else { tables::BETWEEN[zone.square][lsb(attacker)] }
    }

    /// Where any man may go so that the square is not attacked.
    fn harmless(board: &Board, zone: &Zone, piece_type: usize, man: usize) -> u64 {
        let others = zone.attackers & !bit(man);
        let keeps = zone.keeps_hidden(man);
        if others & others.wrapping_sub(1) != 0 {
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
        if others == 0 {
            return keeps & !attacks;
        }
        if zone.hiders & bit(man) != 0 {
            return 0;
        }
        cover(board, zone, others) & !attacks
    }

    /// How many steps of their king answer our moves, without captures of men that capture beside it.
    #[inline(never)]
    pub(super) fn steps(board: &Board, lines: &Lines, mine: &Mine) -> i64 {
        let mut sum = 0;
        let mut tally = tally(mine);
        let us = &board.us;
        let occupied = (us[ALL] | board.them[ALL]) & !board.them[KING];
        let (straight_sliders, diagonal_sliders) = (us[ROOK] | us[QUEEN], us[BISHOP] | us[QUEEN]);
        for square in Bits(tables::KING[lines.king] & !board.them[ALL]) {
            let (straight, diagonal) = (rook(square, occupied), bishop(square, occupied));
            let attacks = attacks(square, straight, diagonal);
            let behind = tables::ROOK_RAYS[square] & straight_sliders & !straight
                | tables::BISHOP_RAYS[square] & diagonal_sliders & !diagonal;
            if behind == 0 && !is_attacked(&attacks, us) {
                // Nobody attacks the square, and no departure uncovers it.
                sum += i64::from(mine.count);
                take_off(&mut tally, &attacks);
                continue;
            }
            let zone = zone_of(board, square, straight, diagonal);
            let attackers = zone.attackers;
            let pair = attackers & attackers.wrapping_sub(1);
            if pair & pair.wrapping_sub(1) != 0 {
                continue;
            }
            // Without an attacker moves there are taken off; with one, moves that cover the square are added.
            let cover = if attackers == 0 { 0 } else if pair == 0 { cover(board, &zone, attackers) } else { 0 };
            if attackers == 0 {
                sum += i64::from(mine.count);
                take_off(&mut tally, &zone.attacks);
            } else if cover != 0 {
                add_cover(&mut tally, cover, &zone.attacks);
            }
            let special = attackers | if pair == 0 { zone.hiders } else { 0 };
            for man in Bits(special) {
                for piece_type in types_of(board, man) {
                    let targets = mine.targets_of(piece_type, man);
                    if targets != 0 {
                        let ordinary = if attackers == 0 { !0 } else { cover } & !zone.attacks_of(piece_type);
                        sum += i64::from((targets & harmless(board, &zone, piece_type, man)).count_ones());
                        sum -= i64::from((targets & ordinary).count_ones());
                    }
                }
            }
        }
        sum + total(&tally)
    }

    /// How often their king may castle in answer to our moves; `None` if it may depend on a pin of the rook.
    #[inline(never)]
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

    fn castlings_with(board: &Board, mine: &Mine, castling: &Castling) -> Option<i64> {
        let us = &board.us;
        // A rook in the corner has nobody behind it.
        let behind = tables::BEYOND[lsb(castling.king)][lsb(castling.rook)];
        if behind & (us[ROOK] | us[QUEEN] | mine.any()) != 0 {
            return None;
        }
        let ours = castling.path & us[ALL];
        let occupied = (us[ALL] | board.them[ALL]) & !board.them[KING];
        let (straight_sliders, diagonal_sliders) = (us[ROOK] | us[QUEEN], us[BISHOP] | us[QUEEN]);
        // Where a move of a type prevents castling, if nothing else does and nothing is hidden.
        let mut forbidden = all_alike(castling.path);
        let mut simple = ours == 0;
        for square in Bits(castling.way) {
            let (straight, diagonal) = (rook(square, occupied), bishop(square, occupied));
            let attacks = attacks(square, straight, diagonal);
            let behind = tables::ROOK_RAYS[square] & straight_sliders & !straight
                | tables::BISHOP_RAYS[square] & diagonal_sliders & !diagonal;
            simple &= behind == 0 && !is_attacked(&attacks, us);
            if !simple {
                break;
            }
            forbidden = either(&forbidden, &attacks);
        }
        if simple {
            let mut tally = tally(mine);
            take_off(&mut tally, &forbidden);
            return Some(i64::from(mine.count) + total(&tally));
        }
        Some(castlings_by_mover(board, mine, castling))
    }

    fn castlings_by_mover(board: &Board, mine: &Mine, castling: &Castling) -> i64 {
        let ours = castling.path & board.us[ALL];
        let mut allowed = Some([!castling.path; 8]);
        let mut special = 0;
        for square in Bits(castling.way) {
            let zone = zone(board, square);
            special |= zone.attackers | zone.hiders;
            let ordinary = ordinary(board, &zone);
            allowed = allowed.zip(ordinary).map(|(mut allowed, ordinary)| {
                for (allowed, ordinary) in allowed.iter_mut().zip(ordinary) {
                    *allowed &= ordinary;
                }
                allowed
            });
        }
        let mut sum = 0;
        if ours != 0 {
            (allowed, special) = (None, ours);
        } else if let Some(allowed) = &allowed {
            sum += i64::from(arriving_by_type(mine, allowed));
        }
        for man in Bits(special) {
            for piece_type in types_of(board, man) {
                let targets = mine.targets_of(piece_type, man) & !castling.path;
                if targets == 0 {
                    continue;
                }
                let mut harmless_targets = targets;
                for square in Bits(castling.way) {
                    harmless_targets &= harmless(board, &zone(board, square), piece_type, man);
                }
                sum += i64::from(harmless_targets.count_ones());
                if let Some(allowed) = &allowed {
                    sum -= i64::from((targets & allowed[piece_type]).count_ones());
                }
            }
        }
        sum
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
