//! The number of a position in its table.

use gardez_position::Board;
use gardez_types::Color;

use super::groups::{Groups, Lead};
use super::numbering::{
    BINOMIAL, KING_PAIR, LEADING_PAWNS, LOWER, PAWN_ORDER, TRIANGLE, leading_square, side_of_diagonal,
};
use crate::material::MAX_PIECES;

/// The squares of the pieces in the order of a table, as numbers. The board may be flipped.
#[derive(Clone, Copy)]
pub(super) struct PieceSquares {
    squares: [u8; MAX_PIECES],
    count: usize,
}

impl PieceSquares {
    /// Finds the pieces of a table on a board with this stronger side. Returns `None` if the board has other pieces.
    ///
    /// With pawns, the board is flipped vertically if Black is the stronger side.
    #[inline]
    pub(super) fn find(board: &Board, groups: &Groups, strong: Color) -> Option<Self> {
        let flip_mask = if strong == Color::Black && matches!(groups.lead, Lead::Pawns { .. }) { 0o70 } else { 0 };
        let (mut squares, mut count) = ([0; MAX_PIECES], 0);
        for run in groups.runs() {
            let color = if run.piece.color() == Color::White { strong } else { !strong };
            let set = board.pieces(color, run.piece.piece_type());
            if set.len() != u32::from(run.count) {
                return None;
            }
            for square in set {
                *squares.get_mut(count)? = square as u8 ^ flip_mask;
                count += 1;
            }
        }
        Some(Self { squares, count })
    }

    /// Makes the leading pawn the first piece, and returns its file: 0 for a and h to 3 for d and e.
    #[inline]
    pub(super) fn lead_file(&mut self, pawns: u8) -> usize {
        for other in 1..usize::from(pawns).min(MAX_PIECES) {
            if leading_square(self.squares[other]) < leading_square(self.squares[0]) {
                self.squares.swap(0, other);
            }
        }
        let file = self.squares[0] & 7;
        usize::from(if file < 4 { file } else { 7 - file })
    }

    /// Returns the number of the position.
    #[inline]
    pub(super) fn number(mut self, groups: &Groups) -> u64 {
        if self.squares[0] & 4 != 0 {
            self.transform(|square| square ^ 7);
        }
        let (mut number, mut done) = match groups.lead {
            Lead::Pawns { count, .. } => (self.leading_pawns(usize::from(count)), usize::from(count)),
            Lead::Kings => {
                self.flip_to_triangle(2);
                let pair = &KING_PAIR[usize::from(TRIANGLE[table_index(self.squares[0])])];
                (u64::from(pair[table_index(self.squares[1])]), 2)
            }
            Lead::Three => {
                self.flip_to_triangle(3);
                (self.three(), 3)
            }
        };
        number *= groups.lead_factor;

        let mut are_pawns = matches!(groups.lead, Lead::Pawns { are_on_both_sides: true, .. });
        for group in groups.groups() {
            let end = done + usize::from(group.piece_count);
            number += group.factor * self.set(done, end, if are_pawns { 8 } else { 0 });
            done = end;
            are_pawns = false;
        }
        number
    }

    #[inline]
    fn transform(&mut self, map: impl Fn(u8) -> u8) {
        for square in &mut self.squares[..self.count] {
            *square = map(*square);
        }
    }

    /// Flips the board until the first piece is in the triangle a1–d1–d4, and the first of the `leading` pieces that is not
    /// on the long diagonal is below it.
    #[inline]
    fn flip_to_triangle(&mut self, leading: usize) {
        if self.squares[0] & 0o40 != 0 {
            self.transform(|square| square ^ 0o70);
        }
        let sides = self.squares[..leading].iter().map(|&square| side_of_diagonal(square));
        if sides.clone().find(|&side| side != 0).is_some_and(|side| 0 < side) {
            self.transform(|square| (square >> 3 | square << 3) & 63);
        }
    }

    /// Returns the number of three different pieces.
    #[inline]
    fn three(&self) -> u64 {
        let [one, two, three, ..] = self.squares;
        // Taken squares do not count.
        let before_two = u64::from(two) - u64::from(one < two);
        let before_three = u64::from(three) - u64::from(one < three) - u64::from(two < three);
        let diagonal = |square: u8| u64::from(square >> 3);
        let lower = |square: u8| u64::from(LOWER[table_index(square)]);
        let mut begin = 6 * 63 * 62;
        if side_of_diagonal(one) != 0 {
            return u64::from(TRIANGLE[table_index(one)]) * 63 * 62 + before_two * 62 + before_three;
        }
        if side_of_diagonal(two) != 0 {
            return begin + (diagonal(one) * 28 + lower(two)) * 62 + before_three;
        }
        begin += 4 * 28 * 62;
        let diagonal_two = diagonal(two) - u64::from(one < two);
        if side_of_diagonal(three) != 0 {
            return begin + (diagonal(one) * 7 + diagonal_two) * 28 + lower(three);
        }
        begin += 4 * 7 * 28;
        let diagonal_three = diagonal(three) - u64::from(one < three) - u64::from(two < three);
        begin + (diagonal(one) * 7 + diagonal_two) * 6 + diagonal_three
    }

    /// Returns the number of the leading pawns. The first piece must be the leading pawn.
    #[inline]
    fn leading_pawns(&mut self, count: usize) -> u64 {
        let others = &mut self.squares[1..count];
        others.sort_unstable_by_key(|&square| core::cmp::Reverse(PAWN_ORDER[table_index(square)]));
        let sets = others.iter().enumerate().map(|(place, &square)| {
            let still_to_come = count - 1 - place;
            BINOMIAL[still_to_come & 7][usize::from(PAWN_ORDER[table_index(square)])]
        });
        let sets: u64 = sets.sum();
        let begin = LEADING_PAWNS.begin[count - 1].get(leading_square(self.squares[0])).copied();
        begin.unwrap_or_default() + sets
    }

    /// Returns the number of a set of equal pieces on the squares from `first` on that the pieces before them leave free.
    #[inline]
    fn set(&mut self, begin: usize, end: usize, first: u8) -> u64 {
        let (before, rest) = self.squares.split_at_mut(begin);
        let pieces = &mut rest[..end - begin];
        if 1 < pieces.len() {
            pieces.sort_unstable();
        }
        let number = pieces.iter().enumerate().map(|(place, &square)| {
            let taken = before.iter().filter(|&&other| other < square).count() as u8;
            BINOMIAL[(place + 1) & 7][table_index(square.wrapping_sub(taken + first))]
        });
        number.sum()
    }
}

/// Returns a square as an index without a bounds check.
#[inline]
fn table_index(square: u8) -> usize {
    usize::from(square & 63)
}

/// Returns the half of a table for a position: 0 if the stronger side is to move, otherwise 1.
#[inline]
pub(super) fn half(board: &Board, strong: Color) -> usize {
    usize::from(board.side_to_move() != strong)
}
