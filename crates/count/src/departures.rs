//! The change in the number of replies by the squares that our moves leave.

mod one_by_one;
#[cfg(target_arch = "x86_64")]
mod vector;

pub(crate) use one_by_one::baseline;
#[cfg(target_arch = "x86_64")]
pub(crate) use one_by_one::bmi2;
#[cfg(target_arch = "x86_64")]
pub(crate) use vector::avx512;
