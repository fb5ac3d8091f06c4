//! The piece-square score: a table, and how a move changes the score, written once for all libraries.

use crate::library::{Candidate, KING, Kind, Library, NOTHING, PAWN, ROOK, captured_at, castled};

/// A piece-square score for white.
pub(crate) type Score = i32;

/// The values of the pieces, in hundredths of a pawn.
pub(crate) const VALUES: [i32; 7] = [100, 320, 330, 500, 950, 0, 0];

/// The rows of black pieces follow the white ones.
static TABLE: [[Score; 64]; 12] = {
    let mut table = [[0; 64]; 12];
    let mut piece = PAWN;
    while piece <= KING {
        let mut square = 0;
        while square < 64 {
            let weight = weight(piece, square);
            table[piece][square] = weight;
            table[piece + 6][square ^ 56] = -weight;
            square += 1;
        }
        piece += 1;
    }
    table
};

/// The same table, in the form of Gardez: a row for each `Piece as usize`.
pub(crate) static GARDEZ: [[Score; 64]; 16] = {
    let mut table = [[0; 64]; 16];
    let mut piece = 0;
    while piece < 6 {
        table[1 + piece] = TABLE[piece];
        table[9 + piece] = TABLE[piece + 6];
        piece += 1;
    }
    table
};

/// Returns what a white piece is worth on a square: pieces like the center, pawns like to advance, a king likes its
/// first rank.
const fn weight(piece: usize, square: usize) -> Score {
    let (file, rank) = ((square % 8) as i32, (square / 8) as i32);
    let center = edge_distance(file) + edge_distance(rank);
    VALUES[piece]
        + match piece {
            PAWN => 6 * rank + 3 * edge_distance(file) - 6,
            ROOK => edge_distance(file) * 2 + if rank == 6 { 15 } else { 0 },
            KING => -10 * rank - 4 * edge_distance(file),
            _ => 5 * center - 15,
        }
}

const fn edge_distance(n: i32) -> i32 {
    if n < 4 { n } else { 7 - n }
}

/// Returns the weight of a piece of one color on a square.
#[inline]
fn of(white: bool, piece: usize, square: usize) -> Score {
    TABLE[if white { piece } else { piece + 6 }][square]
}

/// Returns what a move of `white` gains by the table, for white.
#[inline]
pub(crate) fn change<L: Library>(white: bool, candidate: &Candidate<L::Move>) -> Score {
    let (m, piece, captured) = (candidate.m, usize::from(candidate.piece), usize::from(candidate.captured));
    let (from, to) = (L::index(L::from(m)), L::index(L::to(m)));
    if candidate.kind == Kind::Castling {
        let (king, rook) = castled(from, to);
        return of(white, KING, king) + of(white, ROOK, rook) - of(white, KING, from) - of(white, ROOK, to);
    }
    let placed = if candidate.kind == Kind::Promotion { L::promotion(m) } else { piece };
    let mut change = of(white, placed, to) - of(white, piece, from);
    if captured != NOTHING {
        change -= of(!white, captured, captured_at::<L>(candidate));
    }
    change
}

/// Returns the score of a board.
pub(crate) fn score<L: Library>(board: &L::Board) -> Score {
    let mut score = 0;
    for white in [true, false] {
        for piece in PAWN..=KING {
            let mut set = L::pieces(board, piece) & L::color(board, white);
            while set != 0 {
                score += of(white, piece, set.trailing_zeros() as usize);
                set &= set - 1;
            }
        }
    }
    score
}
