//! Setting up a board.

use core::str::FromStr;

use gardez_types::{CastlingMode, Color, File, Piece, PieceType, Rank, Square};

use super::castling::FenMode;
use super::endgame_code::{self, EndgameCodeError};
use super::fen::{FenError, FenReader};
use super::piece_setup::PieceSetup;
use super::start_numbers::{STANDARD, back_rank};
use crate::board::Board;

/// # Setting up
///
/// Also by [`FenReader::read_board`], a [`Builder`](crate::Builder), or from a [`PackedBoard`](crate::PackedBoard).
impl Board {
    /// Returns the start position of chess.
    #[inline]
    pub fn start() -> Self {
        let back = back_rank(STANDARD).expect("518 is below 960");
        set_up(back, back, CastlingMode::Standard)
    }

    /// Returns the Chess960 start position with Scharnagl's number, or `None` above 959.
    ///
    /// ```
    /// use gardez_position::Board;
    ///
    /// let board = Board::chess960(0).expect("below 960");
    /// assert_eq!(board.to_string(), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1");
    /// assert!(Board::chess960(960).is_none());
    /// ```
    #[inline]
    pub fn chess960(number: u16) -> Option<Self> {
        Self::double_chess960(number, number)
    }

    /// Returns the double Chess960 start position with these back ranks, or `None` above 959.
    #[inline]
    pub fn double_chess960(white: u16, black: u16) -> Option<Self> {
        Some(set_up(back_rank(white)?, back_rank(black)?, CastlingMode::Chess960))
    }

    /// Reads a FEN in any of its dialects, of any position that can be played. A [`FenReader`] has more options.
    ///
    /// ```
    /// use gardez_position::{Board, CastlingMode, FenMode};
    ///
    /// let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    /// assert_eq!(Board::from_fen(fen, FenMode::Chess960)?.castling_mode(), CastlingMode::Chess960);
    /// assert_eq!(fen.parse::<Board>()?.castling_mode(), CastlingMode::Standard);
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the reason and the place if the text is not a FEN or its position is refused.
    #[inline]
    pub fn from_fen(fen: &str, mode: FenMode) -> Result<Self, FenError> {
        FenReader::new().with_mode(mode).read_board(fen).map(|read| read.position)
    }

    /// Returns a board with the pieces of an endgame code such as `KBPKN` or `KRvK`.
    ///
    /// The side that is named first gets the color `strong`. The board is meant for its
    /// [`material_key`](crate::StateInfo::material_key): the side that is not to move may be in check.
    ///
    /// ```
    /// use gardez_position::{Board, Color};
    ///
    /// // 7  k . . . . . . .
    /// // 2  K R . . . . . .
    /// let board = Board::from_endgame_code("KRvK", Color::White)?;
    /// assert_eq!(board.to_string(), "8/k7/8/8/8/8/KR6/8 w - - 0 10");
    /// # Ok::<_, gardez_position::EndgameCodeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a character is not an upper-case piece letter, or if a side does not have one king, first, and at most six others.
    #[inline]
    pub fn from_endgame_code(code: &str, strong: Color) -> Result<Self, EndgameCodeError> {
        endgame_code::read(code, strong)
    }
}

impl Default for Board {
    /// Returns the start position of chess.
    #[inline]
    fn default() -> Self {
        Self::start()
    }
}

impl FromStr for Board {
    type Err = FenError;

    /// Reads a FEN in any of its dialects. The castling rights decide the castling mode.
    #[inline]
    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::from_fen(fen, FenMode::Detect)
    }
}

/// Returns the board of these back ranks, with all pawns and castling rights.
#[inline]
fn set_up(white: [PieceType; 8], black: [PieceType; 8], mode: CastlingMode) -> Board {
    let mut squares = [None; 64];
    for (color, back) in [(Color::White, white), (Color::Black, black)] {
        let pawns = Rank::Two.relative_to(color);
        for (file, piece_type) in File::ALL.into_iter().zip(back) {
            squares[Square::new(file, color.back_rank()) as usize] = Some(Piece::new(color, piece_type));
            squares[Square::new(file, pawns) as usize] = Some(Piece::new(color, PieceType::Pawn));
        }
    }
    let mut board = Board::empty(mode);
    board.put_pieces(&PieceSetup::from_squares(&squares));
    for color in Color::ALL {
        for rook in board.pieces(color, PieceType::Rook) {
            board.grant(color, rook);
        }
    }
    board
}
