//! What inputs and networks ask of a board.

use alloc::borrow::Cow;

use gardez_bitboard::Bitboard;
use gardez_position::{Board, Position};
use gardez_types::{Color, Piece, PieceType, Square};

/// A board whose inputs can be listed and which a network can evaluate: [`Board`] and [`Position`], or your own.
///
/// ```
/// use gardez_nnue::features::Pieces;
/// use gardez_nnue::{Architecture, Network};
/// use gardez_position::{Bitboard, Board, Color, PieceType, Square};
///
/// /// White pieces are capitals.
/// struct Squares([u8; 64]);
///
/// impl Pieces for Squares {
///     fn pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
///         let letter = b"pnbrqk"[piece_type.index()];
///         let letter = if color == Color::White { letter.to_ascii_uppercase() } else { letter };
///         Square::ALL.into_iter().filter(|&square| self.0[square as usize] == letter).collect()
///     }
///
///     fn side_to_move(&self) -> Color {
///         Color::White
///     }
/// }
///
/// let mut start = Squares([0; 64]);
/// for (i, letter) in b"RNBQKBNR".iter().enumerate() {
///     (start.0[i], start.0[8 + i], start.0[48 + i], start.0[56 + i]) = (*letter, b'P', b'p', letter.to_ascii_lowercase());
/// }
/// let architecture = Architecture { width: 64, ..Architecture::STOCKFISH_2026 };
/// let network = Network::build(&architecture, |_, i| i as i32 * 31 % 61 - 30)?;
/// assert_eq!(network.evaluate_board(&start), network.evaluate_board(&Board::start()));
/// # Ok::<_, gardez_nnue::NetworkError>(())
/// ```
pub trait Pieces {
    /// Returns the squares of the pieces of a color and a type.
    fn pieces(&self, color: Color, piece_type: PieceType) -> Bitboard;

    /// Returns the side to move.
    fn side_to_move(&self) -> Color;

    /// Returns the squares of the pieces of a type.
    #[inline]
    fn by_type(&self, piece_type: PieceType) -> Bitboard {
        self.pieces(Color::White, piece_type) | self.pieces(Color::Black, piece_type)
    }

    /// Returns the squares of the pieces of a color.
    #[inline]
    fn by_color(&self, color: Color) -> Bitboard {
        PieceType::ALL.into_iter().fold(Bitboard::EMPTY, |set, piece_type| set | self.pieces(color, piece_type))
    }

    /// Returns the occupied squares.
    #[inline]
    fn occupied(&self) -> Bitboard {
        self.by_color(Color::White) | self.by_color(Color::Black)
    }

    /// Returns the square of a king.
    ///
    /// # Panics
    ///
    /// Panics if there is none.
    #[inline]
    fn king(&self, color: Color) -> Square {
        self.pieces(color, PieceType::King).into_iter().next().expect("each side has a king")
    }

    /// Returns the piece on each square.
    #[inline]
    fn piece_array(&self) -> Cow<'_, [Option<Piece>; 64]> {
        let mut array = [None; 64];
        for piece in Piece::ALL {
            for square in self.pieces(piece.color(), piece.piece_type()) {
                array[square as usize] = Some(piece);
            }
        }
        Cow::Owned(array)
    }
}

macro_rules! boards {
    ($($board:ty),*) => {$(
        impl Pieces for $board {
            #[inline]
            fn pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
                Board::pieces(self, color, piece_type)
            }

            #[inline]
            fn side_to_move(&self) -> Color {
                Board::side_to_move(self)
            }

            #[inline]
            fn by_type(&self, piece_type: PieceType) -> Bitboard {
                Board::by_type(self, piece_type)
            }

            #[inline]
            fn by_color(&self, color: Color) -> Bitboard {
                Board::by_color(self, color)
            }

            #[inline]
            fn occupied(&self) -> Bitboard {
                Board::occupied(self)
            }

            #[inline]
            fn king(&self, color: Color) -> Square {
                Board::king(self, color)
            }

            #[inline]
            fn piece_array(&self) -> Cow<'_, [Option<Piece>; 64]> {
                Cow::Borrowed(Board::piece_array(self))
            }
        }
    )*};
}

boards!(Board, Position);
