//! The program `gardez`: chess on the command line.
//!
//! | command | what it does |
//! |---|---|
//! | `gardez check` | says what files are, how much is in them, and what is wrong |
//! | `gardez convert` | converts packed positions and games from one format to another, also in random order |
//! | `gardez stats` | prints numbers about packed positions |
//! | `gardez fen` | describes positions: legal moves, keys, a picture |
//! | `gardez epd` | filters and merges positions with operations, and writes them as EPD, FEN or PGN |
//! | `gardez pgn` | counts, cleans, filters, extracts and splits the games of PGN files |
//! | `gardez book` | makes, merges and shows opening books |
//! | `gardez rescore` | rescores training records of lc0 with endgame tables |
//! | `gardez tb` | looks positions up in endgame tables |
//! | `gardez eval` | evaluates positions with a network |
//! | `gardez perft` | counts sequences of legal moves |
//! | `gardez match` | lets engines play against each other |
//! | `gardez completions` | prints completions for a shell |
//! | `gardez manual` | prints or writes manual pages |
//! | `gardez licenses` | prints the licenses of the packages that the program contains |
//!
//! `gardez COMMAND --help` explains each command, with examples.
//!
//! This library is the program as a function, [`main`], and its command line as a value, [`command`]. It is a thin layer
//! over the crate [`gardez`], which offers all of this to other programs.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod args;
mod book;
mod check;
mod conditions;
mod convert;
mod documents;
mod epd;
mod eval;
mod fen;
mod input;
mod lines;
mod output;
mod packed;
#[cfg(feature = "parquet")]
pub mod parquet;
mod perft;
mod pgn;
mod play;
mod positions;
mod progress;
mod range;
mod rescore;
mod stats;
mod stop;
mod tables;
mod tb;

use std::process::ExitCode;

pub use args::command;

/// Reads the arguments of the process, runs the command that they name, and returns its exit code.
pub fn main() -> ExitCode {
    gardez_io::remove_on_signals();
    gardez_io::raise_file_limit();
    #[cfg(feature = "parquet")]
    parquet::register();
    match args::read() {
        Ok(gardez) => gardez.run(),
        Err(code) => code,
    }
}

/// The example of the README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
