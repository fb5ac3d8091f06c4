//! The legal moves of the side to move: as sets of targets, as a number, and one by one.

use crate::board::{
    ALL, BISHOP, Bits, Board, Castling, KING, KNIGHT, PAWN, QUEEN, RANK_1, RANK_3, RANK_6, RANK_8, ROOK, SPECIAL, bit,
    down_left, down_right, lsb, up_left, up_right,
};
use crate::step::{Kind, Step, Steps};
use crate::tables;

/// The limits of the moves of the side to move.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    /// The squares that a move of a piece other than the king must go to. In check, only those that end the check.
    pub(crate) targets: u64,
    /// The pieces of the side to move that are pinned to its king.
    pub(crate) pinned: u64,
    /// The targets of the king, without castling.
    pub(crate) king: u64,
    /// The squares that the other side attacks. They are incomplete beyond a king in check.
    pub(crate) danger: u64,
    pub(crate) in_check: bool,
}

/// The targets of the pawns.
#[derive(Clone, Copy)]
pub(crate) struct Pawns {
    pub(crate) push: u64,
    pub(crate) double: u64,
    pub(crate) left: u64,
    pub(crate) right: u64,
}

/// Adds a move. The list always has room.
#[inline(always)]
fn add(steps: &mut Steps, from: usize, to: usize, kind: Kind) {
    let _ = steps.try_push(Step { from: from as u8, to: to as u8, kind });
}

