//! Checking the values of a record as lc0's rescorer does, and more strictly.

pub(super) mod broken;
mod rule;
mod strict;
mod values;

#[cfg(feature = "alloc")]
pub use broken::GameError;
#[cfg(feature = "alloc")]
pub(super) use broken::field;
pub use broken::{BrokenRule, Field, Found};
pub use rule::{Rule, Strictness};
#[cfg(feature = "alloc")]
pub(super) use values::probability_field;

use super::layout::{V6, V7};

/// Checks the fields that the record has in common with one of this version.
pub(super) fn check_v6(record: &V6, strictness: Strictness, version: u32) -> Result<(), BrokenRule> {
    values::check(record)?;
    match strictness {
        Strictness::Lc0 => Ok(()),
        Strictness::Strict => strict::check(record, version),
    }
}

/// Checks a record of version 7 like one of version 6, and the additional fields if the check is strict.
pub(super) fn check_v7(record: &V7, strictness: Strictness) -> Result<(), BrokenRule> {
    check_v6(record.common(), strictness, V7::VERSION)?;
    match strictness {
        Strictness::Lc0 => Ok(()),
        Strictness::Strict => strict::check_v7(record),
    }
}
