//! `scale status`: how far a plan is.

use std::io::{self, IsTerminal};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use serde_json::json;

use super::Place;
use crate::error::{Error, Result};
use crate::plan::Plan;
use crate::progress::{Progress, STATES, StageProgress};
use crate::survey::Depth;

/// Show how far each stage is, how long the rest takes, and what is wrong
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A unit is
  done      its output is complete
  missing   it has not been run, or not to the end
  short     a file is lost or has another size: it is run again like a missing
            one
  double    its folder has the output of another unit: it is run again, too
  foreign   its output is of another plan or version, or was made from other
            inputs: mended by `scale run --repair`
  damaged   the content of a file has changed, or another run gave another one:
            mended by `scale run --repair`. Large files are read with --deep
The exit code is 1 if anything else than done and missing is found.

The rest is estimated from the CPU time of the units that are done, and from
the number of cores that were busy with units in the last ten minutes.")]
pub(super) struct Args {
    #[command(flatten)]
    place: Place,

    /// Read all files and check their digests
    #[arg(long)]
    deep: bool,

    /// Print one line of JSON instead of text
    #[arg(long)]
    json: bool,

    /// Print again whenever something changes, until all units are done
    #[arg(long, conflicts_with = "deep")]
    watch: bool,

    /// With --watch, the number of seconds between two looks
    #[arg(long, value_name = "SECONDS", default_value_t = 2, requires = "watch")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=86_400))]
    every: u64,
}

pub(super) fn execute(args: &Args) -> Result<()> {
    let (store, plan) = args.place.read()?;
    let depth = if args.deep { Depth::Contents } else { Depth::Sizes };
    let look = || Progress::survey(&*store, &plan, depth, SystemTime::now());
    let mut progress = look()?;
    let mut lines = show(args, &plan, &progress, 0);
    while args.watch && !progress.is_done() {
        // Looking at very many units takes long, and must not keep the disk busy.
        let start = Instant::now();
        let next = look()?;
        if next.stages != progress.stages {
            lines = show(args, &plan, &next, lines);
        }
        progress = next;
        if !progress.is_done() {
            thread::sleep(Duration::from_secs(args.every).max(9 * start.elapsed()));
        }
    }
    let problems = progress.problems();
    if problems.is_empty() { Ok(()) } else { Err(Error::Unfinished(problems)) }
}

/// Prints the progress; on a terminal, in the place of this many lines that were printed before. Returns their number now.
fn show(args: &Args, plan: &Plan, progress: &Progress, before: usize) -> usize {
    if args.json {
        let mut value = progress.json();
        value["plan"] = json!(plan.digest());
        value["code"] = json!(plan.code);
        gardez_io::println!("{value}");
        return 0;
    }
    if 0 < before && io::stdout().is_terminal() {
        gardez_io::print!("\x1b[{before}A\x1b[J");
    }
    let lines = text(progress);
    lines.iter().for_each(|line| gardez_io::println!("{line}"));
    lines.len()
}

/// Returns a line for each stage, and one for all.
fn text(progress: &Progress) -> Vec<String> {
    let mut lines: Vec<_> = progress.stages.iter().map(stage_line).collect();
    lines.push(match (progress.is_done(), progress.left_cpu_ms(), progress.cores, progress.left_time()) {
        (true, ..) => "all units are done".to_owned(),
        (false, Some(cpu), Some(cores), Some(time)) => {
            format!("about {} left: {} of CPU time, {cores:.1} cores busy", human(time), human(millis(cpu)))
        }
        (false, Some(cpu), ..) => format!("{} of CPU time left; no unit has ended lately", human(millis(cpu))),
        (false, None, ..) => "the rest cannot be estimated before a unit of each stage is done".to_owned(),
    });
    lines
}

fn stage_line(stage: &StageProgress) -> String {
    let states = stage.counts.iter().zip(STATES).enumerate();
    let states = states.filter(|(at, (count, _))| *at == 0 || 0 < **count);
    let states: Vec<String> = states.map(|(_, (count, name))| format!("{count} {name}")).collect();
    let StageProgress { name, units, cpu_ms, .. } = stage;
    format!("{name:12} {units:>8} units: {}, {:.1} s CPU", states.join(", "), *cpu_ms as f64 / 1000.0)
}

fn millis(milliseconds: u128) -> Duration {
    Duration::from_millis(u64::try_from(milliseconds).unwrap_or(u64::MAX))
}

/// Returns a time in its largest suitable unit.
fn human(time: Duration) -> String {
    const UNITS: [(f64, &str); 4] = [(86_400.0, "days"), (3600.0, "hours"), (60.0, "min"), (1.0, "s")];
    let seconds = time.as_secs_f64();
    let (length, name) = UNITS.into_iter().find(|(length, _)| 2.0 * length <= seconds).unwrap_or(UNITS[3]);
    let number = seconds / length;
    if number < 10.0 { format!("{number:.1} {name}") } else { format!("{number:.0} {name}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_in_their_largest_suitable_unit() {
        let seconds = [0.0, 4.25, 119.0, 120.0, 3600.0, 10_000.0, 200_000.0, 6e8];
        let texts = seconds.map(|seconds| human(Duration::from_secs_f64(seconds)));
        assert_eq!(texts, ["0.0 s", "4.2 s", "119 s", "2.0 min", "60 min", "2.8 hours", "2.3 days", "6944 days"]);
    }

    #[test]
    fn a_stage_names_only_the_states_that_it_has() {
        let stage = StageProgress {
            name: "count".into(),
            units: 64,
            counts: [20, 43, 0, 0, 1, 0],
            cpu_ms: 190_440,
            problems: Vec::new(),
        };
        assert_eq!(stage_line(&stage), "count              64 units: 20 done, 43 missing, 1 foreign, 190.4 s CPU");
    }
}
