//! The changes besides results and plies left, and the errors of rescoring.

use gardez_lc0::InputFormat;
use gardez_lc0::training::{GameError, Rule};
use gardez_types::errors;

/// The settings for rescoring: the options of lc0's rescorer, with its names and defaults.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RescoreOptions {
    /// `temperature`: probabilities are raised to the power of 1 / temperature. From 0.001 to 100; by default 1.
    pub temperature: f32,
    /// `dist_offset`: added to each probability first. From -0.999 to 0; by default 0.
    pub dist_offset: f32,
    /// `dtz_policy_boost`: added in all to the probabilities of the winning moves with the least distance. From 0 to 1; by
    /// default 0.
    pub dtz_policy_boost: f32,
    /// `new-input-format`: the input format of new planes. By default, the planes are kept.
    pub new_input_format: Option<InputFormat>,
    /// `deblunder`: how blunders change results. By default, they do not.
    pub deblunder: Option<Deblunder>,
}

impl Default for RescoreOptions {
    /// Results and plies left are changed, and nothing else.
    fn default() -> Self {
        Self { temperature: 1.0, dist_offset: 0.0, dtz_policy_boost: 0.0, new_input_format: None, deblunder: None }
    }
}

impl RescoreOptions {
    /// Checks that each option is in its range.
    ///
    /// # Errors
    ///
    /// Returns an error about the first option that is not.
    pub fn check(&self) -> Result<(), RescoreOptionError> {
        let Deblunder { threshold, width } = self.deblunder.unwrap_or_default();
        for (option, found, min, max) in [
            ("temperature", self.temperature, 0.001, 100.0),
            ("dist_offset", self.dist_offset, -0.999, 0.0),
            ("dtz_policy_boost", self.dtz_policy_boost, 0.0, 1.0),
            ("deblunder-q-blunder-threshold", threshold, 0.0, 2.0),
            ("deblunder-q-blunder-width", width, 0.0, 2.0),
        ] {
            // Not true of NaN.
            if !(min..=max).contains(&found) {
                return Err(RescoreOptionError::Range { option, found, min, max });
            }
        }
        Ok(())
    }

    /// Returns `true` if probabilities are changed. Otherwise they are not even divided by their sum.
    #[allow(clippy::float_cmp, reason = "the defaults are exact")]
    pub(super) fn changes_policy(&self) -> bool {
        self.temperature != 1.0 || self.dist_offset != 0.0 || self.dtz_policy_boost != 0.0
    }
}

/// The rule by which blunders change results.
///
/// The records of a game are visited from the last one back. At a blunder, the result that is carried back is replaced by
/// the expected result of the best move, or mixed with it if the threshold has a width.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Deblunder {
    /// `deblunder-q-blunder-threshold`: the difference of `best_q` and `played_q` that makes a blunder. From 0 to 2; by
    /// default 2, which no difference exceeds. A move that loses a proven win, or any other result, always is one.
    pub threshold: f32,
    /// `deblunder-q-blunder-width`: around the threshold, the part of the new result grows from 0 to 1 over this width.
    /// From 0 to 2; by default 0.
    pub width: f32,
}

impl Default for Deblunder {
    /// Returns only certain blunders.
    fn default() -> Self {
        Self { threshold: 2.0, width: 0.0 }
    }
}

errors! {
    /// The reason the options of a [`Rescorer`](super::Rescorer) cannot be used.
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub enum RescoreOptionError {
        Range { option: &'static str, found: f32, min: f32, max: f32 } = "range",
            "expected {option} from {min} to {max}, found {found}";
        NoTables = "no-tables", "there is no endgame table of three pieces or more";
    }

    /// The reason the records of a game cannot be rescored.
    #[derive(Clone, PartialEq, Debug)]
    pub enum RescoreError {
        /// The records are not a game that lc0's rescorer accepts.
        Game(error: GameError) = error => source error => from GameError;
        /// The result of a record is not a win, a draw or a loss, such as after a blunder was rescored.
        Result { record: usize, found: f32 } = (Rule::Result.name()),
            "record {record}: expected the result -1, 0 or 1, found {found}";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_of_each_range_are_allowed_and_nothing_beyond_them() {
        let with = |name: &str, value: f32| match name {
            "temperature" => RescoreOptions { temperature: value, ..RescoreOptions::default() },
            "dist_offset" => RescoreOptions { dist_offset: value, ..RescoreOptions::default() },
            "dtz_policy_boost" => RescoreOptions { dtz_policy_boost: value, ..RescoreOptions::default() },
            "deblunder-q-blunder-threshold" => {
                let deblunder = Some(Deblunder { threshold: value, ..Deblunder::default() });
                RescoreOptions { deblunder, ..RescoreOptions::default() }
            }
            _ => {
                let deblunder = Some(Deblunder { width: value, ..Deblunder::default() });
                RescoreOptions { deblunder, ..RescoreOptions::default() }
            }
        };
        for (name, min, max) in [
            ("temperature", 0.001, 100.0),
            ("dist_offset", -0.999, 0.0),
            ("dtz_policy_boost", 0.0, 1.0),
            ("deblunder-q-blunder-threshold", 0.0, 2.0),
            ("deblunder-q-blunder-width", 0.0, 2.0),
        ] {
            assert_eq!([min, max].map(|value| with(name, value).check()), [Ok(()), Ok(())], "{name}");
            for found in [min - 0.0001, max + 0.0001, f32::INFINITY, f32::NEG_INFINITY] {
                let expected = RescoreOptionError::Range { option: name_of(name), found, min, max };
                assert_eq!(with(name, found).check(), Err(expected));
            }
            assert!(with(name, f32::NAN).check().is_err(), "{name}");
        }
    }

    fn name_of(name: &str) -> &'static str {
        let names = [
            "temperature",
            "dist_offset",
            "dtz_policy_boost",
            "deblunder-q-blunder-threshold",
            "deblunder-q-blunder-width",
        ];
        names.into_iter().find(|&known| known == name).expect("a known name")
    }
}
