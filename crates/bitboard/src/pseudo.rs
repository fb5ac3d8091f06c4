//! The squares from which a piece would attack a square on an empty board.

use gardez_types::{Piece, PieceType, Square};

use crate::bitboard::Bitboard;
use crate::leapers::{king_attacks, knight_attacks, pawn_attacks};
use crate::sliders::hyperbola::lines;

/// Returns the squares from which `piece` would attack `square` on an empty board, from a table.
///
/// ```
/// use gardez_bitboard::{Bitboard, Piece, Square, pseudo_attackers};
///
/// let pawns = Bitboard::from_iter([Square::D4, Square::F4]);
/// assert_eq!(pseudo_attackers(Piece::WhitePawn, Square::E5), pawns);
/// ```
#[inline]
pub const fn pseudo_attackers(piece: Piece, square: Square) -> Bitboard {
    static TABLE: [[Bitboard; 64]; 16] = {
        let mut table = [[Bitboard::EMPTY; 64]; 16];
        let mut i = 0;
        while i < Piece::COUNT * 64 {
            let (piece, square) = (Piece::ALL[i / 64], i % 64);
            table[piece as usize][square] = computed(piece, Square::ALL[square]);
            i += 1;
        }
        table
    };
    if cfg!(gardez_small) { computed(piece, square) } else { TABLE[piece as usize][square as usize] }
}

/// Computes the same without the table.
const fn computed(piece: Piece, square: Square) -> Bitboard {
    let lines = lines(square);
    let (bishop, rook) = (lines.diagonal | lines.anti_diagonal, lines.rank | lines.file);
    match piece.piece_type() {
        // From there, a pawn of the other color attacks the same squares.
        PieceType::Pawn => pawn_attacks(piece.color().opposite(), square),
        PieceType::Knight => knight_attacks(square),
        PieceType::Bishop => Bitboard(bishop),
        PieceType::Rook => Bitboard(rook),
        PieceType::Queen => Bitboard(bishop | rook),
        PieceType::King => king_attacks(square),
    }
}
