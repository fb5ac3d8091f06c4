//! A position in at most 40 bytes.

use gardez_formats::{Entry, PieceList, Wdl, bullet};
use gardez_position::{Board, BoardParts, PieceSetup};
use gardez_types::{Color, Move, Piece, Square};

use super::input::SeenEntry;
use crate::filter::{SIMPLE_VALUES, TrainerEntry, TrainerFilter};

/// A position with its score and result, without castling rights and counters, which are never inputs of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pieces: PieceList,
    kings: [Square; 2],
    score: i16,
    /// The number of the move; 0 for none.
    mv: u16,
    ply: u16,
    result: i8,
    turn: Color,
    in_check: bool,
    /// `true` if a piece of the other side is on the move's target.
    is_capture: bool,
}

const _: () = assert!(size_of::<Position>() <= 40);

impl Position {
    /// Returns a position without a move, with the score 0 and a draw, or the number of its pieces if there are more than 32.
    pub fn from_board(board: &Board) -> Result<Self, u32> {
        Self::new(&SeenEntry { board, mv: None, ply: 0, score: 0, result: 0, begins_game: true, mover: (0, Wdl::Draw) })
    }

    pub(super) fn new(entry: &SeenEntry<'_>) -> Result<Self, u32> {
        let board = entry.board;
        let pieces = PieceList::new(board).ok_or_else(|| board.occupied().len())?;
        let kings = Color::ALL.map(|color| board.king(color));
        let (score, result) = (entry.score, entry.result);
        let (mv, ply) = (entry.mv.map_or(0, Move::raw), u16::try_from(entry.ply).unwrap_or(u16::MAX));
        let (turn, in_check) = (board.side_to_move(), board.in_check());
        let is_capture = entry.mv.is_some_and(|m| board.by_color(!turn).contains(m.to()));
        Ok(Self { pieces, kings, score, mv, ply, result, turn, in_check, is_capture })
    }

    /// Returns the score.
    pub const fn score(&self) -> i16 {
        self.score
    }

    /// Returns 1 for a win, 0 for a draw, -1 for a loss.
    pub const fn result(&self) -> i8 {
        self.result
    }

    /// Returns the move that was played or chosen, if the format has moves.
    pub fn mv(&self) -> Option<Move> {
        Move::from_raw(self.mv)
    }

    /// Returns the number of plies since the start of the game, at most 65,535; 0 if the format does not have it.
    pub const fn ply(&self) -> u16 {
        self.ply
    }

    /// Returns `true` if the side to move is in check.
    pub const fn in_check(&self) -> bool {
        self.in_check
    }

    /// Returns what a filter asks, given the view of the score and the result.
    pub(super) fn facts(&self, filter: &TrainerFilter, by_white: bool) -> TrainerEntry {
        let is_turned = by_white && self.turn == Color::Black;
        let material = |(piece, _): (Piece, Square)| {
            let value = SIMPLE_VALUES.iter().find(|row| row.0 == piece.piece_type()).map_or(0, |row| row.1);
            if piece.color() == self.turn { value } else { -value }
        };
        TrainerEntry {
            score: if is_turned { self.score.saturating_neg() } else { self.score },
            result: if is_turned { -self.result } else { self.result },
            ply: self.ply.into(),
            is_capture: self.is_capture,
            in_check: self.in_check,
            simple_eval: if 0 < filter.simple_eval_skipping { self.pieces().map(material).sum() } else { 0 },
            pieces: self.len(),
        }
    }

    /// Returns the side to move, which is always White in bulletformat.
    pub const fn side_to_move(&self) -> Color {
        self.turn
    }

    /// Returns the number of pieces.
    #[allow(clippy::len_without_is_empty)] // there are always kings
    pub fn len(&self) -> u32 {
        self.pieces.occupied().len()
    }

    /// Returns the square of a king.
    pub const fn king(&self, color: Color) -> Square {
        self.kings[color as usize]
    }

    /// Returns the pieces with their squares, from a1 up.
    pub fn pieces(&self) -> impl Iterator<Item = (Piece, Square)> {
        self.pieces.iter().map(|(square, piece)| (piece, square))
    }

    /// Returns the record of bulletformat. Score and result must be [those of the side to move](super::Positions::new).
    pub fn to_bullet(&self) -> Option<bullet::ChessBoard> {
        let entry = Entry::new(self.board()?, None, self.score, Wdl::from_sign(self.result)?);
        bullet::ChessBoard::new(&entry).ok()
    }

    /// Returns the board, without castling rights and en passant square. It is never `None` for a position that was read.
    pub fn board(&self) -> Option<Board> {
        let parts = BoardParts { side_to_move: self.turn, ..BoardParts::EMPTY };
        PieceSetup::from(&self.pieces).board(&parts).ok()
    }
}
