//! The lines of an engine that the program has not read yet.

use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll, Waker};
use core::time::Duration;
use std::io::Read;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::answer::Answer;
use crate::error::LineError;
use crate::lines::{Line, Lines};

/// A line that an engine has sent. Empty lines are left out.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Received {
    /// An answer.
    Answer {
        /// The answer.
        answer: Answer,
        /// The problems that were skipped or repaired in the line.
        problems: Vec<LineError>,
    },
    /// A line without an answer.
    Unknown {
        /// The line.
        line: String,
        /// The reason it is not an answer.
        error: LineError,
    },
    /// A line that is longer than the limit. It was skipped.
    TooLong {
        /// Its length in bytes.
        length: u64,
    },
}

impl Received {
    fn from_line(line: Line) -> Option<Self> {
        let line = match line {
            Line::TooLong { length } => return Some(Self::TooLong { length }),
            Line::Text(line) => line,
        };
        if line.trim_ascii().is_empty() {
            return None;
        }
        Some(match Answer::parse_lenient(&line) {
            Ok(parsed) => Self::Answer { answer: parsed.value, problems: parsed.problems },
            Err(error) => Self::Unknown { line, error },
        })
    }

    /// Returns `true` if the line may be discarded when the program does not keep up.
    const fn is_news(&self) -> bool {
        !matches!(self, Self::Answer { answer, .. } if !matches!(answer, Answer::Info(_)))
    }
}

/// A bounded queue, filled by the thread that reads and emptied by the program.
pub(super) struct Inbox {
    state: Mutex<State>,
    changed: Condvar,
    capacity: usize,
}

#[derive(Default)]
struct State {
    lines: VecDeque<Received>,
    discarded: u64,
    is_closed: bool,
    waker: Option<Waker>,
}

/// The output of the engine has ended, and all of it was read.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Closed;

impl Inbox {
    pub(super) fn new(capacity: usize) -> Self {
        Self { state: Mutex::default(), changed: Condvar::new(), capacity }
    }

    /// Reads lines into the queue until the stream ends. Never waits for the program.
    pub(super) fn fill(&self, source: impl Read, max_line: usize) {
        let mut lines = Lines::new(source, max_line);
        while let Ok(Some(line)) = lines.next() {
            if let Some(received) = Received::from_line(line) {
                self.change(|state| state.push(received, self.capacity));
            }
        }
        self.change(|state| state.is_closed = true);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.lock();
        change(&mut state);
        let waker = state.waker.take();
        drop(state);
        self.changed.notify_all();
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// Returns the number of lines that were discarded because the queue was full.
    pub(super) fn discarded(&self) -> u64 {
        self.lock().discarded
    }

    /// Returns the next line, or `None` if there is none now.
    pub(super) fn try_next(&self) -> Result<Option<Received>, Closed> {
        self.lock().pop()
    }

    /// Returns the next line, or `None` if none came before the deadline.
    pub(super) fn next_before(&self, deadline: Instant) -> Result<Option<Received>, Closed> {
        let mut state = self.lock();
        loop {
            if let Some(received) = state.pop()? {
                return Ok(Some(received));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            state = self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Waits until the output of the engine has ended, whether or not it was read.
    pub(super) fn wait_until_closed(&self, time: Duration) {
        let state = self.lock();
        let is_open = |state: &mut State| !state.is_closed;
        drop(self.changed.wait_timeout_while(state, time, is_open).unwrap_or_else(PoisonError::into_inner));
    }
}

impl State {
    fn push(&mut self, received: Received, capacity: usize) {
        if capacity <= self.lines.len() {
            // News is discarded first: a search whose `bestmove` is lost never ends.
            let oldest = self.lines.iter().position(Received::is_news);
            self.discarded += 1;
            if oldest.is_none() && received.is_news() {
                return;
            }
            self.lines.remove(oldest.unwrap_or(0));
        }
        self.lines.push_back(received);
    }

    fn pop(&mut self) -> Result<Option<Received>, Closed> {
        match self.lines.pop_front() {
            None if self.is_closed => Err(Closed),
            next => Ok(next),
        }
    }
}

/// The future of the next line of an engine: see [`Engine::receive_async`](super::Engine::receive_async).
///
/// It can be dropped at any time without losing a line.
#[must_use = "futures do nothing unless they are awaited"]
pub struct Receive<'a> {
    inbox: &'a Arc<Inbox>,
}

impl<'a> Receive<'a> {
    pub(super) const fn new(inbox: &'a Arc<Inbox>) -> Self {
        Self { inbox }
    }
}

impl Future for Receive<'_> {
    type Output = Option<Received>;

    /// Returns the next line, or `None` if the output of the engine has ended.
    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Received>> {
        let mut state = self.inbox.lock();
        match state.pop() {
            Ok(Some(received)) => Poll::Ready(Some(received)),
            Err(Closed) => Poll::Ready(None),
            Ok(None) => {
                state.waker = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }
}

impl fmt::Debug for Receive<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Receive").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::format;

    use super::*;

    fn filled(text: &str, capacity: usize) -> (Vec<Received>, u64) {
        let inbox = Inbox::new(capacity);
        inbox.fill(text.as_bytes(), 100);
        let mut lines = Vec::new();
        while let Ok(Some(received)) = inbox.try_next() {
            lines.push(received);
        }
        assert_eq!(inbox.try_next(), Err(Closed));
        (lines, inbox.discarded())
    }

    fn answers(lines: &[Received]) -> Vec<String> {
        let answers = lines.iter().map(|line| match line {
            Received::Answer { answer, .. } => format!("{answer}"),
            Received::Unknown { line, .. } => format!("? {line}"),
            Received::TooLong { length } => format!("{length}"),
        });
        answers.collect()
    }

    #[test]
    fn lines_come_out_in_order_without_the_empty_ones() {
        let (lines, discarded) = filled("uciok\n\n \t\r\nhello\nbestmove e2e4", 9);
        assert_eq!(answers(&lines), ["uciok", "? hello", "bestmove e2e4"]);
        assert_eq!(discarded, 0);
    }

    #[test]
    fn a_full_queue_discards_the_oldest_news_and_keeps_other_answers() {
        let (lines, discarded) = filled("uciok\ninfo depth 1\ninfo depth 2\nbestmove e2e4\ninfo depth 3\n", 3);
        assert_eq!(answers(&lines), ["uciok", "bestmove e2e4", "info depth 3"]);
        assert_eq!(discarded, 2);
        let (lines, discarded) = filled("uciok\nreadyok\ninfo depth 1\nbestmove e2e4\n", 2);
        assert_eq!(answers(&lines), ["readyok", "bestmove e2e4"]);
        assert_eq!(discarded, 2);
    }
}
