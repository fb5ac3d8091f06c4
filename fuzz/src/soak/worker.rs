//! One thread of a long run: it takes the target that has had the least of its share.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use gardez_types::Generator;

use super::inputs::Thread;
use super::{Busy, Shared};

/// The time that a thread stays with one target.
const SLICE: Duration = Duration::from_millis(25);

/// Works until the time is over.
pub(super) fn run(shared: &Shared, busy: &Busy, seed: u64) {
    let mut random = Generator::new(seed);
    let mut thread = Thread::new(shared, busy);
    while !shared.is_over.load(Ordering::Relaxed) {
        let Some(job) = shared.next() else { return };
        let start = Instant::now();
        let mut work = thread.slice(job, random.next_u64(), || start.elapsed() < SLICE);
        let used = start.elapsed();
        job.used.fetch_add(used.as_nanos() as u64, Ordering::Relaxed);
        work.milliseconds = used.as_millis() as u64;
        job.work.lock().expect("no panic in here").add(&work);
    }
}
