//! Sets up the pieces, the side to move and the counters of a board, and checks the rules that the pieces must keep.

use gardez_bitboard::Bitboard;
use gardez_types::{Color, PieceType, Rank};

use super::board_error::BoardError;
use super::piece_setup::PieceSetup;
use crate::board::Board;

impl Board {
    /// Puts the pieces on the empty board and sets the side to move.
    #[inline]
    pub(super) fn set_up_pieces(&mut self, pieces: &PieceSetup, side_to_move: Color) -> Result<(), BoardError> {
        self.put_pieces(pieces);
        if side_to_move == Color::Black {
            self.pass_to_black();
        }
        self.check_pieces()
    }

    /// Sets the fifty-move counter and the move number, where 0 is taken as 1.
    pub(super) fn set_up_counters(&mut self, rule50: u16, fullmove: u32) {
        self.state.rule50 = rule50;
        self.set_fullmove(fullmove);
    }

    /// Sets the move number of a board whose side to move is set, where 0 is taken as 1.
    pub(crate) const fn set_fullmove(&mut self, number: u32) {
        self.state.game_ply = 2 * number.saturating_sub(1) + self.side_to_move as u32;
    }

    /// Checks what must be true of the pieces for the rules to apply.
    pub(super) fn check_pieces(&self) -> Result<(), BoardError> {
        self.check_kings()?;
        let back_ranks = Bitboard::from(Rank::One) | Rank::Eight.into();
        if let Some(square) = (self.by_type(PieceType::Pawn) & back_ranks).lsb() {
            return Err(BoardError::PawnOnBackRank(square));
        }
        if self.attackers_exist(self.king(!self.side_to_move), self.side_to_move, self.occupied()) {
            return Err(BoardError::OpponentInCheck(!self.side_to_move));
        }
        Ok(())
    }

    /// Checks that each side has exactly one king.
    pub(crate) fn check_kings(&self) -> Result<(), BoardError> {
        for color in Color::ALL {
            match self.pieces(color, PieceType::King).len() {
                1 => {}
                0 => return Err(BoardError::MissingKing(color)),
                _ => return Err(BoardError::SeveralKings(color)),
            }
        }
        Ok(())
    }
}
