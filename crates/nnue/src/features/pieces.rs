//! Sets with one input for each piece on its square.
//!
//! The index is a sum: a base that depends on the perspective's king, the plane of the piece, and the square, with some
//! of its bits flipped.

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

/// A set with one input for each piece on its square, for each bucket of the perspective's king.
///
/// Black sees the board upside down. bullet's king buckets are layouts of [`CHESS_768`](Self::CHESS_768); with its
/// factorized weights, add 768 to each index, and turn on `index % 768` as well.
///
/// ```
/// use gardez_nnue::features::{FeatureSet, KingBuckets, Mirror, PieceSquares};
/// use gardez_position::{Color, Piece, Square};
///
/// // bullet's `ChessBucketsMirrored`.
/// let mut layout = [4; 32];
/// layout[..4].copy_from_slice(&[0, 1, 2, 3]);
/// let set = PieceSquares { kings: KingBuckets::Half(layout), mirror: Mirror::AToD, ..PieceSquares::CHESS_768 };
/// assert_eq!(set.inputs(), 5 * 768);
/// let numbering = set.numbering(Color::Black, Square::G8);
/// assert_eq!(numbering.index(Piece::BlackPawn, Square::E6), Some(768 + 19));
/// assert_ne!(numbering, set.numbering(Color::Black, Square::B8), "the same bucket, but another half of the board");
///
/// let numbering = PieceSquares::HALF_KA_V2_HM.numbering(Color::White, Square::C1);
/// assert_eq!(numbering.index(Piece::WhiteKing, Square::C1), Some(21765));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "toml", derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct PieceSquares {
    /// 768, or 704 if both kings share a plane, or 640 without kings.
    pub planes: u32,
    /// `true` if the planes are own pawns, their pawns, own knights, and so on, with the kings last. Else all own pieces
    /// come first; a plane that both kings share is the last of them.
    pub interleaved: bool,
    /// The buckets of the perspective's king.
    pub kings: KingBuckets,
    /// When files are flipped.
    pub mirror: Mirror,
    /// `true` if Black sees the board turned around, with files flipped as well.
    pub rotated: bool,
    /// The number of inputs that begin each bucket and are never on.
    pub extra: u32,
}

/// The buckets of the perspective's king, as the perspective sees its square: a list of 1, 32 or 64 numbers in TOML.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "toml", derive(serde::Deserialize), serde(try_from = "alloc::vec::Vec<u8>"))]
pub enum KingBuckets {
    /// One bucket.
    One,
    /// For four files of each rank, from the first rank: e to h if the king is mirrored there, else a to d. Without a
    /// mirror, the file e counts as d, f as c, g as b, h as a.
    Half([u8; 32]),
    /// For each square from a1.
    Squares([u8; 64]),
}

/// When a perspective sees files flipped.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "toml", derive(serde::Deserialize))]
pub enum Mirror {
    /// Never.
    #[default]
    #[cfg_attr(feature = "toml", serde(rename = "none"))]
    None,
    /// So that its king is on the files a to d.
    #[cfg_attr(feature = "toml", serde(rename = "a-d"))]
    AToD,
    /// So that its king is on the files e to h.
    #[cfg_attr(feature = "toml", serde(rename = "e-h"))]
    EToH,
}

#[cfg(feature = "toml")]
impl TryFrom<alloc::vec::Vec<u8>> for KingBuckets {
    type Error = alloc::string::String;

    fn try_from(table: alloc::vec::Vec<u8>) -> Result<Self, Self::Error> {
        if let Ok(half) = table[..].try_into() {
            return Ok(Self::Half(half));
        }
        match table[..].try_into() {
            Ok(squares) => Ok(Self::Squares(squares)),
            Err(_) if table == [0] => Ok(Self::One),
            Err(_) => Err(alloc::format!("32 or 64 king buckets are needed, not {}", table.len())),
        }
    }
}

impl KingBuckets {
    fn count(&self) -> u32 {
        let table: &[u8] = match self {
            Self::One => &[0],
            Self::Half(table) => table,
            Self::Squares(table) => table,
        };
        table.iter().max().map_or(0, |&most| u32::from(most) + 1)
    }

