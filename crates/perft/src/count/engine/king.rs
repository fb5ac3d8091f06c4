//! The moves of their king after each of our moves: its steps and its castlings.

use arrayvec::ArrayVec;

use super::mine::Mine;
use super::sliders::{bishop, rook};
use super::sums::{add_cover, all_alike, attacks, either, take_off, tally, total};
use crate::count::board::{
    ALL, BISHOP, Bits, Board, Castling, KING, KNIGHT, PAWN, QUEEN, RANK_7, RANK_8, ROOK, SPECIAL, bit, down_left, down_right,
    lsb,
};
use crate::count::tables;

/// How we attack a square near their king. Their king itself is transparent.
pub(super) struct Zone {
    square: usize,
    occupied: u64,
    pub(super) attackers: u64,
    /// The squares from which a rook, or a bishop, attacks the square.
    pub(super) straight: u64,
    pub(super) diagonal: u64,
    /// Our sliders that are hidden from the square by one of our own pieces.
    hidden: u64,
    /// Our pieces that hide a slider.
    pub(super) hiders: u64,
}

impl Zone {
    /// The squares from which a type attacks the square.
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

    /// The targets of a piece that keep the slider beyond it hidden.
    #[inline(always)]
    fn keeps_hidden(&self, piece: usize) -> u64 {
        let mut squares = !0;
        if self.hiders & bit(piece) != 0 {
            for slider in Bits(self.hidden) {
                let between = tables::BETWEEN[self.square][slider];
                if between & bit(piece) != 0 {
                    squares = between;
                }
            }
        }
        squares
    }

    /// Returns true if the square has too many attackers, so that none of our moves leaves it free.
    #[inline(always)]
    pub(super) fn is_hopeless(&self) -> bool {
        let pair = self.attackers & self.attackers.wrapping_sub(1);
        pair & pair.wrapping_sub(1) != 0
    }

    /// The targets on which a piece that neither attacks the square nor hides a slider blocks its only attacker; all
    /// squares if nothing attacks it.
    #[inline(always)]
    pub(super) fn cover(&self, board: &Board) -> u64 {
        if self.attackers == 0 {
            !0
        } else if self.attackers & (self.attackers - 1) == 0 {
            between(board, self.square, self.attackers)
        } else {
            0
        }
    }
}

/// The squares between one of our sliders and a square.
#[inline(always)]
fn between(board: &Board, square: usize, attacker: u64) -> u64 {
    let us = &board.us;
    if attacker & (us[BISHOP] | us[ROOK] | us[QUEEN]) == 0 { 0 } else { tables::BETWEEN[square][lsb(attacker)] }
}

/// The types that one of our pieces can have after a move: its own type, or the types to which a pawn promotes.
#[inline(always)]
fn types_of(board: &Board, piece: usize) -> core::ops::RangeInclusive<usize> {
    if board.us[PAWN] & bit(piece) & RANK_7 != 0 {
        return KNIGHT..=QUEEN;
    }
    let piece_type = board.own_type(bit(piece));
    piece_type..=piece_type
}

stamp! {
    pub(super) fn zone(board: &Board, square: usize) -> Zone {
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
        zone_of(board, square, attackers, straight, diagonal, behind)
    }

    /// The zone of a square, given its attackers and our sliders that are on its lines but do not attack it.
    #[inline]
    pub(super) fn zone_of(board: &Board, square: usize, attackers: u64, straight: u64, diagonal: u64, behind: u64) -> Zone {
        let us = &board.us;
        let occupied = (us[ALL] | board.them[ALL]) & !board.them[KING];
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

    /// The targets of any piece after which the square is not attacked.
    fn harmless(board: &Board, zone: &Zone, piece_type: usize, piece: usize) -> u64 {
        let others = zone.attackers & !bit(piece);
        if others & others.wrapping_sub(1) != 0 || others != 0 && zone.hiders & bit(piece) != 0 {
            return 0;
        }
        let allowed = if others == 0 { zone.keeps_hidden(piece) } else { between(board, zone.square, others) };
        if allowed == 0 {
            return 0;
        }
        let mut attacks = zone.attacks_of(piece_type);
        if zone.attackers & bit(piece) != 0 {
            // The piece attacks through the square that it leaves.
            let occupied = zone.occupied ^ bit(piece);
            if piece_type == ROOK || piece_type == QUEEN {
                attacks |= rook(zone.square, occupied);
            }
            if piece_type == BISHOP || piece_type == QUEEN {
                attacks |= bishop(zone.square, occupied);
            }
        }
        allowed & !attacks
    }

    /// The change in the number of king steps to a square, caused by moves of pieces that attack it or hide a slider
    /// from it.
    ///
    /// All moves that lead to `cover`, and do not attack the square from there, are already counted.
    #[inline]
    pub(super) fn special(board: &Board, mine: &Mine, zone: &Zone, cover: u64) -> i64 {
        let mut sum = 0;
        // If something attacks the square and cannot be blocked, pieces that only hide a slider do not help.
        for piece in Bits(if zone.attackers == 0 { zone.hiders } else if cover == 0 { zone.attackers } else { zone.attackers | zone.hiders }) {
            for piece_type in types_of(board, piece) {
                let targets = mine.targets_of(piece_type, piece) | mine.checks_of(piece_type, piece);
                if targets != 0 {
                    let ordinary = cover & !zone.attacks_of(piece_type);
                    sum += i64::from((targets & harmless(board, zone, piece_type, piece)).count_ones());
                    sum -= i64::from((targets & ordinary).count_ones());
                }
            }
        }
        sum
    }

    /// The number of pairs of one of our moves and a castling that answers it. `None` if a pin of the rook may matter.
    #[inline]
    pub(super) fn castlings(board: &Board, mine: &Mine) -> Option<i64> {
        let mut sum = 0;
        for rook in Bits(board.them[SPECIAL] & RANK_8) {
            let path = Castling::path(board.them[KING], bit(rook));
            let ours = path & board.us[ALL];
            if path & board.them[ALL] == 0 && ours & ours.wrapping_sub(1) == 0 {
                sum += castlings_with(board, mine, &Castling::new(board.them[KING], bit(rook)))?;
            }
        }
        Some(sum)
    }

    #[inline(never)]
    fn castlings_with(board: &Board, mine: &Mine, castling: &Castling) -> Option<i64> {
        let us = &board.us;
        // There is nothing beyond a rook in the corner.
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
            // The king passes at most six squares.
            let _ = zones.try_push(zone);
        }
        let mut sum = 0;
        if ours == 0 {
            for &(rook, attacks) in mine.castlings() {
                sum += i64::from(attackers & !rook == 0 && attacks & castling.way == 0);
            }
        }
        let mut special = attackers | hiders;
        if ours != 0 {
            // Our piece on the path must leave it.
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
        for piece in Bits(special) {
            for piece_type in types_of(board, piece) {
                let targets = mine.targets_of(piece_type, piece) & !castling.path;
                if targets == 0 {
                    continue;
                }
                let (mut harmless_targets, mut ordinary) = (targets, cover);
                for zone in &zones {
                    harmless_targets &= harmless(board, zone, piece_type, piece);
                    ordinary &= !zone.attacks_of(piece_type);
                }
                sum += i64::from(harmless_targets.count_ones());
                sum -= i64::from((targets & ordinary).count_ones());
            }
        }
        Some(sum)
    }

    /// Returns true if their king may capture a piece that has captured next to it.
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
