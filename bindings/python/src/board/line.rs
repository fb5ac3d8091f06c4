//! Variations, long algebraic notation and drawings.

use std::fmt::Write;

use gardez_notation::lan::{Lan, LanStyle};
use gardez_notation::san::San;
use gardez_types::{CastlingMode, Color, PieceType, Rank, Square};
use pyo3::prelude::*;

use crate::args::{ColorArg, PieceTypeArg, SquareArg};
use crate::board::resolve;
use crate::board::{Board, Game};
use crate::error;
use crate::moves::Move;

impl Game {
    /// Returns a drawing of the board, with eight lines of eight symbols.
    fn drawing(&self, seen_by: Color, symbol: impl Fn(Square) -> char) -> String {
        let mut text = String::with_capacity(256);
        for line in 0..8 {
            if line != 0 {
                text.push('\n');
            }
            for column in 0..8 {
                let (rank, file) = if seen_by == Color::White { (7 - line, column) } else { (line, 7 - column) };
                if column != 0 {
                    text.push(' ');
                }
                text.extend(Square::from_index(8 * rank + file).map(&symbol));
            }
        }
        text
    }
}

#[pymethods]
impl Board {
    /// Finds the legal move between two squares; a pawn on the last rank becomes `promotion`, by default a queen.
    ///
    /// Raises IllegalMoveError if there is none.
    ///
    /// >>> import gardez
    /// >>> gardez.Board().find_move(gardez.E2, gardez.E4)
    /// Move.from_uci('e2e4')
    #[pyo3(signature = (from_square, to_square, promotion = None))]
    fn find_move(
        &self,
        py: Python<'_>,
        from_square: SquareArg,
        to_square: SquareArg,
        promotion: Option<PieceTypeArg>,
    ) -> PyResult<Py<Move>> {
        let game = self.game();
        let is_pawn = game.position.by_type(PieceType::Pawn).contains(from_square.0);
        let promotes = is_pawn && matches!(to_square.0.rank(), Rank::One | Rank::Eight);
        let promotion = match promotion {
            None if promotes => PieceType::Queen.raw(),
            given => given.map_or(0, |piece_type| piece_type.0.raw()),
        };
        let wanted = Move { from: from_square.0 as u8, to: to_square.0 as u8, promotion, drop: 0 };
        Move::of(game.resolve(&wanted)?, game.mode()).object(py)
    }

    /// Returns a move in long algebraic notation, such as `Ng1-f3`; `--` for the null move.
    ///
    /// Raises IllegalMoveError if the move is not legal.
    ///
    /// >>> import gardez
    /// >>> gardez.Board().lan(gardez.Move.from_uci("g1f3"))
    /// 'Ng1-f3'
    #[pyo3(signature = (r#move))]
    fn lan(&self, r#move: &Move) -> PyResult<String> {
        let game = self.game();
        if r#move.is_null() {
            return Ok(String::from("--"));
        }
        Ok(Lan::new(&game.position, game.resolve(r#move)?, LanStyle::Hyphen).to_string())
    }

    /// Moves that follow each other from here, in standard algebraic notation with move numbers.
    ///
    /// Raises IllegalMoveError for the first move that is not legal; its text has the index of the move.
    ///
    /// >>> import gardez
    /// >>> line = [gardez.Move.from_uci(uci) for uci in ["e2e4", "e7e5", "g1f3"]]
    /// >>> gardez.Board().variation_san(line)
    /// '1. e4 e5 2. Nf3'
    fn variation_san(&self, variation: &Bound<'_, PyAny>) -> PyResult<String> {
        let game = self.game();
        let mut board = *game.position.board();
        let mut text = String::new();
        for (index, m) in variation.try_iter()?.enumerate() {
            let m = m?;
            let m = m.cast::<Move>()?.get();
            let found = resolve::guess(&board, *m).filter(|&found| board.is_legal(found));
            let found = found.ok_or_else(|| {
                error::illegal(format_args!(
                    "illegal move {} at variation[{index}]: {}",
                    m.text(),
                    resolve::refusal_text(&board, *m)
                ))
            })?;
            let number = board.fullmove();
            let written = match (board.side_to_move(), index) {
                (Color::White, 0) => write!(text, "{number}. "),
                (Color::White, _) => write!(text, " {number}. "),
                (Color::Black, 0) => write!(text, "{number}..."),
                (Color::Black, _) => write!(text, " "),
            };
            written.map_err(error::value)?;
            text.push_str(&San::new(&board, found));
            board.do_move(found);
        }
        Ok(text)
    }

    /// Returns a drawing of the board with chess symbols, seen by the color `orientation`.
    ///
    /// `empty_square` is the symbol of an empty square. With `invert_color=True` the colors of the symbols are exchanged, for
    /// a dark background.
    ///
    /// >>> import gardez
    /// >>> print(gardez.Board("4k3/8/8/8/8/8/8/4K2R w - - 0 1").unicode(empty_square="."))
    /// . . . . ♚ . . .
    /// . . . . . . . .
    /// . . . . . . . .
    /// . . . . . . . .
    /// . . . . . . . .
    /// . . . . . . . .
    /// . . . . . . . .
    /// . . . . ♔ . . ♖
    #[pyo3(signature = (*, invert_color = false, empty_square = '⭘', orientation = ColorArg(Color::White)))]
    fn unicode(&self, invert_color: bool, empty_square: char, orientation: ColorArg) -> String {
        let game = self.game();
        game.drawing(orientation.0, |square| match game.position.piece_on(square) {
            None => empty_square,
            Some(piece) if invert_color => piece.swap_colors().figurine(),
            Some(piece) => piece.figurine(),
        })
    }

    /// Returns the position as a drawing, which notebooks show.
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("gardez.chess.svg")?.getattr("of_board")?.call1((slf,))
    }

    fn __str__(&self) -> String {
        let game = self.game();
        game.drawing(Color::White, |square| game.position.piece_on(square).map_or('.', |piece| piece.letter()))
    }

    fn __repr__(&self) -> PyResult<String> {
        let fen = self.fen("legal", false)?;
        let mode = if self.game().mode() == CastlingMode::Chess960 { ", chess960=True" } else { "" };
        Ok(format!("Board('{fen}'{mode})"))
    }
}
