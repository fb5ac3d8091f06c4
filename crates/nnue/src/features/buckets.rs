//! King buckets: `chess768` once for each group of squares of the perspective's king.

use gardez_types::{Color, Square};

use super::chess768::{Chess768, PLANES};
use super::pieces::{Numbering, PieceInputs, flip};

/// King buckets without mirroring: the square of the perspective's king selects one of several `chess768`.
///
/// The indices follow bullet's `ChessBuckets`. With its factorized weights, 768 shared inputs come first: add 768 to
/// each index, and turn on `index % 768` as well.
///
/// ```
/// use gardez_nnue::features::{ChessBuckets, FeatureSet, PieceInputs};
/// use gardez_position::{Color, Piece, Square};
///
/// // Two buckets: the perspective's king on its first rank, and anywhere else.
/// let mut layout = [1; 64];
/// layout[..8].fill(0);
/// let set = ChessBuckets::new(layout);
/// assert_eq!((set.buckets(), FeatureSet::inputs(&set)), (2, 1536));
/// assert_eq!(set.numbering(Color::White, Square::G1).index(Piece::WhitePawn, Square::E2), Some(12));
/// assert_eq!(set.numbering(Color::Black, Square::G7).index(Piece::BlackPawn, Square::E7), Some(768 + 12));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChessBuckets {
    layout: [u8; 64],
    buckets: u32,
}

impl ChessBuckets {
    /// Returns the set of a layout: the bucket for each square of the perspective's king, from a1 to h8 as the
    /// perspective sees it.
    pub const fn new(layout: [u8; 64]) -> Self {
        Self { layout, buckets: bucket_count(&layout) }
    }

    /// Returns the number of buckets: the largest number of the layout and one.
    pub const fn buckets(&self) -> u32 {
        self.buckets
    }

    /// Returns the layout.
    pub const fn layout(&self) -> &[u8; 64] {
        &self.layout
    }
}

impl PieceInputs for ChessBuckets {
    #[inline]
    fn inputs(&self) -> u32 {
        Chess768::INPUTS * self.buckets
    }

    #[inline]
    fn numbering(&self, perspective: Color, king: Square) -> Numbering {
        let bucket = self.layout[king.relative_to(perspective) as usize];
        Numbering::new(Chess768::INPUTS * u32::from(bucket), flip(perspective, false), &PLANES[perspective as usize])
    }
}

/// King buckets with mirroring: files are flipped while the perspective's king is on the files e to h, so that it is
/// always seen on the files a to d.
///
/// The indices follow bullet's `ChessBucketsMirrored`. A layout of zeros is its default: `chess768` with mirroring.
/// For factorized weights, see [`ChessBuckets`].
///
/// ```text
/// 2  4 4 5 5    the layout 0, 1, 2, 3, 4, 4, 5, 5, … for the perspective's king on the files a to d;
/// 1  0 1 2 3    the file e counts as d, f as c, g as b, h as a
///    a b c d
/// ```
///
/// ```
/// use gardez_nnue::features::{ChessBucketsMirrored, PieceInputs};
/// use gardez_position::{Color, Piece, Square};
///
/// let mut layout = [4; 32];
/// layout[..4].copy_from_slice(&[0, 1, 2, 3]);
/// let set = ChessBucketsMirrored::new(layout);
/// let numbering = set.numbering(Color::Black, Square::G8);
/// assert_eq!(numbering.index(Piece::BlackPawn, Square::E6), Some(768 + 19));
/// assert_ne!(numbering, set.numbering(Color::Black, Square::B8), "the same bucket, but another half of the board");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChessBucketsMirrored {
    layout: [u8; 32],
    buckets: u32,
}

impl ChessBucketsMirrored {
    /// Returns the set of a layout: the buckets for the perspective's king on the files a to d, from the first rank to
    /// the eighth as the perspective sees them.
    pub const fn new(layout: [u8; 32]) -> Self {
        Self { layout, buckets: bucket_count(&layout) }
    }

    /// Returns the number of buckets: the largest number of the layout and one.
    pub const fn buckets(&self) -> u32 {
        self.buckets
    }

    /// Returns the layout.
    pub const fn layout(&self) -> &[u8; 32] {
        &self.layout
    }
}

impl PieceInputs for ChessBucketsMirrored {
    #[inline]
    fn inputs(&self) -> u32 {
        Chess768::INPUTS * self.buckets
    }

    #[inline]
    fn numbering(&self, perspective: Color, king: Square) -> Numbering {
        let (king, file) = (king.relative_to(perspective), king.file() as usize);
        let bucket = self.layout[4 * king.rank() as usize + file.min(7 - file)];
        let flip = flip(perspective, file > 3);
        Numbering::new(Chess768::INPUTS * u32::from(bucket), flip, &PLANES[perspective as usize])
    }
}

/// Returns the largest number of a layout and one.
const fn bucket_count(layout: &[u8]) -> u32 {
    let (mut count, mut i) = (0, 0);
    while i < layout.len() {
        if count <= layout[i] as u32 {
            count = layout[i] as u32 + 1;
        }
        i += 1;
    }
    count
}
