//! Positions with operations (EPD).

use gardez_notation::epd::{Epd, Operand, Operation, ValueError};
use gardez_notation::san::San;
use gardez_position::{Board as CoreBoard, Builder, FenMode, FenReader, FenStyle};
use gardez_types::{CastlingMode, Move as CoreMove};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt, PyString, PyType};

use crate::board::copies::made;
use crate::board::text::policy;
use crate::board::{Board, Game, resolve};
use crate::error;
use crate::moves::Move;

/// Reads an EPD, and the values of its operations.
fn read<'py>(py: Python<'py>, epd: &str, mode: FenMode) -> PyResult<(CoreBoard, Bound<'py, PyDict>)> {
    let read = Epd::read(epd, &FenReader::new().with_mode(mode)).map_err(|failure| error::epd(py, epd, &failure))?;
    let values = PyDict::new(py);
    let mut builder = Builder::from_board(&read.board);
    for operation in &read.operations {
        let value = value_of(py, &read.board, operation)?;
        match operation.opcode.as_str() {
            "hmvc" => builder = builder.with_rule50(value.extract().unwrap_or(read.board.rule50())),
            "fmvn" => builder = builder.with_fullmove(value.extract().unwrap_or(read.board.fullmove())),
            _ => {}
        }
        values.set_item(&operation.opcode, value)?;
    }
    let board = builder.build_board().map_err(|failure| error::board(py, &failure))?;
    Ok((board, values))
}

/// Returns the value of an operation as Python sees it.
fn value_of<'py>(py: Python<'py>, board: &CoreBoard, operation: &Operation) -> PyResult<Bound<'py, PyAny>> {
    use gardez_notation::epd::Value;

    let mode = board.castling_mode();
    match operation.opcode.as_str() {
        "bm" | "am" | "pv" => {
            let moves = match operation.value(board).map_err(|failure| value_error(py, mode, &failure))? {
                Value::BestMoves(moves) | Value::AvoidMoves(moves) | Value::PredictedVariation(moves) => moves,
                _ => Vec::new(),
            };
            return Ok(Move::list(py, &moves, mode)?.into_any());
        }
        _ => {}
    }
    let word = match &operation.operands[..] {
        [] => return Ok(py.None().into_bound(py)),
        [operand] if operand.is_quoted() => return Ok(PyString::new(py, &operand.text()).into_any()),
        [operand] => operand.text(),
        operands => {
            let words: Vec<_> = operands.iter().map(Operand::text).collect();
            return Ok(PyString::new(py, &words.join(" ")).into_any());
        }
    };
    let digits = word.strip_prefix(['-', '+']).unwrap_or(&word);
    if !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'-'))
    {
        if let Ok(number) = word.parse::<i64>() {
            return Ok(PyInt::new(py, number).into_any());
        }
        if let Ok(number) = word.parse::<f64>() {
            return Ok(PyFloat::new(py, number).into_any());
        }
    }
    match gardez_notation::san::parse_lenient(board, &word) {
        Ok(parsed) => Ok(Move::of_played(parsed.mv, mode).object(py)?.into_bound(py).into_any()),
        Err(_) => Ok(PyString::new(py, &word).into_any()),
    }
}

/// Returns a wrong operand, as an exception.
fn value_error(py: Python<'_>, mode: CastlingMode, failure: &ValueError) -> PyErr {
    match failure {
        ValueError::Move { error, .. } => crate::moves::san_error(py, mode, error),
        _ => error::value(failure),
    }
}

/// Returns the operation with a value of Python.
fn operation(board: &CoreBoard, opcode: &str, value: &Bound<'_, PyAny>) -> PyResult<Operation> {
    let is_opcode = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    if !opcode.starts_with(|c: char| c.is_ascii_alphabetic()) || !opcode.chars().all(is_opcode) {
        return Err(error::value(format_args!("an opcode begins with a letter and has no blanks, not {opcode:?}")));
    }
    let operands = if value.is_none() {
        Vec::new()
    } else if let Ok(m) = value.cast::<Move>() {
        vec![san(board, m.get())?]
    } else if let Some(moves) = moves(value) {
        let mut words = line(board, &moves, opcode == "pv")?;
        if opcode != "pv" {
            words.sort_unstable();
        }
        words.iter().map(|word| Operand::from_word(word)).collect()
    } else if value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>() {
        vec![Operand::from_word(&value.str()?.to_string_lossy())]
    } else {
        vec![Operand::from_string(&value.str()?.to_string_lossy())]
    };
    Ok(Operation { opcode: opcode.into(), operands })
}

/// Returns the moves of an iterable that is not a text, if it contains nothing else.
fn moves(value: &Bound<'_, PyAny>) -> Option<Vec<Move>> {
    let is_text = value.is_instance_of::<PyString>();
    let elements = value.try_iter().ok().filter(|_| !is_text)?;
    elements.map(|element| element.ok()?.cast::<Move>().ok().map(|m| *m.get())).collect()
}

