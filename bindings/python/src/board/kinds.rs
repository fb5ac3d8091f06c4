//! What a move does: captures, castling, checks.
//!
//! Most of these questions look only at the squares of a move and the pieces on them, so they have an answer for moves that
//! are not legal, too.

use gardez_position::{Bitboard, EnPassantPolicy};
use gardez_types::{PieceType, Rank, Square};
use pyo3::prelude::*;

use crate::board::{Board, Game};
use crate::moves::Move;

/// Returns the squares that a move changes; none for the null move.
fn touched(m: Move) -> Bitboard {
    match m.squares() {
        Some((from, to)) => Bitboard::from(from) | to.into(),
        None => Bitboard::EMPTY,
    }
}

impl Game {
    fn takes_en_passant(&self, m: Move) -> bool {
        let board = self.position.board();
        m.squares().is_some_and(|(from, to)| {
            board.ep_square_by(EnPassantPolicy::Always) == Some(to)
                && board.by_type(PieceType::Pawn).contains(from)
                && matches!(m.from.abs_diff(m.to), 7 | 9)
                && !board.occupied().contains(to)
        })
    }

    fn takes(&self, m: Move) -> bool {
        let theirs = self.position.by_color(!self.position.side_to_move());
        !touched(m).is_disjoint(theirs) || self.takes_en_passant(m)
    }

    fn resets_clock(&self, m: Move) -> bool {
        let theirs = self.position.by_color(!self.position.side_to_move());
        !touched(m).is_disjoint(theirs | self.position.by_type(PieceType::Pawn))
    }

    /// Returns the squares of a castling: of the king, and its target or its rook.
    pub(super) fn castling_squares(&self, m: Move) -> Option<(Square, Square)> {
        let board = self.position.board();
        let own_rooks = board.pieces(board.side_to_move(), PieceType::Rook);
        m.squares().filter(|&(from, to)| {
            board.by_type(PieceType::King).contains(from) && (from.file_distance(to) > 1 || own_rooks.contains(to))
        })
    }

    /// Returns True if the move takes a castling right from any side.
    fn loses_castling_rights(&self, m: Move) -> bool {
        let board = self.position.board();
        let rooks = Bitboard::from_bits(self.castling_rooks());
        let touched = touched(m);
        let king_moves = |rank: Rank| {
            let home = rooks & rank.into();
            let color = if rank == Rank::One { gardez_types::Color::White } else { gardez_types::Color::Black };
            !home.is_empty() && !touched.is_disjoint(board.pieces(color, PieceType::King))
        };
        !touched.is_disjoint(rooks) || king_moves(Rank::One) || king_moves(Rank::Eight)
    }
}

#[pymethods]
impl Board {
    /// Returns True if the move captures a piece.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    /// >>> board.is_capture(gardez.Move.from_uci("e4d5"))
    /// True
    #[pyo3(signature = (r#move))]
    fn is_capture(&self, r#move: &Move) -> bool {
        self.game().takes(*r#move)
    }

    /// Returns True if the move is an en passant capture.
    #[pyo3(signature = (r#move))]
    fn is_en_passant(&self, r#move: &Move) -> bool {
        self.game().takes_en_passant(*r#move)
    }

    /// Returns True if the move is castling, in either form.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    /// >>> board.is_castling(gardez.Move.from_uci("e1g1"))
    /// True
    #[pyo3(signature = (r#move))]
    fn is_castling(&self, r#move: &Move) -> bool {
        self.game().castling_squares(*r#move).is_some()
    }

    /// Returns True if the move is castling on the king's side.
    #[pyo3(signature = (r#move))]
    fn is_kingside_castling(&self, r#move: &Move) -> bool {
        self.game().castling_squares(*r#move).is_some_and(|(from, to)| from.file() < to.file())
    }

    /// Returns True if the move is castling on the queen's side.
    #[pyo3(signature = (r#move))]
    fn is_queenside_castling(&self, r#move: &Move) -> bool {
        self.game().castling_squares(*r#move).is_some_and(|(from, to)| to.file() < from.file())
    }

    /// Returns True if the move is a capture or moves a pawn, so that the halfmove clock starts again.
    #[pyo3(signature = (r#move))]
    fn is_zeroing(&self, r#move: &Move) -> bool {
        self.game().resets_clock(*r#move)
    }

    /// Returns True if the position cannot occur again after the move: it captures, moves a pawn or loses a castling
    /// right, or an en passant capture is possible now.
    #[pyo3(signature = (r#move))]
    fn is_irreversible(&self, r#move: &Move) -> bool {
        let game = self.game();
        game.resets_clock(*r#move)
            || game.loses_castling_rights(*r#move)
            || game.position.ep_square_by(EnPassantPolicy::Legal).is_some()
    }

    /// Returns True if the legal move gives check.
    ///
    /// Raises IllegalMoveError if the move is not legal.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    /// >>> board.gives_check(gardez.Move.from_uci("a1a8"))
    /// True
    #[pyo3(signature = (r#move))]
    fn gives_check(&self, r#move: &Move) -> PyResult<bool> {
        let game = self.game();
        Ok(game.position.gives_check(game.resolve(r#move)?))
    }
}
