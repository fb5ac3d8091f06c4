//! FEN, EPD, SAN and UCI.

use gardez_types::Color;
use pyo3::exceptions::PyAssertionError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::board::{Board, push, sketch};
use crate::error;
use crate::moves::{self, Move, MoveObject};
use crate::{position, resolve};
use gardez_notation::san::parse_lenient;
use gardez_position::EnPassantPolicy;
use gardez_variants::{FreeBoard as Sketch, FreeSanError, Variant};

fn quoted(py: Python<'_>, text: &str) -> String {
    let shown = text.into_pyobject(py).map(|text| text.into_any()).ok();
    shown.and_then(|text| text.repr().ok()).map_or_else(|| format!("{text:?}"), |shown| shown.to_string())
}

pub(super) fn parse_san(py: Python<'_>, sketch: &Sketch, san: &str) -> PyResult<Move> {
    sketch.parse_san(san).map(Move::from).map_err(|problem| {
        let text = quoted(py, san);
        // The reader of positions that can be played knows why, and which moves fit.
        let board = position::board(py, sketch).ok();
        let reason = board.and_then(|board| {
            let error = parse_lenient(&board, san).err()?;
            Some(moves::san_error(py, board.castling_mode(), &error))
        });
        let (kind, what): (fn(String) -> PyErr, _) = match problem {
            FreeSanError::Invalid if san.contains(',') => (error::invalid_move, "unsupported multi-leg move"),
            FreeSanError::Invalid => (error::invalid_move, "invalid san"),
            FreeSanError::MissingPromotion => (error::illegal, "missing promotion piece type"),
            FreeSanError::Ambiguous => (error::ambiguous, "ambiguous san"),
            _ if san.contains('@') => (error::illegal, "illegal drop san"),
            _ => (error::illegal, "illegal san"),
        };
        let place = if matches!(problem, FreeSanError::Invalid) { String::new() } else { format!(" in {sketch}") };
        because(py, kind(format!("{what}: {text}{place}")), reason.as_ref())
    })
}

/// Adds the reason and the candidates of another exception.
fn because(py: Python<'_>, exception: PyErr, reason: Option<&PyErr>) -> PyErr {
    let Some(reason) = reason.map(|reason| reason.value(py)) else { return exception };
    let value = exception.value(py);
    let set = reason.str().and_then(|text| value.setattr("reason", text));
    let set = set.and_then(|()| match reason.getattr_opt("candidates")? {
        Some(moves) if exception.is_instance_of::<error::AmbiguousMoveError>(py) => value.setattr("candidates", moves),
        _ => Ok(()),
    });
    set.err().unwrap_or(exception)
}

fn parse_uci(py: Python<'_>, sketch: &Sketch, uci: &str) -> PyResult<Move> {
    let read = moves::parse(uci)?;
    if read.is_null() {
        return Ok(read);
    }
    let m = sketch.written(read.sketch());
    if !sketch.is_legal(m) {
        let exception = error::illegal(format!("illegal uci: {} in {sketch}", quoted(py, uci)));
        let reason = position::board(py, sketch).ok().map(|board| error::illegal(resolve::refusal(&board, m.into())));
        return Err(because(py, exception, reason.as_ref()));
    }
    Ok(m.into())
}

/// Returns which squares of double pushes a FEN names.
fn policy(name: &str) -> PyResult<EnPassantPolicy> {
    match name {
        "legal" => Ok(EnPassantPolicy::Legal),
        "xfen" => Ok(EnPassantPolicy::PseudoLegal),
        "fen" => Ok(EnPassantPolicy::Always),
        _ => {
            let text =
                format_args!("invalid en_passant: expected 'legal', 'xfen' or 'fen', got '{}'", name.escape_debug());
            Err(error::value(text))
        }
    }
}

/// Returns a move in algebraic notation, which is made.
fn san(sketch: &mut Sketch, m: Move, long: bool) -> PyResult<String> {
    sketch.san_and_play(m.sketch(), long).ok_or_else(|| {
        let text = format!("san() and lan() expect move to be legal or null, but got {} in {sketch}", m.text());
        PyAssertionError::new_err(text)
    })
}

#[pymethods]
impl Board {
    /// Returns the FEN. `en_passant` is `legal`, `xfen` or `fen`: which squares of double pushes are named.
    #[pyo3(name = "fen", signature = (*, shredder = false, en_passant = "legal", promoted = None))]
    fn fen_text(slf: &Bound<'_, Self>, shredder: bool, en_passant: &str, promoted: Option<bool>) -> PyResult<String> {
        let en_passant = policy(en_passant)?;
        let sketch = sketch(slf);
        Ok(sketch.fen(shredder, en_passant, promoted.unwrap_or(sketch.variant == Variant::Crazyhouse)))
    }

    /// Returns the FEN with castling rights as letters of files.
    #[pyo3(signature = (*, en_passant = "legal", promoted = None))]
    fn shredder_fen(slf: &Bound<'_, Self>, en_passant: &str, promoted: Option<bool>) -> PyResult<String> {
        Self::fen_text(slf, true, en_passant, promoted)
    }

    /// Returns the castling rights as letters of files.
    fn castling_shredder_fen(slf: &Bound<'_, Self>) -> String {
        sketch(slf).castling_shredder()
    }

    /// Returns the castling rights as `KQkq`, with letters of files where these could be another rook's.
    fn castling_xfen(slf: &Bound<'_, Self>) -> String {
        sketch(slf).castling_xfen()
    }

