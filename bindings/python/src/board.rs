//! `Board`: a game and its position.
//!
//! | file | methods |
//! |---|---|
//! | `board` | set-up, making moves and taking them back |
//! | `resolve` | which move of a position a `Move` is |
//! | `fields` | side to move, counters, keys, castling rights, en passant |
//! | `pieces` | pieces, attacks and pins |
//! | `text` | FEN, SAN and UCI |
//! | `line` | variations, LAN and drawings |
//! | `epd` | positions with operations |
//! | `legal`, `pseudo` | lists and views of legal and pseudo-legal moves |
//! | `kinds` | captures, castling, checks: what a move does |
//! | `ending` | mate, draws and results |
//! | `count` | perft and exchanges |
//! | `copies` | copies, pickles and mirror images |

pub(crate) mod copies;
mod count;
mod ending;
mod epd;
mod fields;
mod kinds;
mod legal;
mod line;
mod pieces;
mod pseudo;
mod resolve;
mod text;

use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use gardez_position::{Board as CoreBoard, FenMode, FenReader, Position};
use gardez_types::{CastlingMode, Move as CoreMove};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::error;
use crate::moves::Move;

use legal::LegalMoves;
use pseudo::PseudoLegalMoves;

/// The start position.
pub(crate) const STARTING_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A legal position with the moves that led to it.
///
/// `fen` is read in all three dialects. `chess960` is how castling is written: False for `e1g1`, True for `e1h1`, None to
/// detect it from the castling rights. A FEN that is not that of a position that can be played raises FenError.
///
/// >>> import gardez
/// >>> board = gardez.Board()
/// >>> board.push_san("e4")
/// Move.from_uci('e2e4')
/// >>> board.fen()
/// 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
///
/// A subclass is called as `type(board)(fen, chess960=...)` for each new board that its methods return.
#[pyclass(module = "gardez", subclass, frozen, weakref)]
#[derive(Debug)]
pub(crate) struct Board(Mutex<Arc<Game>>);

/// A [`Board`] at a moment: code that looks at it keeps it, while other threads make moves on the board.
///
/// It is on the heap because a board of the crates is aligned to 64 bytes, and Python aligns its objects to 16.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) position: Position,
    /// The board before the first move.
    pub(crate) start: CoreBoard,
    /// The moves played; `None` is a null move.
    pub(crate) moves: Vec<Option<CoreMove>>,
}

impl Game {
    /// Returns a game without moves.
    pub(crate) fn from_core(start: CoreBoard) -> Self {
        Self { position: Position::from(start), start, moves: Vec::new() }
    }

    /// Returns how castling is written.
    #[inline]
    pub(crate) fn mode(&self) -> CastlingMode {
        self.position.board().castling_mode()
    }

    /// Plays a move that was found by [`Game::resolve`].
    #[inline]
    pub(crate) fn make(&mut self, m: CoreMove) {
        self.position.do_move(m);
        self.moves.push(Some(m));
    }

    /// Plays a null move, which is not legal in check.
    pub(crate) fn pass(&mut self) -> PyResult<()> {
        self.position.pass().map_err(error::illegal)?;
        self.moves.push(None);
        Ok(())
    }

    /// Plays a legal move, or the null move as `None`.
    #[inline]
    pub(crate) fn play(&mut self, m: Option<CoreMove>) -> PyResult<()> {
        match m {
            Some(m) => self.make(m),
            None => self.pass()?,
        }
        Ok(())
    }

    /// Takes the last move back; `None` if there is none.
    fn take_back(&mut self) -> Option<Option<CoreMove>> {
        let last = self.moves.pop()?;
        if last.is_some() {
            self.position.undo_move();
        } else {
            self.position.undo_null_move();
        }
        Some(last)
    }
}

impl From<Game> for Board {
    fn from(game: Game) -> Self {
        Arc::new(game).into()
    }
}

impl From<Arc<Game>> for Board {
    fn from(game: Arc<Game>) -> Self {
        Self(Mutex::new(game))
    }
}

impl Board {
    /// Returns a board without moves.
    pub(crate) fn from_core(start: CoreBoard) -> Self {
        Game::from_core(start).into()
    }

    /// Locks the game. No code of Python runs meanwhile.
    #[inline]
    fn lock(&self) -> MutexGuard<'_, Arc<Game>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the game at this moment.
    #[inline]
    pub(crate) fn game(&self) -> Arc<Game> {
        Arc::clone(&self.lock())
    }

    /// Puts another game in place of this one.
    pub(crate) fn set(&self, game: impl Into<Arc<Game>>) {
        let old = std::mem::replace(&mut *self.lock(), game.into());
        drop(old);
    }

