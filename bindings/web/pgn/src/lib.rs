//! Games of a PGN, one after the other, and their trees, for the modules of chess and of its variants.

mod board;
mod game;

use std::fmt::{Display, Write};
use std::io::Cursor;
use std::rc::Rc;

use gardez_notation::pgn::{Limits, Problem, Reader, Severity, StreamSource};
pub use gardez_web_failure::Failure;

pub use self::board::WebBoard;
use self::game::{Game, SEPARATOR, Tree};

/// Separates what is known about a game.
const RECORD: char = '\u{1e}';

/// The depth of nested variations, each of which takes about 540 bytes.
const MAX_DEPTH: usize = 5_000;

/// The bytes of a PGN from some byte on, which a reader and the trees of its games share.
#[derive(Clone, Debug)]
pub struct Bytes {
    text: Rc<[u8]>,
    start: usize,
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        self.text.get(self.start..).unwrap_or_default()
    }
}

/// A reader of a text.
pub type TextReader = Reader<StreamSource<Cursor<Bytes>>>;

impl Bytes {
    fn reader(self) -> TextReader {
        Reader::new(Cursor::new(self)).with_limits(Limits::default().with_depth(MAX_DEPTH))
    }
}

/// Reads the games of a PGN one after the other.
#[derive(Debug)]
pub struct Games<B: WebBoard> {
    bytes: Bytes,
    reader: TextReader,
    game: Game<B>,
    /// The tree of another game than the last one.
    other: Option<Tree>,
}

impl<B: WebBoard> Games<B> {
    /// Creates a reader at the beginning of a text.
    pub fn new(text: &str) -> Self {
        let bytes = Bytes { text: text.as_bytes().into(), start: 0 };
        Self { reader: bytes.clone().reader(), bytes, game: Game::default(), other: None }
    }

    /// Reads the next game, with its tree if `has_tree`, and returns what is known about it in one text, since each call from
    /// JavaScript costs more than what it returns: the byte at which the game begins (for [`Games::tree`]), the
    /// [kind](WebBoard::kind) of its board, the FEN of the start (empty for the usual one), the result, the tags, and the
    /// problems. U+001E separates them. Returns `None` after the last game.
    ///
    /// Tags are names and values in turn. A problem is its kind, message, severity and line, and its place and length in
    /// bytes of UTF-8. U+001F follows each of these.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is no PGN but a packed file or a document.
    pub fn next_game(&mut self, has_tree: bool) -> Result<Option<String>, Failure> {
        self.game.tree = has_tree.then(|| self.game.tree.take().unwrap_or_default());
        let is_read = B::read(&mut self.reader, &mut self.game).map_err(|error| Failure::new("pgn", error))?;
        Ok(is_read.then(|| self.about()))
    }

    fn about(&self) -> String {
        let Game { start, result, tags, .. } = &self.game;
        let kind = start.map_or("", |start| start.kind());
        let fen = start.filter(|start| !start.is_usual()).map_or_else(String::new, |start| start.to_string());
        let (offset, result, problems) = (self.reader.game_start(), result.as_str(), self.problems());
        format!("{offset}{RECORD}{kind}{RECORD}{fen}{RECORD}{result}{RECORD}{tags}{RECORD}{problems}")
    }

    /// Returns the numbers of the moves of the main line.
    pub fn moves(&self) -> Vec<u16> {
        self.game.moves.clone()
    }

    /// Returns the tree of the game that begins at a byte, as numbers: that of its nodes; the place of the parent and the
    /// move of each node; and the notes: four times the place of the node and a kind, and a value. The texts that belong to
    /// it come from [`Games::texts`], until the next call.
    ///
    /// # Errors
    ///
    /// Returns an error if no game begins there.
    pub fn tree(&mut self, offset: f64) -> Result<Vec<u32>, Failure> {
        self.other = None;
        if offset != self.reader.game_start() as f64 || self.game.tree.is_none() {
            // A number that is not a place of the text becomes one behind its end.
            let start = if 0.0 <= offset { offset as usize } else { usize::MAX };
            let mut game = Game { tree: Some(Tree::default()), ..Game::default() };
            let read = B::read(&mut Bytes { start, ..self.bytes.clone() }.reader(), &mut game);
            self.other = game.tree.filter(|_| matches!(read, Ok(true)));
            let found = self.other.as_ref().map(Tree::numbers);
            return found.ok_or_else(|| Failure::new("range", "there is no such game"));
        }
        Ok(self.game.tree.as_ref().map(Tree::numbers).unwrap_or_default())
    }

