//! Work in several threads whose results come in order.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Returns the number of threads that the machine can run at a time.
pub fn available_threads() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Works on items in this many threads, the caller's included, and passes the results to `take` in the order of the
/// items. Neither the results nor the order of the calls of `next` and `take` depend on the number of threads.
///
/// `next` is called by any thread. A few more items than threads are under way at a time; each should take much longer
/// than a lock.
///
/// ```
/// use std::num::NonZeroUsize;
///
/// let mut numbers = 1..=100_u64;
/// let mut sums = Vec::new();
/// let threads = NonZeroUsize::new(4).expect("four");
/// gardez_data::in_order(threads, || numbers.next(), |n| (1..=n).sum::<u64>(), |sum| {
///     sums.push(sum);
///     Ok::<_, ()>(())
/// })?;
/// assert!(sums.into_iter().eq((1..=100).map(|n| n * (n + 1) / 2)));
/// # Ok::<_, ()>(())
/// ```
///
/// # Errors
///
/// Returns the first error of `take`, after which nothing else is taken.
///
/// # Panics
///
/// Panics if one of the functions does.
pub fn in_order<T: Send, R: Send, E>(
    threads: NonZeroUsize,
    mut next: impl FnMut() -> Option<T> + Send,
    work: impl Fn(T) -> R + Sync,
    take: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let work = |item, emit: Emit<'_, R>| _ = emit(work(item), 0);
    pieces_in_order((threads, usize::MAX), || next().map(|item| (item, 0)), work, take)
}

/// Passes on a result and the number of its bytes. Returns `false` if no more results are wanted.
pub(crate) type Emit<'a, R> = &'a mut dyn FnMut(R, usize) -> bool;

/// Works like [`in_order`] on items that each have several results. `next` and `work` report the bytes of items and
/// results. While those under way have `memory` bytes or more, no item is begun, and only the next result is kept.
pub(crate) fn pieces_in_order<T: Send, R: Send, E>(
    (threads, memory): (NonZeroUsize, usize),
    next: impl FnMut() -> Option<(T, usize)> + Send,
    work: impl Fn(T, Emit<'_, R>) + Sync,
    mut take: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let queue = Queue::new(next, 0, memory, 2 * threads.get());
    thread::scope(|scope| {
        let end = End(&queue);
        for _ in 1..threads.get() {
            scope.spawn(|| {
                let end = End(&queue);
                while let Some((item, number)) = queue.begin() {
                    work(item, &mut |result, bytes| queue.put(number, result, bytes));
                    queue.end(number);
                }
                end.of_thread();
            });
        }
        loop {
            while let Some(result) = queue.ready() {
                take(result)?;
            }
            if let Some((item, number)) = queue.try_begin() {
                let mut taken = Ok(());
                // Where another thread would wait, this one takes results: it never waits for memory that it must free.
                work(item, &mut |result, bytes| {
                    while taken.is_ok() {
                        if let Some(earlier) = queue.ready() {
                            taken = take(earlier);
                        } else if queue.lock().taken == number {
                            taken = take(result);
                            return taken.is_ok();
                        } else if queue.lock().held < memory {
                            return queue.keep(number, result, bytes);
                        } else if !queue.waits_for_result() {
                            return false;
                        }
                    }
                    false
                });
                taken?;
                queue.end(number);
            } else if !queue.waits_for_result() {
                break;
            }
        }
        end.of_thread();
        Ok(())
    })
}

/// Items that several threads work on, and their results in the order of the items.
pub(crate) struct Queue<R, N> {
    /// Returns the next item with its bytes.
    source: Mutex<N>,
    state: Mutex<State<R>>,
    changed: Condvar,
    /// The bytes above which nothing is begun.
    memory: usize,
    /// The most items that are under way.
    most: usize,
}

struct State<R> {
    /// The items under way, the next one to be taken first.
    items: VecDeque<Item<R>>,
    taken: u64,
    held: usize,
    is_over: bool,
    /// `true` if there is nothing left to do: after an error, or a panic.
    is_stopped: bool,
}

/// An item: its bytes, and the results that have not been taken.
struct Item<R> {
    bytes: usize,
    results: VecDeque<(R, usize)>,
    is_done: bool,
}

impl<R> State<R> {
    fn item(&mut self, number: u64) -> &mut Item<R> {
        &mut self.items[(number - self.taken) as usize]
    }

    fn drop_taken(&mut self) {
        while self.items.front().is_some_and(|item| item.is_done && item.results.is_empty()) {
            self.items.pop_front();
            self.taken += 1;
        }
    }
}

impl<R, N> Queue<R, N> {
    /// Creates the queue of the items that `source` returns. The first one has the number `first`.
    pub(crate) fn new(source: N, first: u64, memory: usize, most: usize) -> Self {
        let state = State { items: VecDeque::new(), taken: first, held: 0, is_over: false, is_stopped: false };
        Self { source: Mutex::new(source), state: Mutex::new(state), changed: Condvar::new(), memory, most }
    }

    fn lock(&self) -> MutexGuard<'_, State<R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_while(&self, waits: impl Fn(&State<R>) -> bool) -> MutexGuard<'_, State<R>> {
        let waits = |state: &mut State<R>| !state.is_stopped && waits(state);
        self.changed.wait_while(self.lock(), waits).unwrap_or_else(PoisonError::into_inner)
    }

    fn has_room(&self, state: &State<R>) -> bool {
        state.items.is_empty() || state.items.len() < self.most && state.held < self.memory
    }

    /// Begins the next item, when there is room. Returns the item and its number, or `None` at the end.
    pub(crate) fn begin<T>(&self) -> Option<(T, u64)>
    where
        N: FnMut() -> Option<(T, usize)>,
    {
        let mut source = self.source.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.wait_while(|state| !self.has_room(state)));
        self.begin_from(&mut *source)
    }

    /// Begins the next item, if there is room. If another thread is at the source, that thread begins the item.
    pub(crate) fn try_begin<T>(&self) -> Option<(T, u64)>
    where
        N: FnMut() -> Option<(T, usize)>,
    {
        let mut source = self.source.try_lock().ok()?;
        let has_room = self.has_room(&self.lock());
        if has_room { self.begin_from(&mut *source) } else { None }
    }

    fn begin_from<T>(&self, next: &mut impl FnMut() -> Option<(T, usize)>) -> Option<(T, u64)> {
        let state = self.lock();
        if state.is_over || state.is_stopped {
            return None;
        }
        drop(state);
        let begun = next();
        let mut state = self.lock();
        self.changed.notify_all();
        let Some((item, bytes)) = begun else {
            state.is_over = true;
            return None;
        };
        state.items.push_back(Item { bytes, results: VecDeque::new(), is_done: false });
        state.held += bytes;
        Some((item, state.taken + state.items.len() as u64 - 1))
    }

    /// Keeps a result until it is taken. Waits for room, unless the result is the next one.
    fn put(&self, number: u64, result: R, bytes: usize) -> bool {
        let is_next = |state: &State<R>| state.taken == number && state.items[0].results.is_empty();
        drop(self.wait_while(|state| self.memory <= state.held && !is_next(state)));
        self.keep(number, result, bytes)
    }

    /// Keeps a result until it is taken. Returns `false` if no more results are wanted.
    pub(crate) fn keep(&self, number: u64, result: R, bytes: usize) -> bool {
        let mut state = self.lock();
        state.held += bytes;
        state.item(number).results.push_back((result, bytes));
        self.changed.notify_all();
        !state.is_stopped
    }

    /// Ends an item, which has passed on all its results.
    pub(crate) fn end(&self, number: u64) {
        let mut state = self.lock();
        let item = state.item(number);
        item.is_done = true;
        let bytes = std::mem::take(&mut item.bytes);
        state.held -= bytes;
        self.changed.notify_all();
    }

    pub(crate) fn ready(&self) -> Option<R> {
        let mut state = self.lock();
        let taken = state.taken;
        state.drop_taken();
        let result = state.items.front_mut().and_then(|item| item.results.pop_front());
        state.held -= result.as_ref().map_or(0, |(_, bytes)| *bytes);
        state.drop_taken();
        // Nobody waits for a look at which nothing was taken.
        if result.is_some() || state.taken != taken {
            self.changed.notify_all();
        }
        result.map(|(result, _)| result)
    }

    /// Waits until the next result is there, or its item has ended. Returns `false` if all results were taken.
    pub(crate) fn waits_for_result(&self) -> bool {
        let is_missing = |item: &Item<R>| item.results.is_empty() && !item.is_done;
        let state = self.wait_while(|state| state.items.front().map_or(!state.is_over, is_missing));
        !state.is_stopped && !state.items.is_empty()
    }

    pub(crate) fn stop(&self) {
        self.lock().is_stopped = true;
        self.changed.notify_all();
    }
}

