//! The bridge to `gardez_position` and `gardez_types`, whose boards and moves are from White's point of view.
//!
//! | from | to | by |
//! |---|---|---|
//! | [`gardez_position::Board`] | [`Board`], [`Position`] | `From` |
//! | [`Board`] | [`BoardParts`], and so [`gardez_position::Board`] | `From`, `TryFrom` |
//! | [`gardez_position::Position`] | [`PositionHistory`] | `From` |
//! | [`gardez_types::Move`] | [`Move`] | [`Move::from_absolute`] |
//! | [`Move`] | [`gardez_types::Move`] | [`Move::to_absolute`] |
//!
//! [`PositionHistory::push`] makes a [`gardez_types::Move`]. No other module uses the boards and positions of
//! `gardez_position`.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use gardez_bitboard::Bitboard;
use gardez_position::{BoardError, BoardParts, EnPassantPolicy};
use gardez_types::{CastlingRights, CastlingSide, Color, MoveKind, Piece, PieceType, Rank, Square};

use crate::board::Board;
use crate::castlings::{Castlings, Side};
#[cfg(feature = "alloc")]
use crate::encoder::SLOTS;
use crate::history::Position;
#[cfg(feature = "alloc")]
use crate::history::PositionHistory;
use crate::moves::Move;

impl Move {
    /// Returns this move of `color` as a [`gardez_types::Move`], or `None` if origin and target are the same square.
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

    /// Returns the [`gardez_types::Move`] `m` of `color` as lc0 keeps it.
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
    /// Returns the same board as lc0 keeps it.
    ///
    /// The en passant flag is set if a pawn attacks the square that the last double push passed. It is also set if the
    /// board has an en passant square because a FEN was read with a policy that keeps it.
    ///
    /// The rook file of a lost right is a or h, because a `gardez_position::Board` does not keep it.
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
    /// Returns the pieces, the side to move, the castling rights and the en passant square of the board.
    ///
    /// The counters begin as in a new game. [`gardez_position::Board::from_parts`] checks the result.
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

    /// Returns the same board in `gardez_position`, with the counters of a new game.
    ///
    /// # Errors
    ///
    /// Returns an error if the board does not keep the invariants of `gardez_position`, such as one king for each side. A
    /// castling right without its king or rook is an error, and so is an en passant square that no double push can have
    /// left.
    fn try_from(board: &Board) -> Result<Self, BoardError> {
        Self::from_parts(&BoardParts::from(board))
    }
}

impl From<&gardez_position::Board> for Position {
    /// Returns the board with its counters.
    fn from(board: &gardez_position::Board) -> Self {
        let ply = i32::try_from(board.game_ply()).unwrap_or(i32::MAX);
        Self::new(Board::from(board), board.rule50().into(), ply)
    }
}

#[cfg_attr(docsrs, doc(cfg(feature = "alloc")))]
#[cfg(feature = "alloc")]
impl PositionHistory {
    /// Makes a move and counts how often the resulting position has occurred.
    ///
    /// The move is one of the side to move, as the rest of Gardez writes it: black's pawns move down. For a move as the side
    /// to move sees it, call [`PositionHistory::push_relative`].
    ///
    /// This function does not panic for any move. After a move that is not legal, the position is meaningless. The search
    /// for repetitions compares every second position since the last capture or pawn move.
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

    /// Returns the number of plies before `position` that its planes depend on, in any format.
    ///
    /// Encoding the history of `position.recent(plies)` produces the same planes as encoding the history of the whole
    /// game, in less time.
    ///
    /// ```
    /// use gardez_lc0::gardez_position::Position;
    /// use gardez_lc0::{Encoder, PositionHistory};
    ///
    /// let moves = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f6e4 d2d4 b7b5";
    /// let game = Position::from_moves(moves.split(' '))?;
    /// let recent = game.recent(PositionHistory::plies_shown(&game));
    /// assert_eq!(recent.history().len(), 10);
    /// let encoded = [game, recent].map(|position| Encoder::default().encode(&PositionHistory::from(&position)));
    /// assert_eq!(encoded[0], encoded[1]);
    /// # Ok::<_, gardez_lc0::gardez_position::SetupError>(())
    /// ```
    pub fn plies_shown(position: &gardez_position::Position) -> usize {
        let states = position.history();
        let shown = states.len().min(SLOTS - 1);
        // The oldest position with a slot may repeat one since the capture or pawn move before it.
        let reversible = states.get(states.len() - shown).map_or(0, |oldest| oldest.rule50().into());
        states.len().min(shown + reversible)
    }
}

#[cfg_attr(docsrs, doc(cfg(feature = "alloc")))]
#[cfg(feature = "alloc")]
impl From<&gardez_position::Position> for PositionHistory {
    /// Creates the history of a game played in `gardez_position`, with all positions since it was set up.
    ///
    /// If the game has null moves, which lc0 does not have, the history starts after the last one.
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