fn found(board: &CoreBoard, m: Move) -> PyResult<CoreMove> {
    let found = resolve::guess(board, m).filter(|&found| board.is_legal(found));
    found.ok_or_else(|| error::illegal(resolve::refusal_text(board, m)))
}

fn san(board: &CoreBoard, m: &Move) -> PyResult<Operand> {
    found(board, *m).map(|m| Operand::from_word(&San::new(board, m)))
}

/// Returns the texts of moves: of one position, or after each other.
fn line(board: &CoreBoard, moves: &[Move], follow: bool) -> PyResult<Vec<String>> {
    let mut board = *board;
    let mut words = Vec::with_capacity(moves.len());
    for &m in moves {
        let m = found(&board, m)?;
        words.push(San::new(&board, m).to_string());
        if follow {
            board.do_move(m);
        }
    }
    Ok(words)
}

#[pymethods]
impl Board {
    /// Returns the position with operations, in the format EPD: the FEN without its counters, and `opcode value;` for
    /// each argument.
    ///
    /// A value is a move, an iterable of moves, a number, a text, or None for an opcode without a value. The moves of `pv`
    /// follow each other, all other moves are of this position. `shredder` and `en_passant` are those of `fen`. Raises
    /// IllegalMoveError for a move that is not legal, ValueError for an opcode that cannot be written.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board()
    /// >>> board.epd(bm=[board.parse_san("e4")], id="start")
    /// 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id "start";'
    #[pyo3(signature = (*, shredder = false, en_passant = "legal", **operations))]
    fn epd(&self, shredder: bool, en_passant: &str, operations: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let game = self.game();
        let board = game.position.board();
        let mut epd = Epd::new(*board);
        epd.style = if shredder { FenStyle::Shredder } else { FenStyle::XFen };
        epd.en_passant = policy(en_passant)?;
        for (opcode, value) in operations.into_iter().flatten() {
            let opcode: String = opcode.extract()?;
            epd.operations.push(operation(board, &opcode, &value)?);
        }
        Ok(epd.to_string())
    }

    /// Sets up the position of an EPD and returns its operations as a dict.
    ///
    /// `bm`, `am` and `pv` are lists of moves. Other values are None, a number, a move if the word is one, or else a text.
    /// `hmvc` and `fmvn` set the halfmove clock and the move number. Raises FenError for the position, and
    /// IllegalMoveError for moves that are not legal. The board is unchanged then.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board()
    /// >>> board.set_epd('4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id "x"; acd 12;')
    /// {'bm': [Move.from_uci('e1g1')], 'id': 'x', 'acd': 12}
    fn set_epd<'py>(&self, py: Python<'py>, epd: &str) -> PyResult<Bound<'py, PyDict>> {
        let (board, operations) = read(py, epd, self.game().mode().into())?;
        self.set(Game::from_core(board));
        Ok(operations)
    }

    /// Returns the board of an EPD and its operations, as `set_epd` reads them.
    ///
    /// >>> import gardez
    /// >>> board, operations = gardez.Board.from_epd("4k3/8/8/8/8/8/8/4K2R w K - fmvn 7;")
    /// >>> board.fullmove_number, operations
    /// (7, {'fmvn': 7})
    #[classmethod]
    #[pyo3(signature = (epd, *, chess960 = Some(false)), text_signature = "($type, epd, *, chess960=False)")]
    fn from_epd<'py>(
        cls: &Bound<'py, PyType>,
        epd: &str,
        chess960: Option<bool>,
    ) -> PyResult<(Bound<'py, Self>, Bound<'py, PyDict>)> {
        let mode = match chess960 {
            None => FenMode::Detect,
            Some(false) => FenMode::Standard,
            Some(true) => FenMode::Chess960,
        };
        let (board, operations) = read(cls.py(), epd, mode)?;
        Ok((made(cls, Game::from_core(board))?, operations))
    }

    /// Returns the start position of Chess960 with a number from 0 to 959; 518 is that of chess.
    ///
    /// Raises ValueError for another number.
    ///
    /// >>> import gardez
    /// >>> gardez.Board.from_chess960_pos(0).board_fen()
    /// 'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR'
    #[classmethod]
    fn from_chess960_pos<'py>(cls: &Bound<'py, PyType>, number: i64) -> PyResult<Bound<'py, Self>> {
        let board = u16::try_from(number).ok().and_then(CoreBoard::chess960);
        let board = board.ok_or_else(|| error::value(format_args!("a start position is from 0 to 959, not {number}")));
        made(cls, Game::from_core(board?))
    }

    /// Returns the number of the start position of Chess960, or None if it is none of them.
    ///
    /// >>> import gardez
    /// >>> gardez.Board().chess960_pos()
    /// 518
    fn chess960_pos(&self) -> Option<u16> {
        self.game().position.chess960_number()
    }
}