/// Stops all threads if one of them ends early: by an error or a panic.
struct End<'a, R, N>(&'a Queue<R, N>);

impl<R, N> End<'_, R, N> {
    fn of_thread(self) {
        std::mem::forget(self);
    }
}

impl<R, N> Drop for End<'_, R, N> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    use super::*;

    fn threads(count: usize) -> NonZeroUsize {
        NonZeroUsize::new(count).expect("not 0")
    }

    fn slow(number: u64) -> u64 {
        thread::sleep(Duration::from_micros(number * 7919 % 13 * 20));
        number
    }

    #[test]
    fn results_come_in_order_whatever_the_number_of_threads_is() {
        for count in [1, 2, 3, 16] {
            for items in [0, 1, 2, 500] {
                let (mut next, mut found) = (0..items, Vec::new());
                let done: Result<(), ()> = in_order(
                    threads(count),
                    || next.next(),
                    slow,
                    |number| {
                        found.push(number);
                        Ok(())
                    },
                );
                assert!(done.is_ok() && found.into_iter().eq(0..items), "{count} threads, {items} items");
            }
        }
    }

    #[test]
    fn the_first_error_ends_the_work_and_few_items_are_begun_after_it() {
        for count in [1, 4] {
            let (begun, mut next) = (AtomicU64::new(0), 0..1_000_000);
            let done = in_order(
                threads(count),
                || next.next(),
                |number| {
                    begun.fetch_add(1, Ordering::Relaxed);
                    slow(number)
                },
                |number| if number < 100 { Ok(()) } else { Err(number) },
            );
            assert_eq!(done, Err(100));
            assert!(begun.into_inner() <= 101 + 3 * count as u64);
        }
    }

    #[test]
    fn a_panic_ends_the_work() {
        for count in [1, 4] {
            let mut next = 0..1000;
            let work = |number| if number == 50 { panic!("in the work") } else { slow(number) };
            let run = || in_order(threads(count), || next.next(), work, |_| Ok::<_, ()>(()));
            assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
        }
    }

    #[test]
    fn several_threads_work_at_the_same_time() {
        let (now, most, mut next) = (AtomicU64::new(0), AtomicU64::new(0), 0..200);
        let work = |_| {
            most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            thread::sleep(Duration::from_micros(300));
            now.fetch_sub(1, Ordering::SeqCst);
        };
        assert!(in_order(threads(3), || next.next(), work, |()| Ok::<_, ()>(())).is_ok());
        assert!((2..=3).contains(&most.into_inner()));
    }
}
