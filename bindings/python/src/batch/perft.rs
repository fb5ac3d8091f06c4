//! Perft of many positions.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use gardez_count::Counter;
use gardez_position::Board;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::chunk::Chunk;
use super::options::{Threads, integer};
use super::output::{Array, Rows, Values};
use super::source::Source;
use super::trouble::{Failed, Trouble};

/// A number of plies that a count can have.
#[derive(Clone, Copy)]
pub(super) struct Depth(u32);

impl Depth {
    /// No count of this depth ends in a lifetime, unless almost all moves are forced.
    const MOST: u32 = 64;

    /// A count of this depth takes some milliseconds, so it is made in one piece.
    const QUICK: u32 = 5;
}

impl FromPyObject<'_, '_> for Depth {
    type Error = PyErr;

    fn extract(obj: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let depth = integer(obj)?.and_then(|depth| u32::try_from(depth).ok()).filter(|&depth| depth <= Self::MOST);
        depth.map(Self).ok_or_else(|| PyValueError::new_err(format!("depth: expected 0 to {}", Self::MOST)))
    }
}

/// Counts the sequences of ``depth`` legal moves from each position.
///
/// Control-C stops a long count.
///
/// Parameters
/// ----------
/// boards_or_fens : sequence of str or Board, of length n
/// depth : int, 0 to 64
/// threads : int, 1 to 256
///     Each position is counted by one thread.
///
/// Returns
/// -------
/// counts : uint64 array (n,)
///
/// Raises
/// ------
/// FenError
///     ``fens[17]: ...``; ``error.index`` is 17.
/// OverflowError
///     If a count is above ``2**64 - 1``.
///
/// Examples
/// --------
/// >>> from gardez import batch
/// >>> start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
/// >>> batch.perft([start, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"], 4)
/// array([197281,   1156], dtype=uint64)
#[pyfunction]
#[pyo3(signature = (boards_or_fens, depth, threads=Threads::ONE), text_signature = "(boards_or_fens, depth, threads=1)")]
pub(super) fn perft<'py>(
    py: Python<'py>,
    boards_or_fens: &Bound<'py, PyAny>,
    depth: Depth,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    let source = Source::boards(boards_or_fens)?;
    let mut counts = Array::<u64>::new(py, "out", None, &[source.len()])?;
    let mut rows = Values(counts.numbers()?);
    source.each_chunk(py, threads, |chunk| count_chunk(py, chunk, depth, threads, rows.split(chunk.items.len())))?;
    Ok(counts.into_object())
}

/// Counts in other threads, while this one waits for signals.
fn count_chunk(py: Python<'_>, chunk: &Chunk, depth: Depth, threads: Threads, rows: Values<'_, u64>) -> PyResult<()> {
    let stop = AtomicBool::new(false);
    let counter = Counter::new();
    let count = || {
        chunk.spread(threads, rows, |element, found| {
            let count = count(counter, &element.board()?, depth.0, &stop).ok_or(Trouble::Interrupted)?;
            *found = u64::try_from(count).map_err(|_| Trouble::Count)?;
            Ok(())
        })
    };
    if 30_u64.saturating_pow(depth.0).saturating_mul(chunk.items.len() as u64) < QUICK_CHUNK {
        return py.detach(count).map_err(|failed| failed.into_exception(py, |index| chunk.fen(index)));
    }
    let mut signal = Ok(());
    let counted: Result<(), Failed> = py.detach(|| {
        thread::scope(|scope| {
            let (done, end) = channel();
            let worker = scope.spawn(move || {
                let counted = count();
                drop(done);
                counted
            });
            while end.recv_timeout(TICK) == Err::<(), _>(RecvTimeoutError::Timeout) {
                if let Err(error) = Python::attach(|py| py.check_signals()) {
                    signal = Err(error);
                    stop.store(true, Ordering::Relaxed);
                    break;
                }
            }
            worker.join().expect("a count does not panic")
        })
    });
    signal?;
    counted.map_err(|failed| failed.into_exception(py, |index| chunk.fen(index)))
}

/// Below this number of sequences, estimated at 30 moves for each position, a count takes less than a tick.
const QUICK_CHUNK: u64 = 10_000_000;

/// How often the waiting thread looks for signals.
const TICK: Duration = Duration::from_millis(50);

/// Counts like the engine, but looks at `stop` now and then. `None` if it is set.
fn count(counter: Counter, board: &Board, depth: u32, stop: &AtomicBool) -> Option<u128> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth <= Depth::QUICK {
        return Some(counter.count(board, depth));
    }
    board.legal_moves().into_iter().map(|m| count(counter, &board.after(m), depth - 1, stop)).sum()
}
