//! The reader: a window that moves over a PGN game by game, and places in the input.

#[cfg(feature = "std")]
use std::io;

use memchr::memchr2;

use super::bytes::is_line_end;
use super::lines::Lines;
use super::names::Names;
#[cfg(feature = "std")]
use super::source::StreamSource;
use super::source::{SliceSource, Source};
use super::{GameResult, Interest, Limits, Player, Problem, ProblemKind, TextVisitor, Visitor};

/// Reads the games of a PGN one after another.
///
/// [`Reader::from_bytes`] reads a slice, [`Reader::new`] a stream, and [`Reader::from_compressed`] a stream that may be
/// compressed.
///
/// The reader keeps in memory the longest comment or tag pair and the boards of open variations; it allocates nothing
/// per move. With the default [`Limits`] and a visitor that keeps nothing, a stream of any length takes less than
/// 16 MiB. Each problem is reported with its place. After a problem, reading goes on with what can still be understood,
/// at the latest with the next game.
///
/// ```
/// use gardez_notation::pgn::{GameResult, Reader, Visitor};
///
/// #[derive(Default)]
/// struct Wins(u32);
///
/// impl Visitor for Wins {
///     fn result(&mut self, result: GameResult) {
///         self.0 += u32::from(result == GameResult::WhiteWins);
///     }
/// }
///
/// let pgn = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n[Event \"?\"]\n\n1. d4 *";
/// let mut wins = Wins::default();
/// let mut reader = Reader::from_bytes(pgn.as_bytes());
/// while reader.read(&mut wins)? {}
/// assert_eq!((wins.0, reader.game_count()), (1, 2));
/// # Ok::<_, core::convert::Infallible>(())
/// ```
#[derive(Debug)]
pub struct Reader<S> {
    pub(super) source: S,
    /// The next byte in the window.
    pub(super) pos: usize,
    /// The offset of the window in the input.
    pub(super) base: u64,
    /// The byte before the window.
    previous: u8,
    pub(super) lines: Lines,
    pub(super) limits: Limits,
    pub(super) game: u64,
    pub(super) game_start: u64,
    /// From this offset on, the limits for lines and games must be checked.
    pub(super) check_at: u64,
    /// Up to this offset, no closing brace follows the current place.
    pub(super) no_brace_to: u64,
    /// The result in the tag `Result` of this game.
    pub(super) result_tag: Option<GameResult>,
    /// The place of the tag `FEN` of this game, and its length in bytes.
    pub(super) fen_place: Option<(Place, u64)>,
    /// The tag names of this game.
    pub(super) seen: Names,
    player: Option<Player>,
}

/// A place in the input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    line: u64,
    column: u64,
    offset: u64,
}

/// The least number of bytes in the window when a word begins: more than any word has, and some to look ahead.
pub(super) const MARGIN: usize = 512;

impl<'a> Reader<SliceSource<'a>> {
    /// A reader of a PGN in memory.
    pub fn from_bytes(bytes: &'a [u8]) -> Self {
        Self::with_source(SliceSource(bytes))
    }
}

#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
impl<R: io::Read> Reader<StreamSource<R>> {
    /// A reader of a stream. It has a buffer of its own, so the stream needs none.
    pub fn new(reader: R) -> Self {
        Self::with_source(StreamSource::new(reader))
    }

    /// Returns the stream. Because of the buffer, more may have been read from it than the games that were returned.
    pub fn into_inner(self) -> R {
        self.source.into_inner()
    }
}

impl<S: Source> Reader<S> {
    fn with_source(source: S) -> Self {
        Self {
            source,
            pos: 0,
            base: 0,
            previous: b'\n',
            lines: Lines::new(),
            limits: Limits::default(),
            game: 0,
            game_start: 0,
            check_at: 0,
            no_brace_to: 0,
            result_tag: None,
            fen_place: None,
            seen: Names::NONE,
            player: None,
        }
    }

    /// Sets the limits.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// The number of games that the reader has begun to read.
    pub const fn game_count(&self) -> u64 {
        self.game
    }

    /// The number of bytes read so far, for example for a progress bar. Of a compressed stream, it counts the unpacked
    /// bytes.
    pub const fn offset(&self) -> u64 {
        self.base + self.pos as u64
    }

    /// Reads the next game and makes its moves on boards; returns false if there is no further game.
    ///
    /// # Errors
    ///
    /// If the stream fails. Then the calls for this game stop, and the next call of `read` reads the rest of the game as
    /// another game. Problems of the PGN itself are reported to the visitor.
    pub fn read(&mut self, visitor: &mut impl Visitor) -> Result<bool, S::Error> {
        let mut player = self.player.take().unwrap_or_default();
        let result = self.read_text(&mut player.with_visitor(visitor));
        self.player = Some(player);
        result
    }

