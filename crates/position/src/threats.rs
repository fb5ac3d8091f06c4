//! The squares that one side attacks.

#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
#[path = "threats/lookups.rs"]
mod slide;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[path = "threats/vector.rs"]
mod slide;

use gardez_bitboard::{Bitboard, File, king_attacks};
use gardez_types::{Color, PieceType};

use crate::board::Board;
use crate::check_info::CheckInfo;

/// The squares that one side attacks; made by [`Board::threats`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Threats {
    /// The squares that any piece of the side attacks.
    pub all: Bitboard,
    /// The squares that the pieces of each type attack, indexed by [`PieceType::index`](crate::PieceType::index).
    pub by_type: [Bitboard; 6],
}

impl Threats {
    /// Returns the squares that the pieces of `color` attack, occupied or not, and regardless of pins.
    ///
    /// The other side's king does not block a line: it cannot step back along the line.
    pub fn from_board(board: &Board, color: Color) -> Self {
        let ours = |piece_type| board.pieces(color, piece_type);
        let free = !board.occupied() | board.pieces(!color, PieceType::King);
        let sliders = [PieceType::Bishop, PieceType::Rook, PieceType::Queen].map(ours);
        let [bishops, rooks, queens] = slide::attacks(sliders, free);
        let pawns = ours(PieceType::Pawn).pawn_attacks(color);
        let (knights, king) = (knight_attacks(ours(PieceType::Knight)), king_attacks(board.king(color)));
        let all = pawns | knights | bishops | rooks | queens | king;
        Self { all, by_type: [pawns, knights, bishops, rooks, queens, king] }
    }
}

/// # Threatened squares
impl Board {
    /// Returns the squares that the side not to move attacks; [`Threats::from_board`] takes either side.
    ///
    /// ```
    /// use gardez_position::{Board, PieceType, Square};
    ///
    /// // 4  r . . . K . . .   The rook attacks f4, g4 and h4 as well: the king cannot
    /// // 3  . . . . . . . .   step back along the line.
    /// // 2  . . . . . . p .
    /// // 1  k . . . . . . .
    /// let board: Board = "8/8/8/8/r3K3/8/6p1/k7 w - - 0 1".parse()?;
    /// let threats = board.threats();
    /// assert!(threats.all.contains(Square::H4));
    /// assert!(threats.by_type[PieceType::Pawn.index()].contains(Square::H1));
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    #[inline]
    pub fn threats(&self) -> Threats {
        Threats::from_board(self, !self.side_to_move())
    }

    /// Returns [`Board::check_info`] and [`Board::threats`], together in less time.
    pub fn check_info_and_threats(&self) -> (CheckInfo, Threats) {
        (self.check_info_expecting::<1>(), self.threats())
    }
}

#[inline]
fn knight_attacks(knights: Bitboard) -> Bitboard {
    let (a, b) = (Bitboard::from_file(File::A), Bitboard::from_file(File::B));
    let (g, h) = (Bitboard::from_file(File::G), Bitboard::from_file(File::H));
    let bits = knights.bits();
    // The squares one and two files away on the same rank.
    let near = bits << 1 & !a.bits() | bits >> 1 & !h.bits();
    let far = bits << 2 & !(a | b).bits() | bits >> 2 & !(g | h).bits();
    Bitboard::from_bits(near << 16 | near >> 16 | far << 8 | far >> 8)
}
