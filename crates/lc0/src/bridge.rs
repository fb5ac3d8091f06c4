//! Conversions to and from the boards, positions and moves of `gardez_position` and `gardez_types`.
//!
//! No other module uses the boards and positions of `gardez_position`.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use gardez_bitboard::Bitboard;
use gardez_position::{BoardError, BoardParts, EnPassantPolicy};
use gardez_types::{CastlingRights, CastlingSide, Color, MoveKind, Piece, PieceType, Rank, Square};

use crate::board::Board;
use crate::castlings::{Castlings, Side};
use crate::history::Position;
#[cfg(feature = "alloc")]
use crate::history::PositionHistory;
use crate::moves::Move;

impl Move {
    /// Returns this move of `color` from White's point of view, or `None` if origin and target are the same square.
    ///
    /// ```
    /// use gardez_lc0::{Color, Move, Square, gardez_types};
    ///
    /// let e2e4 = Move::normal(Square::E2, Square::E4);
    /// assert_eq!(e2e4.to_absolute(Color::Black), Some(gardez_types::Move::normal(Square::E7, Square::E5)));
    /// ```
    pub fn to_absolute(self, color: Color) -> Option<gardez_types::Move> {
        let (from, to) = (self.from().relative_to(color), self.to().relative_to(color));
        if from == to {
            return None;
        }
        Some(match (self.kind(), self.promotion()) {
            (_, Some(piece)) => gardez_types::Move::new_promotion(from, to, piece),
            (MoveKind::Castling, _) => gardez_types::Move::castling(from, to),
            (MoveKind::EnPassant, _) => gardez_types::Move::en_passant(from, to),
            _ => gardez_types::Move::normal(from, to),
        })
    }

    /// Returns the move `m` of `color` from the mover's point of view.
    pub fn from_absolute(m: gardez_types::Move, color: Color) -> Self {
        let (from, to) = (m.from().relative_to(color), m.to().relative_to(color));
        let promotion = m.promotion().and_then(|piece| Self::new_promotion(from, to, piece));
        match (m.kind(), promotion) {
            (MoveKind::Castling, _) => Self::castling(from, to),
            (MoveKind::EnPassant, _) => Self::en_passant(from, to),
            (_, Some(promotion)) => promotion,
            _ => Self::normal(from, to),
        }
    }
}

impl From<&gardez_position::Board> for Board {
    /// Converts a board to lc0's.
    ///
    /// The en passant flag is set if a pawn attacks the square that the last double push passed, or if the board has an
    /// en passant square. A right that is lost has the rook file a or h.
    fn from(board: &gardez_position::Board) -> Self {
        let us = board.side_to_move();
        let seen = |set: Bitboard| set.relative_to(us);
        let mut castlings = Castlings::NONE;
        for (_, color, side) in CastlingRights::EACH {
            if let Some(rook) = board.castling_rook(color, side) {
                castlings.grant(if color == us { Side::Ours } else { Side::Theirs }, side, rook.file());
            }
        }
        let flag = board.ep_square().or_else(|| board.ep_square_by(EnPassantPolicy::PseudoLegal));
        let flag = flag.map(|square| Square::new(square.file(), Rank::Eight));
        Self {
            ours: seen(board.by_color(us)),
            theirs: seen(board.by_color(!us)),
            straight: seen(board.by_type(PieceType::Rook) | board.by_type(PieceType::Queen)),
            diagonal: seen(board.by_type(PieceType::Bishop) | board.by_type(PieceType::Queen)),
            pawns: seen(board.by_type(PieceType::Pawn)) | flag.into(),
            our_king: board.king(us).relative_to(us),
            their_king: board.king(!us).relative_to(us),
            castlings,
            flipped: us == Color::Black,
        }
    }
}

