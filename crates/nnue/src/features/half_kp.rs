//! `HalfKP`, the feature set of the first NNUE networks for chess.

use gardez_types::{Color, Piece, Square};

use super::definition;
use super::pieces::{Numbering, PieceInputs, Planes, flip, planes};

/// `HalfKP`: for each square of the perspective's king, all pieces except kings. Black's board is rotated by 180°.
///
/// The indices match Stockfish 12 and 13 and of nnue-pytorch, which had the set until February 2026. Each of the
/// 64 squares of the king has 641 inputs; the first of them is never on.
///
/// ```
/// use gardez_nnue::features::{HalfKp, PieceInputs};
/// use gardez_position::{Color, Piece, Square};
///
/// let numbering = HalfKp.numbering(Color::Black, Square::G8);
/// assert_eq!(numbering.index(Piece::WhiteKnight, Square::D4), Some(870));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct HalfKp;

impl HalfKp {
    /// The number of inputs.
    pub const INPUTS: u32 = 64 * 641;
}

/// Returns the square that the perspective sees as a1.
const fn corner(perspective: Color) -> Square {
    definition::oriented(perspective, matches!(perspective, Color::Black), Square::A1)
}

/// Returns the index of an own pawn on the square that the perspective sees as a1.
const fn base(perspective: Color, king: Square) -> u32 {
    match definition::half_kp(
        perspective,
        king,
        Piece::new(perspective, gardez_types::PieceType::Pawn),
        corner(perspective),
    ) {
        Some(index) => index,
        None => panic!("pawns are inputs"),
    }
}

impl PieceInputs for HalfKp {
    #[inline]
    fn inputs(&self) -> u32 {
        Self::INPUTS
    }

    #[inline]
    fn numbering(&self, perspective: Color, king: Square) -> Numbering {
        static PLANES: [Planes; 2] = planes!(|perspective, piece| {
            let square = corner(perspective);
            match definition::half_kp(perspective, Square::A1, piece, square) {
                Some(index) => Some(index - base(perspective, Square::A1)),
                None => None,
            }
        });
        let flip = flip(perspective, perspective == Color::Black);
        Numbering::new(641 * u32::from(king as u8 ^ flip) + 1, flip, &PLANES[perspective as usize])
    }
}
