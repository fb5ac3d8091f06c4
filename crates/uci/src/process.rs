//! A driver for engines: starts the program, speaks the protocol with time limits, and cleans up.
//!
//! Each method of [`Engine`] that blocks has a time limit. Methods that end in `_async` return plain futures for any
//! runtime, and methods that begin with `try_` never wait. All return an error if the engine has ended or does not
//! read.
//!
//! ```no_run
//! use std::time::Duration;
//!
//! use gardez_uci::process::{Engine, Event, Launch};
//! use gardez_uci::{Go, SetPosition};
//!
//! let mut engine = Engine::start(Launch::new("stockfish").with_restarts(1))?;
//! println!("{}", engine.name().unwrap_or_default());
//! engine.set_option("Hash", Some("64"))?;
//!
//! // One move, with one more attempt if the engine crashes.
//! let start = SetPosition::start();
//! let best = engine.best_move(&start, &Go::default().with_depth(12), Duration::from_secs(60))?;
//! println!("{best}");
//!
//! // A search with everything that the engine says about it.
//! engine.set_position(&start.with_moves(best.mv()))?;
//! let mut search = engine.go(&Go::infinite())?;
//! while let Event::Info(info) = search.next(Duration::from_secs(5))? {
//!     println!("{info}");
//!     if info.depth.is_some_and(|depth| depth == 20) {
//!         search.stop()?;
//!     }
//! }
//! # Ok::<_, gardez_uci::process::EngineError>(())
//! ```
//!
//! # What an engine can do wrong
//!
//! | the engine | the driver |
//! |---|---|
//! | ends | [`EngineError::Exited`] after its last line was read; [`Engine::restart`], or [`Launch::with_restarts`] |
//! | says nothing | [`EngineError::Timeout`] |
//! | does not read its input | [`EngineError::NotReading`]; sending never waits |
//! | prints what is not UCI | [`Received::Unknown`]; methods that wait for an answer skip it |
//! | prints lines without end | a line above the limit is skipped; memory stays bounded |
//! | prints faster than the program reads | the oldest lines are discarded and counted, `info` and unknown lines first |
//! | does not end after `quit` | is killed when the [`Engine`] is dropped |
//!
//! The driver waits for its process, so none is left behind, except for processes that the engine itself starts.

mod child;
mod engine;
mod error;
mod inbox;
mod launch;

pub use engine::{Engine, Event, Search};
pub use error::EngineError;
pub use inbox::{Receive, Received};
pub use launch::Launch;
