//! The board after an ordinary move.

#[cfg(target_arch = "x86_64")]
mod halves;
mod one_by_one;
#[cfg(target_arch = "x86_64")]
mod vector;

#[cfg(target_arch = "x86_64")]
pub(crate) use halves::bmi2;
pub(crate) use one_by_one::baseline;
#[cfg(target_arch = "x86_64")]
pub(crate) use vector::avx512;