impl From<&Board> for BoardParts {
    /// Returns the pieces, side to move, castling rights and en passant square, with the counters of a new game.
    fn from(board: &Board) -> Self {
        let us = board.side_to_move();
        let color_of = |owner| if owner == Side::Ours { us } else { !us };
        let mut parts = Self { side_to_move: us, en_passant: EnPassantPolicy::Always, ..Self::EMPTY };
        for square in board.occupied() {
            if let Some((owner, piece_type)) = board.piece_on(square) {
                parts.squares[square.relative_to(us) as usize] = Some(Piece::new(color_of(owner), piece_type));
            }
        }
        for (owner, rank) in [(Side::Ours, Rank::One), (Side::Theirs, Rank::Eight)] {
            for side in CastlingSide::ALL {
                if board.castlings().contains(owner, side) {
                    let rook = Square::new(board.castlings().rook_file(owner, side), rank);
                    parts.castling_rooks[color_of(owner) as usize].insert(rook.relative_to(us));
                }
            }
        }
        let flag = board.en_passant().lsb().filter(|flag| flag.rank() == Rank::Eight);
        parts.double_push = flag.map(|flag| Square::new(flag.file(), Rank::Six).relative_to(us));
        parts
    }
}

impl TryFrom<&Board> for gardez_position::Board {
    type Error = BoardError;

    /// Converts a board to `gardez_position`, with the counters of a new game.
    ///
    /// # Errors
    ///
    /// Returns an error if the board is not a position, for example if a king is missing, a castling right has no king
    /// or rook, or no double push can have left the en passant square.
    fn try_from(board: &Board) -> Result<Self, BoardError> {
        Self::from_parts(&BoardParts::from(board))
    }
}

impl From<&gardez_position::Board> for Position {
    fn from(board: &gardez_position::Board) -> Self {
        let ply = i32::try_from(board.game_ply()).unwrap_or(i32::MAX);
        Self::new(Board::from(board), board.halfmove_clock().into(), ply)
    }
}

#[cfg(feature = "alloc")]
impl PositionHistory {
    /// Makes a move from White's point of view, and counts how often the resulting position has occurred.
    ///
    /// For a move from the side to move's point of view, call [`PositionHistory::push_relative`].
    ///
    /// No move makes this function panic. After a move that is not legal, the position is meaningless. The search for
    /// repetitions compares every second position since the last capture or pawn move.
    ///
    /// ```
    /// use gardez_lc0::PositionHistory;
    /// use gardez_lc0::gardez_position::Position;
    ///
    /// let mut position = Position::start();
    /// let mut history = PositionHistory::from(&position);
    /// for text in ["e2e4", "e7e5"] {
    ///     let m = position.parse_uci(text)?;
    ///     position.play(m)?;
    ///     history.push(m);
    /// }
    /// assert_eq!(history, PositionHistory::from(&position));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn push(&mut self, m: gardez_types::Move) {
        self.push_relative(Move::from_absolute(m, self.last().board().side_to_move()));
    }
}

#[cfg(feature = "alloc")]
impl From<&gardez_position::Position> for PositionHistory {
    /// Converts the positions since the game was set up, or since the last null move, which lc0 does not have.
    fn from(position: &gardez_position::Position) -> Self {
        let mut first = position.clone();
        let mut moves = Vec::with_capacity(position.history().len());
        while let Some(m) = first.undo_move() {
            moves.push(m);
        }
        let mut history = Self::new(Position::from(first.board()));
        history.reserve(moves.len());
        moves.into_iter().rev().for_each(|m| history.push(m));
        history
    }
}

#[cfg(test)]
mod tests {
    use quickcheck::quickcheck;

    use super::*;

    quickcheck! {
        fn a_conversion_and_its_inverse_restore_a_move(raw: u16, black: bool) -> bool {
            let color = if black { Color::Black } else { Color::White };
            let Some(m) = Move::from_raw(raw) else { return true };
            let back = m.to_absolute(color).map(|absolute| Move::from_absolute(absolute, color));
            back == (m.from() != m.to()).then_some(m)
        }
    }
}
