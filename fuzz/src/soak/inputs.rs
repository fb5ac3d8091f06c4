//! The inputs of one target, one after another.

use std::fs;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use gardez_types::Generator;

use super::{Busy, Job, Shared};
use crate::everything::{everything, game_is_read_again, play};
use crate::input::{Numbers, start};
use crate::totals::Work;
use crate::{memory, panics};

/// The time after which it is measured again whether an input takes this long.
const DOUBTFUL: Duration = Duration::from_millis(20);

/// The time that no input may take.
const SLOW: Duration = Duration::from_secs(1);

/// Bytes of a random game that choose its start.
const START: usize = 32;

/// The longest random game.
const MAX_PLIES: usize = 300;

/// Returns how long this thread has worked, where the system tells.
fn worked() -> Option<Duration> {
    let statistics = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(statistics.split(' ').next()?.parse().ok()?))
}

/// A thread that runs inputs.
pub(super) struct Thread<'a> {
    shared: &'a Shared,
    busy: &'a Busy,
    input: Vec<u8>,
    inputs: u64,
}

impl<'a> Thread<'a> {
    pub(super) const fn new(shared: &'a Shared, busy: &'a Busy) -> Self {
        Self { shared, busy, input: vec![], inputs: 0 }
    }

    /// Runs inputs of a job, made from a seed, as long as this is true, or up to a finding.
    pub(super) fn slice(&mut self, job: &Job, seed: u64, goes_on: impl Fn() -> bool) -> Work {
        let mut random = Generator::new(seed);
        let mut work = Work { version: job.version(), ..Work::default() };
        while work.findings == 0 && goes_on() {
            match &job.target {
                Some((target, mutator)) => {
                    mutator.next(&mut random, &mut self.input);
                    self.check(job, &mut work, |input| target.run(input));
                }
                None => self.game(job, &mut work, &mut random),
            }
        }
        work
    }

    /// Runs one input, and reports a panic, a slow input or too much memory.
    fn check(&mut self, job: &Job, work: &mut Work, call: impl Fn(&[u8])) {
        self.inputs += 1;
        self.busy.inputs.store(self.inputs, Ordering::Relaxed);
        {
            let mut current = self.busy.current.lock().expect("no panic in here");
            current.0 = job.name;
            current.1.clone_from(&self.input);
        }
        let mut result = Ok(());
        let start = Instant::now();
        let peak = memory::peak(|| result = panics::caught(|| call(&self.input)));
        let mut time = start.elapsed();
        work.inputs += 1;
        work.checked += u64::from(cfg!(debug_assertions));
        if let Err(problem) = result {
            work.findings += 1;
            self.shared.report(job.name, &self.input, &problem);
            return;
        }
        if peak > memory::LIMIT {
            work.findings += 1;
            self.shared.report(job.name, &self.input, &format!("takes {peak} bytes"));
        }
        // On a busy machine the thread may have waited for a processor.
        if time >= DOUBTFUL {
            let (start, before) = (Instant::now(), worked());
            let _ = panics::caught(|| call(&self.input));
            let again = before.zip(worked()).map_or_else(|| start.elapsed(), |(before, after)| after - before);
            time = time.min(again);
        }
        // What assertions take does not count.
        if !cfg!(debug_assertions) {
            work.peak = work.peak.max(peak as u64);
            work.slowest = work.slowest.max(time.as_millis() as u64);
        }
        if time >= SLOW {
            work.findings += 1;
            self.shared.report(job.name, &self.input, &format!("takes {} ms", time.as_millis()));
        }
    }

    /// Plays a random game. Each position is an input: the bytes with which the target `game` reaches it.
    fn game(&mut self, job: &Job, work: &mut Work, random: &mut Generator) {
        self.input.clear();
        self.input.extend((0..START).map(|_| random.next_u64() as u8));
        let mut numbers = Numbers(&self.input);
        let mut position = start(&mut numbers);
        let used = START - numbers.0.len();
        self.input.truncate(used);
        let mut moves = vec![];
        for _ in 0..MAX_PLIES {
            self.check(job, work, |_| everything(&position));
            let choice = random.next_u64() as u8;
            self.input.push(choice);
            if work.findings > 0 || !play(&mut position, choice, &mut moves) {
                break;
            }
        }
        if let Err(problem) = panics::caught(|| game_is_read_again(&position, &moves)) {
            work.findings += 1;
            self.shared.report(job.name, &self.input, &problem);
        }
    }
}
