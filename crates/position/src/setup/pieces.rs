//! Sets up the pieces, the side to move and the counters of a board, and checks the rules that the pieces must keep.

use gardez_bitboard::Bitboard;
use gardez_types::{Color, PieceType, Rank};

use super::board_error::BoardError;
use super::piece_setup::PieceSetup;
use crate::board::Board;

impl Board {
    #[inline]
    pub(super) fn set_up_pieces(&mut self, pieces: &PieceSetup, side_to_move: Color) -> Result<(), BoardError> {
        self.put_pieces(pieces);
        self.set_side_to_move(side_to_move);
        self.check_pieces()
    }

    /// Sets the counters of a board whose side to move is set; a move number 0 is taken as 1.
    pub(crate) const fn set_up_counters(&mut self, halfmove_clock: u16, fullmove_number: u32) {
        self.state.halfmove_clock = halfmove_clock;
        self.state.game_ply = 2 * fullmove_number.saturating_sub(1) + self.side_to_move as u32;
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
