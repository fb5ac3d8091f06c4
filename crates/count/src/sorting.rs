//! The state while our moves are sorted: those that are counted together, and those that are counted by themselves or
//! need a correction.

use crate::board::Board;
use crate::lines::Lines;
use crate::mine::Mine;
use crate::moves::Limits;

/// The state while moves are sorted out that are not counted together, or need a correction.
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
