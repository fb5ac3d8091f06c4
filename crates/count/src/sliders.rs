//! The attacks of sliders.

mod magic;
#[cfg(target_arch = "x86_64")]
mod pext;

pub(crate) use magic::baseline;
#[cfg(target_arch = "x86_64")]
pub(crate) use pext::avx512;
#[cfg(target_arch = "x86_64")]
pub(crate) use pext::bmi2;
