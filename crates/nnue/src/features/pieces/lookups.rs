//! The inputs of all pieces, one look-up for each.

use gardez_bitboard::Bitboard;
use gardez_types::Piece;

use super::Numbering;
use crate::features::list::IndexList;

/// The number of inputs that are stored at once, so that the end of the loop is easier to predict.
const BATCH: usize = 4;

/// Replaces the list by the inputs of the pieces on these squares, all of which have a plane.
#[inline]
pub(super) fn write(numbering: &Numbering, squares: &[Option<Piece>; 64], set: Bitboard, list: &mut IndexList) {
    let offsets = numbering.planes.map(|plane| numbering.base + 64 * u32::from(plane));
    list.rewrite(|writer| {
        let mut bits = set.bits();
        for batch in writer.room::<64>().chunks_exact_mut(BATCH) {
            for index in batch {
                let square = bits.trailing_zeros() & 63;
                let piece = squares[square as usize].map_or(0, |piece| piece as usize);
                *index = offsets[piece] + (square ^ u32::from(numbering.flip));
                bits &= bits.wrapping_sub(1);
            }
            if bits == 0 {
                break;
            }
        }
        writer.grow(set.len() as usize);
    });
}
