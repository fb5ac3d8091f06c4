//! Squares that their king may go to: how we attack them, and after which of our moves they are not attacked.

use crate::board::{
    ALL, BISHOP, Bits, Board, KING, KNIGHT, PAWN, QUEEN, RANK_7, ROOK, bit, down_left, down_right, lsb,
};
use crate::mine::Mine;
use crate::tables;

/// Our attacks on a square that their king may go to. Our lines pass through their king.
pub(crate) struct Zone {
    pub(crate) square: usize,
    occupied: u64,
    pub(crate) attackers: u64,
    /// The squares from which a rook, or a bishop, attacks the square.
    pub(crate) straight: u64,
    pub(crate) diagonal: u64,
    /// Our sliders that are hidden from the square by one of our own pieces.
    hidden: u64,
    /// Our pieces that hide a slider.
    pub(crate) hiders: u64,
}

impl Zone {
    /// Returns the squares from which a type attacks the square.
    #[inline(always)]
    pub(crate) fn attacks_of(&self, piece_type: usize) -> u64 {
        match piece_type {
            PAWN => tables::PAWN[self.square],
            KNIGHT => tables::KNIGHT[self.square],
            BISHOP => self.diagonal,
            ROOK => self.straight,
            QUEEN => self.straight | self.diagonal,
            _ => tables::KING[self.square],
        }
    }

    #[inline(always)]
    fn keeps_hidden(&self, piece: usize) -> u64 {
        let mut squares = !0;
        if self.hiders & bit(piece) != 0 {
            for slider in Bits(self.hidden) {
                let between = tables::between(self.square, slider);
                if between & bit(piece) != 0 {
                    squares = between;
                }
            }
        }
        squares
    }

    /// Returns `true` if the square has too many attackers, so that none of our moves leaves it free.
    #[inline(always)]
    pub(crate) fn is_hopeless(&self) -> bool {
        let pair = self.attackers & self.attackers.wrapping_sub(1);
        pair & pair.wrapping_sub(1) != 0
    }

    /// Returns the targets that block the only attacker of the square; all squares if there is none.
    #[inline(always)]
    pub(crate) fn cover(&self, board: &Board) -> u64 {
        if self.attackers == 0 {
            !0
        } else if self.attackers & (self.attackers - 1) == 0 {
            between(board, self.square, self.attackers)
        } else {
            0
        }
    }
}

#[inline(always)]
fn between(board: &Board, square: usize, attacker: u64) -> u64 {
    let us = &board.us;
    if attacker & (us[BISHOP] | us[ROOK] | us[QUEEN]) == 0 { 0 } else { tables::between(square, lsb(attacker)) }
}

/// Returns the types that one of our pieces can have after a move: its own type, or the types to which a pawn promotes.
#[inline(always)]
pub(crate) fn types_of(board: &Board, piece: usize) -> core::ops::RangeInclusive<usize> {
    if board.us[PAWN] & bit(piece) & RANK_7 != 0 {
        return KNIGHT..=QUEEN;
    }
    let piece_type = board.type_on(bit(piece));
    piece_type..=piece_type
}

stamp!({
    use crate::sliders::level::{bishop, rook};

    pub(crate) fn zone(board: &Board, square: usize) -> Zone {
        let us = &board.us;
        let occupied = (us[ALL] | board.them[ALL]) & !board.them[KING];
        let (straight, diagonal) = (rook(square, occupied), bishop(square, occupied));
        let (straight_sliders, diagonal_sliders) = (us[ROOK] | us[QUEEN], us[BISHOP] | us[QUEEN]);
        let attackers = straight & straight_sliders
            | diagonal & diagonal_sliders
            | tables::KNIGHT[square] & us[KNIGHT]
            | tables::KING[square] & us[KING]
            | tables::PAWN[square] & us[PAWN];
        let blocked = tables::ROOK_RAYS[square] & straight_sliders & !straight
            | tables::BISHOP_RAYS[square] & diagonal_sliders & !diagonal;
        zone_of(board, square, attackers, straight, diagonal, blocked)
    }

    /// Returns the zone of a square, given its attackers and our sliders that are on its lines but do not attack it.
    #[inline]
    pub(crate) fn zone_of(
        board: &Board,
        square: usize,
        attackers: u64,
        straight: u64,
        diagonal: u64,
        blocked: u64,
    ) -> Zone {
        let us = &board.us;
        let occupied = (us[ALL] | board.them[ALL]) & !board.them[KING];
        let (mut hidden, mut hiders) = (0, 0);
        for slider in Bits(blocked) {
            let blockers = tables::between(square, slider) & occupied;
            if blockers & blockers.wrapping_sub(1) == 0 && blockers & us[ALL] != 0 {
                hidden |= bit(slider);
                hiders |= blockers;
            }
        }
        Zone { square, occupied, attackers, straight, diagonal, hidden, hiders }
    }

    /// Returns the targets of any piece after which the square is not attacked.
    pub(crate) fn harmless(board: &Board, zone: &Zone, piece_type: usize, piece: usize) -> u64 {
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

    /// Returns the change in the king steps to a square by moves of pieces that attack it or hide a slider from it.
    /// Moves to `cover` that do not attack it are already counted.
    #[inline]
    pub(crate) fn special(board: &Board, mine: &Mine, zone: &Zone, cover: u64) -> i64 {
        let mut sum = 0;
        // If something attacks the square and cannot be blocked, pieces that only hide a slider do not help.
        for piece in Bits(if zone.attackers == 0 {
            zone.hiders
        } else if cover == 0 {
            zone.attackers
        } else {
            zone.attackers | zone.hiders
        }) {
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

    /// Returns `true` if their king may capture a piece that has captured next to it.
    pub(crate) fn may_capture(board: &Board, from: usize, to: usize) -> bool {
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
});
