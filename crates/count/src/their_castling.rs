//! Their castlings after our moves.

use arrayvec::ArrayVec;

use crate::board::{ALL, Bits, Board, Castling, KING, QUEEN, RANK_8, ROOK, SPECIAL, bit, lsb};
use crate::mine::Mine;
use crate::tables;
use crate::zone::{Zone, types_of};

stamp!({
    use crate::sums::level::{add_cover, all_alike, attacks, either, take_off, tally, total};
    use crate::zone::level::{harmless, zone};

    /// Returns the number of castlings that answer our moves. `None` if a pin of the rook may matter.
    #[inline]
    pub(crate) fn castlings(board: &Board, mine: &Mine) -> Option<i64> {
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
        let beyond = tables::BEYOND[lsb(castling.king)][lsb(castling.rook)];
        if beyond & (us[ROOK] | us[QUEEN] | mine.any()) != 0 {
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
            // The king passes and reaches at most six squares.
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
});
