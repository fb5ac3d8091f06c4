//! A long run: changed seeds for every target, and random games, on all threads, until the time is over.
//!
//! Each target gets the same share of the time, and random games the share of [`GAMES`] targets. `cargo xtask soak` runs
//! the program twice: a third of the time with debug assertions and overflow checks.

mod inputs;
mod worker;

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use std::{env, fs, io, process, thread};

use crate::mutate::Mutator;
use crate::panics::{Finding, set_hook};
use crate::seeds;
use crate::target::Target;
use crate::targets::TARGETS;
use crate::totals::{self, RANDOM_GAMES, Total, Totals, Work};

/// The number of targets that random games count as.
const GAMES: u64 = 4;

/// The time after which an input that has not come back ends the run.
const HANGS: Duration = Duration::from_secs(60);

/// The stack of a thread that runs inputs.
const STACK: usize = 64 << 20;

/// Findings of one target after which it is left out.
const ENOUGH: u64 = 10;

/// The settings of a run.
#[derive(Clone, Debug)]
pub struct Options {
    pub time: Duration,
    pub threads: usize,
    pub seed: u64,
    /// The names of the targets, or all if there are none.
    pub only: Vec<String>,
    /// The file of totals to which the run is added every minute.
    pub totals: PathBuf,
    /// The directory for inputs that fail.
    pub findings: PathBuf,
    /// The commit that is tested.
    pub commit: String,
    /// `true` if a line is written again and again, as on a terminal.
    pub is_live: bool,
}

/// One target with its seeds, or random games.
struct Job {
    name: &'static str,
    /// `None` for random games.
    target: Option<(&'static Target, Mutator)>,
    share: u64,
    /// Time used by all threads, in nanoseconds.
    used: AtomicU64,
    work: Mutex<Work>,
}

impl Job {
    fn version(&self) -> u32 {
        self.target.as_ref().map_or(1, |(target, _)| target.version)
    }
}

/// The current work of a thread.
#[derive(Default)]
struct Busy {
    /// The number of inputs that it has begun.
    inputs: AtomicU64,
    current: Mutex<(&'static str, Vec<u8>)>,
}

/// The state that the threads share.
struct Shared {
    jobs: Vec<Job>,
    findings: PathBuf,
    is_over: AtomicBool,
}

impl Shared {
    /// Returns the jobs of these names, or all if there are none.
    fn new(only: &[String], findings: &Path) -> Self {
        let is_wanted = |name: &str| only.is_empty() || only.iter().any(|only| only == name);
        let data = env::var_os("GARDEZ_DATA").map(PathBuf::from);
        let job = |name, target: Option<&'static Target>, share| Job {
            name,
            target: target.map(|target| {
                let large = data.as_deref().map(|data| seeds::large(target, data)).unwrap_or_default();
                let inputs = [seeds::committed(target), seeds::found(target), large].concat();
                (target, Mutator::new(target, inputs))
            }),
            share,
            used: AtomicU64::new(0),
            work: Mutex::new(Work { version: target.map_or(1, |target| target.version), ..Work::default() }),
        };
        let wanted = TARGETS.iter().filter(|target| is_wanted(target.name));
        let mut jobs: Vec<_> = wanted.map(|target| job(target.name, Some(target), 1)).collect();
        if is_wanted(RANDOM_GAMES) {
            jobs.push(job(RANDOM_GAMES, None, GAMES));
        }
        Self { jobs, findings: findings.into(), is_over: AtomicBool::new(false) }
    }

    /// Returns the job that has had the least of its share.
    fn next(&self) -> Option<&Job> {
        let used = |job: &&Job| job.used.load(Ordering::Relaxed) / job.share;
        self.jobs.iter().filter(|job| job.work.lock().expect("no panic in here").findings < ENOUGH).min_by_key(used)
    }

