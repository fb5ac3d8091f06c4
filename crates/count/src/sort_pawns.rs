//! Sorts the moves of our pawns.

use crate::board::{
    ALL, BISHOP, Bits, Board, KING, KNIGHT, PAWN, QUEEN, RANK_6, RANK_7, RANK_8, ROOK, SPECIAL, bit, down_left,
    down_right, left, lsb, right, up_left, up_right,
};
use crate::filter::Filter;
use crate::moves::Pawns;
use crate::sorting::Sorting;
use crate::step::{Kind, Step};
use crate::tables;

stamp!({
    use crate::checks::level::evasions;
    use crate::corrections::level::correction;
    use crate::made::level::by_making;
    use crate::moves::level::{en_passant, pawns};
    use crate::sliders::level::{bishop, rook};

    #[inline]
    pub(crate) fn sort_pawns(sorting: &mut Sorting<'_, impl Filter>) {
        let Sorting { board, lines, limits, filter, rights, delicate, .. } = *sorting;
        let king = board.them[KING];
        let mut pawns = pawns(board, limits);
        pawns.push &= filter.pawn_targets(|pawns| pawns << 8);
        pawns.double &= filter.pawn_targets(|pawns| pawns << 16);
        pawns.left &= filter.pawn_targets(up_left);
        pawns.right &= filter.pawn_targets(up_right);
        let all = pawns.push | pawns.double | pawns.left | pawns.right;
        let odd = down_left(king) | down_right(king) | rights | delicate;
        let next_to_pawns = left(board.them[PAWN]) | right(board.them[PAWN]);
        let movers = (lines.movers | lines.discoverers) & board.us[PAWN];
        if all & odd & !RANK_8 | pawns.double & next_to_pawns | movers != 0 {
            sort_odd_pawns(sorting, &mut pawns);
        }
        if (pawns.push | pawns.left | pawns.right) & RANK_8 != 0 {
            sort_promotions(sorting, &mut pawns);
        }
        for (place, set) in [pawns.push, pawns.double, pawns.left, pawns.right].into_iter().enumerate() {
            sorting.mine.sets[place] = set;
        }

        let target = board.them[SPECIAL] & RANK_6;
        if target != 0 {
            for from in Bits(en_passant(board)) {
                if filter.keeps(Step { from: from as u8, to: lsb(target) as u8, kind: Kind::EnPassant }) {
                    sorting.sum += by_making(board, from, lsb(target), Kind::EnPassant);
                }
            }
        }
    }

    /// Counts and removes the pawn moves that check or take a castling right. Corrects delicate ones.
    #[inline(never)]
    fn sort_odd_pawns(sorting: &mut Sorting<'_, impl Filter>, pawns: &mut Pawns) {
        let Sorting { board, lines, rights, delicate, .. } = *sorting;
        let king = board.them[KING];
        let discoverers = lines.discoverers & board.us[PAWN];
        let movers = lines.movers & board.us[PAWN];
        let checks = (down_left(king) | down_right(king)) & !RANK_8;
        let leaves_file = discoverers & !tables::FILE[lines.king];
        let leaves_antidiagonal = discoverers & !tables::ANTIDIAGONAL[lines.king];
        let leaves_diagonal = discoverers & !tables::DIAGONAL[lines.king];

        let next_to_pawns = left(board.them[PAWN]) | right(board.them[PAWN]);
        let odd_pawns = discoverers | movers;
        let delicate_double = pawns.double & (delicate | movers << 16);
        let checking = pawns.double & (checks | leaves_file << 16);
        let answered = pawns.double & next_to_pawns;
        if checking | answered | delicate_double != 0 {
            let slow = (checking | delicate_double) & next_to_pawns;
            for to in Bits(answered & !slow) {
                sorting.sum += en_passant_replies(board, lines.king, bit(to));
            }
            for to in Bits(slow) {
                sorting.sum += by_making(board, to.wrapping_sub(16) & 63, to, Kind::Double);
            }
            for to in Bits(checking & !slow) {
                sorting.sum += pawn_check(sorting, to.wrapping_sub(16) & 63, to);
            }
            let slow = slow | checking;
            for to in Bits(delicate_double & !slow) {
                sorting.sum += correction(board, lines, PAWN, to.wrapping_sub(16) & 63, to);
            }
            pawns.double &= !slow;
        }
        let others = (pawns.push | pawns.left | pawns.right) & !RANK_8;
        if odd_pawns == 0 && others & (rights | checks | delicate) == 0 {
            return;
        }

        let slow = [leaves_file << 8, up_left(leaves_antidiagonal), up_right(leaves_diagonal)];
        let moved = [movers << 8, up_left(movers), up_right(movers)];
        let sets = [&mut pawns.push, &mut pawns.left, &mut pawns.right];
        for (((set, slow), moved), distance) in sets.into_iter().zip(slow).zip(moved).zip([8, 7, 9]) {
            let making = *set & rights & !RANK_8;
            for to in Bits(making) {
                sorting.sum += by_making(board, to.wrapping_sub(distance) & 63, to, Kind::Piece(PAWN as u8));
            }
            *set &= !making;
            let slow = *set & (slow | checks) & !RANK_8;
            for to in Bits(slow) {
                sorting.sum += pawn_check(sorting, to.wrapping_sub(distance) & 63, to);
            }
            *set &= !slow;
            for to in Bits(*set & (delicate | moved) & !RANK_8) {
                sorting.sum += correction(board, lines, PAWN, to.wrapping_sub(distance) & 63, to);
            }
        }
    }

    /// Counts the replies to a pawn move that checks. The king steps are counted together elsewhere.
    fn pawn_check(sorting: &mut Sorting<'_, impl Filter>, from: usize, to: usize) -> i64 {
        if sorting.mine.checks(PAWN, from, bit(to)) {
            evasions(sorting.board, sorting.lines, PAWN, from, to)
        } else {
            by_making(sorting.board, from, to, Kind::Piece(PAWN as u8))
        }
    }

    /// Replaces a pawn that promotes by a piece of each type, unless leaving its square opens a line for the new piece.
    #[inline(never)]
    fn sort_promotions(sorting: &mut Sorting<'_, impl Filter>, pawns: &mut Pawns) {
        let Sorting { board, lines, filter, .. } = *sorting;
        let near = tables::KING[lines.king] | board.them[KING];
        let promoting = [pawns.push & RANK_8, pawns.left & RANK_8, pawns.right & RANK_8];
        pawns.push &= !RANK_8;
        pawns.left &= !RANK_8;
        pawns.right &= !RANK_8;
        for from in Bits(board.us[PAWN] & RANK_7) {
            let pawn = bit(from);
            let targets = promoting[0] & pawn << 8 | promoting[1] & up_left(pawn) | promoting[2] & up_right(pawn);
            let mut made = 0;
            for to in Bits(targets) {
                if tables::line(to, from) & !bit(to) & near & !RANK_8 != 0 {
                    made |= bit(to);
                }
            }
            if targets != made && !sorting.mine.promotions(from, targets & !made) {
                made = targets;
            }
            for to in Bits(made) {
                for piece_type in [QUEEN, ROOK, BISHOP, KNIGHT] {
                    if filter.promotes_to(piece_type) {
                        sorting.sum += by_making(board, from, to, Kind::Promotion(piece_type as u8));
                    }
                }
            }
        }
    }

    /// Returns the number of en passant captures that answer the double push to a square.
    pub(crate) fn en_passant_replies(board: &Board, their_king: usize, to: u64) -> i64 {
        let us = &board.us;
        let occupied = us[ALL] | board.them[ALL];
        let mut count = 0;
        for pawn in Bits((left(to) | right(to)) & board.them[PAWN]) {
            let occupied = occupied & !(to >> 16 | bit(pawn)) | to >> 8;
            let attackers = rook(their_king, occupied) & (us[ROOK] | us[QUEEN])
                | bishop(their_king, occupied) & (us[BISHOP] | us[QUEEN]);
            count += i64::from(attackers == 0);
        }
        count
    }
});
