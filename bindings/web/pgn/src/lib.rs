//! Games of a PGN, one after the other, and their trees, for the modules of chess and of its variants.

mod board;
mod game;

use std::fmt::{Display, Write};
use std::io::Cursor;
use std::rc::Rc;

use gardez_notation::pgn::{Limits, Problem, Reader, Severity, StreamSource};
use gardez_notation::san::Letters;
pub use gardez_web_failure::Failure;

pub use self::board::WebBoard;
use self::game::{Game, SEPARATOR, Tree};

/// Separates what is known about a game.
const RECORD: char = '\u{1e}';

/// The depth of nested variations, each of which takes about 540 bytes.
const MAX_DEPTH: usize = 5_000;

/// Reads the games of a PGN one after the other. JavaScript reads a window of a longer text with each reader.
#[derive(Debug)]
pub struct Games<B: WebBoard> {
    text: Rc<[u8]>,
    reader: Reader<StreamSource<Cursor<Rc<[u8]>>>>,
    game: Game<B>,
    /// A byte of the text, and the number of UTF-16 units before it.
    place: [usize; 2],
}

impl<B: WebBoard> Games<B> {
    /// Creates a reader at the beginning of a text, of games in the letters of a language: `en`, `de` …
    ///
    /// # Errors
    ///
    /// Returns an error if the language is not known.
    pub fn new(text: &str, language: &str) -> Result<Self, Failure> {
        let unknown = || Failure::new("range", format_args!("{language:?} is not the code of a known language"));
        let letters = Letters::from_code(language).ok_or_else(unknown)?;
        let text: Rc<[u8]> = text.as_bytes().into();
        let mut reader = Reader::new(Cursor::new(text.clone())).with_limits(Limits::default().with_depth(MAX_DEPTH));
        reader.set_letters(Some(letters));
        Ok(Self { text, reader, game: Game::default(), place: [0; 2] })
    }

    /// Reads the next game, with its tree if `has_tree`, and returns what is known about it in one text, since each call from
    /// JavaScript costs more than what it returns: where the game begins and ends, the [kind](WebBoard::kind) of its board, the
    /// FEN of the start (empty for the usual one), the result, the tags, and the problems. U+001E separates them. Returns
    /// `None` after the last game.
    ///
    /// Tags are names and values in turn. A problem is its kind, message and severity, its line and column, and where it begins
    /// and ends. U+001F follows each of these. Places count UTF-16 units.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is no PGN but a packed file or a document.
    pub fn next_game(&mut self, has_tree: bool) -> Result<Option<String>, Failure> {
        self.game.tree = has_tree.then(|| self.game.tree.take().unwrap_or_default());
        let is_read = self.reader.read_on::<B, _>(&mut self.game).map_err(|error| Failure::new("pgn", error))?;
        Ok(is_read.then(|| self.about()))
    }

    fn about(&mut self) -> String {
        let start = self.utf16(self.reader.game_start());
        let problems = self.problems();
        let end = self.utf16(self.reader.offset());
        let Game { start: board, result, tags, .. } = &self.game;
        let kind = board.map_or("", |board| board.kind());
        let fen = board.filter(|board| !board.is_usual()).map_or_else(String::new, |board| board.to_string());
        let parts: [&dyn Display; 7] = [&start, &end, &kind, &fen, &result.as_str(), tags, &problems];
        parts.map(ToString::to_string).join(&RECORD.to_string())
    }

    /// Returns the numbers of the moves of the main line.
    pub fn moves(&self) -> Vec<u16> {
        self.game.moves.clone()
    }

    /// Returns the tree of the last game as numbers: that of its nodes; the place of the parent and the move of each node; and
    /// the notes: four times the place of the node and a kind, and a value. Empty if it was read without a tree.
    pub fn tree(&self) -> Vec<u32> {
        self.game.tree.as_ref().map(Tree::numbers).unwrap_or_default()
    }

    /// Returns the texts of the tree in UTF-8: the moves, each followed by a space, and then the comments, each after U+001F.
    pub fn texts(&self) -> Vec<u8> {
        self.game.tree.as_ref().map(Tree::texts).unwrap_or_default()
    }

    fn problems(&mut self) -> String {
        let mut out = String::new();
        for Problem { kind, line, column, offset, length, .. } in std::mem::take(&mut self.game.problems) {
            let severity = if kind.severity() == Severity::Error { "error" } else { "note" };
            let mut message = kind.to_string();
            message.retain(|letter| !letter.is_control());
            let [first, start, end] =
                [(offset + 1).saturating_sub(column), offset, offset + length].map(|byte| self.utf16(byte));
            let (name, column) = (kind.name(), 1 + start - first);
            for part in [&name as &dyn Display, &message, &severity, &line, &column, &start, &end] {
                _ = write!(out, "{part}{SEPARATOR}");
            }
        }
        out
    }

    /// Returns the number of UTF-16 units before a byte of the text. Places that rise are found in one pass.
    fn utf16(&mut self, byte: u64) -> usize {
        let byte = self.text.len().min(byte as usize);
        let [from, units] = if self.place[0] <= byte { self.place } else { [0; 2] };
        let begins = |&byte: &u8| usize::from(byte & 0xc0 != 0x80) + usize::from(0xf0 <= byte);
        self.place = [byte, units + self.text[from..byte].iter().map(begins).sum::<usize>()];
        self.place[1]
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
            /// See [`Games::new`](gardez_web_pgn::Games::new).
            #[wasm_bindgen(constructor)]
            pub fn new(text: &str, language: &str) -> Result<Self, $crate::Failure> {
                $crate::Games::new(text, language).map(Self)
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
            pub fn tree(&self) -> Vec<u32> {
                self.0.tree()
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
        let mut games = Games::<VariantBoard>::new(text, "en").expect("English");
        assert_eq!(
            games.next_game(true),
            Ok(Some("0\u{1e}83\u{1e}Crazyhouse\u{1e}\u{1e}*\u{1e}Variant\u{1f}Crazyhouse\u{1f}\u{1e}".into()))
        );
        assert_eq!(games.tree()[0], 9);
        assert_eq!(games.texts(), "e4 d5 exd5 Qxd5 Nc3 Qd8 Qa5 @d5 \u{1f}x".as_bytes());
        assert_eq!(games.next_game(true), Ok(None));
    }

    #[test]
    fn a_problem_has_its_place() {
        let mut games = Games::<Board>::new("1. e4 {\u{1f600}\n\u{1f600}} e5 2. Ke3 *", "en").expect("English");
        let about = games.next_game(false).expect("a text").expect("a game");
        let problems = about.rsplit('\u{1e}').next().unwrap_or_default();
        let parts: Vec<_> = problems.split('\u{1f}').collect();
        assert_eq!((parts.len(), &parts[2..]), (8, &["error", "2", "11", "20", "23", ""][..]), "{problems}");
        assert!(Games::<Board>::new("", "german").is_err());
    }

    #[test]
    fn a_game_is_read_in_the_letters_of_its_language() {
        for (language, moves) in [("de", 3), ("en", 2)] {
            let mut games = Games::<Board>::new("1. e4 e5 2. Sf3 *", language).expect("a language");
            assert!(games.next_game(false).is_ok_and(|about| about.is_some()));
            assert_eq!(games.moves().len(), moves);
        }
    }
}
