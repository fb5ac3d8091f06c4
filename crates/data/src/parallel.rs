//! Work in several threads whose results come in order.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Returns the number of threads that the machine can run at a time, which is usually the best number of threads.
pub fn available_threads() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Works on items in this many threads, the caller's included, and passes the results to `take` in the order of the
/// items. The results, and the order of the calls of `next` and `take`, do not depend on the number of threads.
///
/// `next` returns the items one after the other, each time in any thread. A few more items than threads are under way at a
/// time. Use it for items that take much longer than a lock.
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
    next: impl FnMut() -> Option<T> + Send,
    work: impl Fn(T) -> R + Sync,
    mut take: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let source = Mutex::new(Items { next, given: 0, is_over: false });
    let shared = Shared { state: Mutex::default(), changed: Condvar::new(), most: 2 * threads.get() as u64 };
    thread::scope(|scope| {
        let end = End(&shared);
        for _ in 1..threads.get() {
            scope.spawn(|| {
                let end = End(&shared);
                while shared.waits_for_room() && step(&source, &shared, &work) {}
                end.of_thread();
            });
        }
        let mut is_over = false;
        loop {
            while let Some(result) = shared.ready() {
                take(result)?;
            }
            if !is_over && shared.has_room() {
                is_over = !step(&source, &shared, &work);
            } else if !shared.waits_for_result(is_over) {
                break;
            }
        }
        end.of_thread();
        Ok(())
    })
}

/// The source of the items.
struct Items<N> {
    next: N,
    given: u64,
    is_over: bool,
}

struct Shared<R> {
    state: Mutex<State<R>>,
    changed: Condvar,
    /// The most items that are under way.
    most: u64,
}

struct State<R> {
    /// The results that have not been taken, by the numbers of their items.
    results: BTreeMap<u64, R>,
    /// The number of items that were given, and of results that were taken.
    given: u64,
    taken: u64,
    /// `true` if there is nothing left to do: after an error, or a panic.
    is_stopped: bool,
}

impl<R> Default for State<R> {
    fn default() -> Self {
        Self { results: BTreeMap::new(), given: 0, taken: 0, is_stopped: false }
    }
}

/// Works on the next item. Returns whether there was one.
fn step<T, R>(source: &Mutex<Items<impl FnMut() -> Option<T>>>, shared: &Shared<R>, work: &impl Fn(T) -> R) -> bool {
    let (item, number) = {
        let mut source = source.lock().unwrap_or_else(PoisonError::into_inner);
        let item = if source.is_over { None } else { (source.next)() };
        source.is_over = item.is_none();
        let Some(item) = item else { return false };
        source.given += 1;
        shared.lock().given = source.given;
        (item, source.given - 1)
    };
    let result = work(item);
    shared.lock().results.insert(number, result);
    shared.changed.notify_all();
    true
}

impl<R> Shared<R> {
    fn lock(&self) -> MutexGuard<'_, State<R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the next result, if it is there.
    fn ready(&self) -> Option<R> {
        let mut state = self.lock();
        let number = state.taken;
        let result = state.results.remove(&number)?;
        state.taken += 1;
        self.changed.notify_all();
        Some(result)
    }

    fn has_room(&self) -> bool {
        let state = self.lock();
        !state.is_stopped && state.given < state.taken + self.most
    }

    /// Waits until another item may be begun. Returns `false` if there is nothing to do any more.
    fn waits_for_room(&self) -> bool {
        let is_full = |state: &mut State<R>| !state.is_stopped && state.taken + self.most <= state.given;
        let state = self.changed.wait_while(self.lock(), is_full).unwrap_or_else(PoisonError::into_inner);
        !state.is_stopped
    }

    /// Waits until the next result is there, or until another item may be begun unless there `are_no_more`. Returns `false`
    /// if all results were taken.
    fn waits_for_result(&self, are_no_more: bool) -> bool {
        let waits = |state: &mut State<R>| {
            let is_idle = are_no_more || state.taken + self.most <= state.given;
            let is_missing = state.taken < state.given && !state.results.contains_key(&state.taken);
            is_idle && is_missing && !state.is_stopped
        };
        let state = self.changed.wait_while(self.lock(), waits).unwrap_or_else(PoisonError::into_inner);
        !state.is_stopped && (!are_no_more || state.taken != state.given)
    }
}

/// Stops all threads if one of them ends early: by an error or a panic.
struct End<'a, R>(&'a Shared<R>);

impl<R> End<'_, R> {
    /// Ends a thread that has done everything.
    fn of_thread(self) {
        std::mem::forget(self);
    }
}

impl<R> Drop for End<'_, R> {
    fn drop(&mut self) {
        self.0.lock().is_stopped = true;
        self.0.changed.notify_all();
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

    /// An item that takes longer the more its low bits say so.
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
