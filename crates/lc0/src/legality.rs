//! Attacks on the king, and which pseudo-legal moves are legal.
//!
//! lc0's board keeps none of the invariants of [`gardez_position`], so the rules are here a second time, over the same
//! tables of attacks. A test checks that both allow the same moves on every position of `gardez_position`.

use gardez_bitboard::{Bitboard, aligned, between, bishop_attacks, knight_attacks, pawn_attacks, rook_attacks};
use gardez_types::{Color, MoveKind, Square};

use crate::board::Board;
use crate::moves::Move;

/// Checks and pins of our king; see [`Board::king_attack_info`].
///
/// ```text
/// 8  . . . . r . . k
/// 7  . . . . x . . .
/// 6  . . . . x . . .
/// 5  . . . . x . . .      attack_lines: the rook on e8 and the squares x
/// 4  . . . . x . . b      pinned: the knight on f2
/// 3  . . . . x . . .
/// 2  . . . . x N . .
/// 1  . . . . K . . .
///    a b c d e f g h
/// ```
///
/// ```
/// use gardez_lc0::{Board, Square};
///
/// let board = Board::from_fen("4r2k/8/8/8/7b/8/5N2/4K3 w - - 0 1")?.board;
/// let info = board.king_attack_info();
/// assert!(info.in_check() && !info.double_check);
/// assert_eq!(info.pinned, Square::F2.into());
/// assert_eq!(info.attack_lines.len(), 7);
/// # Ok::<_, gardez_lc0::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct KingAttackInfo {
    /// `true` if two pieces give check.
    pub double_check: bool,
    /// Our pieces that are alone between our king and a slider of theirs.
    pub pinned: Bitboard,
    /// The checking pieces and the squares between them and the king.
    pub attack_lines: Bitboard,
}

impl KingAttackInfo {
    /// Returns `true` if the king is in check.
    #[inline]
    pub const fn in_check(&self) -> bool {
        !self.attack_lines.is_empty()
    }
}

impl Board {
    /// Returns `true` if a piece of theirs attacks `square`. Their king attacks its own square, as in lc0.
    pub fn is_under_attack(&self, square: Square) -> bool {
        let their_pawns = self.pawns() & self.theirs;
        square.distance(self.their_king) <= 1
            || !(knight_attacks(square) & self.theirs).is_disjoint(self.knights())
            || !pawn_attacks(Color::White, square).is_disjoint(their_pawns)
            || !(self.theirs & self.straight).is_disjoint(rook_attacks(square, self.occupied()))
            || !(self.theirs & self.diagonal).is_disjoint(bishop_attacks(square, self.occupied()))
    }

    /// Returns `true` if our king is attacked.
    pub fn in_check(&self) -> bool {
        self.is_under_attack(self.our_king)
    }

    /// Computes checks, pins and the squares on which a piece parries a check.
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
            } else if blockers.is_subset(self.ours) && !blockers.more_than_one() {
                info.pinned |= blockers;
            }
        }
        let pawns = pawn_attacks(Color::White, king) & self.theirs & self.pawns();
        let leapers = pawns | (knight_attacks(king) & self.theirs & self.knights());
        info.attack_lines |= leapers;
        info.double_check = checkers + leapers.len() > 1;
        info
    }

    /// Returns `true` if a pseudo-legal move leaves our king safe. `info` must be the [`Board::king_attack_info`].
    pub fn is_legal_move(&self, m: Move, info: &KingAttackInfo) -> bool {
        let (from, to, king) = (m.from(), m.to(), self.our_king);
        if m.kind() == MoveKind::EnPassant {
            // Two pawns leave their squares at once and may open a line to the king.
            return !self.after_for_us(m).in_check();
        }
        if info.in_check() {
            if from == king {
                return !self.after_for_us(m).in_check();
            }
            return !info.pinned.contains(from) && !info.double_check && info.attack_lines.contains(to);
        }
        if from == king {
            return m.kind() != MoveKind::Castling || !self.after_for_us(m).in_check();
        }
        !info.pinned.contains(from) || aligned(from, to, king)
    }

    fn after_for_us(&self, m: Move) -> Self {
        let mut board = *self;
        board.apply(m);
        board
    }
}
