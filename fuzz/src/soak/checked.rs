//! The same program with debug assertions and overflow checks, which gets a part of the inputs of a thread.
//!
//! It reads one line for each part: a seed, the number of inputs, and the name of the target. It makes the inputs from
//! the seed, and prints what it did as a line of JSON.

use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio, exit};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use super::inputs::Thread;
use super::{Busy, HANGS, Job, Shared};
use crate::panics::{Finding, set_hook};
use crate::totals::Work;

/// The argument that makes a program serve another one.
pub const SERVE: &str = "--serve";

/// A process that runs the program, and is started again if an input has ended it.
pub(super) struct Checked<'a> {
    program: &'a Path,
    shared: &'a Shared,
    process: Option<Process>,
}

struct Process {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl<'a> Checked<'a> {
    pub(super) const fn new(program: &'a Path, shared: &'a Shared) -> Self {
        Self { program, shared, process: None }
    }

    /// Has inputs of a job run, made from a seed.
    pub(super) fn slice(&mut self, job: &Job, seed: u64, inputs: u64) -> Work {
        let request = format!("{seed} {inputs} {}\n", job.name);
        match self.answer(&request) {
            Ok(work) => Work { checked: work.inputs, slowest: 0, peak: 0, ..work },
            Err(error) => {
                let status = self.process.take().and_then(|mut process| process.child.wait().ok());
                let status = status.map(|status| status.to_string()).unwrap_or_default();
                let problem =
                    format!("the program with assertions ended: {error}, {status}; the input is a line for it");
                self.shared.report(job.name, request.as_bytes(), &problem);
                Work { version: job.version(), findings: 1, ..Work::default() }
            }
        }
    }

    fn answer(&mut self, request: &str) -> io::Result<Work> {
        if self.process.is_none() {
            self.process = Some(Process::new(self.program, self.shared)?);
        }
        let process = self.process.as_mut().expect("a process was started");
        process.requests.write_all(request.as_bytes())?;
        let mut line = String::new();
        process.answers.read_line(&mut line)?;
        Ok(serde_json::from_str(&line)?)
    }
}

impl Process {
    fn new(program: &Path, shared: &Shared) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.args([SERVE, "--findings"]).arg(&shared.findings).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn()?;
        let requests = child.stdin.take().expect("it is piped");
        let answers = BufReader::new(child.stdout.take().expect("it is piped"));
        Ok(Self { child, requests, answers })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may be in the middle of a part, or have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Serves another program until its requests end.
///
/// # Errors
///
/// If this program has no debug assertions, if a request cannot be read, or if the answer cannot be written.
pub fn serve(findings: &Path) -> io::Result<()> {
    if !cfg!(debug_assertions) {
        return Err(io::Error::other("this program has no debug assertions"));
    }
    set_hook(Finding::Keep);
    let shared = Shared::new(&[], findings, None);
    let busy = Busy::default();
    thread::scope(|scope| {
        thread::Builder::new().spawn_scoped(scope, || watch(&shared, &busy))?;
        let work = || answers(&shared, &busy);
        let result = thread::Builder::new().stack_size(super::STACK).spawn_scoped(scope, work)?.join();
        shared.is_over.store(true, Ordering::Relaxed);
        result.expect("panics of inputs are caught")
    })
}

fn answers(shared: &Shared, busy: &Busy) -> io::Result<()> {
    let mut thread = Thread::new(shared, busy);
    for line in io::stdin().lock().lines() {
        let line = line?;
        let mut words = line.splitn(3, ' ');
        let mut number = || words.next().and_then(|word| word.parse::<u64>().ok());
        let (seed, inputs) = (number(), number());
        let job = words.next().and_then(|name| shared.jobs.iter().find(|job| job.name == name));
        let (Some(seed), Some(inputs), Some(job)) = (seed, inputs, job) else {
            return Err(io::Error::other(format!("a seed, a number and a target, not {line:?}")));
        };
        let work = thread.slice(job, seed, |run| run < inputs);
        *busy.current.lock().expect("no panic in here") = Default::default();
        println!("{}", serde_json::to_string(&work)?);
    }
    Ok(())
}

/// Ends the program if an input does not come back.
fn watch(shared: &Shared, busy: &Busy) {
    let mut since = (0, Instant::now());
    while !shared.is_over.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(200));
        let inputs = busy.inputs.load(Ordering::Relaxed);
        let current = busy.current.lock().expect("no panic in here");
        if inputs != since.0 || current.0.is_empty() {
            since = (inputs, Instant::now());
        } else if since.1.elapsed() > HANGS {
            shared.report(current.0, &current.1, "does not come back");
            exit(1);
        }
    }
}
