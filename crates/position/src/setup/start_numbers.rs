//! The numbers of the start positions of Chess960, as Reinhard Scharnagl numbers them.

use gardez_types::{File, Piece, PieceType, Rank, Square};

use crate::board::Board;

/// The number of the start position of chess among the 960 of Chess960.
pub(super) const STANDARD: u16 = 518;

/// The knights' files among the five that are left for them.
const KNIGHTS: [(usize, usize); 10] = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

/// # The number of a start position
impl Board {
    /// Returns the number of this start position of Chess960, or `None`. [`Board::chess960`] is the inverse.
    ///
    /// White must be to move with all castling rights; the clocks and the castling mode do not matter.
    ///
    /// ```
    /// use gardez_position::Board;
    ///
    /// assert_eq!(Board::start().chess960_number(), Some(518));
    /// let board: Board = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1".parse()?;
    /// assert_eq!(board.chess960_number(), Some(0));
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    // No program here calls it; users of python-chess look for it (`chess960_pos`).
    #[inline]
    pub fn chess960_number(&self) -> Option<u16> {
        let home = File::ALL.map(|file| self.piece_on(Square::new(file, Rank::One)).map(Piece::piece_type));
        number(home).filter(|&number| Self::chess960(number).is_some_and(|start| start == *self))
    }
}

/// Returns the back rank with this number, from the a-file to the h-file.
///
/// The number encodes the light- and the dark-squared bishop, then the queen's of six free files, then the knights' of five.
#[inline]
pub(super) fn back_rank(number: u16) -> Option<[PieceType; 8]> {
    if number >= 960 {
        return None;
    }
    let mut rank = [None; 8];
    let (rest, light) = (usize::from(number / 4), usize::from(number % 4));
    rank[2 * light + 1] = Some(PieceType::Bishop);
    let (rest, dark) = (rest / 4, rest % 4);
    rank[2 * dark] = Some(PieceType::Bishop);
    let (knights, queen) = (rest / 6, rest % 6);
    *free(&mut rank, queen) = Some(PieceType::Queen);
    let (first, second) = KNIGHTS[knights];
    // The second knight comes first, because putting down the first would change the numbers of the files.
    *free(&mut rank, second) = Some(PieceType::Knight);
    *free(&mut rank, first) = Some(PieceType::Knight);
    for piece_type in [PieceType::Rook, PieceType::King, PieceType::Rook] {
        *free(&mut rank, 0) = Some(piece_type);
    }
    Some(rank.map(|piece_type| piece_type.expect("eight pieces were placed")))
}

/// Returns the `n`th free file, counted from 0.
#[inline]
fn free(rank: &mut [Option<PieceType>; 8], n: usize) -> &mut Option<PieceType> {
    rank.iter_mut().filter(|place| place.is_none()).nth(n).expect("enough files are free")
}

/// Returns the number of a back rank, or `None` if it is not one of the 960.
#[inline]
fn number(rank: [Option<PieceType>; 8]) -> Option<u16> {
    let bishop = |parity| (0..8).find(|&file| file % 2 == parity && rank[file] == Some(PieceType::Bishop));
    let (light, dark) = (bishop(1)? / 2, bishop(0)? / 2);
    let others = || rank.into_iter().filter(|&piece_type| piece_type != Some(PieceType::Bishop));
    let queen = others().position(|piece_type| piece_type == Some(PieceType::Queen))?;
    let others = others().filter(|&piece_type| piece_type != Some(PieceType::Queen)).enumerate();
    let mut knights = others.filter(|&(_, piece_type)| piece_type == Some(PieceType::Knight)).map(|(index, _)| index);
    let pair = (knights.next()?, knights.next()?);
    let knights = KNIGHTS.iter().position(|&known| known == pair)?;
    let number = (((knights * 6 + queen) * 4 + dark) * 4 + light) as u16;
    // Kings, rooks and repeated pieces have not been looked at.
    (back_rank(number)?.map(Some) == rank).then_some(number)
}
