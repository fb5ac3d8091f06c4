//! Boards after moves.

#[cfg(target_arch = "x86_64")]
mod halves;
#[cfg(target_arch = "x86_64")]
mod vector;

use crate::board::Board;

#[cfg(target_arch = "x86_64")]
pub(crate) use halves::bmi2;
#[cfg(target_arch = "x86_64")]
pub(crate) use vector::avx512;

stamp!(baseline, {
    /// Returns the board after an ordinary move (not a promotion) and the change of turn.
    #[inline]
    pub(crate) fn after_piece(board: &Board, piece_type: usize, from: u64, to: u64, double: u64) -> Board {
        board.after(piece_type, from, to, piece_type, double)
    }
});
