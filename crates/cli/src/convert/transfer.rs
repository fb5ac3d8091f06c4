//! From the inputs to the outputs.

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use gardez::data::files::Place;
use gardez::data::{Conversion, ConversionError, Converted, Filter, SortError};
use gardez::syzygy::Tablebase;
use gardez_formats::{Fact, WriteError};

use crate::convert::job::Job;
use crate::convert::report::Report;
use crate::output::{Output, Target};
use crate::progress::Progress;
use crate::stop::{Stop, code};

/// Converts, and prints what was done.
pub(super) fn run(job: &Job<'_>) -> Result<ExitCode, Stop> {
    let format = job.conversion.format;
    let shows_output = job.targets.iter().any(Target::is_standard);
    if job.has_json && shows_output {
        return Err(Stop::Failed("--json needs standard output, but the output goes there".to_owned()));
    }
    if shows_output && !format.is_text() && io::stdout().is_terminal() {
        let advice = "name a file or redirect the output";
        return Err(Stop::Failed(format!("{format} is not text and is not written to a terminal; {advice}")));
    }
    let places = job.inputs.places(job.paths, &job.conversion.filter)?;
    let tables = job.tables.open()?;
    let progress = Progress::of(job.paths, job.inputs.quiet, shows_output);
    let done = convert(job, &places, tables.as_ref(), &progress);
    progress.end();
    let names = job.targets.iter().map(Target::name).collect();
    let report = Report { names, format, done: done? };
    if job.has_json {
        report.print_json()?;
    } else {
        report.print(job.inputs.quiet);
    }
    let has_entries = report.done.written.iter().any(|&count| count != 0);
    let files = &report.done.files;
    let is_complete = !files.iter().any(|file| file.is_of_stream());
    Ok(code(is_complete, has_entries && files.iter().all(|file| file.error.is_none())))
}

fn convert(
    job: &Job<'_>,
    places: &[Place],
    tables: Option<&Tablebase>,
    progress: &Progress,
) -> Result<Converted, Stop> {
    let against = job.inputs.places(job.against, &Filter::ALL)?;
    let taken = job.taken(places.iter().chain(&against));
    let open = |target: &Target| target.open(&taken);
    let mut outputs = job.targets.iter().map(open).collect::<Result<Vec<Output>, _>>()?;
    let conversion = Conversion {
        tables: tables.map(|tables| (tables, job.tables.tb_result)),
        against: &against,
        ..job.conversion.clone()
    };
    // What the format cannot hold need not be there.
    let has_facts = [Fact::Score, Fact::Result].map(|fact| job.conversion.format.has(fact));
    let opener = job.inputs.opener_of(has_facts == [false; 2], progress);
    let done = conversion.run(&opener, places, &mut outputs).map_err(|error| match error {
        ConversionError::Open(error) => Stop::from(error),
        ConversionError::Unrepresentable { .. } => {
            let advice = "--skip leaves such entries out, and --lose says what may be lost";
            Stop::Failed(format!("{error}; {advice}"))
        }
        error @ ConversionError::Sort(SortError::Disk { .. }) => {
            Stop::Failed(format!("{error}; --temp names another directory"))
        }
        ConversionError::Write { output, error } => unwritten(&job.targets[output], &error),
        error => Stop::Failed(error.to_string()),
    })?;
    Output::finish_all(outputs)?;
    Ok(done)
}

/// Returns the error of an output. An error of a stream already says what failed.
fn unwritten(target: &Target, error: &WriteError) -> Stop {
    match error {
        WriteError::Stream(error) => Stop::unwritable(target.name(), error),
        error => Stop::unwritable(target.name(), error),
    }
}