    /// Returns the texts of the tree that was asked for last in UTF-8: the moves, each followed by a space, and then the
    /// comments, each after U+001F.
    pub fn texts(&self) -> Vec<u8> {
        self.other.as_ref().or(self.game.tree.as_ref()).map(Tree::texts).unwrap_or_default()
    }

    fn problems(&self) -> String {
        let mut out = String::new();
        for Problem { kind, line, offset, length, .. } in &self.game.problems {
            let severity = if kind.severity() == Severity::Error { "error" } else { "note" };
            let mut message = kind.to_string();
            message.retain(|letter| !letter.is_control());
            let name = kind.name();
            for part in [&name as &dyn Display, &message, &severity, line, offset, length] {
                _ = write!(out, "{part}{SEPARATOR}");
            }
        }
        out
    }
}

/// Defines the class `PgnReader` of a module, whose games are played on a board. JavaScript knows only this class.
#[macro_export]
macro_rules! pgn_reader {
    ($board:ty) => {
        /// Reads the games of a PGN one after the other.
        #[wasm_bindgen::prelude::wasm_bindgen]
        #[derive(Debug)]
        pub struct PgnReader($crate::Games<$board>);

        #[wasm_bindgen::prelude::wasm_bindgen]
        impl PgnReader {
            /// Creates a reader at the beginning of a text.
            #[wasm_bindgen(constructor)]
            pub fn new(text: &str) -> Self {
                Self($crate::Games::new(text))
            }

            /// See [`Games::next_game`](gardez_web_pgn::Games::next_game).
            #[wasm_bindgen(js_name = nextGame)]
            pub fn next_game(&mut self, has_tree: bool) -> Result<Option<String>, $crate::Failure> {
                self.0.next_game(has_tree)
            }

            /// See [`Games::moves`](gardez_web_pgn::Games::moves).
            pub fn moves(&self) -> Vec<u16> {
                self.0.moves()
            }

            /// See [`Games::tree`](gardez_web_pgn::Games::tree).
            pub fn tree(&mut self, offset: f64) -> Result<Vec<u32>, $crate::Failure> {
                self.0.tree(offset)
            }

            /// See [`Games::texts`](gardez_web_pgn::Games::texts).
            pub fn texts(&self) -> Vec<u8> {
                self.0.texts()
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use gardez_position::Board;
    use gardez_variants::VariantBoard;

    use super::*;

    #[test]
    fn a_tree_has_drops_variations_and_comments() {
        let text = "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 {x} Qxd5 3. Nc3 Qd8 (3... Qa5 $1) 4. @d5 *";
        let mut games = Games::<VariantBoard>::new(text);
        assert_eq!(
            games.next_game(true),
            Ok(Some("0\u{1e}Crazyhouse\u{1e}\u{1e}*\u{1e}Variant\u{1f}Crazyhouse\u{1f}\u{1e}".into()))
        );
        let numbers = games.tree(0.0).expect("the game that was read");
        assert_eq!(numbers[0], 9);
        assert_eq!(games.texts(), "e4 d5 exd5 Qxd5 Nc3 Qd8 Qa5 @d5 \u{1f}x".as_bytes());
        assert_eq!(games.next_game(true), Ok(None));
    }

    #[test]
    fn a_problem_has_its_place() {
        let mut games = Games::<Board>::new("1. e4 e5 2. Ke3 *");
        let about = games.next_game(false).expect("a text").expect("a game");
        let problems = about.rsplit('\u{1e}').next().unwrap_or_default();
        let parts: Vec<_> = problems.split('\u{1f}').collect();
        assert_eq!((parts.len(), &parts[2..]), (7, &["error", "1", "12", "3", ""][..]), "{problems}");
    }
}
