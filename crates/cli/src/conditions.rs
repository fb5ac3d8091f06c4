//! The conditions of entries: one option for each row of the table of filters.

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use gardez::data::{FILTERS, Filter};

#[derive(Clone, Debug)]
pub(crate) struct Conditions(Filter);

impl Conditions {
    pub(crate) fn filter(&self, seed: u64) -> Filter {
        Filter { seed, ..self.0.clone() }
    }
}

impl Args for Conditions {
    fn augment_args(command: Command) -> Command {
        FILTERS.iter().fold(command, |command, row| {
            let arg = Arg::new(row.name).long(row.name).help(row.about).help_heading("Conditions");
            command.arg(match row.value {
                Some(value) => arg.value_name(value).allow_hyphen_values(true),
                None => arg.action(ArgAction::SetTrue),
            })
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Conditions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut filter = Filter::ALL;
        for row in FILTERS {
            let value = match row.value {
                Some(_) => matches.get_one::<String>(row.name).map(String::as_str),
                None => matches.get_flag(row.name).then_some(""),
            };
            if let Some(value) = value {
                let refused = |error| Error::raw(ErrorKind::ValueValidation, format!("--{error}\n"));
                row.set(&mut filter, value).map_err(refused)?;
            }
        }
        Ok(Self(filter))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
