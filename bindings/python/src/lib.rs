//! The extension module `gardez._gardez` inside the Python package `gardez`.
//!
//! | file | what Python sees |
//! |---|---|
//! | `moves` | `Move`, and how moves of the crates become moves of Python |
//! | `pieces` | `Piece` |
//! | `pool` | objects of moves, pieces and sets that are used again |
//! | `chess` | `Board`, on which nothing is checked, and games of PGN, as in python-chess |
//! | `position`, `resolve` | positions and moves of the crates, of what is a position or a move in Python |
//! | `square_set` | `SquareSet`, and scans of sets |
//! | `args` | squares, colors and piece types as arguments |
//! | `error` | the exceptions |
//! | `batch` | arrays from many positions, and networks |
//! | `syzygy`, `openings` | endgame tables, and names of openings |
//! | `lc0` | training records, and batches of them |
//! | `formats` | packed positions of trainers |
//! | `files` | paths and file objects as streams, and their errors |
//! | `turns` | values that threads of Python use in turns |
//!
//! Python aligns its objects to 16 bytes, and a board of the crates is aligned to 64. So a class of Python never holds a
//! `gardez_position::Board` or `Position` itself, only a box or vector of them.

mod args;
mod batch;
mod chess;
mod error;
mod files;
mod formats;
mod lc0;
mod moves;
mod openings;
mod pieces;
mod pool;
mod position;
mod resolve;
mod square_set;
mod syzygy;
mod turns;

use pyo3::prelude::*;

/// Makes the compiled half of the package `gardez`.
#[pymodule]
fn _gardez(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add("__version__", env!("CARGO_PKG_VERSION"))?;
    error::register(m)?;
    moves::register(m)?;
    pieces::register(m)?;
    square_set::register(m)?;
    chess::register(m)?;
    batch::register(m)?;
    lc0::register(m)?;
    formats::register(m)?;
    syzygy::register(m)?;
    openings::register(m)?;
    // Which names are public is said by the modules in Python.
    m.delattr("__all__")
}
