//! Lists of codes of four bits for the occupied squares, and boards from parts.

use gardez_bitboard::Bitboard;
use gardez_position::{Board, BoardError, BoardParts};
use gardez_types::{CastlingSide, Color, PieceType, Square};

use crate::error::{Fault, FormatErrorKind};
use crate::read::Strictness;

/// The most pieces that a list of 16 bytes has room for.
pub(crate) const MOST_PIECES: u32 = 32;

/// The codes of the occupied squares, from the lowest square up. The lowest four bits of `list` are the first code.
#[derive(Clone, Copy)]
#[allow(dead_code)]
pub(crate) struct Codes {
    pub(crate) occupied: Bitboard,
    pub(crate) list: u128,
}

#[allow(dead_code)]
impl Codes {
    /// Checks that there are at most 32 pieces, and in strict mode no code without a piece. `at` is the byte of the record
    /// at which the occupied squares begin, followed by the list.
    pub(crate) fn check(self, strictness: Strictness, at: usize) -> Result<(), Fault> {
        let found = self.occupied.len();
        if MOST_PIECES < found {
            return Err(Fault::new(FormatErrorKind::TooManyPieces { found }, at));
        }
        // A shift by all 128 bits would overflow, and a full board has no unused codes.
        let unused = self.list.checked_shr(4 * found).unwrap_or(0);
        if unused != 0 && strictness.is_strict() {
            let index = (found + unused.trailing_zeros() / 4) as usize;
            return Err(Fault::new(FormatErrorKind::UnusedCode { index }, at + 8 + index / 2));
        }
        Ok(())
    }

    /// Each square with its code and the byte of the list that has the code.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = (Square, u8, usize)> {
        let mut list = self.list;
        self.occupied.into_iter().enumerate().map(move |(index, square)| {
            let code = list as u8 & 15;
            list >>= 4;
            (square, code, index / 2)
        })
    }

    /// The list of the codes that `code` gives for the occupied squares, of which there are at most 32.
    #[inline]
    pub(crate) fn from_board(board: &Board, code: impl Fn(Square) -> u8) -> Self {
        let occupied = board.occupied();
        let mut list = 0;
        for (index, square) in occupied.into_iter().enumerate() {
            list |= u128::from(code(square)) << ((4 * index as u32) & 127);
        }
        Self { occupied, list }
    }
}

/// The board of these parts. In lenient mode, castling rights and en passant squares that cannot be are left out.
pub(crate) fn board(parts: &mut BoardParts, strictness: Strictness) -> Result<Board, BoardError> {
    loop {
        match Board::from_parts(parts) {
            Err(BoardError::StaleEnPassantSquare(_)) if !strictness.is_strict() => parts.double_step = None,
            Err(BoardError::CastlingRight { color, rook }) if !strictness.is_strict() => {
                parts.castling_rooks[color as usize].remove(rook);
            }
            other => return other,
        }
    }
}

/// The rook of `color` on its back rank that is farthest from the king on one side: the one that a bit for this side means.
pub(crate) fn outermost_rook(parts: &BoardParts, color: Color, king: Square, side: CastlingSide) -> Option<Square> {
    let is_rook = |square: Square| {
        parts.squares[square as usize]
            .is_some_and(|piece| piece.color() == color && piece.piece_type() == PieceType::Rook)
    };
    let rank = Bitboard::from(color.back_rank()) - king.into();
    let mut rooks =
        rank.into_iter().filter(|&square| CastlingSide::from_squares(king, square) == side && is_rook(square));
    match side {
        CastlingSide::QueenSide => rooks.next(),
        CastlingSide::KingSide => rooks.next_back(),
    }
}
