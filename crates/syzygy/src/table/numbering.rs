//! The format's numbers of squares and sets of squares.
//!
//! A position without pawns is flipped until the first piece is in the triangle a1–d1–d4 (`#` and `\`), a position with
//! pawns until the leading pawn is on one of the files a to d (`+`):
//!
//! ```text
//! 8  . . . . . . . .        8  . . . . . . . .
//! 7  . . . . . . . .        7  + + + + . . . .
//! 6  . . . . . . . .        6  + + + + . . . .
//! 5  . . . . . . . .        5  + + + + . . . .
//! 4  . . . \ . . . .        4  + + + + . . . .
//! 3  . . \ # . . . .        3  + + + + . . . .
//! 2  . \ # # . . . .        2  + + + + . . . .
//! 1  \ # # # . . . .        1  . . . . . . . .
//!    a b c d e f g h           a b c d e f g h
//! ```

/// The number of ways to choose `k` of `n`: `BINOMIAL[k][n]`.
pub(super) static BINOMIAL: [[u64; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut n = 0;
    while n < 64 {
        table[0][n] = 1;
        let mut k = 1;
        while k < 8 {
            table[k][n] = if n == 0 { 0 } else { table[k - 1][n - 1] + table[k][n - 1] };
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of ways to place two kings with the first in the triangle.
pub(super) const KINGS: u64 = 462;

/// The number of ways to place three different pieces with the first in the triangle.
pub(super) const THREE: u64 = 31_332;

/// The ten squares of the triangle a1–d1–d4: first those below the long diagonal, then those on it.
const TRIANGLE_SQUARES: [u8; 10] = [1, 2, 3, 10, 11, 19, 0, 9, 18, 27];

/// The number of a square of the triangle, from 0 to 9.
pub(super) static TRIANGLE: [u8; 64] = {
    let mut table = [0; 64];
    let mut number = 0;
    while number < 10 {
        table[TRIANGLE_SQUARES[number] as usize] = number as u8;
        number += 1;
    }
    table
};

/// The number of a square below the long diagonal a1–h8, from 0 to 27, rank by rank.
pub(super) static LOWER: [u8; 64] = {
    let (mut table, mut square, mut number) = ([0; 64], 0, 0);
    while square < 64 {
        if side_of_diagonal(square as u8) < 0 {
            table[square] = number;
            number += 1;
        }
        square += 1;
    }
    assert!(number == 28, "28 squares lie below the diagonal");
    table
};

/// Returns negative below the long diagonal a1–h8, 0 on it, positive above it.
pub(super) const fn side_of_diagonal(square: u8) -> i8 {
    (square >> 3) as i8 - (square & 7) as i8
}

/// The number of two kings. The first is on this square of the triangle, the second on any square that is not adjacent.
///
/// Pairs with both kings on the long diagonal come last. If only the first king is on it, the second is below it.
pub(super) static KING_PAIR: [[u16; 64]; 10] = {
    let (mut table, mut number) = ([[0; 64]; 10], 0);
    let mut on_diagonal = 0;
    while on_diagonal < 2 {
        let mut first = 0;
        while first < 10 {
            let one = TRIANGLE_SQUARES[first];
            let mut second = 0;
            while second < 64 {
                let files = (one & 7).abs_diff(second as u8 & 7);
                let ranks = (one >> 3).abs_diff(second as u8 >> 3);
                let (one_side, second_side) = (side_of_diagonal(one), side_of_diagonal(second as u8));
                let are_both_on_it = one_side == 0 && second_side == 0;
                let is_second_above = one_side == 0 && 0 < second_side;
                if (1 < files || 1 < ranks) && !is_second_above && are_both_on_it == (on_diagonal == 1) {
                    table[first][second] = number;
                    number += 1;
                }
                second += 1;
            }
            first += 1;
        }
        on_diagonal += 1;
    }
    assert!(number as u64 == KINGS, "there are 462 ways to place two kings");
    table
};

/// The order of squares for pawns: 47 on a2, then h2, a3, h3, … down to 0 on e7. The leading pawn has the greatest.
pub(super) static PAWN_ORDER: [u8; 64] = {
    let (mut table, mut next) = ([0; 64], 48);
    let mut file = 0;
    while file < 4 {
        let mut rank = 1;
        while rank < 7 {
            table[rank * 8 + file] = next - 1;
            table[rank * 8 + 7 - file] = next - 2;
            next -= 2;
            rank += 1;
        }
        file += 1;
    }
    assert!(next == 0, "there are 48 squares for pawns");
    table
};

/// Returns the number of the leading pawn's square from the nearer edge: 0 on a2 and h2, 5 on a7, 6 on b2, 23 on d7.
pub(super) const fn leading_square(square: u8) -> usize {
    let file = if square & 7 < 4 { square & 7 } else { 7 - (square & 7) };
    (6 * file as usize + (square >> 3) as usize).saturating_sub(1)
}

/// `begin` is the first number of the other leading pawns, by their number and by the square of the leading pawn. `ways` is
/// the number of numbers of each file.
pub(super) struct LeadingPawns {
    pub(super) begin: [[u64; 24]; 6],
    pub(super) ways: [[u64; 4]; 6],
}

pub(super) static LEADING_PAWNS: LeadingPawns = {
    let (mut begin, mut ways) = ([[0; 24]; 6], [[0; 4]; 6]);
    let mut others = 0;
    while others < 6 {
        let (mut square, mut sum) = (0, 0);
        while square < 24 {
            begin[others][square] = sum;
            sum += BINOMIAL[others][PAWN_ORDER[8 * (1 + square % 6) + square / 6] as usize];
            square += 1;
            if square % 6 == 0 {
                ways[others][square / 6 - 1] = sum;
                sum = 0;
            }
        }
        others += 1;
    }
    LeadingPawns { begin, ways }
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomial_coefficients_are_right() {
        assert_eq!(BINOMIAL[2][5], 10);
        assert_eq!(BINOMIAL[5][63], 7_028_847);
        assert_eq!((BINOMIAL[0][0], BINOMIAL[1][0], BINOMIAL[3][2]), (1, 0, 0));
    }

    #[test]
    fn the_ways_of_three_pieces_add_up() {
        let below = 6 * 63 * 62;
        let first_on = 4 * 28 * 62 + 4 * 7 * 28 + 4 * 7 * 6;
        assert_eq!(THREE, below + first_on);
    }

    #[test]
    fn the_first_and_last_pairs_of_kings_have_the_first_and_last_number() {
        // b1 and d1; d4 and h8.
        assert_eq!(KING_PAIR[0][3], 0);
        assert_eq!(KING_PAIR[9][63], 461);
    }

    #[test]
    fn pawns_are_ordered_from_the_edge() {
        // a2, h2, a7, d7, e7.
        assert_eq!([8, 15, 48, 51, 52].map(|square: usize| PAWN_ORDER[square]), [47, 46, 37, 1, 0]);
        assert_eq!([8, 15, 48, 9, 51].map(leading_square), [0, 0, 5, 6, 23]);
        // One pawn on a file has six squares. With two pawns, the other has any square that is lower in the order.
        assert_eq!(LEADING_PAWNS.ways[0], [6; 4]);
        assert_eq!(LEADING_PAWNS.ways[1].iter().sum::<u64>(), (0..24).map(|pair| 2 * pair + 1).sum::<u64>());
    }
}
