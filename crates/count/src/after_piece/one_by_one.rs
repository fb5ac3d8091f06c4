//! Boards after moves.

use crate::board::Board;

stamp!(baseline, {
    /// Returns the board after an ordinary move (not a promotion) and the change of turn.
    #[inline]
    pub(crate) fn after_piece(board: &Board, piece_type: usize, from: u64, to: u64, double: u64) -> Board {
        board.after(piece_type, from, to, piece_type, double)
    }
});
