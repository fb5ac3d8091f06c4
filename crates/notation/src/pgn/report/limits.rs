//! Bounds on the parts of a PGN.

use crate::pgn::report::problem::ProblemKind;

/// Bounds on what a reader keeps or follows. What exceeds a limit is dropped and reported, and reading goes on after it.
///
/// ```
/// use gardez_notation::pgn::{Limits, Reader};
///
/// let limits = Limits::default().with_comment(4096).with_depth(8);
/// let reader = Reader::from_bytes(b"1. e4 *").with_limits(limits);
/// # let _ = reader;
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes in a line, by default 16 MiB. After a longer line, the rest of its game is dropped.
    pub line: u64,
    /// Bytes in a comment, by default 1 MiB. The rest of a longer one is dropped. Blanks at the ends of the comment and
    /// at the beginning of its lines do not count. A reader of a stream keeps a whole comment in memory.
    pub comment: usize,
    /// Bytes in a tag pair, by default 64 KiB and at least 512. A longer one is dropped.
    pub tag: usize,
    /// The depth of nested variations, by default 256. Deeper ones are dropped. An open variation takes about 540 bytes.
    pub depth: usize,
    /// Bytes in a game with its tags, by default 16 MiB. The rest of a longer one is dropped. A
    /// [tree](crate::pgn::Game) takes less than 48 bytes for each of them, whatever the game contains.
    pub game: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { line: 16 << 20, comment: 1 << 20, tag: 64 << 10, depth: 256, game: 16 << 20 }
    }
}

impl Limits {
    /// Sets the number of bytes in a line.
    #[must_use]
    pub const fn with_line(mut self, bytes: u64) -> Self {
        self.line = bytes;
        self
    }

    /// Sets the number of bytes in a comment.
    #[must_use]
    pub const fn with_comment(mut self, bytes: usize) -> Self {
        self.comment = bytes;
        self
    }

    /// Sets the number of bytes in a tag pair, at least 512.
    #[must_use]
    pub const fn with_tag(mut self, bytes: usize) -> Self {
        self.tag = bytes;
        self
    }

    /// Sets the depth of nested variations.
    #[must_use]
    pub const fn with_depth(mut self, variations: usize) -> Self {
        self.depth = variations;
        self
    }

    /// Sets the number of bytes in a game with its tags.
    #[must_use]
    pub const fn with_game(mut self, bytes: u64) -> Self {
        self.game = bytes;
        self
    }
}

/// Watches whether a game and its lines stay within the limits.
#[derive(Clone, Debug)]
pub(in crate::pgn) struct Watch {
    limits: Limits,
    game_start: u64,
    /// The limits cannot be exceeded up to this offset.
    due: u64,
}

impl Watch {
    pub(in crate::pgn) const fn new(limits: Limits) -> Self {
        Self { limits, game_start: 0, due: 0 }
    }

    pub(in crate::pgn) const fn limits(&self) -> &Limits {
        &self.limits
    }

    pub(in crate::pgn) const fn game_start(&self) -> u64 {
        self.game_start
    }

    /// Returns the offset after which [`Watch::exceeded`] must be called.
    #[inline]
    pub(in crate::pgn) const fn due(&self) -> u64 {
        self.due
    }

    pub(in crate::pgn) fn begin_game(&mut self, offset: u64, line: u64) {
        self.game_start = offset;
        self.set_due(line);
    }

    pub(in crate::pgn) fn end(&mut self) {
        self.due = u64::MAX;
    }

    /// Returns the limit that is exceeded at `offset`, in the line that begins at `line`.
    #[cold]
    pub(in crate::pgn) fn exceeded(&mut self, offset: u64, line: u64) -> Option<ProblemKind> {
        if self.limits.game < offset - self.game_start {
            Some(ProblemKind::GameLimit)
        } else if self.limits.line < offset.saturating_sub(line) {
            Some(ProblemKind::LineLimit)
        } else {
            self.set_due(line);
            None
        }
    }

    /// Sets the offset up to which no limit can be exceeded. The current line begins at or after `line`.
    fn set_due(&mut self, line: u64) {
        let line_end = line.saturating_add(self.limits.line);
        self.due = line_end.min(self.game_start.saturating_add(self.limits.game));
    }
}
