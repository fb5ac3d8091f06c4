//! Making a plan of an export.

use std::path::PathBuf;

use gardez::data::table;

use crate::data::{dedupe, planning, tables};
use crate::error::{Error, Refusal, Result};
use crate::plan::{ExportFormat, ExportOf, ExportParameters, InputFile, Kind, Plan, Stage, Task};
use crate::store::{self, Store};
use crate::survey::{self, Depth};

const EXAMPLES: &str = "\
Examples:
  scale export set1 --format v6 --shards 512 -C set1-v6
  scale run set1-v6 --all --jobs 2

Each shard is a unit, which writes export/N/train-0000N-of-00512.*";

/// Make a plan that exports training data in the format of other programs
///
/// The games or positions of another plan, as Parquet with FEN and UCI moves
/// (hf), or in a format of `gardez convert`. Packed formats contain the
/// positions that have a move, an evaluation and a result. Training records of
/// Leela are a tar of chunks, one for each game.
#[derive(clap::Args, Debug)]
#[command(
    verbatim_doc_comment,
    override_usage = "scale export DIR --format FORMAT -C DIR2 [OPTIONS]",
    after_help = format!("{EXAMPLES}\n\nFormats:\n  hf           Parquet, as on Hugging Face\n{}", table::help())
)]
pub(crate) struct Request {
    /// Folder or address of a plan of training data whose units are done
    dir: PathBuf,

    /// Format of the files
    #[arg(long, value_name = "FORMAT")]
    format: ExportFormat,

    /// What to export [default: positions to hf if there are any, else games]
    #[arg(long, value_enum, value_name = "ROWS")]
    of: Option<ExportOf>,

    /// Number of files
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=99_999))]
    shards: u32,

    /// Folder of the new plan, which is created, or its address
    #[arg(short = 'C', value_name = "DIR2")]
    pub(crate) to: PathBuf,

    /// Let debug builds run the units
    #[arg(long)]
    debug_builds: bool,
}

pub(crate) fn parameters(plan: &Plan) -> Result<&ExportParameters> {
    match &plan.kind {
        Kind::Export(parameters) => Ok(parameters),
        _ => Err(Error::refused("the plan", Refusal::Malformed("it does not export".to_owned()))),
    }
}

/// Makes a plan of an export. Its inputs are the files of the other plan, by their recorded digests.
pub(crate) fn plan(request: &Request) -> Result<Plan> {
    let store = &*store::at(&store::absolute(&request.dir)?)?;
    let data = Plan::read(store)?;
    planning::parameters(&data)?;
    let has_positions = data.stage(planning::POSITIONS).is_some();
    let is_hf = request.format == ExportFormat::HF;
    let default = if is_hf && has_positions { ExportOf::Positions } else { ExportOf::Games };
    let of = request.of.unwrap_or(default);
    let (stage, file) = match of {
        ExportOf::Games => (planning::ENCODE, tables::ROWS),
        ExportOf::Positions if !is_hf => {
            return Err(Error::Usage("this format needs whole games, not positions".to_owned()));
        }
        ExportOf::Positions => (planning::POSITIONS, dedupe::POSITIONS),
    };
    let stage = data.stage(stage).ok_or_else(|| {
        Error::Usage(format!("{} has no stage {stage}: its plan was made without --dedupe", store.place("").display()))
    })?;
    let (inputs, rows) = files(store, &data, stage, file)?;
    let task = Task::Export { rows };
    let stages = vec![Stage { name: "export".to_owned(), units: request.shards, task }];
    let parameters = ExportParameters { format: request.format, of };
    Plan::new(Kind::Export(parameters), inputs, stages, request.debug_builds)
}

/// Returns the files of this name of all units of a stage, and their numbers of rows.
fn files(store: &dyn Store, data: &Plan, stage: &Stage, file: &str) -> Result<(Vec<InputFile>, Vec<u64>)> {
    let (mut inputs, mut rows, mut problems) = (Vec::new(), Vec::new(), Vec::new());
    for done in survey::stage(store, data, stage, Depth::Sizes)?.done(&mut problems) {
        for record in done.files.iter().filter(|record| record.is_named(file)) {
            let path = store.place(&done.unit.file(&record.name));
            inputs.push(InputFile { path, bytes: record.bytes, blake3: Some(record.blake3) });
            rows.push(record.rows);
        }
    }
    if problems.is_empty() { Ok((inputs, rows)) } else { Err(Error::Unfinished(problems)) }
}
