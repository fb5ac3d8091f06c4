//! Counts the replies to several moves at once: each lane of a vector contains the board after another move.

use crate::board::{
    ALL, BISHOP, Bits, Board, Castling, FILE_A, FILE_H, KING, KNIGHT, PAWN, QUEEN, RANK_1, RANK_6, RANK_8, ROOK,
    SPECIAL, bit, down_left, down_right, left, lsb, right, up_left, up_right,
};
use crate::filter::Filter;
use crate::packed::{BY_DIAGONAL, BY_KING, BY_KNIGHT, BY_PAWN, BY_STRAIGHT, MOVE, PackedMoves, TO, arrives};
use crate::step::{Kind, Step};
use crate::tables::{self, EAST, NORTH, NORTH_EAST, NORTH_WEST, RAYS, SOUTH, SOUTH_EAST, SOUTH_WEST, WEST};

const FILES_AB: u64 = FILE_A | FILE_A << 1;
const FILES_GH: u64 = FILE_H | FILE_H >> 1;

/// What limits their replies in each lane.
struct Limits<Lanes> {
    /// The targets of pieces other than the king: all squares, or those that end a check.
    targets: Lanes,
    /// The pieces that are the only ones between their king and one of our sliders.
    pinned: Lanes,
    /// The squares that we attack. Our lines pass through their king.
    danger: Lanes,
}

