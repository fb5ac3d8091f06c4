//! `HalfKAv2_hm`, with 11 planes and with 12.

use gardez_types::{Color, Square};

use super::definition;
use super::pieces::{Numbering, PieceInputs, Planes, flip, planes};

/// `HalfKAv2_hm`: 32 buckets of the perspective's king, which is always seen on the files e to h, and 11 planes of
/// pieces. Both kings share the last plane.
///
/// The indices match Stockfish 15 to 18 and later, and of the networks that nnue-pytorch saves. Every move of the
/// own king needs a refresh, also from d1 to e1: the bucket is the same, but files are flipped.
///
/// ```
/// use gardez_nnue::features::{HalfKaV2Hm, PieceInputs};
/// use gardez_position::{Color, Piece, Square};
///
/// let numbering = HalfKaV2Hm.numbering(Color::White, Square::C1);
/// assert_eq!(numbering.index(Piece::WhitePawn, Square::B2), Some(21134));
/// assert_eq!(numbering.index(Piece::WhiteKing, Square::C1), Some(21765));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct HalfKaV2Hm;

/// `HalfKAv2_hm` with 12 planes, one for each king: the numbers that nnue-pytorch uses in training since February 2026.
///
/// When it saves a network, it makes one plane of both kings: in each bucket, the weights of the perspective's king on
/// its only possible square, and the other king's elsewhere. The result is a network for [`HalfKaV2Hm`].
///
/// ```
/// use gardez_nnue::features::{HalfKaV2Hm, HalfKaV2Hm12Planes, PieceInputs};
/// use gardez_position::{Color, Piece, Square};
///
/// // The king on h8 has the first bucket.
/// let (eleven, twelve) = (HalfKaV2Hm.numbering(Color::White, Square::H8), HalfKaV2Hm12Planes.numbering(Color::White, Square::H8));
/// assert_eq!(eleven.index(Piece::BlackKing, Square::A1), Some(10 * 64));
/// assert_eq!(twelve.index(Piece::BlackKing, Square::A1), Some(11 * 64));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct HalfKaV2Hm12Planes;

impl HalfKaV2Hm {
    /// The number of inputs.
    pub const INPUTS: u32 = 32 * 704;
}

impl HalfKaV2Hm12Planes {
    /// The number of inputs.
    pub const INPUTS: u32 = 32 * 768;
}

/// Implements a set: the size of its buckets, and the function that defines it.
macro_rules! half_ka {
    ($set:ty, $bucket:literal, $definition:path) => {
        impl PieceInputs for $set {
            #[inline]
            fn inputs(&self) -> u32 {
                Self::INPUTS
            }

            #[inline]
            fn numbering(&self, perspective: Color, king: Square) -> Numbering {
                // The king on h8 as the perspective sees it has the bucket 0 and no flipped files.
                static PLANES: [Planes; 2] = planes!(|perspective, piece| {
                    let corner = Square::A1.relative_to(perspective);
                    Some($definition(perspective, Square::H8.relative_to(perspective), piece, corner))
                });
                let flip = flip(perspective, (king as u8 & 7) < 4);
                // On the files e to h, the bucket is 31 - 4 * rank - (file - 4).
                let seen = u32::from(king as u8 ^ flip);
                let bucket = 31 - 4 * (seen >> 3) - (seen & 3);
                Numbering::new($bucket * bucket, flip, &PLANES[perspective as usize])
            }
        }
    };
}

half_ka!(HalfKaV2Hm, 704, definition::half_ka_v2_hm);
half_ka!(HalfKaV2Hm12Planes, 768, definition::half_ka_v2_hm_12_planes);
