//! The squares that sets of sliders attack, looked up for one slider at a time.

use gardez_bitboard::{Bitboard, bishop_attacks, queen_attacks, rook_attacks};
use gardez_types::Square;

/// Returns the squares that bishops, rooks and queens attack if their lines pass through the squares of `free`.
#[inline]
pub(super) fn attacks([bishops, rooks, queens]: [Bitboard; 3], free: Bitboard) -> [Bitboard; 3] {
    // The usual number of pieces is looked up without branches, which would be unpredictable.
    [
        of_each::<2>(bishops, |square| bishop_attacks(square, !free)),
        of_each::<2>(rooks, |square| rook_attacks(square, !free)),
        of_each::<1>(queens, |square| queen_attacks(square, !free)),
    ]
}

/// Returns the union of the attacks of all pieces, the first `USUAL` of them without a branch on whether they exist.
#[inline]
fn of_each<const USUAL: usize>(pieces: Bitboard, attacks: impl Fn(Square) -> Bitboard) -> Bitboard {
    let (mut all, mut left) = (Bitboard::EMPTY, pieces.bits());
    for _ in 0..USUAL {
        let attacked = (Bitboard::from_bits(left) | Square::H8.into()).lsb().map_or(Bitboard::EMPTY, &attacks);
        all |= if left == 0 { Bitboard::EMPTY } else { attacked };
        left &= left.wrapping_sub(1);
    }
    Bitboard::from_bits(left).into_iter().fold(all, |all, square| all | attacks(square))
}
