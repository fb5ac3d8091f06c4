//! Without the vectors of x86-64, no board is treated as one with few pieces.

use crate::board::Board;
use crate::filter::Filter;

/// No moves.
pub(crate) struct Queue;

stamp!(baseline, {
    /// Returns `false`.
    #[inline]
    pub(crate) fn has_few_pieces(_: &Board) -> bool {
        false
    }

    /// Returns nothing.
    #[inline]
    pub(crate) fn empty_queue() -> Queue {
        Queue
    }

    /// Returns `None`.
    #[inline]
    pub(crate) fn pairs_of_few(_: &Board, _: impl Filter, _: &mut Queue) -> Option<u64> {
        None
    }
});
