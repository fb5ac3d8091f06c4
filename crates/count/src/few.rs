//! Boards with few pieces: the replies are counted for several moves at once, without sharing anything among them.

#[cfg(not(target_arch = "x86_64"))]
mod never;
#[cfg(target_arch = "x86_64")]
mod vector;

#[cfg(not(target_arch = "x86_64"))]
pub(crate) use never::{Queue, baseline};
#[cfg(target_arch = "x86_64")]
pub(crate) use vector::{Queue, avx512, baseline, bmi2};
