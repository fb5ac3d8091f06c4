//! The castling field: which rook a letter means.

use gardez_bitboard::Bitboard;
use gardez_types::{CastlingRights, CastlingSide, Color, File, PieceType, Square};

use super::{Fen, FenMode, FenStyle};
use crate::{Board, CastlingMode};

/// The rook that a letter of the castling field means. `None` if the king is not on its back rank or there is no such rook.
pub(super) fn rook_of(board: &Board, letter: char) -> Option<(Color, Square)> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let king = board.king(color);
    if king.rank() != color.back_rank() {
        return None;
    }
    let rook = match letter.to_ascii_lowercase() {
        'k' => outermost(board, color, CastlingSide::KingSide),
        'q' => outermost(board, color, CastlingSide::QueenSide),
        file => Some(Square::new(File::from_letter(file)?, color.back_rank())),
    };
    rook.filter(|&rook| board.pieces(color, PieceType::Rook).contains(rook)).map(|rook| (color, rook))
}

/// The rook of `color` on its back rank that is farthest from the king on one side.
fn outermost(board: &Board, color: Color, side: CastlingSide) -> Option<Square> {
    let king = board.king(color);
    let rooks = board.pieces(color, PieceType::Rook) & Bitboard::from(color.back_rank());
    let candidates: Bitboard =
        rooks.into_iter().filter(|&rook| CastlingSide::from_squares(king, rook) == side).collect();
    match side {
        CastlingSide::KingSide => candidates.msb(),
        CastlingSide::QueenSide => candidates.lsb(),
    }
}

/// The castling mode of a board whose rights have been read.
pub(super) fn mode_of(board: &Board, mode: FenMode) -> CastlingMode {
    let standard = |&(right, color, side): &(CastlingRights, Color, CastlingSide)| {
        !board.castling_rights().contains(right)
            || (board.king(color).file() == File::E
                && board.castling_rook(color, side) == Some(side.standard_rook(color)))
    };
    match mode {
        FenMode::Standard => CastlingMode::Standard,
        FenMode::Chess960 => CastlingMode::Chess960,
        FenMode::Detect if CastlingRights::EACH.iter().all(standard) => CastlingMode::Standard,
        FenMode::Detect => CastlingMode::Chess960,
    }
}

impl Fen<'_> {
    /// The letter of a right in the dialect of this text.
    pub(super) fn castling_letter(&self, color: Color, side: CastlingSide, rook: Square) -> char {
        let by_file = match self.style {
            FenStyle::Standard => false,
            FenStyle::Shredder => true,
            FenStyle::XFen => outermost(self.board, color, side) != Some(rook),
        };
        let letter = match (by_file, side) {
            (true, _) => rook.file().letter(),
            (false, CastlingSide::KingSide) => 'k',
            (false, CastlingSide::QueenSide) => 'q',
        };
        match color {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter,
        }
    }
}
