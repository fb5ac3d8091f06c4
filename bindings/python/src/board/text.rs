//! FEN, SAN and UCI.

use gardez_notation::san::{San, SanError, parse_lenient};
use gardez_position::{EnPassantPolicy, FenStyle};
use gardez_types::CastlingMode;
use pyo3::prelude::*;

use crate::board::{Board, Game, resolve};
use crate::error;
use crate::moves::{self, Move};

/// Returns the policy of an argument `en_passant`.
pub(crate) fn policy(name: &str) -> PyResult<EnPassantPolicy> {
    match name {
        "legal" => Ok(EnPassantPolicy::Legal),
        "xfen" => Ok(EnPassantPolicy::PseudoLegal),
        "fen" => Ok(EnPassantPolicy::Always),
        _ => Err(error::value(format_args!("en_passant is 'legal', 'xfen' or 'fen', not {name:?}"))),
    }
}

/// Returns the castling mode of an argument `chess960`; `None` means the board's.
fn mode(game: &Game, chess960: Option<bool>) -> CastlingMode {
    match chess960 {
        None => game.mode(),
        Some(true) => CastlingMode::Chess960,
        Some(false) => CastlingMode::Standard,
    }
}

impl Game {
    /// Returns the legal move, or the null move as `None`, that a text in standard notation means.
    pub(crate) fn read_san(&self, san: &str) -> Result<Option<gardez_types::Move>, SanError> {
        parse_lenient(&self.position, san).map(|parsed| parsed.mv)
    }

    /// Returns the legal move, or the null move as `None`, that a move which was read from a text means.
    fn read_uci(&self, m: Move) -> PyResult<Option<gardez_types::Move>> {
        if m.is_null() { Ok(None) } else { self.resolve(&m).map(Some) }
    }
}

impl Board {
    /// Makes a move that is read in the position, or passes, and returns its object.
    fn play<E>(
        &self,
        py: Python<'_>,
        read: impl FnOnce(&Game) -> Result<Option<gardez_types::Move>, E>,
        exception: impl FnOnce(CastlingMode, E) -> PyErr,
    ) -> PyResult<Py<Move>> {
        let (played, mode) = self.change(|game| {
            let played = read(game).map(|m| game.play(m).map(|()| m));
            (played, game.mode())
        });
        let m = played.map_err(|error| exception(mode, error))??;
        Move::of_played(m, mode).object(py)
    }
}

#[pymethods]
impl Board {
    /// Returns the FEN.
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
        let game = self.game();
        let style = if shredder { FenStyle::Shredder } else { FenStyle::XFen };
        let fen = game.position.fen(style);
        let policy = policy(en_passant)?;
        Ok(if policy == EnPassantPolicy::Legal { fen } else { fen.with_en_passant(policy) }.to_string())
    }

    /// Returns the FEN with the castling field of Shredder: `HAha`.
    ///
    /// >>> import gardez
    /// >>> gardez.Board().shredder_fen()
    /// 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1'
    #[pyo3(signature = (*, en_passant = "legal"))]
    fn shredder_fen(&self, en_passant: &str) -> PyResult<String> {
        self.fen(en_passant, true)
    }

    /// Returns the pieces, as the first field of the FEN.
    ///
    /// >>> import gardez
    /// >>> gardez.Board().board_fen()
    /// 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR'
    fn board_fen(&self) -> String {
        self.game().position.placement().to_string()
    }

    /// Returns a move in standard algebraic notation, such as `Nf3`; `--` for the null move.
    ///
    /// Raises IllegalMoveError if the move is not legal.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board()
    /// >>> board.san(gardez.Move.from_uci("g1f3"))
    /// 'Nf3'
    #[pyo3(signature = (r#move))]
    fn san(&self, r#move: &Move) -> PyResult<String> {
        let game = self.game();
        if r#move.is_null() {
            return Ok(String::from("--"));
        }
        Ok(San::new(&game.position, game.resolve(r#move)?).to_string())
    }

    /// Returns a move in UCI notation, with castling as this board writes it or as `chess960` says.
    ///
    /// Castling of Chess960 with `chess960=False` is a step of two squares from the e-file if the rook is in the corner. It
    /// stays the king that takes its rook otherwise, because the step may be another move. The move need not be legal. The
    /// null move is `0000`.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    /// >>> castling = board.parse_san("O-O")
    /// >>> board.uci(castling), board.uci(castling, chess960=True)
    /// ('e1g1', 'e1h1')
    #[pyo3(signature = (r#move, *, chess960 = None))]
    fn uci(&self, r#move: &Move, chess960: Option<bool>) -> String {
        let game = self.game();
        resolve::written(game.position.board(), *r#move, mode(&game, chess960)).text()
    }

    /// Returns a move for the protocol of XBoard: as in UCI, but `O-O` and `O-O-O` for castling in Chess960, and `@@@@`
    /// for the null move. The move need not be legal.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1", chess960=True)
    /// >>> board.xboard(board.parse_san("O-O"))
    /// 'O-O'
    #[pyo3(signature = (r#move, *, chess960 = None))]
    fn xboard(&self, r#move: &Move, chess960: Option<bool>) -> String {
        let game = self.game();
        match game.castling_squares(*r#move) {
            Some((from, to)) if mode(&game, chess960) == CastlingMode::Chess960 => {
                String::from(if from.file() < to.file() { "O-O" } else { "O-O-O" })
            }
            _ => r#move.xboard(),
        }
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
        let game = self.game();
        let m = game.read_san(san).map_err(|error| moves::san_error(py, game.mode(), &error))?;
        Move::of_played(m, game.mode()).object(py)
    }

    /// Makes a move given in algebraic notation, as `parse_san` reads it, and returns it.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board()
    /// >>> board.push_san("d4")
    /// Move.from_uci('d2d4')
    fn push_san(&self, py: Python<'_>, san: &str) -> PyResult<Py<Move>> {
        self.play(py, |game| game.read_san(san), |mode, error| moves::san_error(py, mode, &error))
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
        let game = self.game();
        Move::of_played(game.read_uci(moves::parse(uci)?)?, game.mode()).object(py)
    }

    /// Makes a move given in UCI notation, as `parse_uci` reads it, and returns it.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board()
    /// >>> board.push_uci("d2d4")
    /// Move.from_uci('d2d4')
    fn push_uci(&self, py: Python<'_>, uci: &str) -> PyResult<Py<Move>> {
        let m = moves::parse(uci)?;
        self.play(py, |game| game.read_uci(m), |_, error| error)
    }
    /// Reads a legal move of the protocol of XBoard, which is any text that `parse_san` reads.
    ///
    /// >>> import gardez
    /// >>> gardez.Board().parse_xboard("g1f3")
    /// Move.from_uci('g1f3')
    fn parse_xboard(&self, py: Python<'_>, xboard: &str) -> PyResult<Py<Move>> {
        self.parse_san(py, xboard)
    }

    /// Makes a move of the protocol of XBoard, as `parse_xboard` reads it, and returns it.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board()
    /// >>> board.push_xboard("d2d4")
    /// Move.from_uci('d2d4')
    fn push_xboard(&self, py: Python<'_>, xboard: &str) -> PyResult<Py<Move>> {
        self.push_san(py, xboard)
    }
}
