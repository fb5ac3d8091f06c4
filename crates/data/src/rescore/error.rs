//! The errors of rescoring.

use gardez_lc0::training::{GameError, Rule};
use gardez_types::errors;

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
