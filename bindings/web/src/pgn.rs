//! Games of a PGN, one after the other, and their trees.

mod game;

use std::io::Cursor;
use std::rc::Rc;

use gardez_notation::pgn::{Limits, Reader, Severity, StreamSource};
use gardez_types::CastlingMode;
use gardez_web_failure::Failure;
use wasm_bindgen::prelude::wasm_bindgen;

use self::game::{Game, Tree};
use crate::json;

/// The depth of nested variations, each of which takes about 540 bytes.
const MAX_DEPTH: usize = 5_000;

/// The bytes of a PGN from some byte on, which a reader and the trees of its games share.
#[derive(Clone, Debug)]
struct Bytes {
    text: Rc<[u8]>,
    start: usize,
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        self.text.get(self.start..).unwrap_or_default()
    }
}

impl Bytes {
    fn reader(self) -> Reader<StreamSource<Cursor<Self>>> {
        Reader::new(Cursor::new(self)).with_limits(Limits::default().with_depth(MAX_DEPTH))
    }
}

/// Reads the games of a PGN one after the other.
#[wasm_bindgen]
#[derive(Debug)]
pub struct PgnReader {
    bytes: Bytes,
    reader: Reader<StreamSource<Cursor<Bytes>>>,
    game: Game,
    /// The tree of another game than the last one.
    other: Option<Tree>,
}

#[wasm_bindgen]
impl PgnReader {
    /// Returns a reader at the beginning of a text.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str) -> Self {
        let bytes = Bytes { text: text.as_bytes().into(), start: 0 };
        Self { reader: bytes.clone().reader(), bytes, game: Game::default(), other: None }
    }

    /// Reads the next game, with its tree if it will be asked for. False after the last one, and an error if the text is
    /// no PGN but a packed file or a document.
    #[wasm_bindgen(js_name = nextGame)]
    pub fn next_game(&mut self, has_tree: bool) -> Result<bool, Failure> {
        self.game.tree = has_tree.then(|| self.game.tree.take().unwrap_or_default());
        self.reader.read(&mut self.game).map_err(|error| Failure::new("pgn", error))
    }

    /// Returns the tags: names and values in turn, each followed by U+001F.
    pub fn tags(&self) -> String {
        self.game.tags.clone()
    }

    /// Returns the numbers of the moves of the main line.
    pub fn moves(&self) -> Vec<u16> {
        self.game.moves.clone()
    }

    /// Returns what is known about the game in one text, since each call costs more than what it returns: the byte at
    /// which the game begins (for [`PgnReader::tree`]), `c` if castling is written as in Chess960, the FEN of the start
    /// (empty for the start position), the result, and the problems. U+001E separates them.
    pub fn about(&self) -> String {
        let mode = self.game.start.map(|start| start.castling_mode());
        let flags = if mode == Some(CastlingMode::Chess960) { "c" } else { "" }.into();
        let start = match &self.game.start {
            Some(start) if !self.game.has_usual_start => start.to_string(),
            _ => String::new(),
        };
        let [offset, result, problems] =
            [self.reader.game_start().to_string(), self.game.result.as_str().into(), self.problems()];
        [offset, flags, start, result, problems].join("\u{1e}")
    }

    /// Returns the tree of the game that begins at a byte, as numbers. The texts that belong to it come from
    /// [`PgnReader::texts`], until the next call.
    pub fn tree(&mut self, offset: f64) -> Result<Vec<u32>, Failure> {
        if offset != self.offset() || self.game.tree.is_none() {
            // A number that is not a place of the text becomes one behind its end.
            let start = if 0.0 <= offset { offset as usize } else { usize::MAX };
            let mut game = Game { tree: Some(Tree::default()), ..Game::default() };
            let read = Bytes { start, ..self.bytes.clone() }.reader().read(&mut game);
            self.other = game.tree.filter(|_| matches!(read, Ok(true)));
            return self
                .other
                .as_ref()
                .map(Tree::numbers)
                .ok_or_else(|| Failure::new("range", "there is no such game"));
        }
        self.other = None;
        Ok(self.game.tree.as_ref().map(Tree::numbers).unwrap_or_default())
    }

    /// Returns the texts of the tree that was asked for last in UTF-8: the moves, each followed by a space, and then the
    /// comments, each after U+001F.
    pub fn texts(&self) -> Vec<u8> {
        self.other.as_ref().or(self.game.tree.as_ref()).map(Tree::texts).unwrap_or_default()
    }
}

impl PgnReader {
    /// Returns the byte at which the game begins, for [`PgnReader::tree`].
    pub(crate) fn offset(&self) -> f64 {
        self.reader.game_start() as f64
    }

    /// Returns the problems of the game as JSON: an array of objects with `kind`, `message`, `severity`, `line`,
    /// `column`, `offset` and `length`; `column`, `offset` and `length` count bytes of UTF-8. The text is empty if
    /// there are none.
    fn problems(&self) -> String {
        let mut out = String::new();
        if self.game.problems.is_empty() {
            return out;
        }
        json::array(&mut out, &self.game.problems, |out, problem| {
            out.push_str("{\"kind\":");
            json::string(out, problem.kind.name());
            out.push_str(",\"message\":");
            json::string(out, &problem.kind.to_string());
            let severity = if problem.kind.severity() == Severity::Error { "error" } else { "note" };
            out.push_str(&format!(
                ",\"severity\":\"{severity}\",\"line\":{},\"column\":{},\"offset\":{},\"length\":{}}}",
                problem.line, problem.column, problem.offset, problem.length
            ));
        });
        out
    }
}
