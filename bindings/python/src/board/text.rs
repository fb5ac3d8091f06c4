//! FEN, SAN and UCI.

use gardez_notation::san::{San, parse_lenient};
use gardez_position::{EnPassantPolicy, FenStyle};
use gardez_types::CastlingMode;
use pyo3::prelude::*;

use crate::board::Board;
use crate::error;
use crate::moves::{self, Move};

/// The policy of an argument `en_passant`.
pub(crate) fn policy(name: &str) -> PyResult<EnPassantPolicy> {
    match name {
        "legal" => Ok(EnPassantPolicy::Legal),
        "xfen" => Ok(EnPassantPolicy::PseudoLegal),
        "fen" => Ok(EnPassantPolicy::Always),
        _ => Err(error::value(format_args!("en_passant is 'legal', 'xfen' or 'fen', not {name:?}"))),
    }
}

impl Board {
    /// The legal move, or the null move as `None`, that a text in standard notation means.
    pub(crate) fn read_san(&self, py: Python<'_>, san: &str) -> PyResult<Option<gardez_types::Move>> {
        let parsed =
            parse_lenient(&self.position, san).map_err(|failure| moves::san_error(py, self.mode(), &failure))?;
        Ok(parsed.mv)
    }

    /// The legal move, or the null move as `None`, that a text in UCI notation means.
    pub(crate) fn read_uci(&self, uci: &str) -> PyResult<Option<gardez_types::Move>> {
        let m = moves::parse(uci)?;
        if m.is_null() { Ok(None) } else { self.resolve(&m).map(Some) }
    }

    /// Makes a move, or passes, and returns its object.
    pub(crate) fn play(&mut self, py: Python<'_>, m: Option<gardez_types::Move>) -> PyResult<Py<Move>> {
        match m {
            Some(m) => self.make(m),
            None => self.pass()?,
        }
        Move::of_played(m, self.mode()).object(py)
    }
}

#[pymethods]
impl Board {
    /// The FEN.
    ///
    /// `en_passant` says when the square that a double step has passed is written: `"legal"` if a capture there is legal,
    /// `"xfen"` if a pawn attacks it, `"fen"` always. The castling field is `KQkq`, or the file of a rook that is not the
    /// outermost one; with `shredder=True` it is `HAha`.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board()
    /// >>> board.push_san("e4")
    /// Move.from_uci('e2e4')
    /// >>> board.fen(en_passant="fen")
    /// 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1'
    #[pyo3(signature = (*, en_passant = "legal", shredder = false))]
    pub(super) fn fen(&self, en_passant: &str, shredder: bool) -> PyResult<String> {
        let style = if shredder { FenStyle::Shredder } else { FenStyle::XFen };
        let fen = self.position.fen(style);
        let policy = policy(en_passant)?;
        Ok(if policy == EnPassantPolicy::Legal { fen } else { fen.with_en_passant(policy) }.to_string())
    }

    /// The FEN with the castling field of Shredder: `HAha`.
    ///
    /// >>> import gardez
    /// >>> gardez.Board().shredder_fen()
    /// 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1'
    #[pyo3(signature = (*, en_passant = "legal"))]
    fn shredder_fen(&self, en_passant: &str) -> PyResult<String> {
        self.fen(en_passant, true)
    }

    /// The pieces, as the first field of the FEN.
    ///
    /// >>> import gardez
    /// >>> gardez.Board().board_fen()
    /// 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR'
    fn board_fen(&self) -> String {
        self.position.placement().to_string()
    }

    /// A move in standard algebraic notation, such as `Nf3`; `--` for the null move.
    ///
    /// Raises IllegalMoveError if the move is not legal.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board()
    /// >>> board.san(gardez.Move.from_uci("g1f3"))
    /// 'Nf3'
    #[pyo3(signature = (r#move))]
    fn san(&self, r#move: &Move) -> PyResult<String> {
        if r#move.is_null() {
            return Ok(String::from("--"));
        }
        Ok(San::new(&self.position, self.resolve(r#move)?).to_string())
    }

    /// A move in UCI notation, with castling as this board writes it or as `chess960` says.
    ///
    /// Raises IllegalMoveError if the move is not legal. The null move is `0000`.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    /// >>> castling = board.parse_san("O-O")
    /// >>> board.uci(castling), board.uci(castling, chess960=True)
    /// ('e1g1', 'e1h1')
    #[pyo3(signature = (r#move, *, chess960 = None))]
    fn uci(&self, r#move: &Move, chess960: Option<bool>) -> PyResult<String> {
        let mode = match chess960 {
            None => self.mode(),
            Some(true) => CastlingMode::Chess960,
            Some(false) => CastlingMode::Standard,
        };
        if r#move.is_null() { Ok(r#move.text()) } else { Ok(self.resolve(r#move)?.uci(mode).to_string()) }
    }

    /// Finds the legal move that a text in algebraic notation means.
    ///
    /// It reads SAN as people write it: `Nf3`, `Ng1-f3`, `0-0`, `e8Q`, `e2e4`, and a missing or wrong mark for check. The
    /// null move is `--`. A text is never guessed: AmbiguousMoveError if several moves fit, with the attribute
    /// `candidates`; IllegalMoveError if none fits; InvalidMoveError if it is not a move at all.
    ///
    /// >>> import gardez
    /// >>> gardez.Board().parse_san("Nf3")
    /// Move.from_uci('g1f3')
    fn parse_san(&self, py: Python<'_>, san: &str) -> PyResult<Py<Move>> {
        Move::of_played(self.read_san(py, san)?, self.mode()).object(py)
    }

    /// Makes a move given in algebraic notation, as `parse_san` reads it, and returns it.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board()
    /// >>> board.push_san("d4")
    /// Move.from_uci('d2d4')
    fn push_san(&mut self, py: Python<'_>, san: &str) -> PyResult<Py<Move>> {
        let m = self.read_san(py, san)?;
        self.play(py, m)
    }

    /// Reads a legal move in UCI notation; both forms of castling are accepted, and `0000` is the null move.
    ///
    /// Raises InvalidMoveError if the text is not a move, IllegalMoveError if the move is not legal.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    /// >>> board.parse_uci("e1h1")
    /// Move.from_uci('e1g1')
    fn parse_uci(&self, py: Python<'_>, uci: &str) -> PyResult<Py<Move>> {
        Move::of_played(self.read_uci(uci)?, self.mode()).object(py)
    }

    /// Makes a move given in UCI notation, as `parse_uci` reads it, and returns it.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board()
    /// >>> board.push_uci("d2d4")
    /// Move.from_uci('d2d4')
    fn push_uci(&mut self, py: Python<'_>, uci: &str) -> PyResult<Py<Move>> {
        let m = self.read_uci(uci)?;
        self.play(py, m)
    }
}
