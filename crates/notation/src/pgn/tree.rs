//! Games as trees of moves: to read, to build, and to change.

mod builder;
mod game;
mod keep;
mod tags;

pub use self::builder::{GameError, ReadGame};
pub(crate) use self::game::make;
pub use self::game::{Before, Game, Node, NodeId};
pub use self::keep::Keep;
pub(in crate::pgn) use self::keep::tidy;
pub use self::tags::{ROSTER, Tags};
