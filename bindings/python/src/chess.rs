//! The boards, on which nothing is checked, with python-chess's interface.
//!
//! | file | methods |
//! |---|---|
//! | `base` | `BaseBoard`: pieces and attacks |
//! | `board` | `Board`: set-up, making moves and taking them back |
//! | `fields` | side to move, counters, castling rights |
//! | `moves` | lists of moves, and what a move does |
//! | `text` | FEN, EPD, SAN and UCI |
//! | `ending` | mate, draws and results |
//! | `copies` | copies, pickles, comparison, mirror images |
//! | `count` | perft, exchanges, keys and packed boards |
//! | `pictures` | shapes of pieces, and Polyglot's numbers |
//! | `pgn` | games, for `gardez.chess.pgn` |

mod base;
mod board;
mod copies;
mod count;
mod ending;
mod fields;
mod moves;
mod pgn;
mod pictures;
mod text;

use pyo3::prelude::*;

pub(crate) use base::BaseBoard;
pub(crate) use board::Board;

/// Adds the classes to the module, below names of their own.
pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    let module = PyModule::new(m.py(), "_chess")?;
    module.add_class::<BaseBoard>()?;
    module.add_class::<Board>()?;
    module.add_class::<moves::LegalMoveGenerator>()?;
    module.add_class::<moves::PseudoLegalMoveGenerator>()?;
    board::register(m.py())?;
    copies::register(&module)?;
    pgn::register(&module)?;
    pictures::register(&module)?;
    m.add("_chess", module)
}
