//! Counting: the distinct positions at a ply, computed in stages, and the count of each.

pub(crate) mod count;
pub(crate) mod expand;
pub(crate) mod frontier;
pub(crate) mod known;
pub(crate) mod merge;
pub(crate) mod planning;
pub(crate) mod record;
