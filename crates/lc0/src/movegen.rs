//! Pseudo-legal and legal moves in lc0's order.

use core::fmt;
use core::ops::Deref;

use arrayvec::ArrayVec;
use gardez_bitboard::{Bitboard, between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use gardez_types::{CastlingSide, Color, File, PieceType, Rank, Square};

use crate::board::Board;
use crate::castlings::Side;
use crate::moves::Move;

/// A list of moves on the stack, which dereferences to a slice of [`Move`]s.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct MoveList(ArrayVec<Move, { MoveList::CAPACITY }>);

impl MoveList {
    /// The greatest number of pseudo-legal moves; see [`gardez_position::MoveList::CAPACITY`].
    pub const CAPACITY: usize = gardez_position::MoveList::CAPACITY;

    #[inline]
    fn push(&mut self, m: Move) {
        self.0.push(m);
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter()).finish()
    }
}

impl Board {
    /// Returns the pseudo-legal moves in lc0's order, by ascending origin.
    ///
    /// King steps to attacked squares and castling through them are left out. Other moves may leave the king in check.
    pub fn pseudo_legal_moves(&self) -> MoveList {
        let mut list = MoveList::default();
        // A piece that shares its square with an en passant flag is not a pawn.
        let pawns = self.pawns();
        for from in self.ours {
            if from == self.our_king {
                self.king_moves(from, &mut list);
            } else if self.straight.contains(from) || self.diagonal.contains(from) {
                self.slider_moves(from, &mut list);
            } else if pawns.contains(from) {
                self.pawn_moves(from, &mut list);
            } else {
                for to in knight_attacks(from) - self.ours {
                    list.push(Move::normal(from, to));
                }
            }
        }
        list
    }

    /// Returns the legal moves, in the order of [`Board::pseudo_legal_moves`].
    ///
    /// ```
    /// use gardez_lc0::Board;
    ///
    /// let board = Board::from_fen("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")?.board;
    /// let moves: Vec<_> = board.legal_moves().iter().map(|m| format!("{m:?}")).collect();
    /// assert_eq!(moves, ["e1d1", "e1f1", "e1e2"]);
    /// # Ok::<_, gardez_lc0::FenError>(())
    /// ```
    pub fn legal_moves(&self) -> MoveList {
        let info = self.king_attack_info();
        let mut list = self.pseudo_legal_moves();
        list.0.retain(|m| self.is_legal_move(*m, &info));
        list
    }

    fn king_moves(&self, king: Square, list: &mut MoveList) {
        for to in king_attacks(king) - self.ours {
            if !self.is_under_attack(to) {
                list.push(Move::normal(king, to));
            }
        }
        if self.castlings.bits() & 3 != 0 && king.rank() == Rank::One {
            for side in [CastlingSide::QueenSide, CastlingSide::KingSide] {
                self.castling_move(king, side, list);
            }
        }
    }

    fn castling_move(&self, king: Square, side: CastlingSide, list: &mut MoveList) {
        let rook = Square::new(self.castlings.rook_file(Side::Ours, side), Rank::One);
        if !self.castlings.contains(Side::Ours, side) || !(self.ours & self.straight).contains(rook) {
            return;
        }
        let (king_to, rook_to) = (side.king_target(Color::White), side.rook_target(Color::White));
        let ends = [king, rook, king_to, rook_to];
        // All four squares are on rank 1, where the number of a square is that of its file.
        let (lowest, highest) = match side {
            CastlingSide::QueenSide => (rook.file().min(File::C), king.file().max(File::D)),
            CastlingSide::KingSide => (king.file().min(File::F), rook.file().max(File::G)),
        };
        debug_assert!(ends.iter().all(|end| (lowest..=highest).contains(&end.file())));
        let passed = Bitboard::from_bits((2 << highest as u32) - (1 << lowest as u32));
        if !(passed - king.into() - rook.into()).is_disjoint(self.occupied()) {
            return;
        }
        // The target square is tested by `is_legal_move`, on the board where the rook has moved.
        let mut path = between(king, king_to);
        path.insert(king);
        if path.into_iter().all(|square| !self.is_under_attack(square)) {
            list.push(Move::castling(king, rook));
        }
    }

    fn slider_moves(&self, from: Square, list: &mut MoveList) {
        if self.straight.contains(from) {
            for to in rook_attacks(from, self.occupied()) - self.ours {
                list.push(Move::normal(from, to));
            }
        }
        if self.diagonal.contains(from) {
            for to in bishop_attacks(from, self.occupied()) - self.ours {
                list.push(Move::normal(from, to));
            }
        }
    }

    fn pawn_moves(&self, from: Square, list: &mut MoveList) {
        let Some(step) = from.offset(0, 1) else { return };
        let push = |to: Square, list: &mut MoveList| {
            if to.rank() == Rank::Eight {
                list.0.extend(
                    PieceType::PROMOTION_PIECES.into_iter().filter_map(|piece| Move::new_promotion(from, to, piece)),
                );
            } else {
                list.push(Move::normal(from, to));
            }
        };
        if !self.occupied().contains(step) {
            push(step, list);
            if let Some(to) = step.offset(0, 1).filter(|to| from.rank() == Rank::Two && !self.occupied().contains(*to))
            {
                push(to, list);
            }
        }
        let targets = pawn_attacks(Color::White, from);
        for to in targets {
            if self.theirs.contains(to) {
                push(to, list);
            } else if to.rank() == Rank::Six && self.pawns.contains(Square::new(to.file(), Rank::Eight)) {
                list.push(Move::en_passant(from, to));
            }
        }
    }
}
