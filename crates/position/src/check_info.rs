//! All checks and pins of a position at once.

use gardez_bitboard::{Bitboard, between, bishop_attacks, knight_attacks, pawn_attacks, rook_attacks};
use gardez_types::{Color, Square};

use crate::board::Board;
use crate::side::{Black, Side, White};

/// The checks and pins of a position, and the squares that give check; made by [`Board::check_info`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CheckInfo {
    /// The pieces that give check to the side to move; see [`Board::checkers`].
    pub checkers: Bitboard,
    /// The pieces that block enemy sliders from each king, indexed by `Color as usize`; see [`Board::blockers`].
    pub blockers: [Bitboard; 2],
    /// The sliders of each color that pin, indexed by `Color as usize`; see [`Board::pinners`].
    pub pinners: [Bitboard; 2],
    /// The squares from which each piece type of the side to move gives check, indexed by
    /// [`PieceType::index`](crate::PieceType::index).
    pub check_squares: [Bitboard; 6],
}

/// # All checks and pins
impl Board {
    /// Returns all checks and pins at once, in half of the time of making a move; see [`Board::with`].
    pub fn check_info(&self) -> CheckInfo {
        self.check_info_expecting::<0>()
    }

    /// Returns all checks and pins. Expecting one slider on each king's lines is faster if their number is unpredictable.
    #[inline]
    pub(crate) fn check_info_expecting<const EXPECTED: usize>(&self) -> CheckInfo {
        match self.side_to_move() {
            Color::White => self.check_info_for::<White, EXPECTED>(),
            Color::Black => self.check_info_for::<Black, EXPECTED>(),
        }
    }

    #[inline]
    fn check_info_for<S: Side, const EXPECTED: usize>(&self) -> CheckInfo {
        let (our_king, their_king, occupied) = (self.king(S::US), self.king(S::THEM), self.occupied());
        let ours = self.aimed_at::<S, EXPECTED>(our_king);
        let theirs = self.aimed_at::<S::Them, EXPECTED>(their_king);
        let (diagonal, orthogonal) = (bishop_attacks(their_king, occupied), rook_attacks(their_king, occupied));
        // In the order of the colors.
        let by_color = |ours, theirs| if S::US == Color::White { [ours, theirs] } else { [theirs, ours] };
        CheckInfo {
            checkers: ours.checkers | self.leaping_checkers(our_king, S::US),
            blockers: by_color(ours.blockers, theirs.blockers),
            pinners: by_color(theirs.pinners, ours.pinners),
            check_squares: [
                pawn_attacks(S::THEM, their_king),
                knight_attacks(their_king),
                diagonal,
                orthogonal,
                diagonal | orthogonal,
                Bitboard::EMPTY,
            ],
        }
    }
}

/// The enemy sliders on the lines of a king.
struct Aimed {
    checkers: Bitboard,
    blockers: Bitboard,
    pinners: Bitboard,
}

impl Board {
    /// Returns what the sliders of the other side do on the lines of the king of `S`.
    #[inline(always)]
    fn aimed_at<S: Side, const EXPECTED: usize>(&self, king: Square) -> Aimed {
        let snipers = self.snipers(king, S::US);
        let (occupied, own) = (self.occupied(), self.by_color(S::US));
        let mut aimed = Aimed { checkers: Bitboard::EMPTY, blockers: Bitboard::EMPTY, pinners: Bitboard::EMPTY };
        let mut look = |square: Square, sniper: Bitboard| {
            let between = between(king, square) & occupied;
            let blockers = between - snipers;
            let blockers = if blockers.more_than_one() { Bitboard::EMPTY } else { blockers };
            aimed.blockers |= blockers;
            aimed.pinners |= if blockers.is_disjoint(own) { Bitboard::EMPTY } else { sniper };
            aimed.checkers |= if between.is_empty() { sniper } else { Bitboard::EMPTY };
        };
        let mut others = snipers;
        for _ in 0..EXPECTED {
            // Without a branch: between the king and its own square is nothing.
            let bits = others.bits();
            look(others.lsb().unwrap_or(king), Bitboard::from_bits(bits & bits.wrapping_neg()));
            others = Bitboard::from_bits(bits & bits.wrapping_sub(1));
        }
        for sniper in others {
            look(sniper, sniper.into());
        }
        aimed
    }
}
