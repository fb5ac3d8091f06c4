//! The description of a conversion.

use std::path::PathBuf;

use clap::Args;
use gardez::data::Conversion;
use gardez::data::files::Place;
use gardez::lc0::InputFormat;

use crate::convert::tables::Tables;
use crate::output::{Taken, Target};
use crate::packed::Inputs;

/// A conversion.
pub(super) struct Job<'a> {
    pub(super) inputs: &'a Inputs,
    pub(super) paths: &'a [PathBuf],
    /// The output of each part. Without parts, there is one.
    pub(super) targets: &'a [Target],
    /// The conversion without its tables and the files whose positions are left out, which are opened later.
    pub(super) conversion: Conversion<'a>,
    pub(super) tables: &'a Tables,
    pub(super) against: &'a [PathBuf],
    pub(super) has_json: bool,
    pub(super) games: &'a GameArgs,
}

impl Job<'_> {
    /// Returns the files that are read, which no output replaces.
    pub(super) fn taken<'p>(&self, places: impl IntoIterator<Item = &'p Place>) -> Taken {
        let paths = self.paths.iter().chain(self.against).cloned();
        Taken::new(paths.chain(places.into_iter().filter_map(Place::path)))
    }
}

/// The options for games and training records of lc0.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Games and training records of lc0")]
pub(super) struct GameArgs {
    /// Input format of records
    #[arg(long, long_help = input_format_help(), value_name = "N", default_value = "1", value_parser = input_format)]
    pub(super) input_format: InputFormat,

    /// Write [%policy] comments into a PGN
    ///
    /// They have the moves that the search preferred, with their visits.
    #[arg(long)]
    pub(super) policies: bool,
}

fn input_format_help() -> String {
    format!("Input format of records\n\nOne of {}, as in lc0.", InputFormat::NUMBERS)
}

fn input_format(text: &str) -> Result<InputFormat, String> {
    let format = text.parse().ok().and_then(InputFormat::from_raw);
    format.ok_or_else(|| format!("expected one of {}", InputFormat::NUMBERS))
}
