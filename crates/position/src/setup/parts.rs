//! A position as plain values, for formats other than FEN.

use gardez_bitboard::Bitboard;
use gardez_types::{CastlingMode, CastlingRights, Color, Piece, Square};

use super::board_error::BoardError;
use super::castling::FenMode;
use super::en_passant::EnPassantPolicy;
use super::piece_setup::PieceSetup;
use crate::board::Board;
use crate::castling_setup::CastlingSetup;
use crate::state::{MAX_FULLMOVE, StateInfo};

/// The parts of a position as plain values, which [`Board::from_parts`] checks.
///
/// Start from [`BoardParts::EMPTY`]. In code, a [`Builder`](crate::Builder) is more convenient.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardParts {
    /// The piece on each square, indexed by `Square as usize`.
    pub squares: [Option<Piece>; 64],
    /// The side to move.
    pub side_to_move: Color,
    /// The rooks that may castle, indexed by `Color as usize`.
    pub castling_rooks: [Bitboard; 2],
    /// The square that the last move passed with a double push.
    pub double_push: Option<Square>,
    /// When that square counts as an en passant square.
    pub en_passant: EnPassantPolicy,
    /// The number of plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The move number: 0 is taken as 1, and more than 1,000,000 as 1,000,000.
    pub fullmove_number: u32,
    /// The castling mode, which decides how castling is printed.
    pub mode: FenMode,
}

impl BoardParts {
    /// An empty board, white to move, at move 1, with the castling mode detected.
    pub const EMPTY: Self = Self {
        squares: [None; 64],
        side_to_move: Color::White,
        castling_rooks: [Bitboard::EMPTY; 2],
        double_push: None,
        en_passant: EnPassantPolicy::Legal,
        halfmove_clock: 0,
        fullmove_number: 1,
        mode: FenMode::Detect,
    };
}

impl Default for BoardParts {
    /// Returns [`BoardParts::EMPTY`].
    fn default() -> Self {
        Self::EMPTY
    }
}

impl From<&Board> for BoardParts {
    /// Returns the parts of this board: everything but the last move, its capture and the plies since a null move.
    fn from(board: &Board) -> Self {
        let mut castling_rooks = [Bitboard::EMPTY; 2];
        for (_, color, side) in CastlingRights::EACH {
            castling_rooks[color as usize] |= board.castling_rook(color, side).into();
        }
        // The strictest policy under which the en passant square counts.
        let policies = [EnPassantPolicy::Legal, EnPassantPolicy::PseudoLegal];
        let gives_the_same = |&policy: &EnPassantPolicy| board.ep_square_by(policy) == board.ep_square();
        Self {
            squares: board.squares,
            side_to_move: board.side_to_move(),
            castling_rooks,
            double_push: board.state().double_push(),
            en_passant: policies.into_iter().find(gives_the_same).unwrap_or(EnPassantPolicy::Always),
            halfmove_clock: board.halfmove_clock(),
            fullmove_number: board.fullmove_number(),
            mode: board.castling_mode().into(),
        }
    }
}

/// # Setting up from parts
impl Board {
    /// Returns the board with these parts, in constant time; the [error](BoardError) says which rule they break.
    ///
    /// Every position that can be played is accepted; [`Board::problems`] reports what cannot arise in a game.
    ///
    /// ```
    /// use gardez_position::{Bitboard, Board, BoardError, BoardParts, Color, Piece, Square};
    ///
    /// // 8  . . . . k . . .
    /// // 1  . . . . K . . R
    /// let mut parts = BoardParts::EMPTY;
    /// parts.squares[Square::E1 as usize] = Some(Piece::WhiteKing);
    /// parts.squares[Square::H1 as usize] = Some(Piece::WhiteRook);
    /// parts.squares[Square::E8 as usize] = Some(Piece::BlackKing);
    /// parts.castling_rooks[Color::White as usize] = Bitboard::from(Square::H1);
    /// let board = Board::from_parts(&parts)?;
    /// assert_eq!(board.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    ///
    /// parts.double_push = Some(Square::E6);
    /// assert_eq!(Board::from_parts(&parts), Err(BoardError::StaleEnPassantSquare(Square::E6)));
    /// # Ok::<_, BoardError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a side does not have exactly one king, a pawn is on the first or the last rank, the king of
    /// the side not to move can be captured, a castling right lacks its king or rook or is the second one for the same
    /// side, or the last move cannot have been the double push.
    #[inline]
    pub fn from_parts(parts: &BoardParts) -> Result<Self, BoardError> {
        PieceSetup::from_squares(&parts.squares).board(parts)
    }
}

impl PieceSetup {
    /// Returns the board with these pieces and the other parts; ignores the squares of `parts`.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Board::from_parts`].
    #[inline]
    pub fn board(&self, parts: &BoardParts) -> Result<Board, BoardError> {
        let mut board = Board::empty(CastlingMode::Standard);
        board.set_up(self, parts)?;
        Ok(board)
    }

    /// Replaces `board` by [`PieceSetup::board`] without a copy, or by the start position after an error.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Board::from_parts`].
    #[inline]
    pub fn replace(&self, board: &mut Board, parts: &BoardParts) -> Result<(), BoardError> {
        // The sets and squares are replaced anyway.
        (board.state, board.setup) = (StateInfo::EMPTY, CastlingSetup::NONE);
        (board.side_to_move, board.mode) = (Color::White, CastlingMode::Standard);
        let result = board.set_up(self, parts);
        if result.is_err() {
            board.clone_from(&Board::start());
        }
        result
    }
}

impl Board {
    /// Sets up this board, which is empty but for its sets and squares.
    #[inline]
    fn set_up(&mut self, pieces: &PieceSetup, parts: &BoardParts) -> Result<(), BoardError> {
        let board = self;
        board.set_up_pieces(pieces, parts.side_to_move)?;
        for (color, rooks) in Color::ALL.into_iter().zip(parts.castling_rooks) {
            rooks.into_iter().try_for_each(|rook| board.set_up_castling_right(color, rook, parts.mode))?;
        }
        board.set_up_mode(parts.mode);
        if let Some(square) = parts.double_push {
            board.set_up_double_push(square, parts.en_passant)?;
        }
        board.set_up_counters(parts.halfmove_clock, parts.fullmove_number.min(MAX_FULLMOVE));
        Ok(())
    }
}
