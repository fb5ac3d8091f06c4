//! The list of the 1858 moves, from its definition.

use gardez_bitboard::{Bitboard, knight_attacks};
use gardez_types::{File, PieceType, Rank, Square, geometry};

use crate::moves::Move;

/// The number of moves without the promotions.
const PLAIN: usize = 1792;

/// The number of moves.
pub(super) const LENGTH: usize = PLAIN + 66;

/// Marks a pair of squares without a move. It is greater than all indices.
const NONE: u16 = u16::MAX;

/// The promotion pieces in the order of the indices.
pub(super) const PROMOTIONS: [PieceType; 3] = [PieceType::Queen, PieceType::Rook, PieceType::Bishop];

#[inline]
pub(super) const fn plain(from: Square, to: Square) -> u16 {
    static TABLE: [[u16; 64]; 64] = indices();
    TABLE[from as usize][to as usize]
}

/// Returns the index of a promotion from rank 7 to rank 8, or [`NONE`] if there is no such promotion.
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
    // File a has two targets, and the next files have three each, of which the first is one file to the left.
    let before = if file == 0 { 0 } else { 3 * file - 1 };
    let first = if file == 0 { 0 } else { file - 1 };
    PLAIN as u16 + 3 * (before + target - first) + piece
}

#[inline]
pub(super) const fn move_at(index: usize) -> Move {
    static TABLE: [Move; LENGTH] = moves();
    TABLE[index]
}

/// Returns `true` if a queen or a knight moves from one square to the other on an empty board.
const fn has_move(from: Square, to: Square) -> bool {
    let queen = geometry::bishop_attacks(from, 0) | geometry::rook_attacks(from, 0);
    Bitboard::from_bits(queen | knight_attacks(from).bits()).contains(to)
}

const fn indices() -> [[u16; 64]; 64] {
    let (mut table, mut next, mut i) = ([[NONE; 64]; 64], 0, 0);
    while i < 64 * 64 {
        let (from, to) = (Square::ALL[i / 64], Square::ALL[i % 64]);
        if has_move(from, to) {
            table[i / 64][i % 64] = next;
            next += 1;
        }
        i += 1;
    }
    assert!(next as usize == PLAIN, "every move of a queen or knight has an index");
    table
}

const fn moves() -> [Move; LENGTH] {
    let mut table = [Move::normal(Square::A1, Square::A1); LENGTH];
    let (mut next, mut i) = (0, 0);
    while i < 64 * 64 {
        let (from, to) = (Square::ALL[i / 64], Square::ALL[i % 64]);
        if has_move(from, to) {
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
            table[next] = match Move::new_promotion(from, to, piece) {
                Some(m) => m,
                None => panic!("a pawn becomes a queen, rook or bishop"),
            };
            next += 1;
        }
        i += 1;
    }
    assert!(next == LENGTH, "every promotion has an index");
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_index_is_the_index_of_its_move() {
        for index in 0..LENGTH {
            let m = move_at(index);
            let found = match m.promotion() {
                Some(piece) => promotion(m.from(), m.to(), piece),
                None => plain(m.from(), m.to()),
            };
            assert_eq!(usize::from(found), index, "{m:?}");
        }
        assert_eq!(plain(Square::A1, Square::B4), NONE);
        assert_eq!(promotion(Square::A7, Square::C8, PieceType::Queen), NONE);
        assert_eq!(promotion(Square::A6, Square::A7, PieceType::Queen), NONE);
    }
}
