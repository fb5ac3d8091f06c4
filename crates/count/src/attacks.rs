//! What our sliders attack, and what theirs do, in each lane.

mod one_by_one;
#[cfg(target_arch = "x86_64")]
mod vector;

pub(crate) use one_by_one::baseline;
#[cfg(target_arch = "x86_64")]
pub(crate) use vector::avx512;
#[cfg(target_arch = "x86_64")]
pub(crate) use vector::bmi2;

/// What limits their replies in each lane.
pub(crate) struct Bounds<Lanes> {
    /// The targets of pieces other than the king: all squares, or those that end a check.
    pub(crate) targets: Lanes,
    /// The pieces that are the only ones between their king and one of our sliders.
    pub(crate) pinned: Lanes,
    /// The squares that we attack. Our lines pass through their king.
    pub(crate) danger: Lanes,
}