stamp!({
    use crate::lanes::level::{
        LANES, Lanes, all, and, collect, count, if_meet, narrow, numbers, or, seen_down, seen_up, shl, shr, squares,
        total, unless_meet, without,
    };
    use crate::made::level::by_making;
    use crate::moves::level::{castling, en_passant, limits, pawns, slider_danger};
    use crate::sliders::level::{bishop, rook};
    use crate::sort_pawns::level::en_passant_replies;

    /// Counts the sequences of two legal moves.
    pub(crate) fn pairs_abreast(board: &Board, filter: impl Filter) -> u64 {
        let mut moves = PackedMoves::new();
        let single = pack(board, filter, &mut moves);
        while moves.len() % LANES != 0 {
            let _ = moves.try_push(0);
        }
        let mut sum = all(0);
        for moves in moves.as_chunks().0 {
            sum = collect(sum, replies(board, moves));
        }
        total(sum) + single as u64
    }

    /// Lists our moves. Counts the replies to castling and en passant captures, and en passant captures that answer
    /// a move.
    #[inline]
    fn pack(board: &Board, filter: impl Filter, moves: &mut PackedMoves) -> i64 {
        let us = &board.us;
        let occupied = us[ALL] | board.them[ALL];
        let limits = limits(board, slider_danger(board));
        let king = lsb(us[KING]);
        let mut sum = 0;
        let add = |moves: &mut PackedMoves, from: usize, to: usize, piece_type: usize| {
            let _ = moves.try_push((from & 63 | to << TO) as u64 | arrives(piece_type));
        };
        macro_rules! add_all {
            ($piece_type:expr, $from:expr, $targets:expr) => {
                for to in Bits($targets & filter.targets($from)) {
                    add(moves, $from, to, $piece_type);
                }
            };
        }
        if limits.targets != 0 {
            let pawns = pawns(board, &limits);
            let sets = [
                (pawns.push & filter.pawn_targets(|pawns| pawns << 8), 8),
                (pawns.left & filter.pawn_targets(up_left), 7),
                (pawns.right & filter.pawn_targets(up_right), 9),
                (pawns.double & filter.pawn_targets(|pawns| pawns << 16), 16),
            ];
            let next_to_pawns = left(board.them[PAWN]) | right(board.them[PAWN]);
            for to in Bits(sets[3].0 & next_to_pawns) {
                sum += en_passant_replies(board, lsb(board.them[KING]), bit(to));
            }
            for (set, distance) in sets {
                for to in Bits(set & !RANK_8) {
                    add(moves, to.wrapping_sub(distance), to, PAWN);
                }
                for to in Bits(set & RANK_8) {
                    for piece_type in [QUEEN, ROOK, BISHOP, KNIGHT] {
                        if filter.promotes_to(piece_type) {
                            add(moves, to.wrapping_sub(distance), to, piece_type);
                        }
                    }
                }
            }
            if board.them[SPECIAL] & RANK_6 != 0 {
                let to = lsb(board.them[SPECIAL] & RANK_6);
                for from in Bits(en_passant(board)) {
                    if filter.keeps(Step { from: from as u8, to: to as u8, kind: Kind::EnPassant }) {
                        sum += by_making(board, from, to, Kind::EnPassant);
                    }
                }
            }
            for from in Bits(us[KNIGHT] & !limits.pinned) {
                add_all!(KNIGHT, from, tables::KNIGHT[from] & limits.targets);
            }
            for (piece_type, straight, diagonal) in [(BISHOP, false, true), (ROOK, true, false), (QUEEN, true, true)] {
                for from in Bits(us[piece_type]) {
                    let mut targets = if straight { rook(from, occupied) } else { 0 };
                    targets |= if diagonal { bishop(from, occupied) } else { 0 };
                    targets &= limits.targets;
                    if limits.pinned & bit(from) != 0 {
                        targets &= tables::line(king, from);
                    }
                    add_all!(piece_type, from, targets);
                }
            }
        }
        add_all!(KING, king, limits.king);
        for rook in Bits(castling(board, &limits)) {
            if filter.keeps(Step { from: king as u8, to: rook as u8, kind: Kind::Castling }) {
                sum += by_making(board, king, rook, Kind::Castling);
            }
        }
        sum
    }

    /// The number of replies to each of these moves, as a sum of `count`.
    #[inline]
    fn replies(board: &Board, moves: &[u64; LANES]) -> Lanes {
        let (us, them) = (&board.us, &board.them);
        let king = lsb(them[KING]);
        let (from, to, kinds) = (squares(moves, 0), squares(moves, TO), numbers(moves));
        let after = |set: u64, kind: u64| or(without(all(set), from), if_meet(kinds, all(kind), to));
        let occupied = or(without(all(us[ALL] | them[ALL]), from), to);
        let theirs = without(all(them[ALL]), to);
        let ours = without(occupied, theirs);
        let is_move = if_meet(kinds, all(MOVE), all(!0));
        let promoting = us[PAWN] & RANK_8 >> 8;

        let kings = after(us[KING], BY_KING);
        let near = or(sideways(kings), kings);
        let danger = or(sideways(kings), or(shl(near, 8), shr(near, 8)));
        let mut limits = Limits { targets: is_move, pinned: all(0), danger };
        if us[PAWN] != 0 {
            let pawns = after(us[PAWN], BY_PAWN);
            let attacks = or(shl(without(pawns, all(FILE_A)), 7), shl(without(pawns, all(FILE_H)), 9));
            let checks = all(down_left(them[KING]) | down_right(them[KING]));
            limits.danger = or(limits.danger, attacks);
            limits.targets = narrow(limits.targets, pawns, checks, and(pawns, checks));
        }
        if us[KNIGHT] | promoting != 0 {
            let knights = after(us[KNIGHT], BY_KNIGHT);
            let one = sideways(knights);
            let two = or(shl(without(knights, all(FILES_GH)), 2), shr(without(knights, all(FILES_AB)), 2));
            let attacks = or(or(shl(one, 16), shr(one, 16)), or(shl(two, 8), shr(two, 8)));
            let checks = all(tables::KNIGHT[king]);
            limits.danger = or(limits.danger, attacks);
            limits.targets = narrow(limits.targets, knights, checks, and(knights, checks));
        }
        let open = without(all(!0), without(occupied, all(them[KING])));
        let rays = &RAYS[king];
        if us[ROOK] | us[QUEEN] | promoting != 0 {
            let sliders = after(us[ROOK] | us[QUEEN], BY_STRAIGHT);
            look(&mut limits, seen_up(rays[NORTH], occupied), slide_down(sliders, open, 8, !0), sliders, occupied);
            look(&mut limits, seen_up(rays[EAST], occupied), slide_down(sliders, open, 1, !FILE_H), sliders, occupied);
            look(&mut limits, seen_down(rays[SOUTH], occupied, 8), slide_up(sliders, open, 8, !0), sliders, occupied);
            look(
                &mut limits,
                seen_down(rays[WEST], occupied, 1),
                slide_up(sliders, open, 1, !FILE_A),
                sliders,
                occupied,
            );
        }
        if us[BISHOP] | us[QUEEN] | promoting != 0 {
            let sliders = after(us[BISHOP] | us[QUEEN], BY_DIAGONAL);
            look(
                &mut limits,
                seen_up(rays[NORTH_EAST], occupied),
                slide_down(sliders, open, 9, !FILE_H),
                sliders,
                occupied,
            );
            look(
                &mut limits,
                seen_up(rays[NORTH_WEST], occupied),
                slide_down(sliders, open, 7, !FILE_A),
                sliders,
                occupied,
            );
            look(
                &mut limits,
                seen_down(rays[SOUTH_WEST], occupied, 9),
                slide_up(sliders, open, 9, !FILE_A),
                sliders,
                occupied,
            );
            look(
                &mut limits,
                seen_down(rays[SOUTH_EAST], occupied, 7),
                slide_up(sliders, open, 7, !FILE_H),
                sliders,
                occupied,
            );
        }

        let Limits { targets, pinned, danger } = limits;
        let mut sum = count(all(0), and(is_move, without(without(all(tables::KING[king]), theirs), danger)));
        let free_targets = without(targets, theirs);
        for knight in Bits(them[KNIGHT]) {
            let moves = and(all(tables::KNIGHT[knight]), free_targets);
            sum = count(sum, unless_meet(or(pinned, to), all(bit(knight)), moves));
        }
        for slider in Bits(them[BISHOP] | them[ROOK] | them[QUEEN]) {
            let mut moves = all(0);
            let rays = &RAYS[slider];
            if them[BISHOP] & bit(slider) == 0 {
                let up = or(seen_up(rays[NORTH], occupied), seen_up(rays[EAST], occupied));
                moves = or(up, or(seen_down(rays[SOUTH], occupied, 8), seen_down(rays[WEST], occupied, 1)));
            }
            if them[ROOK] & bit(slider) == 0 {
                let up = or(seen_up(rays[NORTH_EAST], occupied), seen_up(rays[NORTH_WEST], occupied));
                let down = or(seen_down(rays[SOUTH_WEST], occupied, 9), seen_down(rays[SOUTH_EAST], occupied, 7));
                moves = or(moves, or(up, down));
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

    /// Takes into account our sliders that attack in one direction. `seen` is what their king sees in the opposite
    /// direction.
    #[inline]
    fn look(limits: &mut Limits<Lanes>, seen: Lanes, attacks: Lanes, sliders: Lanes, occupied: Lanes) {
        limits.targets = narrow(limits.targets, seen, sliders, seen);
        limits.pinned = or(limits.pinned, and(and(seen, attacks), occupied));
        limits.danger = or(limits.danger, attacks);
    }

    /// The squares that sliders attack toward higher squares. Each step goes up by this number of squares, and ends on
    /// one of `ends`, unless it has gone around the edge.
    #[inline]
    fn slide_up(sliders: Lanes, open: Lanes, step: u32, ends: u64) -> Lanes {
        let mut open = and(open, all(ends));
        let mut fill = or(sliders, and(open, shl(sliders, step)));
        open = and(open, shl(open, step));
        fill = or(fill, and(open, shl(fill, 2 * step)));
        open = and(open, shl(open, 2 * step));
        fill = or(fill, and(open, shl(fill, 4 * step)));
        and(shl(fill, step), all(ends))
    }

    /// The same toward lower squares.
    #[inline]
    fn slide_down(sliders: Lanes, open: Lanes, step: u32, ends: u64) -> Lanes {
        let mut open = and(open, all(ends));
        let mut fill = or(sliders, and(open, shr(sliders, step)));
        open = and(open, shr(open, step));
        fill = or(fill, and(open, shr(fill, 2 * step)));
        open = and(open, shr(open, 2 * step));
        fill = or(fill, and(open, shr(fill, 4 * step)));
        and(shr(fill, step), all(ends))
    }
});
