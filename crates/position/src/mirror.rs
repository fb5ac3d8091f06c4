//! Boards made from others: colors exchanged, or pieces named by an endgame code.

use core::fmt;

use gardez_types::{CastlingMode, CastlingRights, Color, File, Piece, PieceType, Rank, Square};
use gardez_zobrist as zobrist;

use crate::Board;

impl Board {
    /// The board with the colors exchanged: mirrored top to bottom, the other side to move, rights and en passant square
    /// with their new owners, the clocks as they are.
    ///
    /// ```
    /// use gardez_position::Board;
    ///
    /// let start = Board::start();
    /// assert_eq!(start.swap_colors().side_to_move(), !start.side_to_move());
    /// assert_eq!(start.swap_colors().swap_colors(), start);
    /// ```
    #[must_use = "the board itself does not change"]
    pub fn swap_colors(&self) -> Self {
        let mut squares = [None; 64];
        for square in self.occupied() {
            squares[square.flip_vertical() as usize] = self.piece_on(square).map(Piece::swap_colors);
        }
        let mut flipped = Self::empty(self.mode);
        flipped.lay(&squares);
        if self.side_to_move == Color::White {
            flipped.pass_to_black();
        }
        for (_, color, side) in CastlingRights::EACH {
            if let Some(rook) = self.castling_rook(color, side) {
                flipped.grant(!color, rook.flip_vertical());
            }
        }
        flipped.state.double_step = self.state.double_step.map(Square::flip_vertical);
        flipped.state.ep_square = self.state.ep_square.map(Square::flip_vertical);
        if let Some(square) = flipped.state.ep_square {
            flipped.state.key ^= zobrist::en_passant(square.file());
        }
        flipped.state.rule50 = self.state.rule50;
        flipped.state.game_ply = 2 * (self.fullmove() - 1) + flipped.side_to_move as u32;
        flipped
    }

    /// A board with the pieces of an endgame code, such as `KBPKN` or `KRvK`: the first side named is the strong one,
    /// and has the color `strong`.
    ///
    /// The pieces stand in a row on the second rank (strong) and the seventh (weak), white to move. The position may be
    /// illegal, for the side that is not to move may be in check: it is meant for asking its
    /// [`material_key`](crate::StateInfo::material_key), not for playing.
    ///
    /// ```
    /// use gardez_position::Board;
    /// use gardez_types::Color;
    ///
    /// let board = Board::from_endgame_code("KRvK", Color::White)?;
    /// assert_eq!(board.to_string(), "8/k7/8/8/8/8/KR6/8 w - - 0 10");
    /// # Ok::<_, gardez_position::EndgameCodeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a letter is no piece, or a side does not have one king, named first, and at most seven pieces.
    pub fn from_endgame_code(code: &str, strong: Color) -> Result<Self, EndgameCodeError> {
        let second_king = code.char_indices().skip(1).find(|&(_, letter)| matches!(letter, 'K' | 'v'));
        let Some((split, letter)) = second_king else { return Err(EndgameCodeError::Sides) };
        let weak = &code[split + usize::from(letter == 'v')..];
        let mut squares = [None; 64];
        line_up(&mut squares, strong, &code[..split], Rank::Two)?;
        line_up(&mut squares, !strong, weak, Rank::Seven)?;
        let mut board = Self::empty(CastlingMode::Standard);
        board.lay(&squares);
        board.state.game_ply = 18;
        Ok(board)
    }
}

/// Puts the pieces of one side on a rank, from the a-file on.
fn line_up(squares: &mut [Option<Piece>; 64], side: Color, letters: &str, rank: Rank) -> Result<(), EndgameCodeError> {
    let mut files = File::ALL.into_iter().take(7);
    for (index, letter) in letters.chars().enumerate() {
        let piece_type = letter.is_ascii_uppercase().then(|| PieceType::from_letter(letter.to_ascii_lowercase()));
        let piece_type = piece_type.flatten().ok_or(EndgameCodeError::UnknownPiece(letter))?;
        if (piece_type == PieceType::King) != (index == 0) {
            return Err(EndgameCodeError::Kings);
        }
        let file = files.next().ok_or(EndgameCodeError::TooManyPieces)?;
        squares[Square::new(file, rank) as usize] = Some(Piece::new(side, piece_type));
    }
    if letters.is_empty() { Err(EndgameCodeError::Kings) } else { Ok(()) }
}

/// Why a text is no endgame code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EndgameCodeError {
    /// Only one side is named.
    Sides,
    /// A character that is no upper-case piece letter.
    UnknownPiece(char),
    /// A side does not have just one king, named first.
    Kings,
    /// A side has more than seven pieces.
    TooManyPieces,
}

impl fmt::Display for EndgameCodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sides => f.write_str("expected two sides such as KRvK"),
            Self::UnknownPiece(found) => write!(f, "expected one of KQRBNP, found {found:?}"),
            Self::Kings => f.write_str("each side has one king, and it is named first"),
            Self::TooManyPieces => f.write_str("a side has more than seven pieces"),
        }
    }
}

impl core::error::Error for EndgameCodeError {}
