//! The replies to several moves at once: each lane of a vector contains the board after another move.

use crate::attacks::Bounds;
use crate::board::{
    ALL, BISHOP, Bits, Board, Castling, FILE_A, FILE_H, KING, KNIGHT, PAWN, QUEEN, RANK_1, RANK_6, RANK_7, RANK_8,
    ROOK, SPECIAL, bit, down_left, down_right, left, lsb, right, up_left, up_right,
};
use crate::tables;

const FILES_AB: u64 = FILE_A | FILE_A << 1;
const FILES_GH: u64 = FILE_H | FILE_H >> 1;

/// Our pieces of a kind.
pub(crate) struct Pieces<Same> {
    /// `true` if there are any, before or after a move.
    any: bool,
    before: Same,
    /// The moves after which a piece is of this kind: those whose `piece` meets this set.
    becomes: Same,
}

/// A move in each lane.
#[derive(Clone, Copy)]
pub(crate) struct Moves<Lanes> {
    pub(crate) from: Lanes,
    pub(crate) to: Lanes,
    /// The set compared with a node's sets `becomes`: the square that the move leaves, or the type of a promoted piece.
    pub(crate) piece: Lanes,
}

/// The facts that the lanes have in common.
pub(crate) struct Node<Same> {
    /// The square of their king.
    king: usize,
    /// `true` if our king may attack a square next to theirs.
    king_matters: bool,
    /// `true` if our pawns may.
    pawns_matter: bool,
    /// `true` if our moves are promotions.
    promotes: bool,
    occupied: Same,
    theirs: Same,
    pawns: Same,
    king_targets: Same,
    /// The lines through their king.
    file: Same,
    diagonal: Same,
    antidiagonal: Same,
    /// The squares from which our pawns, and our knights, check.
    pawn_checks: Same,
    knight_checks: Same,
    our_king: Pieces<Same>,
    our_pawns: Pieces<Same>,
    our_knights: Pieces<Same>,
    our_straight: Pieces<Same>,
    our_diagonal: Pieces<Same>,
}

