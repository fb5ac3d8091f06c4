//! The inputs of all pieces, one look-up for each.

use gardez_bitboard::Bitboard;
use gardez_types::Piece;

use super::Numbering;
use crate::features::list::IndexList;

/// The number of inputs that are stored at once. The surplus of the last batch is overwritten or cut off.
const BATCH: usize = 4;

/// Replaces the list by the inputs of the pieces on these squares, all of which have a plane.
#[inline]
pub(super) fn write(numbering: &Numbering, squares: &[Option<Piece>; 64], set: Bitboard, list: &mut IndexList) {
    list.rewrite(|writer| {
        let mut bits = set.bits();
        while bits != 0 {
            let mut count = 0;
            for index in writer.room::<BATCH>() {
                let square = bits.trailing_zeros() & 63;
                let piece = squares[square as usize].map_or(0, |piece| piece as usize);
                *index =
                    numbering.base + 64 * u32::from(numbering.planes[piece]) + (square ^ u32::from(numbering.flip));
                count += usize::from(bits != 0);
                bits &= bits.wrapping_sub(1);
            }
            writer.grow(count);
        }
    });
}
