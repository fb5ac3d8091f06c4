//! Perft of many positions.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use gardez_count::Counter;
use gardez_position::Board;
use pyo3::exceptions::{PyKeyboardInterrupt, PyOverflowError};
use pyo3::prelude::*;

use super::chunk::Chunk;
use super::options::{Threads, integer};
use super::output::{Array, Rows, Values};
use super::source::Source;
use super::trouble::Failed;
use crate::error;

/// A number of plies that a count can have.
#[derive(Clone, Copy)]
pub(crate) struct Depth(pub(crate) u32);

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
        depth.map(Self).ok_or_else(|| error::value(format_args!("depth: expected 0 to {}, found {}", Self::MOST, *obj)))
    }
}

/// Counts the sequences of `depth` legal moves (0 to 64) from each position, a uint64 array (n,).
///
/// Each position is counted by one thread. Control-C stops a long count. A count above ``2**64 - 1`` is an OverflowError.
///
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
            let go_on = || match stop.load(Ordering::Relaxed) {
                true => Err(PyKeyboardInterrupt::new_err(())),
                false => Ok(()),
            };
            let count = in_pieces(&element.board()?, depth.0, &go_on, &mut |board, depth| counter.count(board, depth))?;
            *found = u64::try_from(count).map_err(|_| {
                PyOverflowError::new_err(format!("fens[{}]: the count is above 2**64 - 1", element.index()))
            })?;
            Ok(())
        })
    };
    if 30_u64.saturating_pow(depth.0).saturating_mul(chunk.items.len() as u64) < QUICK_CHUNK {
        return py.detach(count).map_err(|failed| failed.into_exception(py));
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
    counted.map_err(|failed| failed.into_exception(py))
}

/// Below this number of sequences, estimated at 30 moves for each position, a count takes less than a tick.
const QUICK_CHUNK: u64 = 10_000_000;

/// How often the waiting thread looks for signals.
const TICK: Duration = Duration::from_millis(50);

/// Counts in pieces that take some milliseconds, unless `go_on` fails between two of them.
pub(crate) fn in_pieces(
    board: &Board,
    depth: u32,
    go_on: &impl Fn() -> PyResult<()>,
    count: &mut impl FnMut(&Board, u32) -> u128,
) -> PyResult<u128> {
    go_on()?;
    if depth <= Depth::QUICK {
        return Ok(count(board, depth));
    }
    board.legal_moves().into_iter().map(|m| in_pieces(&board.after(m), depth - 1, go_on, count)).sum()
}
