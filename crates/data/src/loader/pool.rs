//! The threads that read chunks, which wait in a queue for their turn.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use super::error::LoaderError;
use super::load::{Loaded, Worker, load, name_of};
use super::plan::{Plan, Turn};
use super::samples::{Samples, Sealed};
use super::stats::LoaderStats;
use crate::parallel::Queue;

pub(super) struct Work<S> {
    pub(super) plan: Arc<Plan>,
    pub(super) samples: Arc<S>,
}

impl<S> Clone for Work<S> {
    fn clone(&self) -> Self {
        Self { plan: Arc::clone(&self.plan), samples: Arc::clone(&self.samples) }
    }
}

impl<S: Samples> Work<S> {
    /// Reads the chunk of a turn, or a piece of it. A panic of the source is an error of the chunk.
    pub(super) fn load(&self, turn: Turn, worker: &mut Worker<S::Scratch>) -> Loaded<S::Data> {
        // After a panic, the buffers contain anything, as before.
        let result = catch_unwind(AssertUnwindSafe(|| load(&self.plan, &*self.samples, turn, worker)));
        result.unwrap_or_else(|_| {
            *worker = Worker::default();
            let name = catch_unwind(AssertUnwindSafe(|| name_of(&*self.samples, turn.chunk)));
            let chunk = name.unwrap_or_else(|_| std::format!("{}", turn.chunk));
            let stats = LoaderStats { chunks: 1, chunks_unreadable: 1, ..LoaderStats::default() };
            Loaded { problem: Some(LoaderError::Panicked { chunk }), ..Loaded::empty(stats) }
        })
    }

    /// Reads the chunk of a turn with this number and puts it in its place.
    fn fill(&self, queue: &Chunks<S>, (turn, number): (Turn, u64), worker: &mut Worker<S::Scratch>) {
        let loaded = self.load(turn, worker);
        let bytes = loaded.size::<S>();
        queue.keep(number, loaded, bytes);
        queue.end(number);
    }
}

/// The chunks that the threads have read, in the order of the turns.
type Chunks<S> = Queue<Loaded<<S as Sealed>::Data>, Turns>;

type Turns = Box<dyn FnMut() -> Option<(Turn, usize)> + Send>;

/// Returns the number of this process, or 0 where there are no processes.
fn process_id() -> u32 {
    if cfg!(target_family = "wasm") { 0 } else { std::process::id() }
}

/// The greatest number of chunks in the queue, however small they are.
const MOST_CHUNKS: usize = 4096;

/// Threads and their queue. Without threads, the caller reads all chunks.
///
/// The threads start when the first chunk is asked for. A forked process has the queue but not the threads, and its queue
/// may be locked for ever: the pool leaves both alone then, and starts again.
pub(super) struct Pool<S: Samples> {
    work: Work<S>,
    worker: Worker<S::Scratch>,
    running: Option<Running<S>>,
    pub(super) interrupt: Option<Interrupt>,
}

pub(super) type Interrupt = Box<dyn FnMut() -> bool + Send + Sync>;

struct Running<S: Samples> {
    queue: Arc<Chunks<S>>,
    threads: Vec<JoinHandle<()>>,
    process: u32,
}

impl<S: Samples> Pool<S> {
    pub(super) fn new(work: Work<S>) -> Self {
        Self { work, worker: Worker::default(), running: None, interrupt: None }
    }

    pub(super) fn check_interrupt(&mut self) -> Result<(), LoaderError> {
        let is_interrupted = self.interrupt.as_mut().is_some_and(|is_interrupted| is_interrupted());
        if is_interrupted { Err(LoaderError::Interrupted) } else { Ok(()) }
    }

    pub(super) const fn work(&self) -> &Work<S> {
        &self.work
    }

    #[cfg(feature = "lc0")]
    pub(super) const fn scratch(&self) -> &S::Scratch {
        &self.worker.scratch
    }

    pub(super) const fn worker_mut(&mut self) -> &mut Worker<S::Scratch> {
        &mut self.worker
    }

    /// Returns another piece of the chunk of a turn. The caller's thread reads it, as the number of pieces is unknown.
    pub(super) fn load_piece(&mut self, turn: u64, piece: u64) -> Result<Loaded<S::Data>, LoaderError> {
        self.check_interrupt()?;
        Ok(self.work.load(Turn { piece, ..self.work.plan.turn(turn) }, &mut self.worker))
    }

    /// Returns the chunk of a turn. Turns must be asked for in order, without gaps.
    pub(super) fn load(&mut self, turn: u64) -> Result<Loaded<S::Data>, LoaderError> {
        self.check_interrupt()?;
        if self.work.plan.options.threads == 0 {
            return Ok(self.work.load(self.work.plan.turn(turn), &mut self.worker));
        }
        if self.running.as_ref().is_some_and(|running| running.process != process_id()) {
            // The threads are in the process that this one was forked from.
            core::mem::forget(self.running.take());
        }
        let running = match &mut self.running {
            Some(running) => running,
            None => self.running.insert(Running::start(&self.work, turn)?),
        };
        let queue = &*running.queue;
        loop {
            if let Some(loaded) = queue.ready() {
                return Ok(loaded);
            }
            // The caller works too instead of waiting.
            if let Some(begun) = queue.try_begin() {
                self.work.fill(queue, begun, &mut self.worker);
            } else if !queue.waits_for_result() {
                // All turns were taken.
                return Ok(Loaded::empty(LoaderStats::default()));
            }
        }
    }

    /// Pretends that this process was forked from the one that started the threads, for tests.
    #[cfg(all(test, feature = "lc0"))]
    pub(super) fn pretend_to_be_forked(&mut self) -> bool {
        self.running.as_mut().map(|running| running.process = running.process.wrapping_add(1)).is_some()
    }
}

impl<S: Samples> Running<S> {
    fn start(work: &Work<S>, first: u64) -> Result<Self, LoaderError> {
        let (plan, mut next) = (Arc::clone(&work.plan), first);
        let turns: Turns = Box::new(move || {
            if plan.turns().is_some_and(|turns| turns <= next) {
                return None;
            }
            next += 1;
            Some((plan.turn(next - 1), 0))
        });
        let queue = Arc::new(Queue::new(turns, first, work.plan.options.ahead, MOST_CHUNKS));
        let mut running = Self { queue, threads: Vec::new(), process: process_id() };
        for _ in 0..work.plan.options.threads {
            let (queue, work) = (Arc::clone(&running.queue), work.clone());
            let thread = thread::Builder::new().name("loader".into()).spawn(move || {
                let mut worker = Worker::default();
                while let Some(begun) = queue.begin() {
                    work.fill(&queue, begun, &mut worker);
                }
            });
            // Without a thread, those that were started end with `running`.
            running.threads.push(thread.map_err(LoaderError::Thread)?);
        }
        Ok(running)
    }
}

impl<S: Samples> Drop for Running<S> {
    fn drop(&mut self) {
        if self.process != process_id() {
            // There are no threads to join here, and the lock may be held by one.
            core::mem::forget(core::mem::take(&mut self.threads));
            return;
        }
        self.queue.stop();
        for thread in self.threads.drain(..) {
            // A thread does not panic: what a source does is caught.
            let _ = thread.join();
        }
    }
}
