//! The builder: a position in code, piece by piece.

use gardez_types::{CastlingRights, Color, Piece, Square};

use super::board_error::BoardError;
use super::castling::FenMode;
use super::en_passant::EnPassantPolicy;
use super::parts::BoardParts;
use super::problems::FenProblems;
use crate::board::Board;

/// Sets up a position in code, from nothing or from a board.
///
/// [`Board::problems`] reports what cannot arise in a game.
///
/// ```
/// use gardez_position::Builder;
/// use gardez_types::{Color, Piece, Square};
///
/// let position = Builder::new()
///     .with_piece(Square::E1, Piece::WhiteKing)
///     .with_piece(Square::H1, Piece::WhiteRook)
///     .with_piece(Square::E8, Piece::BlackKing)
///     .with_castling_rook(Color::White, Square::H1)
///     .with_side_to_move(Color::White)
///     .build()?;
/// assert_eq!(position.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
///
/// let changed = Builder::from_board(&position)
///     .without_castling_rook(Color::White, Square::H1)
///     .without_piece(Square::H1)
///     .with_piece(Square::D1, Piece::WhiteQueen)
///     .build()?;
/// assert_eq!(changed.to_string(), "4k3/8/8/8/8/8/8/3QK3 w - - 0 1");
/// # Ok::<_, gardez_position::BoardError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Builder {
    parts: BoardParts,
    refused: FenProblems,
}

impl Default for Builder {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

impl Builder {
    /// Creates an empty board, white to move.
    #[inline]
    pub const fn new() -> Self {
        Self { parts: BoardParts::EMPTY, refused: FenProblems::empty() }
    }

    /// Returns everything that the board has, except its last move.
    #[inline]
    pub fn from_board(board: &Board) -> Self {
        Self { parts: BoardParts::from(board), refused: FenProblems::empty() }
    }

    pub(super) const fn with_squares(mut self, squares: [Option<Piece>; 64]) -> Self {
        self.parts.squares = squares;
        self
    }

    /// Puts a piece on a square, in place of what is there.
    #[must_use]
    pub const fn with_piece(mut self, square: Square, piece: Piece) -> Self {
        self.parts.squares[square as usize] = Some(piece);
        self
    }

    /// Removes the piece on a square.
    #[must_use]
    pub const fn without_piece(mut self, square: Square) -> Self {
        self.parts.squares[square as usize] = None;
        self
    }

    /// Sets the side to move.
    #[must_use]
    pub const fn with_side_to_move(mut self, color: Color) -> Self {
        self.parts.side_to_move = color;
        self
    }

    /// Grants `color` the right to castle with the rook on this square.
    #[must_use]
    pub fn with_castling_rook(mut self, color: Color, rook: Square) -> Self {
        self.parts.castling_rooks[color as usize].insert(rook);
        self
    }

    /// Grants castling rights with rooks in the corners.
    #[must_use]
    pub fn with_castling_rights(mut self, rights: CastlingRights) -> Self {
        for (right, color, side) in CastlingRights::EACH {
            if rights.contains(right) {
                self = self.with_castling_rook(color, side.standard_rook(color));
            }
        }
        self
    }

    /// Takes from `color` the right to castle with the rook on this square.
    #[must_use]
    pub fn without_castling_rook(mut self, color: Color, rook: Square) -> Self {
        self.parts.castling_rooks[color as usize].remove(rook);
        self
    }

    /// Takes all castling rights from both sides.
    #[must_use]
    pub const fn without_castling_rights(mut self) -> Self {
        self.parts.castling_rooks = BoardParts::EMPTY.castling_rooks;
        self
    }

    /// Sets the square that the last move passed with a double push.
    #[must_use]
    pub const fn with_double_push(mut self, square: Square) -> Self {
        self.parts.double_push = Some(square);
        self
    }

    /// Removes the double push.
    #[must_use]
    pub const fn without_double_push(mut self) -> Self {
        self.parts.double_push = None;
        self
    }

    /// Sets the number of plies since the last capture or pawn move.
    #[must_use]
    pub const fn with_halfmove_clock(mut self, plies: u16) -> Self {
        self.parts.halfmove_clock = plies;
        self
    }

    /// Sets the move number: 0 is taken as 1, and more than 1,000,000 as 1,000,000.
    #[must_use]
    pub const fn with_fullmove_number(mut self, number: u32) -> Self {
        self.parts.fullmove_number = number;
        self
    }

    /// Sets the castling mode.
    #[must_use]
    pub const fn with_mode(mut self, mode: FenMode) -> Self {
        self.parts.mode = mode;
        self
    }

    /// Sets when the double push counts as an en passant square.
    #[must_use]
    pub const fn with_en_passant(mut self, policy: EnPassantPolicy) -> Self {
        self.parts.en_passant = policy;
        self
    }

    /// Refuses positions with one of these problems, too.
    #[must_use]
    pub const fn refuse(mut self, problems: FenProblems) -> Self {
        self.refused = self.refused.union(problems);
        self
    }

    /// Builds a board, without a history. `Builder::build` builds a position.
    ///
    /// # Errors
    ///
    /// If the position breaks an invariant or has a refused problem, or a castling right or double push is impossible.
    #[inline]
    pub fn build_board(&self) -> Result<Board, BoardError> {
        let board = Board::from_parts(&self.parts)?;
        // Looking for problems takes time, and most builders do not refuse any.
        if self.refused.is_empty() {
            return Ok(board);
        }
        board.problem_kinds().find(|&error| self.refused.refuses(error)).map_or(Ok(board), Err)
    }
}