stamp!({
    use crate::attacks::level::{bishop_targets, diagonal_lines, rook_targets, straight_lines};
    use crate::lanes::level::{
        Lanes, Same, all, and, count, if_meet, narrow, or, repeat, same, shl, shr, unless_meet, without,
    };

    /// Prepares what the lanes have in common. `becomes` has what the `piece` of a move meets, by its type afterwards.
    #[inline]
    pub(crate) fn node(board: &Board, becomes: &[u64; 8]) -> Node<Same> {
        let (us, them) = (&board.us, &board.them);
        let king = lsb(them[KING]);
        // The squares where an attack matters, and from where our king and pawns attack them.
        let zone = tables::KING[king] | them[KING];
        let near = left(zone) | zone | right(zone);
        let near = near << 8 | near | near >> 8;
        let pawns = us[PAWN] | us[PAWN] << 8 | us[PAWN] << 16 | up_left(us[PAWN]) | up_right(us[PAWN]);
        let castles = them[SPECIAL] & RANK_8 != 0;
        Node {
            king,
            king_matters: castles || tables::KING[lsb(us[KING])] & near != 0,
            pawns_matter: castles || pawns & (down_left(zone) | down_right(zone)) != 0,
            promotes: becomes[KING] == 0,
            occupied: same(us[ALL] | them[ALL]),
            theirs: same(them[ALL]),
            pawns: same(them[PAWN]),
            king_targets: same(tables::KING[king]),
            file: same(tables::FILE[king]),
            diagonal: same(tables::DIAGONAL[king]),
            antidiagonal: same(tables::ANTIDIAGONAL[king]),
            pawn_checks: same(down_left(them[KING]) | down_right(them[KING])),
            knight_checks: same(tables::KNIGHT[king]),
            our_king: kind(us[KING], becomes[KING]),
            our_pawns: kind(us[PAWN], becomes[PAWN]),
            our_knights: kind(us[KNIGHT], becomes[KNIGHT]),
            our_straight: kind(us[ROOK] | us[QUEEN], becomes[ROOK] | becomes[QUEEN]),
            our_diagonal: kind(us[BISHOP] | us[QUEEN], becomes[BISHOP] | becomes[QUEEN]),
        }
    }

    #[inline]
    fn kind(before: u64, becomes: u64) -> Pieces<Same> {
        Pieces { any: before | becomes != 0, before: same(before), becomes: same(becomes) }
    }

    /// Returns our pieces of a kind after each move.
    #[inline]
    fn after(pieces: &Pieces<Same>, Moves { from, to, piece }: Moves<Lanes>) -> Lanes {
        or(without(repeat(pieces.before), from), if_meet(piece, repeat(pieces.becomes), to))
    }

    /// Returns the number of replies to each of these moves, as a sum of `count`.
    #[inline]
    pub(crate) fn replies_in_lanes(board: &Board, node: &Node<Same>, moves: Moves<Lanes>) -> Lanes {
        let Moves { from, to, .. } = moves;
        let them = &board.them;
        let king = node.king;
        let occupied = or(without(repeat(node.occupied), from), to);
        let theirs = without(repeat(node.theirs), to);
        let ours = without(occupied, theirs);
        let is_move = if_meet(to, to, all(!0));

        let mut bounds = Bounds { targets: is_move, pinned: all(0), danger: all(0) };
        if node.king_matters {
            let kings = after(&node.our_king, moves);
            let near = or(sideways(kings), kings);
            bounds.danger = or(sideways(kings), or(shl(near, 8), shr(near, 8)));
        }
        if node.pawns_matter {
            let pawns = after(&node.our_pawns, moves);
            let attacks = or(shl(without(pawns, all(FILE_A)), 7), shl(without(pawns, all(FILE_H)), 9));
            let checks = repeat(node.pawn_checks);
            bounds.danger = or(bounds.danger, attacks);
            bounds.targets = narrow(bounds.targets, pawns, checks, and(pawns, checks));
        }
        if node.our_knights.any {
            let knights = after(&node.our_knights, moves);
            let one = sideways(knights);
            let two = or(shl(without(knights, all(FILES_GH)), 2), shr(without(knights, all(FILES_AB)), 2));
            let attacks = or(or(shl(one, 16), shr(one, 16)), or(shl(two, 8), shr(two, 8)));
            let checks = repeat(node.knight_checks);
            bounds.danger = or(bounds.danger, attacks);
            bounds.targets = narrow(bounds.targets, knights, checks, and(knights, checks));
        }
        if node.our_straight.any {
            straight_lines(&mut bounds, king, after(&node.our_straight, moves), occupied, node.promotes);
        }
        if node.our_diagonal.any {
            diagonal_lines(&mut bounds, king, after(&node.our_diagonal, moves), occupied, node.promotes);
        }

        let Bounds { targets, pinned, danger } = bounds;
        let mut sum = count(all(0), and(is_move, without(without(repeat(node.king_targets), theirs), danger)));
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
            let pawns = without(repeat(node.pawns), to);
            let along = |line| without(pawns, without(pinned, repeat(line)));
            let push = without(shr(along(node.file), 8), occupied);
            let captured = and(ours, targets);
            let to_left = and(shr(without(along(node.diagonal), all(FILE_A)), 9), captured);
            let to_right = and(shr(without(along(node.antidiagonal), all(FILE_H)), 7), captured);
            let mut first = or(to_left, and(push, targets));
            if them[PAWN] & RANK_7 != 0 {
                let double = without(shr(and(push, all(RANK_6)), 8), occupied);
                first = or(first, and(double, targets));
            }
            sum = count(count(sum, first), to_right);
            if them[PAWN] & RANK_1 << 8 != 0 {
                let (first, second) = (and(first, all(RANK_1)), and(to_right, all(RANK_1)));
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

    /// Returns the squares to the left and to the right.
    #[inline]
    fn sideways(set: Lanes) -> Lanes {
        or(shl(without(set, all(FILE_H)), 1), shr(without(set, all(FILE_A)), 1))
    }
});