    /// Changes the game. The function must not run code of Python.
    #[inline]
    fn change<R>(&self, call: impl FnOnce(&mut Game) -> R) -> R {
        call(Arc::make_mut(&mut self.lock()))
    }
}

/// Reads a FEN in a mode; `None` detects the mode.
pub(crate) fn read_fen(py: Python<'_>, fen: &str, chess960: Option<bool>) -> PyResult<CoreBoard> {
    let mode = match chess960 {
        None => FenMode::Detect,
        Some(false) => FenMode::Standard,
        Some(true) => FenMode::Chess960,
    };
    let read = FenReader::new().with_mode(mode).read_board(fen);
    read.map(|read| read.position).map_err(|failure| error::fen(py, fen, &failure))
}

#[pymethods]
impl Board {
    // `__init__` sets the position up, so that a subclass may have a constructor with other arguments.
    #[new]
    #[pyo3(signature = (*_arguments, **_options), text_signature = "(fen=..., *, chess960=False)")]
    fn new(_arguments: &Bound<'_, PyTuple>, _options: Option<&Bound<'_, PyDict>>) -> Self {
        static START: LazyLock<Arc<Game>> = LazyLock::new(|| Game::from_core(CoreBoard::default()).into());
        Arc::clone(&START).into()
    }

    #[pyo3(signature = (fen = STARTING_FEN, *, chess960 = Some(false)))]
    fn __init__(&self, py: Python<'_>, fen: &str, chess960: Option<bool>) -> PyResult<()> {
        self.set(Game::from_core(read_fen(py, fen, chess960)?));
        Ok(())
    }

    /// Makes a move, which must be legal or the null move.
    ///
    /// Castling may be given as the king's step of two squares and as king takes own rook. Raises IllegalMoveError for
    /// any other move that is not legal, and for the null move in check. The board is unchanged then.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board()
    /// >>> board.push(gardez.Move.from_uci("g1f3"))
    /// >>> board.fen()
    /// 'rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1'
    #[pyo3(signature = (r#move))]
    fn push(&self, r#move: &Move) -> PyResult<()> {
        self.change(|game| {
            let m = if r#move.is_null() { None } else { Some(game.resolve(r#move)?) };
            game.play(m)
        })
    }

    /// Takes the last move back and returns it.
    ///
    /// Raises IndexError if there is none.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board()
    /// >>> board.push_san("e4")
    /// Move.from_uci('e2e4')
    /// >>> board.pop()
    /// Move.from_uci('e2e4')
    /// >>> board == gardez.Board()
    /// True
    fn pop(&self, py: Python<'_>) -> PyResult<Py<Move>> {
        let (last, mode) = self.change(|game| (game.take_back(), game.mode()));
        let last = last.ok_or_else(|| PyIndexError::new_err("pop from a board without moves"))?;
        Move::of_played(last, mode).object(py)
    }

    /// Returns the last move.
    ///
    /// Raises IndexError if there is none.
    fn peek(&self, py: Python<'_>) -> PyResult<Py<Move>> {
        let game = self.game();
        let last = *game.moves.last().ok_or_else(|| PyIndexError::new_err("peek at a board without moves"))?;
        Move::of_played(last, game.mode()).object(py)
    }

    /// Returns the moves that were made, as a new list. Changing the list does not change the board.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board()
    /// >>> board.push_san("e4")
    /// Move.from_uci('e2e4')
    /// >>> board.move_stack
    /// [Move.from_uci('e2e4')]
    #[getter]
    fn move_stack<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let game = self.game();
        Move::played_list(py, &game.moves, game.mode())
    }

    /// Sets up another position and forgets the moves; castling is written as before.
    ///
    /// Raises FenError if the text is not the FEN of a position that can be played. The board is unchanged then.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board()
    /// >>> board.set_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    /// >>> board.fen()
    /// '4k3/8/8/8/8/8/8/4K2R w K - 0 1'
    fn set_fen(&self, py: Python<'_>, fen: &str) -> PyResult<()> {
        let chess960 = self.game().mode() == CastlingMode::Chess960;
        self.__init__(py, fen, Some(chess960))
    }

    /// Sets up the start position and forgets the moves.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board()
    /// >>> board.push_san("e4")
    /// Move.from_uci('e2e4')
    /// >>> board.reset()
    /// >>> board == gardez.Board()
    /// True
    fn reset(&self, py: Python<'_>) -> PyResult<()> {
        self.set_fen(py, STARTING_FEN)
    }
}

/// Adds `Board` to the module.
pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<Board>()?;
    m.add_class::<LegalMoves>()?;
    m.add_class::<PseudoLegalMoves>()?;
    copies::register(m)
}
