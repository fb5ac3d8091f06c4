//! What lies between a reader and a writer: filters, random order, each position once, numbers.
//!
//! Every step is a reader around another reader, so steps are combined as iterators are.
//!
//! | wanted | step |
//! |---|---|
//! | only some entries | [`Filtered`] with a [`Filter`] |
//! | each position once | [`Unique`], or [`Shuffled::unique`] in random order |
//! | random order | [`Shuffled`] |
//! | several inputs, mixed | [`Interleaved`] |
//! | games for training and for validation | [`GameSplit`] |
//! | numbers about the entries | [`Statistics`] |
//! | any reader to any writer | [`transfer()`] |
//! | a reader or writer by the name of its format | [`AnyReader`], [`AnyWriter`] |
//!
//! [`Unique`] and [`Shuffled`] need all entries before they give the first one. They keep them in the memory that the
//! caller allows, and then in temporary files, which have no names and disappear with the program.

mod any;
mod filter;
mod games;
mod interleave;
mod memory;
mod shuffle;
mod sorter;
mod spill;
mod split;
mod statistics;
mod transfer;
mod unique;

pub use any::AnyWriter;
pub use filter::{Filter, Filtered, Rejection, Rejections, UnanswerableError};
pub use interleave::Interleaved;
pub use memory::{Memory, SpillError};
pub use shuffle::Shuffled;
pub use split::GameSplit;
pub use statistics::{Histogram, Statistics};
pub use transfer::{OnMisfit, TransferError, Transferred, transfer};
pub use unique::Unique;

pub use crate::any::{AnyReader, InView};
