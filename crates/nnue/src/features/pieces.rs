//! Feature sets with one input for each piece on its square.
//!
//! In all of them the index is a sum: a base that depends on the perspective's king, the plane of the piece, and the
//! square, with some of its bits flipped.

#[cfg(not(all(target_arch = "x86_64", target_feature = "avx512bw", target_feature = "avx512vbmi2")))]
#[path = "pieces/lookups.rs"]
mod imp;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512bw", target_feature = "avx512vbmi2"))]
#[path = "pieces/vector.rs"]
mod imp;

/// For CPUs that are found to have AVX2 when the program runs.
#[cfg(all(target_arch = "x86_64", not(all(target_feature = "avx512bw", target_feature = "avx512vbmi2"))))]
mod avx2;

use gardez_bitboard::Bitboard;
#[cfg(all(target_arch = "x86_64", not(all(target_feature = "avx512bw", target_feature = "avx512vbmi2"))))]
use gardez_bitboard::cpu::Avx2;
use gardez_position::observers::DirtyPiece;
use gardez_types::{Color, Piece, PieceType, Square};

use super::list::{Difference, IndexList};
use super::{FeatureSet, Pieces};

/// The plane of each piece, by `piece as usize`, or [`NO_PLANE`].
pub(crate) type Planes = [u8; 16];

/// The plane of a piece that is not an input.
pub(super) const NO_PLANE: u8 = 0xff;

/// The numbers of the pieces for one perspective, for as long as its own king allows it.
///
/// Two numberings of one perspective are equal if they number all pieces alike. So a move of the perspective's king
/// needs a refresh if the numbering from its new square differs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbering {
    /// The index of a piece of plane 0 on the square that the perspective sees as a1.
    base: u32,
    /// The bits of a square's number that are flipped: 7 for its file, 56 for its rank.
    flip: u8,
    planes: &'static Planes,
}

impl Numbering {
    /// The plane of a piece that is not an input.
    pub(crate) const NO_PLANE: u8 = NO_PLANE;

    pub(crate) const fn new(base: u32, flip: u8, planes: &'static Planes) -> Self {
        Self { base, flip, planes }
    }

    /// Returns the input of a piece on a square, or `None` if the piece is not an input.
    ///
    /// ```
    /// use gardez_nnue::features::{HalfKp, PieceInputs};
    /// use gardez_position::{Color, Piece, Square};
    ///
    /// let numbering = HalfKp.numbering(Color::White, Square::C1);
    /// assert_eq!(numbering.index(Piece::WhitePawn, Square::B2), Some(1292));
    /// assert_eq!(numbering.index(Piece::BlackKing, Square::G8), None);
    /// ```
    #[inline]
    pub const fn index(&self, piece: Piece, square: Square) -> Option<u32> {
        match self.planes[piece as usize] {
            NO_PLANE => None,
            plane => Some(self.base + 64 * plane as u32 + (square as u8 ^ self.flip) as u32),
        }
    }
}

impl Numbering {
    /// Returns the squares of the pieces that are inputs.
    #[inline]
    fn inputs<B: Pieces + ?Sized>(&self, board: &B) -> Bitboard {
        let has_kings = self.planes[Piece::WhiteKing as usize] != NO_PLANE;
        let kings = if has_kings { Bitboard::EMPTY } else { board.by_type(PieceType::King) };
        board.occupied() - kings
    }
}

/// A feature set with one input for each piece on its square. Each of them is a [`FeatureSet`].
pub trait PieceInputs {
    /// Returns the number of inputs. All indices are below it.
    fn inputs(&self) -> u32;

    /// Returns how `perspective` numbers the pieces while its own king is on `king`.
    fn numbering(&self, perspective: Color, king: Square) -> Numbering;
}

impl<T: PieceInputs> FeatureSet for T {
    type Change = DirtyPiece;

    #[inline]
    fn inputs(&self) -> u32 {
        PieceInputs::inputs(self)
    }

    #[inline]
    fn active_into<B: Pieces + ?Sized>(&self, board: &B, perspective: Color, list: &mut IndexList) {
        let numbering = self.numbering(perspective, board.king(perspective));
        let inputs = numbering.inputs(board);
        #[cfg(all(target_arch = "x86_64", not(all(target_feature = "avx512bw", target_feature = "avx512vbmi2"))))]
        if let Some(cpu) = Avx2::detect() {
            return avx2::write(cpu, &numbering, &board.piece_array(), inputs, list);
        }
        imp::write(&numbering, &board.piece_array(), inputs, list);
    }

