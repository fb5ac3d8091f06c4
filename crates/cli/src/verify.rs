//! `gardez verify`: whether files of packed positions are sound.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use gardez_formats::convert::AnyReader;

use crate::input::or_standard;
use crate::output::{print, print_json};
use crate::packed::{Damage, FORMATS_HELP, Input, Inputs, places};
use crate::progress::Progress;
use crate::stop::{EXIT_CODES, Stop, code, print_error};

const EXPLANATION: &str = "\
Examples:
  gardez verify *.binpack
  gardez verify --from viri --json games
  gardez verify --quiet *.bullet.zst && echo all are sound";

/// Check that files of packed positions can be read to their end
///
/// Every position and every move is checked. Prints the number of entries of
/// each file, and the reason and the place where a file is damaged.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_help = format!("{FORMATS_HELP}\n\n{EXPLANATION}\n\n{EXIT_CODES}"))]
pub(crate) struct Verify {
    /// Files, packed or not [default: standard input]
    #[arg(value_name = "FILE")]
    paths: Vec<PathBuf>,

    #[command(flatten)]
    inputs: Inputs,

    /// Print one line of JSON for each file
    #[arg(long)]
    json: bool,
}

impl Verify {
    pub(crate) fn run(self) -> Result<ExitCode, Stop> {
        let paths = or_standard(&self.paths)?;
        let (mut is_complete, mut is_sound) = (true, true);
        let mut all = Vec::new();
        for path in paths {
            match places(&[path]) {
                Ok(named) => all.extend(named),
                Err(Stop::Input(message)) => {
                    print_error(&message);
                    is_complete = false;
                }
                Err(stop) => return Err(stop),
            }
        }
        for place in all {
            let progress = Progress::of(place.file(), self.inputs.quiet, false);
            let input = self.inputs.open(&place, &progress).inspect_err(|_| progress.end());
            let file = match input {
                Ok(Input { name, reader: AnyReader::White(reader), .. }) => Damage::read(name, reader, |_| ()),
                Ok(Input { name, reader: AnyReader::SideToMove(reader), .. }) => Damage::read(name, reader, |_| ()),
                Err(Stop::Input(message)) => {
                    print_error(&message);
                    is_complete = false;
                    continue;
                }
                Err(stop) => return Err(stop),
            };
            progress.end();
            is_sound &= file.error.is_none();
            is_complete &= !file.is_of_stream();
            self.report(&file)?;
        }
        Ok(code(is_complete, is_sound))
    }

    fn report(&self, file: &Damage) -> Result<(), Stop> {
        if self.json {
            print_json(&file.line())
        } else if file.error.is_some() {
            print(format_args!("damaged: {file}\n"))
        } else if self.inputs.quiet {
            Ok(())
        } else {
            print(format_args!("sound: {file}\n"))
        }
    }
}
