//! A search of an engine, from `go` to `bestmove`.

use alloc::boxed::Box;
use core::time::Duration;

use super::Engine;
use crate::answer::{Answer, BestMove, Info};
use crate::command::Command;
use crate::process::error::EngineError;
use crate::process::inbox::Received;

/// A running search. Dropping it sends `stop`; the next search waits for the end of this one.
#[must_use = "a search that is dropped is stopped"]
#[derive(Debug)]
pub struct Search<'a> {
    engine: &'a mut Engine,
}

/// A message of an engine during a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// News of the search.
    Info(Box<Info>),
    /// The end of the search.
    BestMove(BestMove),
}

impl Event {
    fn from_received(received: Received) -> Option<Self> {
        match received {
            Received::Answer { answer: Answer::Info(info), .. } => Some(Self::Info(info)),
            Received::Answer { answer: Answer::BestMove(best), .. } => Some(Self::BestMove(best)),
            _ => None,
        }
    }
}

impl<'a> Search<'a> {
    pub(super) const fn new(engine: &'a mut Engine) -> Self {
        Self { engine }
    }

    fn check(&self) -> Result<(), EngineError> {
        if self.engine.is_searching { Ok(()) } else { Err(EngineError::NotSearching) }
    }

    /// Waits for the next news, or for the end of the search.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine sends neither within `timeout`, ends, or has already sent its move.
    pub fn next(&mut self, timeout: Duration) -> Result<Event, EngineError> {
        self.check()?;
        self.engine.wait_for("info or bestmove", timeout, Event::from_received)
    }

    /// Returns the next news or the end of the search, or `None` if there is neither now.
    pub fn try_next(&mut self) -> Result<Option<Event>, EngineError> {
        self.check()?;
        while let Some(received) = self.engine.try_receive()? {
            if let Some(event) = Event::from_received(received) {
                return Ok(Some(event));
            }
        }
        Ok(None)
    }

    /// Returns a future of the next news, or of the end of the search. It can be dropped without losing anything.
    pub async fn next_async(&mut self) -> Result<Event, EngineError> {
        self.check()?;
        self.engine.await_for(Event::from_received).await
    }

    /// Waits for the move, and skips all news.
    ///
    /// # Errors
    ///
    /// If the engine has no move within `timeout`, or has already sent it. The search continues after a timeout.
    pub fn best_move(&mut self, timeout: Duration) -> Result<BestMove, EngineError> {
        self.check()?;
        self.engine.wait_for("bestmove", timeout, |received| super::best_move(&received))
    }

    /// Returns a future of the move, which skips all news.
    pub async fn best_move_async(&mut self) -> Result<BestMove, EngineError> {
        self.check()?;
        self.engine.await_for(|received| super::best_move(&received)).await
    }

    /// Asks the engine to end the search. Its move must still be received.
    pub fn stop(&mut self) -> Result<(), EngineError> {
        self.engine.send(&Command::Stop)
    }

    /// Says that the opponent has made the expected move: the engine's own time begins.
    pub fn ponder_hit(&mut self) -> Result<(), EngineError> {
        self.engine.send(&Command::PonderHit)
    }
}

impl Drop for Search<'_> {
    fn drop(&mut self) {
        if self.engine.is_searching {
            // An engine that cannot be reached is noticed by the next call.
            let _ = self.stop();
        }
    }
}
