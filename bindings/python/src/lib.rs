//! The extension module `gardez._gardez` inside the Python package `gardez`.
//!
//! | file | what Python sees |
//! |---|---|
//! | `moves` | `Move`, and how moves of the crates become moves of Python |
//! | `board` | `Board` |
//! | `setup` | `SetUp` |
//! | `error` | the exceptions |
//! | `batch` | arrays from many positions |
//! | `pgn`, `polyglot` | games and opening books |
//! | `syzygy` | endgame tables |
//! | `lc0` | training records, and batches of them |
//! | `formats` | packed positions of trainers |

mod batch;
mod board;
mod error;
mod moves;

use pyo3::prelude::*;

/// The compiled half of the package `gardez`.
#[pymodule]
fn _gardez(m: &Bound<'_, PyModule>) -> PyResult<()> {
    error::register(m)?;
    moves::register(m)?;
    board::register(m)?;
    batch::register(m)
}
