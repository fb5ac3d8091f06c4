//! Perft: counting the sequences of legal moves that a position allows.
//!
//! The count of a position at a depth is a single number that is wrong as soon as one move anywhere below it is wrong,
//! which makes it the test of a move generator. [`perft`] gives the number, [`divide`] splits it by the first move, and
//! [`Suite`] reads the collections of positions with known counts that chess programmers have exchanged for decades.
//!
//! ```
//! use gardez_perft::{Suite, divide, perft};
//! use gardez_position::{FenReader, Position};
//!
//! let mut position: Position = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse()?;
//! assert_eq!(perft(&mut position, 2), 568);
//!
//! let most = divide(&mut position, 2).into_iter().max_by_key(|&(_, nodes)| nodes).expect("there are moves");
//! let mode = position.castling_mode();
//! println!("{}: {}", most.0.uci(mode), most.1);
//!
//! let text = b"# Two lines of two suites.
//! r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 ;D1 26 ;D2 568
//! 4k3/8/8/8/8/8/8/4K2R w K - 0 1; 3; 1197";
//! for case in Suite::new(text) {
//!     let case = case.expect("every line can be read");
//!     let mut position = FenReader::new().mode(case.mode).read(&case.fen)?.position;
//!     for count in case.counts {
//!         assert_eq!(perft(&mut position, count.depth), count.nodes, "{} at depth {}", case.fen, count.depth);
//!     }
//! }
//! # Ok::<_, gardez_position::FenError>(())
//! ```
//!
//! # The command
//!
//! With the feature `cli` the crate builds `perft`, whose `--help` explains it:
//!
//! ```text
//! perft --position kiwipete --depth 5
//! perft --fen '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -' --depth 6 --json
//! perft --suite suites/perftsuite.epd suites/fischer.epd --max-nodes 10000000
//! ```
//!
//! # Features
//!
//! * `std` (default): the layers below use the standard library; this crate itself needs only an allocator.
//! * `json`: [`Suite`] reads JSON lines too.
//! * `cli`: builds the command `perft`, and implies `json`.
#![no_std]

extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

pub mod count;
pub mod suite;
mod walk;

pub use count::count;
pub use suite::Suite;
pub use walk::{DivideStep, divide, divide_with, perft};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
