//! Records of a book.

use gardez_position::Board;
use gardez_types::{CastlingSide, Move, PieceType, Square};

use crate::step::step_move;

/// A record of a book; big-endian in the file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Entry {
    /// The key of the position; see [`Board::polyglot_key`].
    pub key: u64,
    /// The move.
    pub mv: RawMove,
    /// The quality of the move compared with the other moves of the position.
    pub weight: u16,
    /// Data of programs that learn.
    pub learn: u32,
}

/// A move as the format encodes it, in 15 bits.
///
///
/// | bits | what |
/// |---|---|
/// | 0 to 2, 3 to 5 | file and rank of the target |
/// | 6 to 8, 9 to 11 | file and rank of the origin |
/// | 12 to 14 | promotion: 0 none, 1 knight, 2 bishop, 3 rook, 4 queen |
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RawMove(u16);

impl Entry {
    /// The size of a record in bytes.
    pub const SIZE: usize = 16;

    /// Reads a record.
    pub fn from_bytes(bytes: [u8; Self::SIZE]) -> Self {
        let number = u128::from_be_bytes(bytes);
        Self {
            key: (number >> 64) as u64,
            mv: RawMove((number >> 48) as u16),
            weight: (number >> 32) as u16,
            learn: number as u32,
        }
    }

    /// Writes a record.
    pub fn to_bytes(self) -> [u8; Self::SIZE] {
        let number = u128::from(self.key) << 64
            | u128::from(self.mv.0) << 48
            | u128::from(self.weight) << 32
            | u128::from(self.learn);
        number.to_be_bytes()
    }
}

impl RawMove {
    /// Returns the move with this number, which only [`RawMove::to_move`] checks.
    #[inline]
    pub const fn from_raw(number: u16) -> Self {
        Self(number)
    }

    /// Returns the number of the move.
    #[inline]
    pub const fn raw(self) -> u16 {
        self.0
    }

    /// Encodes a move, castling as king takes rook.
    pub const fn from_move(m: Move) -> Self {
        let promotion = match m.promotion() {
            None => 0,
            Some(PieceType::Knight) => 1,
            Some(PieceType::Bishop) => 2,
            Some(PieceType::Rook) => 3,
            Some(_) => 4,
        };
        // The index of a square has the bits of the format: three for the rank, then three for the file.
        Self(promotion << 12 | (m.from() as u16) << 6 | m.to() as u16)
    }

    /// Returns the origin.
    pub const fn from(self) -> Option<Square> {
        Square::from_index((self.0 >> 6 & 63) as u8)
    }

    /// Returns the target; for castling, usually the rook's square.
    pub const fn to(self) -> Option<Square> {
        Square::from_index((self.0 & 63) as u8)
    }

    /// Returns the legal move with this number in a position.
    ///
    /// The move is castling if the king can castle with the rook on its target, or goes to the g- or c-file without a step:
    ///
    /// ```text
    /// 1  . . . . K . . R     e1 to h1 and e1 to g1 are castling
    /// 1  . . . . . K . R     f1 to h1 is castling, f1 to g1 is a step
    ///    a b c d e f g h
    /// ```
    pub fn to_move(self, board: &Board) -> Option<Move> {
        let (from, to) = (self.from()?, self.to()?);
        let promotion = match self.0 >> 12 {
            0 => None,
            1 => Some(PieceType::Knight),
            2 => Some(PieceType::Bishop),
            3 => Some(PieceType::Rook),
            4 => Some(PieceType::Queen),
            _ => return None,
        };
        let us = board.side_to_move();
        let piece = board.piece_on(from).filter(|piece| piece.color() == us)?.piece_type();
        if board.legal_origins(piece, to, from.into()).contains(from) {
            return step_move(board, piece, (from, to), promotion);
        }
        if piece != PieceType::King || promotion.is_some() {
            return None;
        }
        let sides = [CastlingSide::KingSide, CastlingSide::QueenSide];
        let legal = sides.into_iter().filter_map(|side| Some((side, board.legal_castling(side)?)));
        let mut meant = legal.filter(|(side, m)| m.to() == to || side.king_target(us) == to);
        meant.next().map(|(_, m)| m)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pawn_promotes_on_the_last_rank_and_nowhere_else() {
        let board = Board::start();
        let b4 = RawMove::from_move(Move::normal(Square::B2, Square::B4));
        assert_eq!(b4.to_move(&board), Some(Move::normal(Square::B2, Square::B4)));
        for promotion in 1..8 {
            assert_eq!(RawMove(b4.0 | promotion << 12).to_move(&board), None);
        }
        // 8  . . . . k . . .
        // 7  P . . . . . . .
        let board = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1".parse::<gardez_position::Position>().expect("a position");
        let queen = Move::new_promotion(Square::A7, Square::A8, PieceType::Queen);
        assert_eq!(RawMove::from_move(queen).to_move(&board), Some(queen));
        assert_eq!(RawMove(RawMove::from_move(queen).0 & 0xfff).to_move(&board), None);
    }
}
