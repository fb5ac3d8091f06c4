//! The attacks of one piece, one look-up for each target.

use gardez_bitboard::Bitboard;
use gardez_types::Piece;

use super::Attacker;
use crate::features::list::Writer;

/// The number of inputs that are stored at once. The surplus of the last batch is overwritten or cut off.
const BATCH: usize = 4;

/// Writes the attacks of a piece on these pieces.
#[inline]
pub(super) fn write(
    attacker: &Attacker<'_>,
    squares: &[Option<Piece>; 64],
    attacked: Bitboard,
    writer: &mut Writer<'_>,
) {
    let mut bits = attacked.bits();
    while bits != 0 {
        let mut count = 0;
        for index in writer.room::<BATCH>() {
            let to = (bits.trailing_zeros() & 63) as usize;
            let piece = squares[to].map_or(0, |piece| piece as usize);
            let targets = attacker.targets_below[to ^ usize::from(attacker.flip)];
            // The surplus of a batch may be no pair, and its number overflow.
            *index = attacker.firsts[piece].wrapping_add(attacker.below + u32::from(targets));
            count += usize::from(bits != 0);
            bits &= bits.wrapping_sub(1);
        }
        writer.grow(count);
    }
}