    #[inline]
    fn active_both_into<B: Pieces + ?Sized>(&self, board: &B, lists: &mut [IndexList; 2]) {
        let numberings = Color::ALL.map(|perspective| self.numbering(perspective, board.king(perspective)));
        let inputs = numberings[0].inputs(board);
        #[cfg(all(target_arch = "x86_64", not(all(target_feature = "avx512bw", target_feature = "avx512vbmi2"))))]
        if let Some(cpu) = Avx2::detect() {
            return avx2::write_both(cpu, numberings.each_ref(), &board.piece_array(), inputs, lists);
        }
        for (numbering, list) in numberings.iter().zip(lists) {
            imp::write(numbering, &board.piece_array(), inputs, list);
        }
    }

    #[inline]
    fn requires_refresh(&self, change: &DirtyPiece, perspective: Color) -> bool {
        match (change.from, change.to) {
            (Some(from), Some(to)) if change.piece == Some(Piece::new(perspective, PieceType::King)) => {
                from != to && self.numbering(perspective, from) != self.numbering(perspective, to)
            }
            _ => false,
        }
    }

    #[inline]
    fn difference_into(&self, king: Square, change: &DirtyPiece, perspective: Color, difference: &mut Difference) {
        difference.restart(self.requires_refresh(change, perspective));
        if difference.refresh {
            return;
        }
        let numbering = self.numbering(perspective, king);
        let moved = |square: Option<Square>| Some((change.piece?, square?));
        for (list, changes) in [
            (&mut difference.removed, [moved(change.from), change.removed]),
            (&mut difference.added, [moved(change.to), change.added]),
        ] {
            for (piece, square) in changes.into_iter().flatten() {
                if let Some(index) = numbering.index(piece, square) {
                    list.push(index);
                }
            }
        }
    }
}

/// Returns the flipped bits of a square's number, as a perspective sees it: see
/// [`oriented`](super::definition::oriented).
#[inline]
pub(super) const fn flip(perspective: Color, is_mirrored: bool) -> u8 {
    (perspective as u8 * 56) ^ (is_mirrored as u8 * 7)
}

/// The planes of each perspective, from the indices of the definition for a king on a1 and a piece on the square that the
/// perspective sees as a1.
macro_rules! planes {
    (|$perspective:ident, $piece:ident| $index:expr) => {{
        let mut planes = [[$crate::features::pieces::NO_PLANE; 16]; 2];
        let mut p = 0;
        while p < 2 {
            let $perspective = gardez_types::Color::ALL[p];
            let mut i = 0;
            while i < gardez_types::Piece::COUNT {
                let $piece = gardez_types::Piece::ALL[i];
                if let Some(index) = $index {
                    assert!(index % 64 == 0 && index / 64 < 64);
                    planes[p][$piece as usize] = (index / 64) as u8;
                }
                i += 1;
            }
            p += 1;
        }
        planes
    }};
}
pub(super) use planes;

#[cfg(test)]
mod tests {
    use gardez_position::Board;

    use super::*;
    use crate::features::{HalfKaV2Hm, definition};

    #[test]
    fn the_flipped_bits_orient_every_square() {
        for perspective in Color::ALL {
            for is_mirrored in [false, true] {
                for square in Square::ALL {
                    let oriented = definition::oriented(perspective, is_mirrored, square);
                    assert_eq!(oriented as u8, square as u8 ^ flip(perspective, is_mirrored));
                }
            }
        }
    }

    #[test]
    fn every_way_to_list_gives_the_same_inputs() {
        let (mut board, mut list) = (Board::start(), IndexList::new());
        for ply in 0..80 {
            for perspective in Color::ALL {
                let numbering = HalfKaV2Hm.numbering(perspective, board.king(perspective));
                imp::write(&numbering, board.piece_array(), numbering.inputs(&board), &mut list);
                // The fastest way of this CPU.
                let mut fastest = HalfKaV2Hm.active(&board, perspective);
                list.sort_unstable();
                fastest.sort_unstable();
                assert_eq!(list, fastest, "{board}");
            }
            let moves = board.legal_moves();
            let Some(&m) = moves.get(7 * ply % moves.len().max(1)) else { break };
            board.do_move(m);
        }
    }
}
