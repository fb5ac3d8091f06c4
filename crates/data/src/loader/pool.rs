//! The threads that read chunks, and the queue in which chunks wait for their turn.
//!
//! ```text
//! turn        7        8        9        10       11       12 ...
//!             loaded   loaded   thread 1 loaded   thread 2 nobody
//!             ^ first: the caller takes it                 ^ next: a thread takes it
//! ```

use std::boxed::Box;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::vec::Vec;

use super::error::LoaderError;
use super::load::{Loaded, Worker, load, name_of};
use super::plan::{Plan, Turn};
use super::samples::Samples;
use super::stats::LoaderStats;

/// The data that all threads need.
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
}

/// The chunks from the first one on that no thread has taken from the queue.
struct Queue<D> {
    /// The turn of the first element of `chunks`.
    first: u64,
    /// A chunk for each turn that a thread has taken; `None` while the thread reads it.
    chunks: VecDeque<Option<Loaded<D>>>,
    /// The number of bytes of the chunks.
    bytes: usize,
    is_over: bool,
}

/// The state that the threads share.
struct Shared<S: Samples> {
    work: Work<S>,
    queue: Mutex<Queue<S::Data>>,
    /// There may be work.
    work_changed: Condvar,
    /// There may be a chunk.
    chunk_ready: Condvar,
}

impl<S: Samples> Shared<S> {
    fn lock(&self) -> MutexGuard<'_, Queue<S::Data>> {
        // No panic leaves the queue half changed.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a turn that no thread has taken, if its chunk may be read now.
    fn take_turn(&self, queue: &mut Queue<S::Data>) -> Option<u64> {
        let turn = queue.first.saturating_add(queue.chunks.len() as u64);
        let options = &self.work.plan.options;
        let is_due = queue.chunks.is_empty();
        let has_room = queue.bytes < options.ahead && queue.chunks.len() < MOST_CHUNKS;
        if queue.is_over || self.work.plan.turns().is_some_and(|turns| turn >= turns) || !(is_due || has_room) {
            return None;
        }
        queue.chunks.push_back(None);
        Some(turn)
    }

    /// Puts a chunk in its place.
    fn put(&self, turn: u64, loaded: Loaded<S::Data>) {
        let mut queue = self.lock();
        queue.bytes = queue.bytes.saturating_add(loaded.size::<S>());
        let place = (turn - queue.first) as usize;
        if let Some(chunk) = queue.chunks.get_mut(place) {
            *chunk = Some(loaded);
        }
        drop(queue);
        self.chunk_ready.notify_all();
    }

    /// Reads chunks until the loader ends: the work of a thread.
    fn run(&self) {
        let mut worker = Worker::default();
        let mut queue = self.lock();
        while !queue.is_over {
            let Some(turn) = self.take_turn(&mut queue) else {
                queue = self.work_changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            drop(queue);
            let loaded = self.work.load(self.work.plan.turn(turn), &mut worker);
            self.put(turn, loaded);
            queue = self.lock();
        }
    }
}

/// Returns the number of this process, or 0 where there are no processes.
fn process_id() -> u32 {
    if cfg!(target_family = "wasm") { 0 } else { std::process::id() }
}

/// The greatest number of chunks in the queue, however small they are.
const MOST_CHUNKS: usize = 4096;

/// Threads and their queue. Without threads, the caller reads all chunks.
///
/// The threads are started when the first chunk is asked for. A process that was forked from this one has the queue but not
/// the threads, and its queue may be locked for ever: the pool leaves both alone then, and starts again.
pub(super) struct Pool<S: Samples> {
    work: Work<S>,
    worker: Worker<S::Scratch>,
    running: Option<Running<S>>,
    pub(super) interrupt: Option<Interrupt>,
}

/// Says whether the caller wants to stop.
pub(super) type Interrupt = Box<dyn FnMut() -> bool + Send + Sync>;

/// Threads that have been started.
struct Running<S: Samples> {
    shared: Arc<Shared<S>>,
    threads: Vec<JoinHandle<()>>,
    /// The process that started the threads.
    process: u32,
}

impl<S: Samples> Pool<S> {
    pub(super) fn new(work: Work<S>) -> Self {
        Self { work, worker: Worker::default(), running: None, interrupt: None }
    }

    /// Returns an error if the caller wants to stop.
    pub(super) fn check_interrupt(&mut self) -> Result<(), LoaderError> {
        let is_interrupted = self.interrupt.as_mut().is_some_and(|is_interrupted| is_interrupted());
        if is_interrupted { Err(LoaderError::Interrupted) } else { Ok(()) }
    }

    pub(super) const fn work(&self) -> &Work<S> {
        &self.work
    }

    /// Returns the memory of the caller's thread.
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
        let shared = &*running.shared;
        let mut queue = shared.lock();
        debug_assert_eq!(queue.first, turn, "turns come in order");
        loop {
            if let Some(loaded) = queue.chunks.front_mut().and_then(Option::take) {
                queue.chunks.pop_front();
                queue.first += 1;
                queue.bytes = queue.bytes.saturating_sub(loaded.size::<S>());
                drop(queue);
                shared.work_changed.notify_all();
                return Ok(loaded);
            }
            // The caller works too instead of waiting.
            if let Some(turn) = shared.take_turn(&mut queue) {
                drop(queue);
                let loaded = self.work.load(self.work.plan.turn(turn), &mut self.worker);
                shared.put(turn, loaded);
                queue = shared.lock();
            } else {
                queue = shared.chunk_ready.wait(queue).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    /// Pretends that this process was forked from the one that started the threads, for tests.
    #[cfg(test)]
    pub(super) fn pretend_to_be_forked(&mut self) -> bool {
        self.running.as_mut().map(|running| running.process = running.process.wrapping_add(1)).is_some()
    }
}

impl<S: Samples> Running<S> {
    fn start(work: &Work<S>, first: u64) -> Result<Self, LoaderError> {
        let queue = Queue { first, chunks: VecDeque::new(), bytes: 0, is_over: false };
        let shared = Arc::new(Shared {
            work: work.clone(),
            queue: Mutex::new(queue),
            work_changed: Condvar::new(),
            chunk_ready: Condvar::new(),
        });
        let mut running = Self { shared, threads: Vec::new(), process: process_id() };
        for _ in 0..work.plan.options.threads {
            let shared = Arc::clone(&running.shared);
            let thread = thread::Builder::new().name("loader".into()).spawn(move || shared.run());
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
        self.shared.lock().is_over = true;
        self.shared.work_changed.notify_all();
        for thread in self.threads.drain(..) {
            // A thread does not panic: what a source does is caught.
            let _ = thread.join();
        }
    }
}
