//! `gardez verify`: whether files of packed positions are sound.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use gardez::ErrorInfo;
use gardez_formats::{ReadEntries, ReadError, View};
use serde::Serialize;

use crate::output::print;
use crate::packed::{Damage, FORMATS_HELP, Files, Inputs, Opened};
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

/// A file in JSON.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    /// The number of entries before the end or the damage.
    entries: u64,
    error: Option<&'a dyn ErrorInfo>,
}

impl Verify {
    pub(crate) fn run(self) -> Result<ExitCode, Stop> {
        let paths = if self.paths.is_empty() { vec!["-".into()] } else { self.paths.clone() };
        let (mut is_complete, mut is_sound) = (true, true);
        for path in paths {
            let progress = Progress::of(std::slice::from_ref(&path), self.inputs.quiet, false);
            let files = self.inputs.open(&[path], &progress);
            let read = match files {
                Ok(Opened::White(files)) => read(files),
                Ok(Opened::SideToMove(files)) => read(files),
                Err(Stop::Input(message)) => {
                    progress.end();
                    print_error(&message);
                    is_complete = false;
                    continue;
                }
                Err(stop) => return Err(stop),
            };
            progress.end();
            for file in read {
                is_sound &= file.error.is_none();
                is_complete &= !matches!(file.error, Some(ReadError::Stream { .. }));
                self.report(&file)?;
            }
        }
        Ok(code(is_complete, is_sound))
    }

    fn report(&self, file: &Damage) -> Result<(), Stop> {
        if self.json {
            let error = file.error.as_ref().map(|error| error as &dyn ErrorInfo);
            let line = Line { file: &file.name, entries: file.entries, error };
            print(format_args!("{}\n", serde_json::to_string(&line).expect("it can be written as JSON")))
        } else if file.error.is_some() {
            print(format_args!("damaged: {file}\n"))
        } else if self.inputs.quiet {
            Ok(())
        } else {
            print(format_args!("sound: {file}\n"))
        }
    }
}

/// Reads everything.
fn read<V: View>(mut files: Files<V>) -> Vec<Damage> {
    while let Ok(Some(_)) = files.next_entry() {}
    files.into_finished()
}
