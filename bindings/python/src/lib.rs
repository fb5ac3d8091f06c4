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
//! | `turns` | values that threads of Python use in turns |

mod board;
mod error;
mod lc0;
mod moves;
mod turns;

use pyo3::prelude::*;

/// The compiled half of the package `gardez`.
#[pymodule]
fn _gardez(m: &Bound<'_, PyModule>) -> PyResult<()> {
    error::register(m)?;
    moves::register(m)?;
    board::register(m)?;
    lc0::register(m)
}
