//! Attacks on the king, and which pseudo-legal moves are legal.
//!
//! This is not the legality of [`gardez_position`], and cannot be: that one is defined on positions which keep every
//! invariant of chess, with two kings, of which the one that is not to move is safe, and with an en passant square that
//! counts only if a legal capture exists. lc0's board has none of these conditions, is turned to the side to move, lists
//! its moves in an order that is part of its interface, and tells castling from other moves by the rook file of a right
//! that may be stale. What both share are the tables of attacks and lines in [`gardez_bitboard`], from which each of the
//! rules below is built; and a law in the tests says that wherever a board is a position of `gardez_position`, both allow
//! the same moves.

use gardez_bitboard::{Bitboard, aligned, between, bishop_attacks, knight_attacks, pawn_attacks, rook_attacks};
use gardez_types::{Color, MoveKind, Square};

use crate::{Board, Move};

/// What is known of attacks on the king of the side to move; [`Board::king_attack_info`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct KingAttackInfo {
    /// True if two pieces give check at once.
    pub double_check: bool,
    /// Our pieces that alone stand between our king and a slider of theirs.
    pub pinned: Bitboard,
    /// The squares of the pieces that give check, and those between them and the king; empty without a check.
    pub attack_lines: Bitboard,
}

impl KingAttackInfo {
    /// True if the king is in check.
    #[inline]
    pub const fn in_check(&self) -> bool {
        !self.attack_lines.is_empty()
    }
}

impl Board {
    /// True if a piece of theirs attacks `square`, whoever stands there, among all pieces as they stand. The square of
    /// their king counts as attacked by it, as in lc0.
    pub fn is_under_attack(&self, square: Square) -> bool {
        let their_pawns = self.pawns() & self.theirs;
        // As in lc0, the king's own square counts among those next to it.
        square.distance(self.their_king) <= 1
            || !(knight_attacks(square) & self.theirs).is_disjoint(self.knights())
            || !pawn_attacks(Color::White, square).is_disjoint(their_pawns)
            || !(self.theirs & self.straight).is_disjoint(rook_attacks(square, self.occupied()))
            || !(self.theirs & self.diagonal).is_disjoint(bishop_attacks(square, self.occupied()))
    }

    /// True if our king is attacked.
    pub fn in_check(&self) -> bool {
        self.is_under_attack(self.our_king)
    }

    /// Checks, pins and the squares that parry a check.
    pub fn king_attack_info(&self) -> KingAttackInfo {
        let (king, occupied) = (self.our_king, self.occupied());
        let mut info = KingAttackInfo::default();
        let mut checkers = 0;

        let straight = self.theirs & self.straight & rook_attacks(king, Bitboard::EMPTY);
        let diagonal = self.theirs & self.diagonal & bishop_attacks(king, Bitboard::EMPTY);
        for slider in straight | diagonal {
            let line = between(king, slider);
            let blockers = line & occupied;
            if blockers.is_empty() {
                info.attack_lines |= line | slider.into();
                checkers += 1;
            } else if blockers.is_subset(self.ours) && !blockers.has_several() {
                info.pinned |= blockers;
            }
        }
        let pawns = pawn_attacks(Color::White, king) & self.theirs & self.pawns();
        let leapers = pawns | (knight_attacks(king) & self.theirs & self.knights());
        info.attack_lines |= leapers;
        info.double_check = checkers + leapers.len() > 1;
        info
    }

    /// True if a pseudo-legal move leaves our king safe, given [`Board::king_attack_info`] of this board.
    pub fn is_legal_move(&self, m: Move, info: &KingAttackInfo) -> bool {
        let (from, to, king) = (m.from(), m.to(), self.our_king);
        if m.kind() == MoveKind::EnPassant {
            // Two pawns leave the lines of the king at once.
            return !self.without_turning(m).in_check();
        }
        if info.in_check() {
            if from == king {
                return !self.without_turning(m).in_check();
            }
            return !info.pinned.contains(from) && !info.double_check && info.attack_lines.contains(to);
        }
        if from == king {
            return m.kind() != MoveKind::Castling || !self.without_turning(m).in_check();
        }
        !info.pinned.contains(from) || aligned(from, to, king)
    }

    /// The board after our move, still seen by us.
    fn without_turning(&self, m: Move) -> Self {
        let mut board = *self;
        board.apply(m);
        board
    }
}
