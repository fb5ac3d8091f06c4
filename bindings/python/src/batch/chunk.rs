//! Positions without Python, and threads that go through them.

use std::fmt::Display;
use std::ops::{Deref, Range};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use gardez_lc0::{Position, PositionHistory};
use gardez_position::{Board, FenReader, PackedBoard, Position as Game};
use gardez_types::UciText;
use pyo3::prelude::*;

use super::options::Threads;
use super::output::Rows;
use super::trouble::{Failed, fen};
use crate::error::{self, IllegalMoveError};

/// The number of positions for each thread that are copied out of Python at once.
pub(super) const CHUNK: usize = 1024;

/// Positions and histories, copied out of Python. The memory is used again for the next chunk.
#[derive(Default)]
pub(super) struct Chunk {
    /// The place of the first position in the batch.
    pub(super) first: usize,
    pub(super) items: Vec<Item>,
    /// All FENs, one after the other.
    pub(super) text: String,
    /// The moves to make, of all histories.
    pub(super) moves: Vec<UciText>,
    /// The moves of each position; empty if there are no histories.
    pub(super) histories: Vec<Range<usize>>,
}

/// A position, or where its text is.
#[expect(clippy::large_enum_variant, reason = "a chunk has a bounded number, whose memory is used again")]
pub(super) enum Item {
    Fen(Range<usize>),
    Board(Board),
    Packed(PackedBoard),
    Game(Box<Game>),
}

pub(super) struct Element<'a> {
    chunk: &'a Chunk,
    place: usize,
}

/// A position with those before it, oldest first.
pub(super) enum History {
    Single([Position; 1]),
    Game(PositionHistory),
}

impl Deref for History {
    type Target = [Position];

    fn deref(&self) -> &[Position] {
        match self {
            Self::Single(position) => position,
            Self::Game(history) => history,
        }
    }
}

impl Chunk {
    pub(super) fn clear(&mut self, first: usize) {
        self.first = first;
        self.items.clear();
        self.text.clear();
        self.moves.clear();
        self.histories.clear();
    }

    /// Returns the text of the FEN at a place of the chunk; empty for a board.
    pub(super) fn text_at(&self, place: usize) -> &str {
        match &self.items[place] {
            Item::Fen(range) => &self.text[range.clone()],
            _ => "",
        }
    }

    /// Calls `work` for each position with its row, in threads.
    ///
    /// If it fails for several positions, the error names the first one.
    pub(super) fn spread<R: Rows>(
        &self,
        threads: Threads,
        mut rows: R,
        work: impl Fn(&Element<'_>, R::Row) -> PyResult<()> + Sync,
    ) -> Result<(), Failed> {
        // Several shares for each thread, because positions with long histories take longer.
        let share = if threads.0 == 1 { CHUNK } else { (self.items.len() / (threads.0 * 4)).max(16) };
        let starts = (0..self.items.len()).step_by(share);
        let shares = starts.map(|start| {
            let range = start..(start + share).min(self.items.len());
            (range.clone(), rows.split(range.len()))
        });
        in_threads(threads, shares.collect(), |(range, mut rows)| {
            for place in range {
                let element = Element { chunk: self, place };
                work(&element, rows.next()).map_err(|error| Failed { index: element.index(), error })?;
            }
            Ok(())
        })
    }
}

impl Element<'_> {
    pub(super) fn index(&self) -> usize {
        self.chunk.first + self.place
    }

    /// Returns the text of a FEN; empty for a board.
    pub(super) fn fen(&self) -> &str {
        self.chunk.text_at(self.place)
    }

    /// Returns the board, without the moves of a history.
    pub(super) fn board(&self) -> PyResult<Board> {
        match &self.chunk.items[self.place] {
            Item::Fen(_) => {
                let read = FenReader::new().read_board(self.fen());
                read.map(|read| read.position).map_err(|error| fen(self.index(), self.fen(), &error))
            }
            Item::Board(board) => Ok(*board),
            Item::Packed(packed) => Board::try_from(packed).map_err(|error| self.error(error)),
            Item::Game(game) => Ok(*game.board()),
        }
    }

    /// Returns what is wrong with the position, as an exception.
    pub(super) fn error(&self, message: impl Display) -> PyErr {
        error::value(format_args!("fens[{}]: {message}", self.index()))
    }

    /// Returns the position with those before it.
    pub(super) fn history(&self) -> PyResult<History> {
        let moves = self.chunk.histories.get(self.place).map_or(&[][..], |range| &self.chunk.moves[range.clone()]);
        let (mut board, mut history) = match &self.chunk.items[self.place] {
            Item::Game(game) => (*game.board(), PositionHistory::from(&**game)),
            _ => {
                let board = self.board()?;
                if moves.is_empty() {
                    return Ok(History::Single([Position::from(&board)]));
                }
                (board, PositionHistory::new(Position::from(&board)))
            }
        };
        history.reserve(moves.len());
        for (ply, text) in moves.iter().enumerate() {
            let found = board.find_move(text.from(), text.to(), text.promotion());
            let m = found
                .map_err(|error| IllegalMoveError::new_err(format!("histories[{}][{ply}]: {error}", self.index())))?;
            history.push(m);
            board.do_move(m);
        }
        Ok(History::Game(history))
    }
}

/// Calls `work` for each share, in threads that take one share after the other.
///
/// The threads end with the call, so a process that forks afterwards is not affected.
pub(super) fn in_threads<S: Send>(
    threads: Threads,
    shares: Vec<S>,
    work: impl Fn(S) -> Result<(), Failed> + Sync,
) -> Result<(), Failed> {
    let count = threads.0.min(shares.len());
    if count <= 1 {
        return shares.into_iter().try_for_each(work);
    }
    let queue = Mutex::new(shares.into_iter());
    let failed = Mutex::new(None::<Failed>);
    let run = || {
        loop {
            let Some(share) = lock(&queue).next() else { return };
            if let Err(error) = work(share) {
                // Shares are taken in order, so the first element that fails is in a share that some thread has.
                lock(&queue).by_ref().for_each(drop);
                let mut failed = lock(&failed);
                if failed.as_ref().is_none_or(|earlier| error.index < earlier.index) {
                    *failed = Some(error);
                }
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..count {
            // If the system refuses a thread, the others do its work.
            if thread::Builder::new().spawn_scoped(scope, run).is_err() {
                break;
            }
        }
        run();
    });
    failed.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
