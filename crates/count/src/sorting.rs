//! The state while our moves are sorted into those counted together and those counted one by one.

use crate::board::Board;
use crate::lines::Lines;
use crate::mine::Mine;
use crate::moves::Limits;

/// The state while our moves are sorted.
pub(crate) struct Sorting<'a, F> {
    pub(crate) board: &'a Board,
    pub(crate) lines: &'a Lines,
    pub(crate) limits: &'a Limits,
    pub(crate) filter: F,
    /// Their rooks with castling rights. A capture of one is counted by making the move.
    pub(crate) rights: u64,
    /// The squares where capturing or blocking needs a correction.
    pub(crate) delicate: u64,
    pub(crate) mine: &'a mut Mine,
    pub(crate) sum: i64,
}