stamp!({
    use crate::sliders::level::{bishop, rook};

    /// Computes the limits. The attacks of the other side's sliders must be given.
    #[inline]
    pub(crate) fn limits(board: &Board, danger_of_sliders: u64) -> Limits {
        let (us, them) = (&board.us, &board.them);
        let occupied = us[ALL] | them[ALL];
        let king = lsb(us[KING]);

        let mut danger =
            danger_of_sliders | down_left(them[PAWN]) | down_right(them[PAWN]) | tables::KING[lsb(them[KING])];
        for knight in Bits(them[KNIGHT]) {
            danger |= tables::KNIGHT[knight];
        }

        let mut checkers = tables::KNIGHT[king] & them[KNIGHT] | (up_left(us[KING]) | up_right(us[KING])) & them[PAWN];
        let mut pinned = 0;
        let mut lines = 0;
        let aligned = tables::ROOK_RAYS[king] & (them[ROOK] | them[QUEEN])
            | tables::BISHOP_RAYS[king] & (them[BISHOP] | them[QUEEN]);
        for sniper in Bits(aligned) {
            let blockers = tables::between(king, sniper) & occupied;
            if blockers == 0 {
                checkers |= bit(sniper);
                lines |= tables::line(king, sniper) & !bit(sniper);
            } else if blockers & (blockers - 1) == 0 {
                pinned |= blockers & us[ALL];
            }
        }
        let king_targets = tables::KING[king] & !us[ALL] & !danger & !lines;
        let targets = if checkers == 0 {
            !us[ALL]
        } else if checkers & (checkers - 1) == 0 {
            tables::between(king, lsb(checkers)) | checkers
        } else {
            0
        };
        Limits { targets, pinned, king: king_targets, danger, in_check: checkers != 0 }
    }

    /// Returns the squares that the other side's sliders attack.
    #[inline]
    pub(crate) fn slider_danger(board: &Board) -> u64 {
        let (us, them) = (&board.us, &board.them);
        let occupied = us[ALL] | them[ALL];
        let mut danger = 0;
        for square in Bits(them[ROOK] | them[QUEEN]) {
            danger |= rook(square, occupied);
        }
        for square in Bits(them[BISHOP] | them[QUEEN]) {
            danger |= bishop(square, occupied);
        }
        danger
    }

    /// Returns the targets of the pawns, with promotions but without en passant.
    #[inline]
    pub(crate) fn pawns(board: &Board, limits: &Limits) -> Pawns {
        let empty = !(board.us[ALL] | board.them[ALL]);
        let king = lsb(board.us[KING]);
        let free = board.us[PAWN] & !limits.pinned;
        let pinned = board.us[PAWN] & limits.pinned;
        let push = (free | pinned & tables::FILE[king]) << 8 & empty;
        Pawns {
            push: push & limits.targets,
            double: (push & RANK_3) << 8 & empty & limits.targets,
            left: up_left(free | pinned & tables::ANTIDIAGONAL[king]) & board.them[ALL] & limits.targets,
            right: up_right(free | pinned & tables::DIAGONAL[king]) & board.them[ALL] & limits.targets,
        }
    }

    #[inline]
    pub(crate) fn en_passant(board: &Board) -> u64 {
        let target = board.them[SPECIAL] & RANK_6;
        if target == 0 {
            return 0;
        }
        let mut able = 0;
        for pawn in Bits((down_left(target) | down_right(target)) & board.us[PAWN]) {
            if en_passant_is_safe(board, bit(pawn), target) {
                able |= bit(pawn);
            }
        }
        able
    }

    fn en_passant_is_safe(board: &Board, from: u64, to: u64) -> bool {
        let (us, them) = (&board.us, &board.them);
        let king = lsb(us[KING]);
        let captured = to >> 8;
        let occupied = (us[ALL] | them[ALL]) & !(from | captured) | to;
        let leapers =
            tables::KNIGHT[king] & them[KNIGHT] | (up_left(us[KING]) | up_right(us[KING])) & them[PAWN] & !captured;
        let lines = rook(king, occupied) & (them[ROOK] | them[QUEEN]);
        let diagonals = bishop(king, occupied) & (them[BISHOP] | them[QUEEN]);
        leapers | lines | diagonals == 0
    }

    /// Returns the rooks with which the king can castle.
    #[inline]
    pub(crate) fn castling(board: &Board, limits: &Limits) -> u64 {
        let mut able = 0;
        let rights = board.us[SPECIAL] & RANK_1;
        if rights != 0 && !limits.in_check {
            let occupied = board.us[ALL] | board.them[ALL];
            for rook in Bits(rights & !limits.pinned) {
                if Castling::path(board.us[KING], bit(rook)) & occupied == 0
                    && Castling::new(board.us[KING], bit(rook)).way & limits.danger == 0
                {
                    able |= bit(rook);
                }
            }
        }
        able
    }

    /// Returns the number of legal moves.
    #[inline(never)]
    pub(crate) fn replies(board: &Board) -> u64 {
        let us = &board.us;
        let occupied = us[ALL] | board.them[ALL];
        let limits = limits(board, slider_danger(board));
        let mut count = limits.king.count_ones();
        if limits.targets == 0 {
            return u64::from(count);
        }
        let king = lsb(us[KING]);
        for from in Bits(us[KNIGHT] & !limits.pinned) {
            count += (tables::KNIGHT[from] & limits.targets).count_ones();
        }
        for from in Bits((us[BISHOP] | us[QUEEN]) & !limits.pinned) {
            count += (bishop(from, occupied) & limits.targets).count_ones();
        }
        for from in Bits((us[ROOK] | us[QUEEN]) & !limits.pinned) {
            count += (rook(from, occupied) & limits.targets).count_ones();
        }
        for from in Bits(limits.pinned & !us[PAWN] & !us[KNIGHT]) {
            count += (slides(us, from, occupied) & tables::line(king, from) & limits.targets).count_ones();
        }
        let pawns = pawns(board, &limits);
        count +=
            pawns.push.count_ones() + pawns.double.count_ones() + pawns.left.count_ones() + pawns.right.count_ones();
        if us[PAWN] & RANK_8 >> 8 != 0 {
            let promotions = [pawns.push, pawns.left, pawns.right].map(|set| (set & RANK_8).count_ones());
            count += 3 * promotions.iter().sum::<u32>();
        }
        count += en_passant(board).count_ones() + castling(board, &limits).count_ones();
        u64::from(count)
    }

    /// Returns the squares that the piece of a side on a square attacks along lines.
    #[inline]
    pub(crate) fn slides(side: &[u64; 8], from: usize, occupied: u64) -> u64 {
        let mut targets = 0;
        if (side[ROOK] | side[QUEEN]) & bit(from) != 0 {
            targets |= rook(from, occupied);
        }
        if (side[BISHOP] | side[QUEEN]) & bit(from) != 0 {
            targets |= bishop(from, occupied);
        }
        targets
    }

    pub(crate) fn list(board: &Board, steps: &mut Steps) {
        let us = &board.us;
        let occupied = us[ALL] | board.them[ALL];
        let limits = limits(board, slider_danger(board));
        let king = lsb(us[KING]);
        let pawns = pawns(board, &limits);
        for (set, distance) in [(pawns.push, 8), (pawns.left, 7), (pawns.right, 9)] {
            for to in Bits(set & !RANK_8) {
                add(steps, to.wrapping_sub(distance), to, Kind::Piece(PAWN as u8));
            }
            for to in Bits(set & RANK_8) {
                for piece_type in [QUEEN, ROOK, BISHOP, KNIGHT] {
                    add(steps, to.wrapping_sub(distance), to, Kind::Promotion(piece_type as u8));
                }
            }
        }
        for to in Bits(pawns.double) {
            add(steps, to.wrapping_sub(16), to, Kind::Double);
        }
        for from in Bits(en_passant(board)) {
            add(steps, from, lsb(board.them[SPECIAL] & RANK_6), Kind::EnPassant);
        }
        for from in Bits(us[KNIGHT] & !limits.pinned) {
            for to in Bits(tables::KNIGHT[from] & limits.targets) {
                add(steps, from, to, Kind::Piece(KNIGHT as u8));
            }
        }
        for piece_type in [BISHOP, ROOK, QUEEN] {
            for from in Bits(us[piece_type]) {
                let mut targets = slides(us, from, occupied) & limits.targets;
                if limits.pinned & bit(from) != 0 {
                    targets &= tables::line(king, from);
                }
                for to in Bits(targets) {
                    add(steps, from, to, Kind::Piece(piece_type as u8));
                }
            }
        }
        for to in Bits(limits.king) {
            add(steps, king, to, Kind::Piece(KING as u8));
        }
        for to in Bits(castling(board, &limits)) {
            add(steps, king, to, Kind::Castling);
        }
    }
});
