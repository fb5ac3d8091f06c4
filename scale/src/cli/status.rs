//! `scale status`: how far a plan is.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::error::{Error, Result};
use crate::plan::{Plan, Stage};
use crate::survey::{self, Depth, State};

/// Show how many units of each stage are done, and what is wrong with others
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A unit is
  done      its output is complete
  missing   it has not been run, or not to the end
  short     a file is lost or has another size: it is run again like a missing
            one
  double    its folder has the output of another unit: it is run again, too
  foreign   its output is of another plan or version, or was made from other
            inputs: remove its folder, then run it
  damaged   the content of a file has changed (only with --deep): remove its
            folder, then run it
The exit code is 1 if anything else than done and missing is found.")]
pub(super) struct Args {
    /// Folder of the plan
    dir: PathBuf,

    /// Read all files and check their digests
    #[arg(long)]
    deep: bool,

    /// Print one line of JSON instead of text
    #[arg(long)]
    json: bool,
}

pub(super) fn execute(args: &Args) -> Result<()> {
    let plan = Plan::read(&args.dir)?;
    let depth = if args.deep { Depth::Contents } else { Depth::Sizes };
    let (mut stages, mut problems) = (Vec::new(), Vec::new());
    for stage in &plan.stages {
        let tally = Tally::new(stage, survey::stage(&args.dir, &plan, stage, depth)?);
        for stray in survey::strays(&args.dir, stage)? {
            problems.push(format!("{stray} foreign: the plan has no such unit, and nothing reads it"));
        }
        if !args.json {
            tally.print();
        }
        stages.push(tally.json());
        problems.extend(tally.problems.iter().map(|(unit, reason)| format!("{unit}: {reason}")));
    }
    if args.json {
        let digest = plan.digest();
        gardez_output::println!("{}", json!({ "plan": digest, "code": plan.code, "stages": stages }));
    }
    if problems.is_empty() { Ok(()) } else { Err(Error::Unfinished(problems)) }
}

/// The states of the units of a stage, counted.
struct Tally<'a> {
    stage: &'a Stage,
    counts: [(&'static str, usize); 6],
    problems: Vec<(String, String)>,
    cpu_ms: u128,
}

impl<'a> Tally<'a> {
    fn new(stage: &'a Stage, states: Vec<(crate::unit::UnitId, State)>) -> Self {
        let mut counts = ["done", "missing", "short", "double", "foreign", "damaged"].map(|name| (name, 0));
        let (mut problems, mut cpu_ms) = (Vec::new(), 0);
        for (unit, state) in states {
            counts.iter_mut().filter(|(name, _)| *name == state.name()).for_each(|(_, count)| *count += 1);
            if let Some(reason) = state.reason() {
                problems.push((format!("{unit} {}", state.name()), reason.to_owned()));
            }
            if let State::Done(done) = state {
                cpu_ms += done.number("cpu_ms").unwrap_or(0);
            }
        }
        Self { stage, counts, problems, cpu_ms }
    }

    fn print(&self) {
        let states = self.counts.iter().filter(|(name, count)| *name == "done" || 0 < *count);
        let states: Vec<String> = states.map(|(name, count)| format!("{count} {name}")).collect();
        let (name, units) = (&self.stage.name, self.stage.units);
        let seconds = self.cpu_ms as f64 / 1000.0;
        gardez_output::println!("{name:12} {units:>8} units: {}, {seconds:.1} s CPU", states.join(", "));
    }

    fn json(&self) -> Value {
        let mut value = json!({ "stage": self.stage.name, "units": self.stage.units, "cpu_ms": self.cpu_ms as u64 });
        for (name, count) in self.counts {
            value[name] = json!(count);
        }
        value["problems"] = self.problems.iter().map(|(unit, reason)| format!("{unit}: {reason}")).collect();
        value
    }
}
