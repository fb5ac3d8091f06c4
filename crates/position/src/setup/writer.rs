//! From a board to its FEN.

use core::fmt;

use gardez_bitboard::Bitboard;
use gardez_types::{CastlingMode, CastlingRights, CastlingSide, Color, Piece, PieceType, Rank, Square};

use super::castling::outermost;
use super::en_passant::EnPassantPolicy;
use crate::board::Board;

/// A dialect of FEN: how the castling field is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum FenStyle {
    /// `KQkq`, ambiguous for an inner rook.
    Standard,
    /// The files of the rooks, such as `HAha`.
    Shredder,
    /// `KQkq`, but the file of an inner rook.
    #[default]
    XFen,
}

/// A board as FEN, for `{}`. FENs are equal if their texts are.
#[derive(Clone, Copy, Debug)]
pub struct Fen<'a> {
    board: &'a Board,
    style: FenStyle,
    ep_square: Option<Square>,
}

impl<'a> Fen<'a> {
    /// Returns the FEN in the castling mode of the board: Shredder-FEN for Chess960, X-FEN for standard chess.
    pub(crate) fn own(board: &'a Board) -> Self {
        board.fen(match board.castling_mode() {
            CastlingMode::Standard => FenStyle::XFen,
            CastlingMode::Chess960 => FenStyle::Shredder,
        })
    }

    /// Returns the same text with the en passant square of another policy.
    #[must_use]
    pub fn with_en_passant(mut self, policy: EnPassantPolicy) -> Self {
        self.ep_square = self.board.ep_square_by(policy);
        self
    }
}

/// # FEN
impl Board {
    /// Returns the FEN of the board in a dialect.
    ///
    /// ```
    /// use gardez_position::{Board, EnPassantPolicy, FenStyle};
    ///
    /// let board = Board::chess960(518).expect("below 960");
    /// let placement = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    /// assert_eq!(board.fen(FenStyle::Shredder).to_string(), format!("{placement} w HAha - 0 1"));
    /// assert_eq!(board.fen(FenStyle::XFen).to_string(), format!("{placement} w KQkq - 0 1"));
    /// ```
    #[inline]
    pub const fn fen(&self, style: FenStyle) -> Fen<'_> {
        Fen { board: self, style, ep_square: self.ep_square() }
    }
}

impl PartialEq for Fen<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.text().as_str() == other.text().as_str()
    }
}

impl Eq for Fen<'_> {}

impl fmt::Display for Fen<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text().as_str())
    }
}

impl Fen<'_> {
    #[inline]
    fn text(&self) -> Text {
        let board = self.board;
        let mut text = Text::EMPTY;
        text.push_placement(board.occupied(), &board.squares);
        text.push(b' ');
        text.push(if board.side_to_move() == Color::White { b'w' } else { b'b' });
        text.push(b' ');
        for (_, color, side) in CastlingRights::EACH {
            if let Some(rook) = board.castling_rook(color, side) {
                text.push(self.castling_letter(color, side, rook) as u8);
            }
        }
        if board.castling_rights().is_empty() {
            text.push(b'-');
        }
        text.push(b' ');
        match self.ep_square {
            Some(square) => {
                text.push(square.file().letter() as u8);
                text.push(square.rank().digit() as u8);
            }
            None => text.push(b'-'),
        }
        text.push(b' ');
        text.push_number(board.halfmove_clock().into());
        text.push(b' ');
        text.push_number(board.fullmove_number());
        text
    }

    /// Returns the letter of a right in the dialect of this text.
    fn castling_letter(&self, color: Color, side: CastlingSide, rook: Square) -> char {
        let by_file = match self.style {
            FenStyle::Standard => false,
            FenStyle::Shredder => true,
            FenStyle::XFen => {
                let rooks = self.board.pieces(color, PieceType::Rook);
                outermost(color, side, self.board.king(color), rooks) != Some(rook)
            }
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

/// A buffer for a FEN: writing one text is much faster than writing forty.
pub(super) struct Text {
    bytes: [u8; Text::LONGEST],
    length: usize,
}

impl Text {
    /// Placement 71, side 1, rights 4, en passant 2, two numbers of up to 10 digits, and 5 blanks: 103 bytes.
    const LONGEST: usize = 104;
    pub(super) const EMPTY: Self = Self { bytes: [0; Self::LONGEST], length: 0 };

    #[inline]
    fn push(&mut self, byte: u8) {
        self.bytes[self.length] = byte;
        self.length += 1;
    }

    /// Writes the first field. `occupied` are the squares with a piece.
    #[inline]
    pub(super) fn push_placement(&mut self, occupied: Bitboard, squares: &[Option<Piece>; 64]) {
        for rank in Rank::ALL.into_iter().rev() {
            if rank != Rank::Eight {
                self.push(b'/');
            }
            let mut next = 0;
            for square in occupied & rank.into() {
                let file = square.file() as u8;
                self.push_empty(file - next);
                if let Some(piece) = squares[square as usize] {
                    self.push(piece.letter() as u8);
                }
                next = file + 1;
            }
            self.push_empty(8 - next);
        }
    }

    #[inline]
    fn push_empty(&mut self, squares: u8) {
        // Without an unpredictable branch.
        self.bytes[self.length] = b'0' + squares;
        self.length += usize::from(squares > 0);
    }

    fn push_number(&mut self, number: u32) {
        if number > 9 {
            self.push_number(number / 10);
        }
        self.push(b'0' + (number % 10) as u8);
    }

    pub(super) fn as_str(&self) -> &str {
        core::str::from_utf8(&self.bytes[..self.length]).expect("a FEN is ASCII")
    }
}

impl fmt::Display for Board {
    /// Writes the FEN in the castling mode of the board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Fen::own(self), f)
    }
}
