//! Endgame tables, and the results of the entries.

use std::ffi::OsString;

use clap::Args;
use gardez::data::TableRule;
use gardez::syzygy::Tablebase;

use crate::range::choice;
use crate::stop::Stop;
use crate::tables;

/// The treatment of positions that endgame tables know.
#[derive(Args, Debug)]
#[command(next_help_heading = "Endgame tables")]
pub(super) struct Tables {
    /// Directories of Syzygy tables, separated as in PATH
    #[arg(long, value_name = "DIRS")]
    tables: Option<OsString>,

    /// Use the tables for positions that are in them
    ///
    /// - match (default): leave out those with another result
    /// - drop: leave out all of them
    /// - set: give them the result of the tables
    ///
    /// A win that is too slow for the fifty-move rule is a draw.
    #[arg(
        long,
        value_name = "ACTION",
        requires = "tables",
        default_value = "match",
        value_parser = choice(&[("match", TableRule::Match), ("drop", TableRule::Drop), ("set", TableRule::Set)]),
        hide_default_value = true,
        hide_possible_values = true,
        verbatim_doc_comment
    )]
    pub(super) tb_result: TableRule,
}

impl Tables {
    /// Returns `true` if tables are named.
    pub(super) const fn is_asked(&self) -> bool {
        self.tables.is_some()
    }

    /// Opens the tables, if there are any.
    pub(super) fn open(&self) -> Result<Option<Tablebase>, Stop> {
        let Some(names) = &self.tables else { return Ok(None) };
        tables::open(names).map(Some)
    }
}
