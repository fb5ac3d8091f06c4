//! Vectors of sets, one for each of several boards.

#[cfg(target_arch = "x86_64")]
mod eight;
#[cfg(target_arch = "x86_64")]
mod four;
mod one;

#[cfg(target_arch = "x86_64")]
pub(crate) use eight::avx512;
#[cfg(target_arch = "x86_64")]
pub(crate) use four::bmi2;
pub(crate) use one::baseline;