    /// Writes an input that fails to a file, and says what is wrong.
    fn report(&self, name: &str, input: &[u8], problem: &str) {
        let sum = input
            .iter()
            .fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        let name = name.replace(' ', "-");
        let file = self.findings.join(format!("{name}-{sum:016x}"));
        let written = fs::create_dir_all(&self.findings).and_then(|()| fs::write(&file, input));
        let written = written.map_or_else(|error| format!("cannot be written: {error}"), |()| String::new());
        eprintln!("\nFINDING {name}: {problem}\n  {} {written}", file.display());
    }
}

/// Runs until the time is over. Returns the work of each target.
///
/// # Errors
///
/// If the totals cannot be written.
pub fn run(options: &Options) -> io::Result<Vec<(String, Work)>> {
    set_hook(Finding::Keep);
    let shared = Shared::new(&options.only, &options.findings);
    let busy: Vec<_> = (0..options.threads).map(|_| Busy::default()).collect();
    let start = Instant::now();
    let mut saved = vec![Work::default(); shared.jobs.len()];
    thread::scope(|scope| {
        for (number, busy) in busy.iter().enumerate() {
            let shared = &shared;
            let seed = options.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number as u64 + 1);
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || worker::run(shared, busy, seed))?;
        }
        let result = watch(options, &shared, &busy, start, &mut saved);
        shared.is_over.store(true, Ordering::Relaxed);
        result
    })?;
    save(options, &shared, &mut saved)?;
    Ok(shared.jobs.iter().map(|job| (job.name.into(), job.work.lock().expect("no panic in here").clone())).collect())
}

/// Prints the progress, saves the totals every minute, and ends the program if an input does not come back.
fn watch(options: &Options, shared: &Shared, busy: &[Busy], start: Instant, saved: &mut [Work]) -> io::Result<()> {
    let mut since: Vec<_> = busy.iter().map(|_| (0, start)).collect();
    let mut minutes = 0;
    while start.elapsed() < options.time && shared.next().is_some() {
        thread::sleep(Duration::from_millis(500).min(options.time));
        for (busy, since) in busy.iter().zip(&mut since) {
            let inputs = busy.inputs.load(Ordering::Relaxed);
            if inputs != since.0 {
                *since = (inputs, Instant::now());
            } else if since.1.elapsed() > HANGS {
                let current = busy.current.lock().expect("no panic in here");
                shared.report(current.0, &current.1, "does not come back");
                save(options, shared, saved)?;
                process::exit(1);
            }
        }
        if options.is_live {
            eprint!("\r{}   ", line(shared, start));
        }
        if start.elapsed().as_secs() / 60 > minutes {
            minutes = start.elapsed().as_secs() / 60;
            save(options, shared, saved)?;
            if !options.is_live {
                println!("{}", line(shared, start));
            }
        }
    }
    if options.is_live {
        eprintln!();
    }
    Ok(())
}

fn line(shared: &Shared, start: Instant) -> String {
    let mut sum = Work::default();
    for job in &shared.jobs {
        let work = job.work.lock().expect("no panic in here");
        sum.inputs += work.inputs;
        sum.checked += work.checked;
        sum.findings += work.findings;
    }
    let Work { inputs, checked, findings, .. } = sum;
    let seconds = start.elapsed().as_secs_f64();
    let rate = inputs as f64 / seconds;
    format!("{seconds:.0} s: {inputs} inputs ({checked} with assertions), {rate:.0} a second, {findings} findings")
}

/// Adds to the totals what is new since the last time.
fn save(options: &Options, shared: &Shared, saved: &mut [Work]) -> io::Result<()> {
    let mut new = Totals::new();
    for (job, saved) in shared.jobs.iter().zip(saved) {
        let now = job.work.lock().expect("no panic in here").clone();
        let soak = Work {
            inputs: now.inputs - saved.inputs,
            checked: now.checked - saved.checked,
            milliseconds: now.milliseconds - saved.milliseconds,
            findings: now.findings - saved.findings,
            date: totals::today(),
            commit: options.commit.clone(),
            ..now
        };
        if soak.inputs > 0 {
            new.insert(job.name.into(), Total { soak, ..Total::default() });
        }
        *saved = now;
    }
    totals::add(&options.totals, &new)
}

/// Returns the file of totals in the repository.
pub fn committed_totals() -> PathBuf {
    seeds::home().join("../docs/reliability.json")
}

/// Runs a file as the input of a target, so that a finding can be looked at.
///
/// # Errors
///
/// If the file cannot be read.
pub fn replay(target: &Target, file: &Path) -> io::Result<()> {
    target.run(&fs::read(file)?);
    Ok(())
}
