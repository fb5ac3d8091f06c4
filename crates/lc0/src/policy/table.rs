//! The list of the 1858 moves, made from its definition.

use gardez_bitboard::{Bitboard, knight_attacks};
use gardez_types::{File, PieceType, Rank, Square, geometry};

use crate::Move;

/// How many moves there are without the promotions.
const PLAIN: usize = 1792;

/// How many moves there are.
pub(super) const LENGTH: usize = PLAIN + 66;

/// The number of no move.
const NONE: u16 = u16::MAX;

/// The pieces of the promotions, in order.
pub(super) const PROMOTIONS: [PieceType; 3] = [PieceType::Queen, PieceType::Rook, PieceType::Bishop];

/// The number of the move of a queen or knight between two squares; above all numbers if there is none.
#[inline]
pub(super) const fn plain(from: Square, to: Square) -> u16 {
    static TABLE: [[u16; 64]; 64] = numbers();
    TABLE[from as usize][to as usize]
}

/// The number of a promotion to queen, rook or bishop; above all numbers if it is none from rank 7 to rank 8.
#[inline]
pub(super) const fn promotion(from: Square, to: Square, piece: PieceType) -> u16 {
    let (file, target) = (from.file() as u16, to.file() as u16);
    if !matches!((from.rank(), to.rank()), (Rank::Seven, Rank::Eight)) || file.abs_diff(target) > 1 {
        return NONE;
    }
    let piece = match piece {
        PieceType::Queen => 0,
        PieceType::Rook => 1,
        PieceType::Bishop => 2,
        _ => return NONE,
    };
    // There are two targets from file a and three from each file after it, the first of which is one file back.
    let before = if file == 0 { 0 } else { 3 * file - 1 };
    let first = if file == 0 { 0 } else { file - 1 };
    PLAIN as u16 + 3 * (before + target - first) + piece
}

/// The move with a number, seen as if nothing were transformed.
#[inline]
pub(super) const fn move_at(index: usize) -> Move {
    static TABLE: [Move; LENGTH] = moves();
    TABLE[index]
}

/// Whether a queen or a knight goes from one square to the other on an empty board.
const fn goes(from: Square, to: Square) -> bool {
    let queen = geometry::bishop_attacks(from, 0) | geometry::rook_attacks(from, 0);
    Bitboard::from_bits(queen | knight_attacks(from).bits()).contains(to)
}

const fn numbers() -> [[u16; 64]; 64] {
    let (mut table, mut next, mut i) = ([[NONE; 64]; 64], 0, 0);
    while i < 64 * 64 {
        let (from, to) = (Square::ALL[i / 64], Square::ALL[i % 64]);
        if goes(from, to) {
            table[i / 64][i % 64] = next;
            next += 1;
        }
        i += 1;
    }
    assert!(next as usize == PLAIN, "every move of a queen or knight has a number");
    table
}

const fn moves() -> [Move; LENGTH] {
    let mut table = [Move::normal(Square::A1, Square::A1); LENGTH];
    let (mut next, mut i) = (0, 0);
    while i < 64 * 64 {
        let (from, to) = (Square::ALL[i / 64], Square::ALL[i % 64]);
        if goes(from, to) {
            table[next] = Move::normal(from, to);
            next += 1;
        }
        i += 1;
    }
    i = 0;
    while i < 64 * PROMOTIONS.len() {
        let (file, target, piece) = (File::ALL[i / 24], File::ALL[i / 3 % 8], PROMOTIONS[i % 3]);
        if (file as u8).abs_diff(target as u8) <= 1 {
            let (from, to) = (Square::new(file, Rank::Seven), Square::new(target, Rank::Eight));
            table[next] = match Move::promotion(from, to, piece) {
                Some(m) => m,
                None => panic!("a pawn becomes a queen, rook or bishop"),
            };
            next += 1;
        }
        i += 1;
    }
    assert!(next == LENGTH, "every promotion has a number");
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_moves_belong_together() {
        for index in 0..LENGTH {
            let m = move_at(index);
            let number = match m.promotion_piece() {
                Some(piece) => promotion(m.from(), m.to(), piece),
                None => plain(m.from(), m.to()),
            };
            assert_eq!(usize::from(number), index, "{m:?}");
        }
        assert_eq!(plain(Square::A1, Square::B4), NONE);
        assert_eq!(promotion(Square::A7, Square::C8, PieceType::Queen), NONE);
        assert_eq!(promotion(Square::A6, Square::A7, PieceType::Queen), NONE);
    }
}
