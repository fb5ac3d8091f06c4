//! What a conversion is to do.

use std::path::PathBuf;

use clap::Args;
use gardez::lc0::InputFormat;
use gardez_formats::convert::{Filter, Memory, OnMisfit};
use gardez_formats::{Format, Losses};

use crate::output::Target;
use crate::packed::Inputs;

/// A conversion.
pub(super) struct Job<'a> {
    pub(super) inputs: &'a Inputs,
    pub(super) paths: &'a [PathBuf],
    pub(super) target: &'a Target,
    pub(super) format: Format,
    pub(super) losses: Losses,
    pub(super) on_misfit: OnMisfit,
    pub(super) filter: Filter,
    pub(super) memory: Memory,
    pub(super) is_unique: bool,
    /// The seed of the random order, if there is one.
    pub(super) seed: Option<u64>,
    pub(super) games: &'a GameArgs,
}

/// What only concerns games and training records of lc0.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Games and training records of lc0")]
pub(super) struct GameArgs {
    /// Input format of the records: 1, 2, 3, 4, 5, 132 or 133
    #[arg(long, value_name = "N", default_value = "1", value_parser = input_format)]
    pub(super) input_format: InputFormat,

    /// Write the preferred moves of records into a PGN, as [%policy] comments
    #[arg(long)]
    pub(super) policies: bool,
}

fn input_format(text: &str) -> Result<InputFormat, &'static str> {
    let format = text.parse().ok().and_then(InputFormat::from_raw);
    format.ok_or("expected one of 1, 2, 3, 4, 5, 132, 133")
}
