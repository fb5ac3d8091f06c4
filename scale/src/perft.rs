//! Counting: the distinct positions at a ply, computed in stages, and the count of each.

pub mod count;
pub mod expand;
pub mod frontier;
pub mod known;
pub mod merge;
pub mod planning;
pub mod record;
