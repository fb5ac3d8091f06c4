//! Games of variants in PGN, and their trees.

use std::fmt::Write;
use std::io::Cursor;

use gardez_notation::pgn::{Keep, Limits, ReadGame, Reader, Severity, StreamSource};
use gardez_variants::pgn::Game;
use gardez_variants::{CastlingMode, Variant, VariantBoard, VariantMove};
use gardez_web_failure::{Failure, utf16};
use wasm_bindgen::prelude::wasm_bindgen;

/// The depth of nested variations.
const MAX_DEPTH: usize = 5_000;

/// Separates the parts of texts.
const SEPARATOR: char = '\u{1f}';

/// Reads the games of a PGN one after the other.
#[wasm_bindgen]
#[derive(Debug)]
pub struct VariantPgn {
    text: String,
    reader: Reader<StreamSource<Cursor<Vec<u8>>>>,
    read: Option<ReadGame<VariantBoard>>,
    texts: String,
}

#[wasm_bindgen]
impl VariantPgn {
    /// Returns a reader at the beginning of a text.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str) -> Self {
        let reader = Reader::new(Cursor::new(text.as_bytes().to_vec()));
        let limits = Limits::default().with_depth(MAX_DEPTH);
        Self { text: text.into(), reader: reader.with_limits(limits), read: None, texts: String::new() }
    }

    /// Reads the next game. Returns `false` after the last one, and an error if the text is no PGN but a packed file or a
    /// document.
    #[wasm_bindgen(js_name = nextGame)]
    pub fn next_game(&mut self) -> Result<bool, Failure> {
        self.read = self.reader.read_game_on(Keep::Normalized).map_err(|error| Failure::new("pgn", error))?;
        Ok(self.read.is_some())
    }

    fn game(&self) -> Option<&Game> {
        self.read.as_ref().map(|read| &read.game)
    }

    /// Returns the tags: names and values in turn, each followed by U+001F.
    pub fn tags(&self) -> String {
        let parts = self.game().into_iter().flat_map(|game| game.tags.iter()).flat_map(|(name, value)| [name, value]);
        parts.fold(String::new(), |mut text, part| {
            text.extend(part.chars().filter(|&letter| letter != SEPARATOR));
            text.push(SEPARATOR);
            text
        })
    }

    /// Returns the name of the variant.
    pub fn variant(&self) -> String {
        self.game().map_or(Variant::Chess, |game| game.start().variant()).title().into()
    }

    /// Returns `true` if castling is written as in Chess960.
    #[wasm_bindgen(js_name = isChess960)]
    pub fn is_chess960(&self) -> bool {
        self.game().is_some_and(|game| game.start().castling_mode() == CastlingMode::Chess960)
    }

    /// Returns the FEN of the start, or an empty text for the start position of the variant.
    pub fn start(&self) -> String {
        let set_up = |game: &Game| {
            let start = game.start();
            let usual = VariantBoard::start(start.variant());
            let is_usual = *start == usual && start.rule50() == 0 && start.game_ply() == usual.game_ply();
            if is_usual { String::new() } else { start.to_string() }
        };
        self.game().map_or(String::new(), set_up)
    }

    /// Returns the result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub fn result(&self) -> String {
        self.game().map_or("*", |game| game.result.as_str()).into()
    }

    /// Returns the problems: severity, line, start, end and message, each followed by U+001F.
    pub fn problems(&self) -> String {
        let mut text = String::new();
        for problem in self.read.iter().flat_map(|read| &read.problems) {
            let severity = if problem.kind.severity() == Severity::Error { "error" } else { "note" };
            let [start, end] = [0, problem.length].map(|length| utf16(&self.text, (problem.offset + length) as usize));
            let message = problem.kind.to_string().replace(SEPARATOR, " ");
            for part in [severity, &problem.line.to_string(), &start.to_string(), &end.to_string(), &message] {
                text.push_str(part);
                text.push(SEPARATOR);
            }
        }
        text
    }

    /// Returns the tree of the game as numbers: the number of nodes, the place of the parent and the move of each node,
    /// and the notes: four times the place of the node and a kind (glyph, comment after the move, comment before it), and a
    /// value. [`VariantPgn::texts`] has the texts that belong to it.
    pub fn tree(&mut self) -> Vec<u32> {
        let Some(game) = self.read.as_ref().map(|read| &read.game) else { return vec![1, 0, 0] };
        let (mut nodes, mut notes) = (Vec::new(), Vec::new());
        let (mut sans, mut comments) = (String::new(), String::new());
        let mut open = vec![(0, game.root(), *game.start())];
        while let Some((parent, id, before)) = open.pop() {
            let node = game.node(id);
            let place = (nodes.len() / 2) as u32;
            nodes.extend([parent, node.mv().map_or(0, |m: VariantMove| m.raw().into())]);
            let after = match node.mv() {
                _ if id == game.root() => before,
                Some(m) => {
                    _ = write!(sans, "{} ", before.san(m));
                    before.after(m)
                }
                None => {
                    sans.push_str("-- ");
                    before.after_null()
                }
            };
            let earlier = node.before.iter().flat_map(|before| &before.comments).map(|text| (2, text));
            for (kind, text) in earlier.chain(node.comments.iter().map(|text| (1, text))) {
                notes.extend([4 * place + kind, 0]);
                comments.push(SEPARATOR);
                comments.extend(text.chars().filter(|&letter| letter != SEPARATOR));
            }
            let glyphs = node.before.iter().flat_map(|before| &before.nags).chain(&node.nags);
            notes.extend(glyphs.flat_map(|nag| [4 * place, nag.raw().into()]));
            open.extend(node.children().iter().rev().map(|&child| (place, child, after)));
        }
        self.texts = sans + &comments;
        let mut numbers = vec![(nodes.len() / 2) as u32];
        numbers.append(&mut nodes);
        numbers.append(&mut notes);
        numbers
    }

    /// Returns the texts of the tree that was asked for last: its moves, each followed by a space, and then the
    /// comments, each after U+001F.
    pub fn texts(&self) -> String {
        self.texts.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_has_drops_variations_and_comments() {
        let text = "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 {x} Qxd5 3. Nc3 Qd8 (3... Qa5 $1) 4. @d5 *";
        let mut reader = VariantPgn::new(text);
        assert_eq!(reader.next_game(), Ok(true));
        let numbers = reader.tree();
        assert_eq!(numbers[0], 9);
        assert_eq!(reader.texts(), "e4 d5 exd5 Qxd5 Nc3 Qd8 @d5 Qa5 \u{1f}x");
        assert_eq!(
            (reader.variant().as_str(), reader.start().as_str(), reader.problems().as_str()),
            ("Crazyhouse", "", "")
        );
        assert_eq!((reader.next_game(), reader.tree()), (Ok(false), vec![1, 0, 0]));
    }
}