    /// A bucket for each square.
    const EACH: Self = {
        let (mut table, mut square) = ([0; 64], 0);
        while square < 64 {
            table[square] = square as u8;
            square += 1;
        }
        Self::Squares(table)
    };

    /// A bucket for each square of the files e to h: 31 on e1, 28 on h1, 3 on e8, 0 on h8.
    const EACH_OF_HALF: Self = {
        let (mut table, mut square) = ([0; 32], 0);
        while square < 32 {
            table[square] = 31 - square as u8;
            square += 1;
        }
        Self::Half(table)
    };
}

impl Default for PieceSquares {
    fn default() -> Self {
        Self::CHESS_768
    }
}

/// The plane of each piece, by `piece as usize`, or [`NO_PLANE`].
type Planes = [u8; 16];

const NO_PLANE: u8 = 0xff;

impl PieceSquares {
    /// `chess768` of bullet, whatever the square of the king.
    pub const CHESS_768: Self = Self {
        planes: 768,
        interleaved: false,
        kings: KingBuckets::One,
        mirror: Mirror::None,
        rotated: false,
        extra: 0,
    };

    /// HalfKP, of Stockfish 12 and 13.
    pub const HALF_KP: Self =
        Self { planes: 640, interleaved: true, kings: KingBuckets::EACH, rotated: true, extra: 1, ..Self::CHESS_768 };

    /// HalfKAv2, of Stockfish 14.
    pub const HALF_KA_V2: Self = Self { planes: 704, interleaved: true, kings: KingBuckets::EACH, ..Self::CHESS_768 };

    /// HalfKAv2_hm, of Stockfish 15 to 18 and later. The files flip when the own king goes from d1 to e1, so every move of
    /// the king needs a refresh.
    pub const HALF_KA_V2_HM: Self = Self { kings: KingBuckets::EACH_OF_HALF, mirror: Mirror::EToH, ..Self::HALF_KA_V2 };

    /// HalfKAv2_hm with a plane for each king: the numbers that nnue-pytorch uses in training since February 2026.
    ///
    /// When it saves a network, it makes one plane of both kings: in each bucket, the weights of the perspective's king on
    /// its only possible square, and the other king's elsewhere.
    pub const HALF_KA_V2_HM_12_PLANES: Self = Self { planes: 768, ..Self::HALF_KA_V2_HM };

    const fn bucket_size(&self) -> u32 {
        self.planes + self.extra
    }

    /// Returns the plane of a piece of the perspective White, or `None` if there is none.
    const fn plane(planes: u32, interleaved: bool, piece: Piece) -> Option<u32> {
        let (side, kind) = (piece.color() as u32, piece.piece_type().index() as u32);
        let is_king = matches!(piece.piece_type(), PieceType::King);
        let side = if is_king && planes == 704 { 0 } else { side };
        match planes {
            640 if is_king => None,
            _ if interleaved => Some(2 * kind + side),
            640 => Some(5 * side + kind),
            _ => Some(6 * side + kind),
        }
    }

    #[inline]
    fn view(&self, perspective: Color, king: Square) -> (u8, u32) {
        let upside_down = flip(perspective, self.rotated && perspective == Color::Black);
        let is_right = (king as u8 ^ upside_down) & 7 > 3;
        let is_mirrored = match self.mirror {
            Mirror::None => false,
            Mirror::AToD => is_right,
            Mirror::EToH => !is_right,
        };
        let flip = upside_down ^ if is_mirrored { 7 } else { 0 };
        let seen = usize::from(king as u8 ^ flip);
        let bucket = match &self.kings {
            KingBuckets::One => 0,
            KingBuckets::Squares(table) => table[seen],
            KingBuckets::Half(table) => {
                let file = match self.mirror {
                    Mirror::EToH => seen % 8 - 4,
                    _ => (seen % 8).min(7 - seen % 8),
                };
                table[seen / 8 * 4 + file]
            }
        };
        (flip, bucket.into())
    }

    /// Returns the input of a piece on a square, or `None` if it has none: the slow and obvious definition.
    pub fn index(&self, perspective: Color, king: Square, piece: Piece, square: Square) -> Option<u32> {
        let (flip, bucket) = self.view(perspective, king);
        let seen = if piece.color() == perspective { Color::White } else { Color::Black };
        let plane = Self::plane(self.planes, self.interleaved, Piece::new(seen, piece.piece_type()))?;
        Some(self.bucket_size() * bucket + self.extra + 64 * plane + u32::from(square as u8 ^ flip))
    }

