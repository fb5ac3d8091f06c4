//! Without the vectors of x86-64, no board is treated as one with few pieces.

use crate::board::Board;
use crate::filter::Filter;

stamp!(baseline, {
    /// Returns `false`.
    #[inline]
    pub(crate) fn has_few_pieces(_: &Board) -> bool {
        false
    }

    /// Returns `None`.
    #[inline]
    pub(crate) fn pairs_of_few(_: &Board, _: impl Filter) -> Option<u64> {
        None
    }
});
