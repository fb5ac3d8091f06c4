//! `chess768`, the plainest feature set.

use gardez_types::{Color, Square};

use super::definition;
use super::pieces::{Numbering, PieceInputs, Planes, flip, planes};

/// The planes of `chess768`, which king buckets use as well.
pub(super) static PLANES: [Planes; 2] =
    planes!(|perspective, piece| Some(definition::chess768(perspective, piece, Square::A1.relative_to(perspective))));

/// `chess768`: two sides with six types of pieces on 64 squares. Black sees the board upside down.
///
/// The own king does not matter, so nothing is ever made anew. The indices follow bullet's `Chess768`, where the
/// perspectives are the side to move and the side not to move.
///
/// ```
/// use gardez_nnue::features::{Chess768, PieceInputs};
/// use gardez_position::{Color, Piece, Square};
///
/// let numbering = Chess768.numbering(Color::Black, Square::G8);
/// assert_eq!(numbering.index(Piece::BlackPawn, Square::E6), Some(20));
/// assert_eq!(numbering.index(Piece::WhiteKnight, Square::D4), Some(483));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Chess768;

impl Chess768 {
    /// The number of inputs.
    pub const INPUTS: u32 = 768;
}

impl PieceInputs for Chess768 {
    #[inline]
    fn inputs(&self) -> u32 {
        Self::INPUTS
    }

    #[inline]
    fn numbering(&self, perspective: Color, _: Square) -> Numbering {
        Numbering::new(0, flip(perspective, false), &PLANES[perspective as usize])
    }
}