    /// Returns how `perspective` numbers the pieces while its own king is on `king`.
    #[inline]
    pub fn numbering(&self, perspective: Color, king: Square) -> Numbering {
        /// The planes for 640, 704 and 768, each for both orders and both perspectives.
        static PLANES: [[[Planes; 2]; 2]; 3] = {
            let mut all = [[[[NO_PLANE; 16]; 2]; 2]; 3];
            let mut i = 0;
            while i < 12 * Piece::COUNT {
                let (planes, interleaved, perspective) = (i / 4 % 3, i % 2, i / 2 % 2);
                let piece = Piece::ALL[i / 12];
                let seen = Piece::new(Color::ALL[(piece.color() as usize) ^ perspective], piece.piece_type());
                if let Some(plane) = PieceSquares::plane(640 + 64 * planes as u32, interleaved == 1, seen) {
                    all[planes][interleaved][perspective][piece as usize] = plane as u8;
                }
                i += 1;
            }
            all
        };
        let (flip, bucket) = self.view(perspective, king);
        let planes = &PLANES[(self.planes as usize / 64).clamp(10, 12) - 10][usize::from(self.interleaved)];
        Numbering { base: self.bucket_size() * bucket + self.extra, flip, planes: &planes[perspective as usize] }
    }
}

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
    /// Returns the input of a piece on a square, or `None` if the piece is not an input.
    #[inline]
    pub const fn index(&self, piece: Piece, square: Square) -> Option<u32> {
        match self.planes[piece as usize] {
            NO_PLANE => None,
            plane => Some(self.base + 64 * plane as u32 + (square as u8 ^ self.flip) as u32),
        }
    }

    /// Replaces `difference` by what a move changes.
    #[inline]
    pub(crate) fn difference_into(&self, change: &DirtyPiece, difference: &mut Difference) {
        difference.restart(false);
        let push = |list: &mut IndexList, piece, square| {
            if let Some(index) = self.index(piece, square) {
                list.push(index);
            }
        };
        let Difference { removed, added, .. } = difference;
        if let Some(piece) = change.piece {
            change.from.into_iter().for_each(|from| push(removed, piece, from));
            change.to.into_iter().for_each(|to| push(added, piece, to));
        }
        change.removed.into_iter().for_each(|(piece, square)| push(removed, piece, square));
        change.added.into_iter().for_each(|(piece, square)| push(added, piece, square));
    }

    #[inline]
    fn inputs<B: Pieces + ?Sized>(&self, board: &B) -> Bitboard {
        let has_kings = self.planes[Piece::WhiteKing as usize] != NO_PLANE;
        let kings = if has_kings { Bitboard::EMPTY } else { board.by_type(PieceType::King) };
        board.occupied() - kings
    }
}

impl FeatureSet for PieceSquares {
    type Change = DirtyPiece;

    #[inline]
    fn inputs(&self) -> u32 {
        self.bucket_size() * self.kings.count()
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
        self.numbering(perspective, king).difference_into(change, difference);
        if self.requires_refresh(change, perspective) {
            difference.restart(true);
        }
    }
}

/// Returns the flipped bits of a square's number, as a perspective sees it: see
/// [`oriented`](super::definition::oriented).
#[inline]
pub(super) const fn flip(perspective: Color, is_mirrored: bool) -> u8 {
    (perspective as u8 * 56) ^ (is_mirrored as u8 * 7)
}

#[cfg(test)]
mod tests {
    use gardez_position::Board;

    use super::*;
    use crate::features::definition;

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
        for ply in 0..if cfg!(miri) { 4 } else { 80 } {
            for perspective in Color::ALL {
                let numbering = PieceSquares::HALF_KA_V2_HM.numbering(perspective, board.king(perspective));
                imp::write(&numbering, board.piece_array(), numbering.inputs(&board), &mut list);
                // The fastest way of this CPU.
                let mut fastest = PieceSquares::HALF_KA_V2_HM.active(&board, perspective);
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
