//! Pairs of pawns.

use gardez_bitboard::Bitboard;
use gardez_position::Board;
use gardez_position::observers::DirtyPiece;
use gardez_types::{Color, File, Piece, PieceType, Square};

use super::FeatureSet;
use super::list::{Difference, IndexList, Writer};
use super::pieces::{flip, own_king_before};
use super::threats::is_mirrored;

/// `PP_3Wide`: one input for each pair of pawns, of any colors, on the same or neighboring files.
///
/// Files are flipped while the own king is on the files e to h. The indices are those of Stockfish since August 2026 and
/// of nnue-pytorch. In these networks, the pairs follow [`FullThreats`](super::FullThreats): add its number of inputs.
///
/// ```
/// use gardez_nnue::features::{FeatureSet, PawnPairs};
/// use gardez_position::{Board, Color};
///
/// // e4 is the own pawn 20, d5 is 27, and h2 is too far from both.
/// let board: Board = "7k/8/8/3P4/4P3/8/7P/K7 w - - 0 1".parse()?;
/// assert_eq!(PawnPairs.active(&board, Color::White)[..], [27 * 26 / 2 + 20]);
/// # Ok::<_, gardez_position::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PawnPairs;

impl PawnPairs {
    /// The number of inputs: pairs of two colors on 48 squares.
    pub const INPUTS: u32 = 96 * 95 / 2;
}

/// The pawns of a board, as a perspective sees them.
struct Pawns {
    /// The pawns of each color.
    sets: [Bitboard; 2],
    perspective: Color,
    flip: u8,
}

impl Pawns {
    fn new(board: &Board, perspective: Color) -> Self {
        let sets = Color::ALL.map(|color| board.pieces(color, PieceType::Pawn));
        Self { sets, perspective, flip: flip(perspective, is_mirrored(board.king(perspective))) }
    }

    /// Returns the number of a pawn: own pawns from 0, theirs from 48.
    #[inline]
    fn id(&self, square: Square) -> u32 {
        let is_theirs = self.sets[!self.perspective as usize].contains(square);
        48 * u32::from(is_theirs) + u32::from(square as u8 ^ self.flip) - 8
    }

    /// Writes the pairs of a pawn with those of `others` that are near.
    #[inline]
    fn write(&self, square: Square, others: Bitboard, writer: &mut Writer<'_>) {
        let id = self.id(square);
        for other in others & NEAR[square.file() as usize] {
            let other = self.id(other);
            let (high, low) = (id.max(other), id.min(other));
            writer.push_if(high * (high - 1) / 2 + low, true);
        }
    }

    /// Writes the pairs of these pawns with all pawns.
    fn write_some(&self, some: impl Iterator<Item = Square>, writer: &mut Writer<'_>) {
        let mut others = self.sets[0] | self.sets[1];
        for square in some {
            // Two of them are a pair only once.
            others.remove(square);
            self.write(square, others, writer);
        }
    }
}

/// Each file with its neighbors.
static NEAR: [Bitboard; 8] = {
    let mut near = [Bitboard::EMPTY; 8];
    let mut i = 0;
    while i < 64 {
        let mut file = 0;
        while file < 8 {
            let square = Square::ALL[i];
            if square.file_distance(Square::new(File::ALL[file], square.rank())) <= 1 {
                near[file].insert(square);
            }
            file += 1;
        }
        i += 1;
    }
    near
};

/// Returns the color and square of a change, if it concerns a pawn.
fn pawn(piece: Option<Piece>, square: Option<Square>) -> Option<(Color, Square)> {
    let piece = piece.filter(|piece| piece.piece_type() == PieceType::Pawn)?;
    Some((piece.color(), square?))
}

impl FeatureSet for PawnPairs {
    type Change = DirtyPiece;

    #[inline]
    fn inputs(&self) -> u32 {
        Self::INPUTS
    }

    fn active_into(&self, board: &Board, perspective: Color, list: &mut IndexList) {
        let pawns = Pawns::new(board, perspective);
        list.rewrite(|writer| pawns.write_some(board.by_type(PieceType::Pawn).into_iter(), writer));
    }

    fn difference_into(&self, after: &Board, change: &DirtyPiece, perspective: Color, difference: &mut Difference) {
        let king = after.king(perspective);
        let before = own_king_before(change, perspective, king);
        difference.restart(is_mirrored(before) != is_mirrored(king));
        if difference.refresh {
            return;
        }
        let taken = change.removed.and_then(|(piece, square)| pawn(Some(piece), Some(square)));
        let (removed, added) = ([pawn(change.piece, change.from), taken], pawn(change.piece, change.to));
        if removed == [None; 2] {
            return;
        }
        let mut pawns = Pawns::new(after, perspective);
        let squares = added.into_iter().map(|(_, square)| square);
        difference.added.rewrite(|writer| pawns.write_some(squares, writer));
        if let Some((color, square)) = added {
            pawns.sets[color as usize].remove(square);
        }
        for (color, square) in removed.into_iter().flatten() {
            pawns.sets[color as usize].insert(square);
        }
        let squares = removed.into_iter().flatten().map(|(_, square)| square);
        difference.removed.rewrite(|writer| pawns.write_some(squares, writer));
    }
}
