//! Making a plan of an export.

use std::path::PathBuf;

use crate::data::{dedupe, planning, tables};
use crate::error::{Error, Refusal, Result};
use crate::plan::{ExportFormat, ExportOf, ExportParameters, InputFile, Kind, Plan, Stage, Task};
use crate::store::{self, Store};
use crate::survey::{self, Depth, State};

/// The settings of a plan for an export.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    /// The place of a plan of training data whose units are done.
    pub(crate) from: PathBuf,
    pub(crate) format: ExportFormat,
    /// The content of the export; by default positions if the format has them and the plan counted them, else games.
    pub(crate) of: Option<ExportOf>,
    /// The number of files, each of which is a unit.
    pub(crate) shards: u32,
    pub(crate) debug_builds: bool,
}

/// Returns the parameters of a plan of an export.
pub(crate) fn parameters(plan: &Plan) -> Result<&ExportParameters> {
    match &plan.kind {
        Kind::Export(parameters) => Ok(parameters),
        _ => Err(Error::refused("the plan", Refusal::Malformed("it does not export".to_owned()))),
    }
}

/// Makes a plan of an export. Its inputs are the files of the other plan, by their recorded digests.
pub(crate) fn plan(request: &Request) -> Result<Plan> {
    let store = &*store::at(&store::absolute(&request.from)?)?;
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
    for (unit, state) in survey::stage(store, data, stage, Depth::Sizes)?.units {
        let State::Done(done) = state else {
            problems.push(state.line(&unit));
            continue;
        };
        for record in done.files.iter().filter(|record| record.is_named(file)) {
            let path = store.place(&unit.file(&record.name));
            inputs.push(InputFile { path, bytes: record.bytes, blake3: Some(record.blake3) });
            rows.push(record.rows);
        }
    }
    if problems.is_empty() { Ok((inputs, rows)) } else { Err(Error::Unfinished(problems)) }
}
