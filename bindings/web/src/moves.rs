//! Lists of moves, their texts, and counts of them.

use gardez_notation::san::San;
use gardez_position::Board;
use gardez_types::{Move, Square};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::chess::Chess;
use crate::failure::Failure;

/// The greatest depth of a count.
const MAX_DEPTH: u32 = 9;

#[wasm_bindgen]
impl Chess {
    /// Returns the legal moves.
    #[wasm_bindgen(js_name = legalMoves)]
    pub fn legal_moves(&self) -> Vec<u16> {
        self.position.board().legal_moves().iter().map(|m| m.raw()).collect()
    }

    /// Returns the legal moves from a square.
    #[wasm_bindgen(js_name = legalMovesFrom)]
    pub fn legal_moves_from(&self, square: u8) -> Vec<u16> {
        let Some(&square) = Square::ALL.get(usize::from(square)) else { return Vec::new() };
        self.position.board().moves().from(square).into_iter().map(|m| m.raw()).collect()
    }

    /// Returns the number of legal moves.
    #[wasm_bindgen(js_name = legalCount)]
    pub fn legal_count(&self) -> usize {
        self.position.board().legal_move_count()
    }

    /// Returns all legal moves in standard notation, in the order of the list, separated by spaces.
    #[wasm_bindgen(js_name = movesSan)]
    pub fn moves_san(&self) -> String {
        let board = self.position.board();
        joined(board.legal_moves().iter().map(|&m| San::new(board, m)), 6 * 40)
    }

    /// Returns a legal move in standard notation.
    pub fn san(&self, raw: u16) -> Result<String, Failure> {
        Ok(San::new(self.position.board(), self.legal(raw)?).to_string())
    }

    /// Returns a legal move in UCI notation.
    pub fn uci(&self, raw: u16) -> Result<String, Failure> {
        Ok(self.legal(raw)?.uci(self.position.board().castling_mode()).to_string())
    }

    /// Finds a move by its text: SAN is read as people write it, UCI too, and `--` is a null move (0).
    #[wasm_bindgen(js_name = findText)]
    pub fn find_text(&self, text: &str) -> Result<u16, Failure> {
        let board = self.position.board();
        let read =
            gardez_notation::san::parse_lenient(board, text).map_err(|error| Failure::of_san(board, text, &error))?;
        Ok(read.mv.map_or(0, Move::raw))
    }

    /// Finds a move by its squares.
    #[wasm_bindgen(js_name = findSquares)]
    pub fn find_squares(&self, from: u8, to: u8, promotion: &str) -> Result<u16, Failure> {
        Ok(self.find(from, to, promotion)?.raw())
    }

    /// Moves played one after the other from here, in standard notation, separated by spaces.
    #[wasm_bindgen(js_name = sanLine)]
    pub fn san_line(&self, moves: &[u16]) -> Result<String, Failure> {
        line(*self.position.board(), moves)
    }

    /// Returns the moves of the game in standard notation, separated by spaces.
    #[wasm_bindgen(js_name = historySan)]
    pub fn history_san(&self) -> String {
        line(self.start, &self.moves).unwrap_or_default()
    }

    /// Plays moves in standard notation, separated by spaces, and returns their numbers. If one of them is refused, those
    /// before it stay played.
    #[wasm_bindgen(js_name = playLine)]
    pub fn play_line(&mut self, texts: &str) -> Result<Vec<u16>, Failure> {
        texts.split_ascii_whitespace().map(|text| self.play_text(text)).collect()
    }

    /// Returns the number of sequences of `depth` legal moves.
    pub fn perft(&self, depth: u32) -> Result<f64, Failure> {
        if MAX_DEPTH < depth {
            return Err(Failure::range("the depth", MAX_DEPTH));
        }
        exact(perft(self.position.board(), depth))
    }

    /// Returns the number of sequences after each legal move, in the order of the list.
    pub fn divide(&self, depth: u32) -> Result<Vec<f64>, Failure> {
        if !(1..=MAX_DEPTH).contains(&depth) {
            return Err(Failure::range("the depth", MAX_DEPTH));
        }
        let board = self.position.board();
        board.legal_moves().iter().map(|&m| exact(perft(&board.after(m), depth - 1))).collect()
    }
}

impl Chess {
    /// Returns the legal move with this number.
    pub(crate) fn legal(&self, raw: u16) -> Result<Move, Failure> {
        Move::from_raw(raw).filter(|&m| self.position.board().is_legal(m)).ok_or_else(|| Failure::not_legal(raw))
    }
}

/// Texts separated by spaces.
fn joined(texts: impl Iterator<Item = impl core::fmt::Display>, capacity: usize) -> String {
    use core::fmt::Write;
    let mut all = String::with_capacity(capacity);
    for text in texts {
        if !all.is_empty() {
            all.push(' ');
        }
        _ = write!(all, "{text}");
    }
    all
}

/// Returns the texts of moves that follow each other, separated by spaces; `--` is a null move.
fn line(mut board: Board, moves: &[u16]) -> Result<String, Failure> {
    let mut text = String::with_capacity(5 * moves.len());
    for &raw in moves {
        if !text.is_empty() {
            text.push(' ');
        }
        let m = Move::from_raw(raw).filter(|&m| board.is_legal(m));
        match m {
            Some(m) => {
                text.push_str(&San::new(&board, m).to_string());
                board.do_move(m);
            }
            None if raw == 0 && board.pass().is_ok() => text.push_str("--"),
            None => return Err(Failure::not_legal(raw)),
        }
    }
    Ok(text)
}

/// Returns a count as a number of JavaScript, which is exact up to 2^53.
fn exact(count: u64) -> Result<f64, Failure> {
    if (1 << 53) < count {
        return Err(Failure::new("range", "the count is larger than 2^53"));
    }
    Ok(count as f64)
}

fn perft(board: &Board, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => board.legal_move_count() as u64,
        _ => board.legal_moves().iter().map(|&m| perft(&board.after(m), depth - 1)).sum(),
    }
}
