//! A position in 32 bytes.

use gardez_bitboard::Bitboard;
use gardez_position::{Board, BoardParts};
use gardez_types::{Color, Piece, Square};

use super::input::SeenEntry;

/// A position with its score and result, without castling rights and counters, which are never inputs of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    occupied: u64,
    /// Four bits for each piece, from a1 up, the low half of a byte first: a white pawn is 0, a black one 8.
    codes: [u8; 16],
    /// The squares of the kings.
    kings: [Square; 2],
    score: i16,
    result: i8,
    turn: Color,
}

const _: () = assert!(size_of::<Position>() == 32);

/// The most pieces that there is room for.
const MOST: usize = 32;

/// The piece of each code.
const PIECES: [Option<Piece>; 16] = {
    let mut pieces = [None; 16];
    let mut code = 0;
    while code < 16 {
        pieces[code] = Piece::from_raw(code as u8 + 1);
        code += 1;
    }
    pieces
};

impl Position {
    /// Returns the position of an entry, or the number of its pieces if there are too many.
    pub(super) fn new(entry: &SeenEntry<'_>) -> Result<Self, u32> {
        let board = entry.board;
        let (occupied, squares) = (board.occupied(), board.piece_array());
        if occupied.len() as usize > MOST {
            return Err(occupied.len());
        }
        let mut codes = [0; 16];
        for (place, square) in occupied.into_iter().enumerate() {
            let code = squares[square as usize].map_or(1, |piece| piece as u8) - 1;
            codes[place / 2] |= code << (4 * (place % 2));
        }
        let kings = Color::ALL.map(|color| board.king(color));
        let (score, result) = (entry.score, entry.result);
        Ok(Self { occupied: occupied.bits(), codes, kings, score, result, turn: board.side_to_move() })
    }

    /// Returns the score.
    pub const fn score(&self) -> i16 {
        self.score
    }

    /// Returns 1 for a win, 0 for a draw, -1 for a loss.
    pub const fn result(&self) -> i8 {
        self.result
    }

    /// Returns the side to move, which is always White in bulletformat.
    pub const fn side_to_move(&self) -> Color {
        self.turn
    }

    /// Returns the number of pieces.
    #[allow(clippy::len_without_is_empty)] // there are always kings
    pub const fn len(&self) -> u32 {
        self.occupied.count_ones()
    }

    /// Returns the square of a king.
    pub const fn king(&self, color: Color) -> Square {
        self.kings[color as usize]
    }

    /// Returns the pieces with their squares, from a1 up.
    pub fn pieces(&self) -> impl Iterator<Item = (Piece, Square)> {
        let squares = Bitboard::from_bits(self.occupied).into_iter();
        squares.enumerate().filter_map(|(place, square)| {
            let code = self.codes[place / 2 % 16] >> (4 * (place % 2)) & 15;
            Some((PIECES[usize::from(code)]?, square))
        })
    }

    /// Returns the board, without castling rights and en passant square. It is never `None` for a position that was read.
    pub fn board(&self) -> Option<Board> {
        let mut parts = BoardParts { side_to_move: self.turn, ..BoardParts::EMPTY };
        for (piece, square) in self.pieces() {
            parts.squares[square as usize] = Some(piece);
        }
        Board::from_parts(&parts).ok()
    }
}
