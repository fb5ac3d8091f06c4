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

impl V6 {
    /// Checks the values of the record by themselves; see [`check_game`](super::check_game) for a whole game.
    ///
    /// With [`Strictness::Lc0`], this is what lc0's rescorer demands of each record of a game, in its order.
    ///
    /// ```
    /// use gardez_lc0::training::{Rule, Strictness, V6};
    ///
    /// let mut record = V6::empty();
    /// record.input_format = 1.into();
    /// record.probabilities[322] = 1.0.into();
    /// record.result_d = 7.0.into();
    /// // lc0 forgets the upper limit of `result_d`.
    /// assert_eq!(record.check(Strictness::Lc0), Ok(()));
    /// let error = record.check(Strictness::Strict).expect_err("7 is not a probability");
    /// assert_eq!(error.rule, Rule::D);
    /// assert_eq!(error.to_string(), "result_d is 7: the probability of a draw is from 0 to 1");
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first rule that the record breaks, with the field and its value.
    pub fn check(&self, strictness: Strictness) -> Result<(), BrokenRule> {
        self.check_as(strictness, Self::VERSION)
    }

    /// Checks the fields that the record has in common with one of this version.
    fn check_as(&self, strictness: Strictness, version: u32) -> Result<(), BrokenRule> {
        values::check(self)?;
        match strictness {
            Strictness::Lc0 => Ok(()),
            Strictness::Strict => strict::check(self, version),
        }
    }
}

/// Checks a record of version 7 like one of version 6, and the additional fields if the check is strict.
pub(super) fn check_v7(record: &V7, strictness: Strictness) -> Result<(), BrokenRule> {
    record.common().check_as(strictness, V7::VERSION)?;
    match strictness {
        Strictness::Lc0 => Ok(()),
        Strictness::Strict => strict::check_v7(record),
    }
}
