//! A game: its start, its moves, and how they are taken back.

use gardez_position::{Board, EnPassantPolicy, FenMode, FenReader, FenStyle, Position, ReadFen};
use gardez_types::{CastlingMode, ErrorInfo, Move, PieceType, Square};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::{Failure, utf16};

/// A game with all its moves.
#[wasm_bindgen]
#[derive(Clone, Debug)]
pub struct Chess {
    pub(crate) position: Position,
    /// The board before the first move.
    pub(crate) start: Board,
    /// The moves played; 0 for a null move.
    pub(crate) moves: Vec<u16>,
    /// The FEN that was read, for its problems.
    read: Option<ReadFen<Board>>,
}

/// The most moves that a game may have, which bounds its memory.
const MAX_MOVES: usize = 100_000;

/// Reads a FEN in the mode that JavaScript asks for: 0 detects Chess960, 1 is standard chess, 2 is Chess960.
fn reader(mode: u8) -> FenReader {
    let mode = match mode {
        1 => FenMode::Standard,
        2 => FenMode::Chess960,
        _ => FenMode::Detect,
    };
    FenReader::new().with_mode(mode)
}

#[wasm_bindgen]
impl Chess {
    /// Returns the position of a FEN.
    #[wasm_bindgen(constructor)]
    pub fn new(fen: &str, mode: u8) -> Result<Self, Failure> {
        let read = reader(mode).read_board(fen).map_err(|error| Failure::about("fen", fen, &error))?;
        Ok(Self { read: Some(read.clone()), ..Self::from_board(read.position) })
    }

    /// Returns start position number `number` of Chess960.
    pub fn chess960(number: u16) -> Result<Self, Failure> {
        let start = Board::chess960(number).ok_or_else(|| Failure::range("the start position", 959))?;
        Ok(Self::from_board(start))
    }

    /// Sets up another position.
    pub fn load(&mut self, fen: &str, mode: u8) -> Result<(), Failure> {
        *self = Self::new(fen, mode)?;
        Ok(())
    }

    /// Returns the FEN. The en passant square is printed if a capture on it is legal (0), if a pawn attacks it (1) or
    /// always (2). The castling field is in the usual dialect of the mode (0), X-FEN (1) or Shredder-FEN (2).
    pub fn fen(&self, en_passant: u8, style: u8) -> String {
        let board = self.position.board();
        let style = match (style, board.castling_mode()) {
            (2, _) | (0, CastlingMode::Chess960) => FenStyle::Shredder,
            _ => FenStyle::XFen,
        };
        let policy = match en_passant {
            0 => EnPassantPolicy::Legal,
            1 => EnPassantPolicy::PseudoLegal,
            _ => EnPassantPolicy::Always,
        };
        board.fen(style).with_en_passant(policy).to_string()
    }

    /// Returns the names of what is odd about the position that was set up, separated by spaces.
    pub fn problems(&self) -> String {
        let problems = self.read.as_ref().map_or_else(|| self.start.problems(), ReadFen::problems);
        problems.names().collect::<Vec<_>>().join(" ")
    }

    /// Plays a move given by its number.
    pub fn play(&mut self, raw: u16) -> Result<(), Failure> {
        let m = Move::from_raw(raw).ok_or_else(|| Failure::not_legal(raw))?;
        self.make(Some(m))
    }

    /// Plays a move given as text, as [`Chess::find_text`] reads it, and returns its number.
    #[wasm_bindgen(js_name = playText)]
    pub fn play_text(&mut self, text: &str) -> Result<u16, Failure> {
        let raw = self.find_text(text)?;
        self.make(Move::from_raw(raw))?;
        Ok(raw)
    }

    /// Finds the legal move between two squares.
    pub(crate) fn find(&self, from: u8, to: u8, promotion: &str) -> Result<Move, Failure> {
        let square =
            |index: u8| Square::ALL.get(usize::from(index)).copied().ok_or_else(|| Failure::range("a square", 63));
        let (from, to) = (square(from)?, square(to)?);
        let mut letters = promotion.chars();
        let promotion = match (letters.next(), letters.next()) {
            (None, _) => None,
            (Some(letter), None) => match PieceType::from_letter(letter.to_ascii_lowercase()) {
                Some(piece) => Some(piece),
                None => return Err(Failure::new("malformed", format_args!("{letter} is not a piece"))),
            },
            _ => return Err(Failure::new("malformed", "a promotion is one letter")),
        };
        // A program may send a piece with each move, as boards of other packages do.
        let board = self.position.board();
        let is_promotion = board.moves().from(from).to(to).into_iter().any(|m| m.promotion().is_some());
        board.find_move(from, to, promotion.filter(|_| is_promotion)).map_err(|error| Failure::new("illegal", error))
    }

    /// Takes the last move back, and returns its number.
    pub fn undo(&mut self) -> Option<u16> {
        let raw = self.moves.pop()?;
        if raw == 0 {
            self.position.undo_null_move();
        } else {
            self.position.undo_move();
        }
        Some(raw)
    }

    /// Returns the numbers of the moves played.
    pub fn history(&self) -> Vec<u16> {
        self.moves.clone()
    }

    /// Returns the number of moves played.
    #[wasm_bindgen(js_name = plyCount)]
    pub fn ply_count(&self) -> usize {
        self.moves.len()
    }

    /// Plays moves given by their numbers. If one of them is refused, those before it stay played.
    pub fn resume(&mut self, moves: &[u16]) -> Result<(), Failure> {
        moves.iter().try_for_each(|&raw| self.make(Move::from_raw(raw)))
    }

    /// Returns a game with the same moves.
    pub fn copy(&self) -> Self {
        self.clone()
    }
}

impl Chess {
    /// Returns a game from a board, as a PGN begins.
    pub(crate) fn from_board(start: Board) -> Self {
        Self { position: Position::from(start), start, moves: Vec::new(), read: None }
    }

    /// Plays a move if it is legal; `None` is a null move, which is not legal in check.
    pub(crate) fn make(&mut self, m: Option<Move>) -> Result<(), Failure> {
        if self.moves.len() == MAX_MOVES {
            return Err(Failure::new("range", format_args!("a game has at most {MAX_MOVES} moves")));
        }
        match m {
            Some(m) => self.position.play(m).map_err(|error| Failure::new("illegal", error))?,
            None => self.position.pass().map_err(|error| Failure::new("illegal", error))?,
        }
        self.moves.push(m.map_or(0, Move::raw));
        Ok(())
    }
}

/// Says what is wrong with a FEN: an empty text if nothing is, else the place and the message, separated by spaces.
#[wasm_bindgen(js_name = validateFen)]
pub fn validate_fen(fen: &str) -> String {
    match FenReader::new().read_board(fen) {
        Ok(_) => String::new(),
        Err(error) => {
            let span = error.span().unwrap_or(0..fen.len());
            format!("{} {} {error}", utf16(fen, span.start), utf16(fen, span.end))
        }
    }
}
