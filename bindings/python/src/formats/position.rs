//! A position of the shuffle buffer: 32 bytes.

use gardez_formats::{Color, Piece, Square};
use gardez_position::{Bitboard, Board, BoardParts};

use super::input::Seen;

/// A position with its score and result, without rights and counters, which are never inputs of a network.
#[derive(Clone, Copy)]
pub(super) struct Position {
    occupied: u64,
    /// Four bits for each piece, from a1 up, the low half of a byte first: a white pawn is 0, a black one 8.
    codes: [u8; 16],
    /// The squares of the kings.
    kings: [Square; 2],
    pub(super) score: i16,
    pub(super) result: i8,
    pub(super) turn: Color,
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
    /// The position of an entry. Returns the number of pieces if there are too many.
    pub(super) fn new(entry: &dyn Seen) -> Result<Self, u32> {
        let board = entry.board();
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
        let (score, result) = (entry.score(), entry.result());
        Ok(Self { occupied: occupied.bits(), codes, kings, score, result, turn: board.side_to_move() })
    }

    /// The number of pieces.
    pub(super) const fn len(&self) -> u32 {
        self.occupied.count_ones()
    }

    /// The square of a king.
    pub(super) const fn king(&self, color: Color) -> Square {
        self.kings[color as usize]
    }

    /// The pieces with their squares, from a1 up.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (Piece, Square)> {
        let squares = Bitboard::from_bits(self.occupied).into_iter();
        squares.enumerate().filter_map(|(place, square)| {
            let code = self.codes[place / 2 % 16] >> (4 * (place % 2)) & 15;
            Some((PIECES[usize::from(code)]?, square))
        })
    }

    /// The board, for sets of inputs that need one. It has no rights and no en passant square.
    pub(super) fn board(&self) -> Option<Board> {
        let mut parts = BoardParts { side_to_move: self.turn, ..BoardParts::EMPTY };
        for (piece, square) in self.pieces() {
            parts.squares[square as usize] = Some(piece);
        }
        Board::from_parts(&parts).ok()
    }
}
