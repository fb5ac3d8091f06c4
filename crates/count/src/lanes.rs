//! Vectors of sets, one for each of several boards.

mod eight;
mod four;
mod two;

pub(crate) use eight::avx512;
pub(crate) use four::bmi2;
pub(crate) use two::baseline;
