//! The replies to several moves at once: each lane of a vector contains the board after another move.

use crate::attacks::Bounds;
use crate::board::{
    ALL, BISHOP, Bits, Board, Castling, FILE_A, FILE_H, KING, KNIGHT, PAWN, QUEEN, RANK_1, RANK_6, RANK_8, ROOK,
    SPECIAL, bit, down_left, down_right, lsb,
};
use crate::tables;

const FILES_AB: u64 = FILE_A | FILE_A << 1;
const FILES_GH: u64 = FILE_H | FILE_H >> 1;

stamp!({
    use crate::attacks::level::{bishop_targets, diagonal_lines, rook_targets, straight_lines};
    use crate::lanes::level::{
        LANES, Lanes, all, and, count, each, if_meet, narrow, or, shl, shr, unless_meet, without,
    };

    /// The number of replies to each of these moves, as a sum of `count`.
    #[inline]
    pub(crate) fn replies_in_lanes(board: &Board, from: &[u64; LANES], to: &[u64; LANES], becomes: &[u64; 8]) -> Lanes {
        let (us, them) = (&board.us, &board.them);
        let king = lsb(them[KING]);
        let (from, to) = (each(from), each(to));
        let after = |set: u64, arriving: u64| or(without(all(set), from), if_meet(from, all(arriving), to));
        let occupied = or(without(all(us[ALL] | them[ALL]), from), to);
        let theirs = without(all(them[ALL]), to);
        let ours = without(occupied, theirs);
        let is_move = if_meet(to, to, all(!0));
        let straight = us[ROOK] | us[QUEEN];
        let diagonal = us[BISHOP] | us[QUEEN];
        let (becomes_straight, becomes_diagonal) = (becomes[ROOK] | becomes[QUEEN], becomes[BISHOP] | becomes[QUEEN]);

        let kings = after(us[KING], becomes[KING]);
        let near = or(sideways(kings), kings);
        let danger = or(sideways(kings), or(shl(near, 8), shr(near, 8)));
        let mut bounds = Bounds { targets: is_move, pinned: all(0), danger };
        if us[PAWN] != 0 {
            let pawns = after(us[PAWN], becomes[PAWN]);
            let attacks = or(shl(without(pawns, all(FILE_A)), 7), shl(without(pawns, all(FILE_H)), 9));
            let checks = all(down_left(them[KING]) | down_right(them[KING]));
            bounds.danger = or(bounds.danger, attacks);
            bounds.targets = narrow(bounds.targets, pawns, checks, and(pawns, checks));
        }
        if us[KNIGHT] | becomes[KNIGHT] != 0 {
            let knights = after(us[KNIGHT], becomes[KNIGHT]);
            let one = sideways(knights);
            let two = or(shl(without(knights, all(FILES_GH)), 2), shr(without(knights, all(FILES_AB)), 2));
            let attacks = or(or(shl(one, 16), shr(one, 16)), or(shl(two, 8), shr(two, 8)));
            let checks = all(tables::KNIGHT[king]);
            bounds.danger = or(bounds.danger, attacks);
            bounds.targets = narrow(bounds.targets, knights, checks, and(knights, checks));
        }
        if straight | becomes_straight != 0 {
            straight_lines(&mut bounds, king, after(straight, becomes_straight), occupied);
        }
        if diagonal | becomes_diagonal != 0 {
            diagonal_lines(&mut bounds, king, after(diagonal, becomes_diagonal), occupied);
        }

        let Bounds { targets, pinned, danger } = bounds;
        let mut sum = count(all(0), and(is_move, without(without(all(tables::KING[king]), theirs), danger)));
        let free_targets = without(targets, theirs);
        for knight in Bits(them[KNIGHT]) {
            let moves = and(all(tables::KNIGHT[knight]), free_targets);
            sum = count(sum, unless_meet(or(pinned, to), all(bit(knight)), moves));
        }
        for slider in Bits(them[BISHOP] | them[ROOK] | them[QUEEN]) {
            let mut moves = all(0);
            if them[BISHOP] & bit(slider) == 0 {
                moves = rook_targets(slider, occupied);
            }
            if them[ROOK] & bit(slider) == 0 {
                moves = or(moves, bishop_targets(slider, occupied));
            }
            let moves = narrow(and(moves, free_targets), pinned, all(bit(slider)), all(tables::line(king, slider)));
            sum = count(sum, unless_meet(to, all(bit(slider)), moves));
        }
        if them[PAWN] != 0 {
            let pawns = without(all(them[PAWN]), to);
            let free = without(pawns, pinned);
            let bound = and(pawns, pinned);
            let along = |line: u64| or(free, and(bound, all(line)));
            let push = without(shr(along(tables::FILE[king]), 8), occupied);
            let double = without(shr(and(push, all(RANK_6)), 8), occupied);
            let captured = and(ours, targets);
            let to_left = and(shr(without(along(tables::DIAGONAL[king]), all(FILE_A)), 9), captured);
            let to_right = and(shr(without(along(tables::ANTIDIAGONAL[king]), all(FILE_H)), 7), captured);
            let push = and(push, targets);
            let first = or(to_left, or(push, and(double, targets)));
            sum = count(count(sum, first), to_right);
            if them[PAWN] & RANK_1 << 8 != 0 {
                let (first, second) = (and(or(to_left, push), all(RANK_1)), and(to_right, all(RANK_1)));
                for _ in 0..3 {
                    sum = count(count(sum, first), second);
                }
            }
        }
        for rook in Bits(them[SPECIAL] & RANK_8) {
            let castling = Castling::new(them[KING], bit(rook));
            let path = and(occupied, all(castling.path));
            let way = and(danger, all(castling.way | castling.king));
            let held = and(or(pinned, to), all(castling.rook));
            let hindered = or(path, or(way, held));
            sum = count(sum, and(all(1), unless_meet(hindered, hindered, is_move)));
        }
        sum
    }

    /// The squares to the left and to the right.
    #[inline]
    fn sideways(set: Lanes) -> Lanes {
        or(shl(without(set, all(FILE_H)), 1), shr(without(set, all(FILE_A)), 1))
    }
});