    /// Returns the position as an EPD with operations.
    #[pyo3(signature = (*, shredder = false, en_passant = "legal", promoted = None, **operations))]
    fn epd(
        slf: &Bound<'_, Self>,
        shredder: bool,
        en_passant: &str,
        promoted: Option<bool>,
        operations: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        let en_passant = policy(en_passant)?;
        let sketch = sketch(slf);
        let text = sketch.epd(shredder, en_passant, promoted.unwrap_or(sketch.variant == Variant::Crazyhouse));
        match operations.filter(|operations| !operations.is_empty()) {
            None => Ok(text),
            Some(operations) => {
                let write = slf.py().import("gardez.chess.epd")?.getattr("write")?;
                let operations: String = write.call1((slf, operations))?.extract()?;
                Ok(format!("{text} {operations}"))
            }
        }
    }

    /// Reads an EPD, forgets the moves, and returns the operations. Raises ValueError if it is not one.
    fn set_epd<'py>(slf: &Bound<'py, Self>, epd: &str) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("gardez.chess.epd")?.getattr("read")?.call1((slf, epd))
    }

    /// Returns a legal move, or the null move, in algebraic notation.
    fn san(slf: &Bound<'_, Self>, r#move: Move) -> PyResult<String> {
        san(&mut sketch(slf), r#move, false)
    }

    /// Returns a legal move, or the null move, in long algebraic notation.
    fn lan(slf: &Bound<'_, Self>, r#move: Move) -> PyResult<String> {
        san(&mut sketch(slf), r#move, true)
    }

    // Not public in python-chess, either, but packages call it.
    #[pyo3(signature = (r#move, *, long = false))]
    fn _algebraic_without_suffix(slf: &Bound<'_, Self>, r#move: Move, long: bool) -> PyResult<String> {
        Ok(san(&mut sketch(slf), r#move, long)?.trim_end_matches(['+', '#']).into())
    }

    /// Returns the move in algebraic notation, which is made.
    fn san_and_push(slf: &Bound<'_, Self>, r#move: Move) -> PyResult<String> {
        let text = san(&mut sketch(slf), r#move, false)?;
        push(slf, r#move)?;
        Ok(text)
    }

    /// Returns moves in algebraic notation, with numbers. Raises IllegalMoveError if one is not legal.
    fn variation_san(slf: &Bound<'_, Self>, variation: &Bound<'_, PyAny>) -> PyResult<String> {
        let (mut sketch, mut words) = (sketch(slf), Vec::new());
        for m in variation.try_iter()? {
            let m: Move = m?.extract()?;
            if !sketch.is_legal(m.sketch()) {
                return Err(error::illegal(format_args!("illegal move {} in position {}", m.text(), sketch)));
            }
            let (turn, number) = (sketch.side_to_move, sketch.fullmove_number);
            let text = san(&mut sketch, m, false)?;
            words.push(match turn {
                Color::White => format!("{number}. {text}"),
                Color::Black if words.is_empty() => format!("{number}...{text}"),
                Color::Black => text,
            });
        }
        Ok(words.join(" "))
    }

    /// Reads a legal move, or the null move, in algebraic notation.
    ///
    /// Raises InvalidMoveError if the text is not a move, IllegalMoveError if it is not legal, and AmbiguousMoveError if
    /// it could be several moves.
    fn parse_san(slf: &Bound<'_, Self>, san: &str) -> PyResult<Py<MoveObject>> {
        parse_san(slf.py(), &sketch(slf), san)?.object(slf.py())
    }

    /// Reads a move in algebraic notation, makes it and returns it.
    fn push_san(slf: &Bound<'_, Self>, san: &str) -> PyResult<Py<MoveObject>> {
        push(slf, parse_san(slf.py(), &sketch(slf), san)?)
    }

    /// Returns the move in UCI notation, with castling as the board or `chess960` says.
    #[pyo3(signature = (r#move, *, chess960 = None))]
    fn uci(slf: &Bound<'_, Self>, r#move: Move, chess960: Option<bool>) -> String {
        let sketch = sketch(slf);
        let m = sketch.inner(r#move.sketch());
        Move::from(if chess960.unwrap_or(sketch.chess960) { m } else { sketch.standard(m) }).text()
    }

    /// Reads a legal move, or the null move, in UCI notation.
    ///
    /// Raises InvalidMoveError if the text is not a move, and IllegalMoveError if it is not legal.
    fn parse_uci(slf: &Bound<'_, Self>, uci: &str) -> PyResult<Py<MoveObject>> {
        parse_uci(slf.py(), &sketch(slf), uci)?.object(slf.py())
    }

    /// Reads a move in UCI notation, makes it and returns it.
    fn push_uci(slf: &Bound<'_, Self>, uci: &str) -> PyResult<Py<MoveObject>> {
        push(slf, parse_uci(slf.py(), &sketch(slf), uci)?)
    }

    /// Returns the move as XBoard writes it.
    #[pyo3(signature = (r#move, chess960 = None))]
    fn xboard(slf: &Bound<'_, Self>, r#move: Move, chess960: Option<bool>) -> String {
        let sketch = sketch(slf);
        if chess960.unwrap_or(sketch.chess960) && sketch.is_castling(r#move.sketch()) {
            return String::from(if sketch.is_kingside_castling(r#move.sketch()) { "O-O" } else { "O-O-O" });
        }
        r#move.xboard()
    }

    /// Reads a move as XBoard writes it.
    fn parse_xboard(slf: &Bound<'_, Self>, xboard: &str) -> PyResult<Py<MoveObject>> {
        Self::parse_san(slf, xboard)
    }

    /// Reads a move as XBoard writes it, makes it and returns it.
    fn push_xboard(slf: &Bound<'_, Self>, san: &str) -> PyResult<Py<MoveObject>> {
        Self::push_san(slf, san)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let sketch = sketch(slf);
        let mode = if sketch.chess960 { ", chess960=True" } else { "" };
        Ok(format!("{}('{sketch}'{mode})", slf.get_type().name()?))
    }
}
