//! Pseudo-legal and legal moves in lc0's order.

use core::fmt;
use core::ops::Deref;

use arrayvec::ArrayVec;
use gardez_bitboard::{Bitboard, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use gardez_types::{CastlingSide, Color, File, PieceType, Rank, Square};

use crate::{Board, Move, Side};

/// The moves of a board, kept on the stack.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct MoveList(ArrayVec<Move, { MoveList::CAPACITY }>);

impl MoveList {
    /// Room for every board, even one with more queens than a game can have; the reasoning stands at
    /// [`gardez_position::MoveList::CAPACITY`].
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

/// The pieces that a pawn becomes, in lc0's order.
const PROMOTIONS: [PieceType; 4] = [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];

impl Board {
    /// The pseudo-legal moves in lc0's order, by ascending origin.
    ///
    /// King steps to attacked squares and castling through attacked ones are left out; anything else may leave the king
    /// attacked.
    pub fn pseudo_legal_moves(&self) -> MoveList {
        let mut list = MoveList::default();
        // A piece under an en passant flag is no pawn.
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

    /// The legal moves, in the order of the pseudo-legal ones.
    ///
    /// ```
    /// use gardez_lc0::Board;
    ///
    /// let (board, ..) = Board::from_fen("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")?.parts();
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
            for wing in [CastlingSide::QueenSide, CastlingSide::KingSide] {
                self.castling_move(king, wing, list);
            }
        }
    }

    fn castling_move(&self, king: Square, wing: CastlingSide, list: &mut MoveList) {
        let rook = Square::new(self.castlings.rook_file(Side::Ours, wing), Rank::One);
        if !self.castlings.contains(Side::Ours, wing) || !(self.ours & self.straight).contains(rook) {
            return;
        }
        let (king_to, rook_to) = (wing.king_target(Color::White), wing.rook_target(Color::White));
        let ends = [king, rook, king_to, rook_to];
        // All four lie on rank 1, where a square is its file.
        let (lowest, highest) = match wing {
            CastlingSide::QueenSide => (rook.file().min(File::C), king.file().max(File::D)),
            CastlingSide::KingSide => (king.file().min(File::F), rook.file().max(File::G)),
        };
        debug_assert!(ends.iter().all(|end| (lowest..=highest).contains(&end.file())));
        let passed = Bitboard::from_bits((2 << highest as u32) - (1 << lowest as u32));
        if !(passed - king.into() - rook.into()).is_disjoint(self.occupied()) {
            return;
        }
        // The target itself is tested when the move is: by then the rook has left.
        let mut way = gardez_bitboard::between(king, king_to);
        way.insert(king);
        if way.into_iter().all(|square| !self.is_under_attack(square)) {
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
                list.0.extend(PROMOTIONS.into_iter().filter_map(|piece| Move::promotion(from, to, piece)));
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
