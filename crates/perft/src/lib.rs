//! Perft: counts the sequences of legal moves from a chess position.
//!
//! Any wrong move in the tree makes the count wrong, which makes the count the standard test of move generators.
//!
//! | to do this | use |
//! |---|---|
//! | count through the public [`Position`], one move at a time | [`perft`] |
//! | the same, split by the first move | [`divide`], [`divide_with`] |
//! | the kinds of the last moves: captures, checks, mates | [`move_types`] |
//! | read a collection of positions with known counts | [`Suite`] |
//!
//! The crate `gardez-count` counts the same much faster, with an engine of its own.
//!
//! # Examples
//!
//! ```
//! use gardez_perft::{FenReader, Position, Suite, divide, perft};
//!
//! let mut position: Position = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse()?;
//! assert_eq!(perft(&mut position, 2), 568);
//!
//! let most = divide(&mut position, 2).into_iter().max_by_key(|&(_, nodes)| nodes).expect("there are legal moves");
//! println!("{}: {}", most.0.uci(position.castling_mode()), most.1);
//!
//! let text = b"# Two lines in two formats.
//! r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 ;D1 26 ;D2 568
//! 4k3/8/8/8/8/8/8/4K2R w K - 0 1; 3; 1197";
//! for case in Suite::new(text) {
//!     let case = case.expect("every line can be read");
//!     let mut position = FenReader::new().with_mode(case.mode).read(&case.fen)?.position;
//!     for count in case.counts {
//!         assert_eq!(perft(&mut position, count.depth), count.nodes, "{} at depth {}", case.fen, count.depth);
//!     }
//! }
//! # Ok::<_, gardez_position::FenError>(())
//! ```
//!
//! # The program
//!
//! With the feature `cli` the crate builds the program `perft`. Its option `--help` explains it.
//!
//! ```sh
//! perft --position kiwipete --depth 5
//! perft --fen '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -' --depth 6 --json
//! perft --suite suites/perftsuite.epd suites/fischer.epd --max-nodes 10000000
//! ```
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `std` | yes | the features `std` of the crates that it uses |
//! | `json` | no | [`Suite`] also reads JSON lines; implies `std` |
//! | `cli` | no | the program `perft`, and the module `program`, which is all of it; implies `json` |
//!
//! Without `std`, the crate needs only an allocator.

// The program is ordinary code with the prelude of `std`.
#![cfg_attr(not(feature = "cli"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

#[cfg(feature = "cli")]
pub mod program;
pub mod suite;
mod types;
mod walk;

pub use gardez_position::{Board, FenMode, FenReader, Position};
pub use gardez_types::{ErrorInfo, Move};

pub use suite::Suite;
pub use types::{MoveTypes, move_types};
pub use walk::{DivideStep, divide, divide_with, perft};
