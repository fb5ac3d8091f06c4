//! One thread of a long run: it takes the target that has had the least of its share.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use gardez_types::Generator;

use super::checked::Checked;
use super::inputs::Thread;
use super::{Busy, Shared};

/// How long a thread stays with one target.
const SLICE: Duration = Duration::from_millis(25);

/// Works until the time is over. The program with assertions gets one input for two in this one.
pub(super) fn run(shared: &Shared, busy: &Busy, seed: u64) {
    let mut random = Generator::new(seed);
    let mut thread = Thread::new(shared, busy);
    let mut checked = shared.checked.as_deref().map(|program| Checked::new(program, shared));
    while !shared.is_over.load(Ordering::Relaxed) {
        let Some(job) = shared.next() else { return };
        let start = Instant::now();
        let mut work = thread.slice(job, random.next_u64(), |_| start.elapsed() < SLICE);
        // A random game may be longer than the part that was asked for; then the next parts are shorter.
        let due = job.checked_due(work.inputs);
        if let Some(checked) = checked.as_mut().filter(|_| due > 0) {
            busy.is_waiting.store(true, Ordering::Relaxed);
            let more = checked.slice(job, random.next_u64(), due);
            busy.is_waiting.store(false, Ordering::Relaxed);
            work.add(&more);
        }
        let used = start.elapsed();
        job.used.fetch_add(used.as_nanos() as u64, Ordering::Relaxed);
        work.milliseconds = used.as_millis() as u64;
        job.work.lock().expect("no panic in here").add(&work);
    }
}
