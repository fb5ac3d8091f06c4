//! Counts and data sets beyond one machine.
