//! The board: a position without its history.

use gardez_bitboard::Bitboard;
use gardez_types::{CastlingMode, Color, Move, Piece, PieceType, Square};

use crate::castling_setup::CastlingSetup;
use crate::state::{MAX_FULLMOVE, StateInfo};

/// A position without its history: a `Copy` value of 256 bytes.
///
/// It follows all rules but repetition, which needs a [`Position`](crate::Position), and cannot undo a move: keep a copy.
///
/// ```
/// use gardez_position::{Board, Color, Piece, Square};
///
/// let start = Board::start();
/// assert_eq!(start.legal_moves().len(), 20);
/// assert_eq!(start.moves().captures().count(), 0);
/// let board = start.after(start.parse_uci("e2e4")?);
/// assert_eq!(board.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// assert_eq!(board.piece_on(Square::E4), Some(Piece::WhitePawn));
/// assert_eq!((board.side_to_move(), board.in_check()), (Color::Black, false));
/// # Ok::<_, gardez_position::UciError>(())
/// ```
///
/// Boards are equal if they are the same position by the laws of chess. `Display` writes the FEN, `parse` reads one.
///
/// | wanted | groups of methods |
/// |---|---|
/// | set up a board | [Setting up](#setting-up), [by moves](#setting-up-by-moves), [from parts](#setting-up-from-parts), [the number of a start position](#the-number-of-a-start-position) |
/// | read a position | [Pieces](#pieces), [the pieces alone](#the-pieces-alone), [side to move, counters and last move](#side-to-move-counters-and-last-move), [castling](#castling), [en passant](#en-passant) |
/// | compare and mirror | [Comparing boards](#comparing-boards), [symmetry](#symmetry) |
/// | attacks and checks | [Attacks](#attacks), [checks and pins](#checks-and-pins), [all checks and pins](#all-checks-and-pins), [threatened squares](#threatened-squares) |
/// | legal moves | [Listing moves](#listing-moves), [testing a move](#testing-a-move), [what a move does](#what-a-move-does), [why it is illegal](#explaining-a-move-that-is-not-legal), [exchanges](#exchanges) |
/// | find a move | [Moves by their squares](#moves-by-their-squares), [by their target](#finding-a-move), [by their text](#reading-moves) |
/// | make moves | [Making moves](#making-moves), [the key after a move](#the-key-after-a-move) |
/// | keys | [Keys](#keys) |
/// | evaluate | [Material](#material) |
/// | endings | [Mate](#mate), [status](#status), [dead positions](#dead-positions) |
/// | text and bytes | [FEN](#fen), [drawings](#text), [packing](#packing) |
/// | find mistakes | [Problems](#problems), [checking a board](#checking-a-board) |
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Board {
    pub(crate) squares: [Option<Piece>; 64],
    /// Indexed by `PieceType as usize`, 1 to 6; a length of eight needs no bounds check.
    pub(crate) by_type: [Bitboard; 8],
    pub(crate) by_color: [Bitboard; 2],
    pub(crate) state: StateInfo,
    pub(crate) setup: CastlingSetup,
    pub(crate) side_to_move: Color,
    pub(crate) mode: CastlingMode,
}

impl Board {
    /// Creates a board without pieces, to be set up. It is not a legal position.
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

    /// Returns the bishops and queens of `color`.
    #[inline]
    pub(crate) fn diagonal_sliders(&self, color: Color) -> Bitboard {
        (self.by_type(PieceType::Bishop) | self.by_type(PieceType::Queen)) & self.by_color(color)
    }

    /// Returns the rooks and queens of `color`.
    #[inline]
    pub(crate) fn orthogonal_sliders(&self, color: Color) -> Bitboard {
        (self.by_type(PieceType::Rook) | self.by_type(PieceType::Queen)) & self.by_color(color)
    }
}

/// # Pieces
impl Board {
    /// Returns the piece on `square`, if there is one.
    #[inline]
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.squares[square as usize]
    }

    /// Returns the piece on each square, indexed by `square as usize`.
    #[inline]
    pub const fn piece_array(&self) -> &[Option<Piece>; 64] {
        &self.squares
    }

    /// Returns the squares of all pieces.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.by_color[0] | self.by_color[1]
    }

    /// Returns the squares of the pieces of one color.
    #[inline]
    pub const fn by_color(&self, color: Color) -> Bitboard {
        self.by_color[color as usize]
    }

    /// Returns the squares of the pieces of one type and both colors.
    #[inline]
    pub const fn by_type(&self, piece_type: PieceType) -> Bitboard {
        self.by_type[piece_type as usize]
    }

    /// Returns the squares of the pieces of one color and type.
    #[inline]
    pub fn pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.by_color(color) & self.by_type(piece_type)
    }

    /// Returns all pieces with their squares, from a1 to h8.
    #[inline]
    pub fn piece_map(&self) -> impl ExactSizeIterator<Item = (Square, Piece)> + '_ {
        let piece = |square| self.piece_on(square).expect("an occupied square has a piece");
        self.occupied().into_iter().map(move |square| (square, piece(square)))
    }

    /// Returns the number of pieces of one color and type.
    #[inline]
    pub fn count(&self, color: Color, piece_type: PieceType) -> u32 {
        self.pieces(color, piece_type).len()
    }

    /// Returns the square of the king of `color`.
    ///
    /// # Panics
    ///
    /// Panics if there is no king, which happens only after an illegal move has captured it.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.pieces(color, PieceType::King).lsb().expect("each side has a king")
    }
}

/// # Side to move, counters and last move
impl Board {
    /// Returns the side to move.
    #[inline]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// Returns the current state: keys, rights, counters, en passant square and last move.
    #[inline]
    pub const fn state(&self) -> &StateInfo {
        &self.state
    }

    /// Returns the number of plies since the last capture or pawn move, up to 65,535.
    #[inline]
    pub const fn halfmove_clock(&self) -> u16 {
        self.state.halfmove_clock
    }

    /// Returns the move that led to this board, or `None` for the set-up board and after a null move.
    #[inline]
    pub const fn last_move(&self) -> Option<Move> {
        self.state.last_move
    }

    /// Returns the number of plies since the start of the game, without null moves.
    #[inline]
    pub const fn game_ply(&self) -> u32 {
        self.state.game_ply
    }

    /// Returns the move number of the FEN, from 1 to 1,000,000.
    #[inline]
    pub const fn fullmove_number(&self) -> u32 {
        // After a null move black may be to move at an even ply.
        let number = self.state.game_ply.saturating_sub(self.side_to_move as u32) / 2 + 1;
        if number < MAX_FULLMOVE { number } else { MAX_FULLMOVE }
    }

    /// Returns the castling mode: how the board writes castling in FEN and UCI text.
    #[inline]
    pub const fn castling_mode(&self) -> CastlingMode {
        self.mode
    }
}

impl AsRef<Self> for Board {
    #[inline]
    fn as_ref(&self) -> &Self {
        self
    }
}