    /// Reads the next game as text, without boards; returns false if there is no further game.
    ///
    /// # Errors
    ///
    /// If the stream fails, as with [`Reader::read`].
    pub fn read_text(&mut self, visitor: &mut impl TextVisitor) -> Result<bool, S::Error> {
        if !self.find_game()? {
            return Ok(false);
        }
        self.game += 1;
        self.game_start = self.offset();
        self.check_at = self.next_check();
        self.result_tag = None;
        self.fen_place = None;
        self.seen.clear();
        let is_wanted = visitor.begin_game() == Interest::Take;
        let is_within = self.read_header(visitor, is_wanted)?;
        self.read_moves(visitor, is_wanted, is_within)?;
        if is_wanted {
            visitor.end_game();
        }
        Ok(true)
    }

    /// The first offset at which a line or the game can exceed the limits.
    pub(super) fn next_check(&self) -> u64 {
        // The current line begins where the last counted line begins, or later.
        let line_end = self.lines.start.saturating_add(self.limits.line);
        line_end.min(self.game_start.saturating_add(self.limits.game))
    }

    /// The limit that the line or the game exceeds here; if there is none, sets the offset of the next check.
    #[cold]
    pub(super) fn exceeded(&mut self) -> Option<ProblemKind> {
        let offset = self.offset();
        self.count_lines(offset);
        if self.limits.game < offset - self.game_start {
            Some(ProblemKind::GameLimit)
        } else if self.limits.line < offset.saturating_sub(self.lines.start) {
            Some(ProblemKind::LineLimit)
        } else {
            self.check_at = self.next_check();
            None
        }
    }

    /// Ensures that the window contains the next word as a whole.
    #[inline]
    pub(super) fn ensure(&mut self) -> Result<(), S::Error> {
        while self.source.window().len() - self.pos < MARGIN && !self.source.is_complete() {
            self.refill()?;
        }
        Ok(())
    }

    /// Adds bytes to the end of the window.
    #[cold]
    pub(super) fn refill(&mut self) -> Result<(), S::Error> {
        self.count_lines(self.offset());
        if self.pos != 0 {
            self.previous = self.source.window()[self.pos - 1];
        }
        // Updated even if the stream fails, so that another call goes on at the same byte.
        let used = core::mem::take(&mut self.pos);
        self.base += used as u64;
        self.source.advance(used)
    }

    /// Counts lines up to an offset in the window.
    pub(super) fn count_lines(&mut self, offset: u64) {
        if self.lines.counted < offset {
            let (from, to) = ((self.lines.counted - self.base) as usize, (offset - self.base) as usize);
            self.lines.count(&self.source.window()[from..to]);
        }
    }

    /// The bytes of the window from the next one on.
    #[inline]
    pub(super) fn rest(&self) -> &[u8] {
        &self.source.window()[self.pos..]
    }

    pub(super) fn is_at_line_start(&self) -> bool {
        let previous = if self.pos == 0 { self.previous } else { self.source.window()[self.pos - 1] };
        is_line_end(previous)
    }

    pub(super) fn place(&mut self, offset: u64) -> Place {
        self.count_lines(offset);
        Place { line: self.lines.line, column: (offset + 1).saturating_sub(self.lines.start).max(1), offset }
    }

    /// Reports a problem of the `length` bytes at a place.
    pub(super) fn report_at(&self, visitor: &mut impl TextVisitor, (place, length): (Place, u64), kind: ProblemKind) {
        let Place { line, column, offset } = place;
        visitor.problem(&Problem { kind, game: self.game, line, column, offset, length });
    }

    /// Reports a problem of the bytes from `offset` to the next byte.
    #[cold]
    pub(super) fn report(&mut self, visitor: &mut impl TextVisitor, offset: u64, kind: ProblemKind) {
        let (place, length) = (self.place(offset), self.offset() - offset);
        self.report_at(visitor, (place, length), kind);
    }

    /// Skips the rest of a line, but not its end.
    pub(super) fn skip_line(&mut self) -> Result<(), S::Error> {
        loop {
            let rest = self.rest();
            if let Some(length) = memchr2(b'\n', b'\r', rest) {
                self.pos += length;
                return Ok(());
            }
            self.pos += rest.len();
            if self.source.is_complete() {
                return Ok(());
            }
            self.refill()?;
        }
    }
}
