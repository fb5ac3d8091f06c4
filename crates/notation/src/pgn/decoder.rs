//! Games of a PGN that arrives in pieces.

use alloc::vec::Vec;

use gardez_io::Utf16;

use crate::pgn::parse::Parser;
use crate::pgn::play::Player;
use crate::pgn::reader::Reader;
use crate::pgn::report::Limits;
use crate::pgn::scan::PieceSource;
use crate::pgn::tree::{Keep, ReadGame};

/// Reads the games of a PGN that arrives in pieces, for asynchronous programs and WebAssembly.
///
/// Where the PGN is cut makes no difference. The decoder needs memory for the longest game. A long game may wait until
/// a third more of it has arrived, so that reading takes linear time.
///
/// ```
/// use gardez_notation::pgn::Decoder;
///
/// let mut decoder = Decoder::new();
/// let mut lengths = Vec::new();
/// for piece in ["1. e4 e", "5 1-0\n\n[White \"A", "\"]\n\n1. d4 *\n"] {
///     decoder.feed(piece.as_bytes());
///     while let Some(read) = decoder.next_game() {
///         lengths.push(read.game.len());
///     }
/// }
/// decoder.finish();
/// while let Some(read) = decoder.next_game() {
///     lengths.push(read.game.len());
/// }
/// assert_eq!(lengths, [2, 1]);
/// ```
#[derive(Debug)]
pub struct Decoder {
    /// The bytes that were fed, unread from `start` on.
    bytes: Vec<u8>,
    start: usize,
    is_finished: bool,
    /// `None` before the first bytes are known, `Some(None)` for other text.
    utf16: Option<Option<Utf16>>,
    /// The number of unread bytes from which on to try to read a game.
    wanted: usize,
    /// The state between two games.
    parser: Parser<()>,
    player: Option<Player>,
    keep: Keep,
}

impl Default for Decoder {
    fn default() -> Self {
        Self::new()
    }
}

impl Decoder {
    /// Creates a decoder.
    pub fn new() -> Self {
        Self {
            bytes: Vec::new(),
            start: 0,
            is_finished: false,
            utf16: None,
            wanted: 0,
            parser: Parser::new(()),
            player: None,
            keep: Keep::Normalized,
        }
    }

    /// Sets the limits.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.parser.set_limits(limits);
        self
    }

    /// Sets how much text of the games is kept.
    #[must_use]
    pub const fn keeping(mut self, keep: Keep) -> Self {
        self.keep = keep;
        self
    }

    /// Appends the next piece of the PGN.
    pub fn feed(&mut self, piece: &[u8]) {
        // Moved only if fewer bytes are left than were read, which takes linear time.
        if self.bytes.len() <= 2 * self.start {
            self.bytes.drain(..core::mem::take(&mut self.start));
        }
        match &mut self.utf16 {
            Some(Some(utf16)) => utf16.decode(piece, &mut self.bytes),
            _ => self.bytes.extend_from_slice(piece),
        }
        if 4 <= self.bytes.len() {
            self.recognize();
        }
    }

    /// Ends the PGN after the pieces that were fed.
    pub fn finish(&mut self) {
        self.recognize();
        if let Some(Some(utf16)) = &mut self.utf16 {
            utf16.finish(&mut self.bytes);
        }
        self.is_finished = true;
    }

    /// Decodes UTF-16, as the first bytes show.
    fn recognize(&mut self) {
        if self.utf16.is_none() {
            let mut utf16 = Utf16::detect(&self.bytes);
            if let Some(utf16) = &mut utf16 {
                let bytes = core::mem::take(&mut self.bytes);
                utf16.decode(&bytes, &mut self.bytes);
            }
            self.utf16 = Some(utf16);
        }
    }

    /// Returns the next game, or `None` if more must be fed or, after [`finish`](Self::finish), at the end.
    pub fn next_game(&mut self) -> Option<ReadGame> {
        let bytes = &self.bytes[self.start..];
        if (bytes.len() < self.wanted || self.utf16.is_none()) && !self.is_finished {
            return None;
        }
        // A game that needs more is begun again.
        let is_utf16 = matches!(self.utf16, Some(Some(_)));
        let source = PieceSource { rest: bytes, is_complete: self.is_finished, is_utf16 };
        let mut reader = Reader::from_parts(self.parser.clone().with_source(source), self.player.take());
        let read = reader.read_game_keeping(self.keep);
        let (parser, player) = reader.into_parts();
        self.player = player;
        match read {
            Ok(read) => {
                let (parser, unread) = parser.settle();
                self.start = self.bytes.len() - unread;
                (self.parser, self.wanted) = (parser, 0);
                read
            }
            Err(_) => {
                self.wanted = bytes.len() + bytes.len() / 2;
                None
            }
        }
    }
}
