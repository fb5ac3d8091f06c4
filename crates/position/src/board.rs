//! The board: where the pieces stand, whose turn it is, and the current state; a value to copy.

use gardez_bitboard::Bitboard;
use gardez_types::{CastlingMode, Color, Move, Piece, PieceType, Square};

use crate::StateInfo;
use crate::castling::CastlingSetup;

/// A position without its history: everything but repetition, in a small `Copy` value.
///
/// It is for those who copy positions instead of taking moves back: tree search over a network, data generation.
/// [`Board::after`] makes a move on a copy, [`Board::do_move`] on the spot. A [`Position`](crate::Position) holds a board
/// and dereferences to it.
///
/// ```
/// use gardez_position::Board;
///
/// let start = Board::start();
/// let children: Vec<Board> = start.legal_moves().into_iter().map(|m| start.after(m)).collect();
/// assert_eq!(children.len(), 20);
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
pub struct Board {
    pub(crate) squares: [Option<Piece>; 64],
    /// By the number of the kind, so that a piece finds its set without a check; the first and the last stay empty.
    pub(crate) by_type: [Bitboard; 8],
    pub(crate) by_color: [Bitboard; 2],
    pub(crate) state: StateInfo,
    pub(crate) setup: CastlingSetup,
    pub(crate) side_to_move: Color,
    pub(crate) mode: CastlingMode,
}

impl Board {
    /// A board without pieces, for those who set one up; no legal position.
    pub(crate) const fn empty(mode: CastlingMode) -> Self {
        Self {
            squares: [None; 64],
            by_type: [Bitboard::EMPTY; 8],
            by_color: [Bitboard::EMPTY; 2],
            state: StateInfo::EMPTY,
            setup: CastlingSetup::NONE,
            side_to_move: Color::White,
            mode,
        }
    }

    /// The piece on `square`, if there is one.
    #[inline]
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.squares[square as usize]
    }

    /// The squares of all pieces.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.by_color[0] | self.by_color[1]
    }

    /// The squares of the pieces of one color.
    #[inline]
    pub const fn by_color(&self, color: Color) -> Bitboard {
        self.by_color[color as usize]
    }

    /// The squares of the pieces of one kind, of both colors.
    #[inline]
    pub const fn by_type(&self, piece_type: PieceType) -> Bitboard {
        self.by_type[piece_type as usize]
    }

    /// The squares of the pieces of one color and kind.
    #[inline]
    pub fn pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.by_color(color) & self.by_type(piece_type)
    }

    /// The bishops and queens of `color`.
    #[inline]
    pub(crate) fn diagonal_sliders(&self, color: Color) -> Bitboard {
        (self.by_type(PieceType::Bishop) | self.by_type(PieceType::Queen)) & self.by_color(color)
    }

    /// The rooks and queens of `color`.
    #[inline]
    pub(crate) fn orthogonal_sliders(&self, color: Color) -> Bitboard {
        (self.by_type(PieceType::Rook) | self.by_type(PieceType::Queen)) & self.by_color(color)
    }

    /// The squares of the pieces of any of these kinds, of both colors.
    ///
    /// ```
    /// use gardez_position::Board;
    /// use gardez_types::PieceType;
    ///
    /// let minors = Board::start().by_types([PieceType::Knight, PieceType::Bishop]);
    /// assert_eq!(minors.len(), 8);
    /// ```
    #[inline]
    pub fn by_types<const N: usize>(&self, piece_types: [PieceType; N]) -> Bitboard {
        piece_types.into_iter().fold(Bitboard::EMPTY, |set, piece_type| set | self.by_type(piece_type))
    }

    /// The squares of the pieces of one color and any of these kinds.
    #[inline]
    pub fn pieces_by_types<const N: usize>(&self, color: Color, piece_types: [PieceType; N]) -> Bitboard {
        self.by_color(color) & self.by_types(piece_types)
    }

    /// How many pieces of one color and kind there are.
    #[inline]
    pub fn count(&self, color: Color, piece_type: PieceType) -> u32 {
        self.pieces(color, piece_type).len()
    }

    /// The square of the king of `color`.
    ///
    /// # Panics
    ///
    /// If a move that was not legal has captured the king; so does whatever else asks for it.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.pieces(color, PieceType::King).lsb().expect("each side has a king")
    }

    /// The side whose turn it is.
    #[inline]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The current state: what the last move left behind.
    #[inline]
    pub const fn state(&self) -> &StateInfo {
        &self.state
    }

    /// Half-moves since the last capture or pawn move.
    #[inline]
    pub const fn rule50(&self) -> u16 {
        self.state.rule50
    }

    /// The en passant square that counts; see [`StateInfo::ep_square`].
    #[inline]
    pub const fn ep_square(&self) -> Option<Square> {
        self.state.ep_square
    }

    /// The move that led here; none at the set-up position and after a null move.
    #[inline]
    pub const fn last_move(&self) -> Option<Move> {
        self.state.last_move
    }

    /// Half-moves since the start of the game: twice the full moves made, and one more when black is to move. Null moves
    /// do not count.
    #[inline]
    pub const fn game_ply(&self) -> u32 {
        self.state.game_ply
    }

    /// The number of the full move, from 1, as a FEN prints it. It goes on beyond 1,000,000, the largest that is read.
    #[inline]
    pub const fn fullmove(&self) -> u32 {
        // After a null move black may be to move at an even ply.
        self.state.game_ply.saturating_sub(self.side_to_move as u32) / 2 + 1
    }

    /// How the position writes castling: the mode in which it was read.
    #[inline]
    pub const fn castling_mode(&self) -> CastlingMode {
        self.mode
    }
}
