//! From the inputs to the outputs.

use std::cell::Cell;
use std::io::{self, IsTerminal};
use std::process::ExitCode;

use gardez::data::{AnyWriter, Filtered, GameSplit, OnMisfit, Rejection, Shuffled, SpillError, Unique};
use gardez::data::{TableEntries, TableReport, TableRule};
use gardez::syzygy::Tablebase;
use gardez_formats::{Entry, Format, ReadEntries, ReadError, SideToMove, View, White, WriteError};

use crate::convert::job::Job;
use crate::convert::report::{Misfits, Report};
use crate::output::{Output, Target};
use crate::packed::{OnNegation, Place, Source, misfit};
use crate::progress::Progress;
use crate::stop::{Stop, code};

/// Converts, and prints what was done.
pub(super) fn run(job: &Job<'_>) -> Result<ExitCode, Stop> {
    let shows_output = job.targets.iter().any(Target::is_standard);
    if job.has_json && shows_output {
        return Err(Stop::Failed("--json needs standard output, but the output goes there".to_owned()));
    }
    if shows_output && !job.format.is_text() && io::stdout().is_terminal() {
        let advice = "name a file or redirect the output";
        return Err(Stop::Failed(format!("{} is not text and is not written to a terminal; {advice}", job.format)));
    }
    let places = job.inputs.places(job.paths, &job.filter)?;
    let tables = job.tables.open()?;
    let progress = Progress::of(job.paths, job.inputs.quiet, shows_output);
    let report = convert(job, &places, tables.as_ref(), &progress);
    progress.end();
    let report = report?;
    let names: Vec<String> = job.targets.iter().map(Target::name).collect();
    if job.has_json {
        report.print_json(&names)?;
    } else {
        report.print(&names, job.inputs.quiet);
    }
    let has_entries = report.written.iter().any(|&count| count != 0);
    Ok(code(!report.has_failed_stream, report.damage.is_empty() && has_entries))
}

fn convert(job: &Job<'_>, places: &[Place], tables: Option<&Tablebase>, progress: &Progress) -> Result<Report, Stop> {
    let open = |target: &Target| target.open(job.paths);
    let mut outputs = job.targets.iter().map(open).collect::<Result<Vec<Output>, _>>()?;
    let writer = |output| match job.format {
        Format::Binpack => Some(AnyWriter::binpack(output, job.losses, job.chain_rule)),
        format => AnyWriter::new(format, output, job.losses),
    };
    let unwritable = || Stop::Failed(format!("{} cannot be written", job.format));
    let mut writers = outputs.iter_mut().map(writer).collect::<Option<Vec<_>>>().ok_or_else(unwritable)?;
    let report = match writers[0].is_white() {
        true => write::<White>(job, places, tables, progress, &mut writers),
        false => write::<SideToMove>(job, places, tables, progress, &mut writers),
    }?;
    for (writer, target) in writers.into_iter().zip(job.targets) {
        writer.finish().map_err(|error| unwritten(target, &error))?;
    }
    Output::finish_all(outputs)?;
    Ok(report)
}

/// Writes the entries of the inputs, which get the view of the format.
fn write<V: View>(
    job: &Job<'_>,
    places: &[Place],
    tables: Option<&Tablebase>,
    progress: &Progress,
    writers: &mut [AnyWriter<'_>],
) -> Result<Report, Stop> {
    let on_negation = OnNegation { format: job.format, losses: job.losses, on_misfit: job.on_misfit };
    let mixed = job.is_interleaved.then_some(job.seed);
    let mut source = Source::<V>::new(job.inputs, &job.filter, places, mixed, on_negation, progress);
    let part = Cell::new(0);
    let divided = Divided { reader: &mut source, split: job.split.clone(), part: &part };
    let mut filtered = Filtered::new(divided, job.filter.clone());
    let mut checked = match tables {
        Some(tables) => Checked::Tables(Box::new(TableEntries::new(&mut filtered, tables, job.tables.rule()))),
        None => Checked::All(&mut filtered),
    };

    let mut report = Report { written: vec![0; writers.len()], ..Report::default() };
    let mut duplicates = 0;
    let mut ordered: Box<dyn ReadEntries<View = V> + '_> = match (job.is_unique, job.is_shuffled) {
        (false, false) => Box::new(&mut checked),
        (false, true) => Box::new(Shuffled::new(&mut checked, job.seed, &job.memory).map_err(spilled)?),
        (true, false) => {
            let unique = Unique::new(&mut checked, &job.memory).map_err(spilled)?;
            duplicates = unique.duplicates();
            Box::new(unique)
        }
        (true, true) => {
            let shuffled = Shuffled::unique(&mut checked, job.seed, &job.memory).map_err(spilled)?;
            duplicates = shuffled.duplicates();
            Box::new(shuffled)
        }
    };
    let mut misfits = Misfits::default();
    let mut refused = None;
    while let Some(entry) = ordered.next_entry().map_err(|error| unreadable(&error))? {
        match writers[part.get()].write(entry) {
            Ok(()) => report.written[part.get()] += 1,
            Err(WriteError::Unrepresentable(error)) if job.on_misfit == OnMisfit::Skip => misfits.add(error, 1),
            Err(WriteError::Unrepresentable(error)) => {
                refused = Some((error, entry.board));
                break;
            }
            Err(error) => return Err(unwritten(&job.targets[part.get()], &error)),
        }
    }
    drop(ordered);

    let of_tables = checked.report();
    let rejections = *filtered.rejections();
    drop(filtered);
    if let Some(stop) = source.take_failure() {
        return Err(stop);
    }
    if let Some((error, board)) = refused {
        let has_place = !job.is_unique && !job.is_shuffled;
        return Err(misfit(&if has_place { source.place() } else { format!("the position {board}") }, error));
    }

    report.read = source.total();
    source.left_out().into_iter().for_each(|(reason, count)| report.leave_out(reason, count));
    Rejection::ALL.iter().for_each(|&reason| report.leave_out(reason.name(), rejections.count(reason)));
    match job.tables.rule() {
        TableRule::Match => report.leave_out("result that is not that of the tables", of_tables.left_out),
        TableRule::Drop => report.leave_out("position in the tables", of_tables.left_out),
        TableRule::Set => report.results_set = of_tables.different,
    }
    report.leave_out(Rejection::Duplicate.name(), duplicates);
    match source.negations() {
        0 => {}
        count => misfits.add(on_negation.error(), count),
    }
    misfits.iter().for_each(|(reason, count)| report.leave_out(reason, count));
    for file in source.finished() {
        report.inputs.push(serde_json::to_value(file.line()).expect("text and numbers can be written as JSON"));
        report.has_failed_stream |= file.is_of_stream();
        if file.error.is_some() {
            report.damage.push(file.to_string());
        }
    }
    Ok(report)
}

/// The entries of the inputs. The part of the last one, which is that of its game, is in `part`: later steps leave out
/// entries, so that the games are not known any more.
struct Divided<'a, R> {
    reader: R,
    split: Option<GameSplit>,
    part: &'a Cell<usize>,
}

impl<R: ReadEntries> ReadEntries for Divided<'_, R> {
    type View = R::View;

    fn format(&self) -> Format {
        self.reader.format()
    }

    fn next_entry(&mut self) -> Result<Option<&Entry<R::View>>, ReadError> {
        let entry = self.reader.next_entry()?;
        if let (Some(split), Some(entry)) = (&mut self.split, entry) {
            self.part.set(split.part(entry));
        }
        Ok(entry)
    }
}

/// The entries that endgame tables leave.
enum Checked<'a, R: ReadEntries> {
    All(R),
    Tables(Box<TableEntries<'a, R>>),
}

impl<R: ReadEntries> Checked<'_, R> {
    fn report(&self) -> TableReport {
        match self {
            Self::All(_) => TableReport::default(),
            Self::Tables(entries) => *entries.report(),
        }
    }
}

impl<R: ReadEntries> ReadEntries for Checked<'_, R> {
    type View = R::View;

    fn format(&self) -> Format {
        match self {
            Self::All(reader) => reader.format(),
            Self::Tables(entries) => entries.format(),
        }
    }

    fn next_entry(&mut self) -> Result<Option<&Entry<R::View>>, ReadError> {
        match self {
            Self::All(reader) => reader.next_entry(),
            Self::Tables(entries) => entries.next_entry(),
        }
    }
}

#[allow(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn spilled(error: SpillError) -> Stop {
    Stop::Failed(error.to_string())
}

/// Returns the error of an output. That of a stream already says what failed.
fn unwritten(target: &Target, error: &WriteError) -> Stop {
    match error {
        WriteError::Stream(error) => Stop::unwritable(target.name(), error),
        error => Stop::unwritable(target.name(), error),
    }
}

/// Returns the error of a table or of a temporary file; those of inputs end the input.
fn unreadable(error: &ReadError) -> Stop {
    match error {
        ReadError::Stream { error, .. } => Stop::Failed(error.to_string()),
        _ => Stop::Failed(error.to_string()),
    }
}
