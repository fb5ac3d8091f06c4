//! The state of the parser among the moves of a game.

use gardez_types::GameResult;

use crate::pgn::number::MoveNumber;
use crate::pgn::report::Place;

#[derive(Clone, Debug)]
pub(super) struct State {
    /// `false` if the visitor skips the game.
    pub(super) is_wanted: bool,
    /// `false` if the header exceeds the limits of a game.
    pub(super) is_within: bool,
    /// The number of open variations.
    pub(super) depth: usize,
    /// The depth of the line whose rest is skipped, and whether the visitor knows that the line began.
    pub(super) muted: Option<(usize, bool)>,
    /// The number of words in the main line so far.
    pub(super) plies: u64,
    pub(super) result: Option<GameResult>,
    /// The last result of the main line, while the rest of its line is read.
    pub(super) written: WrittenResult,
    /// The number before the next move.
    pub(super) number: MoveNumber,
    /// The distance of the move numbers from the expected ones.
    pub(super) shift: i64,
    /// `true` if the moves have no board: only comments before the first move are reported.
    pub(super) is_boardless: bool,
}

/// The place of a result.
#[derive(Clone, Copy, Debug)]
pub(super) struct WrittenResult {
    /// The offset of its first byte.
    pub(super) start: u64,
    pub(super) length: u64,
    /// The place, if it has been computed.
    pub(super) place: Option<Place>,
}

/// Returns the state at the beginning of a game.
impl State {
    pub(super) const fn new() -> Self {
        Self {
            is_wanted: true,
            is_within: true,
            depth: 0,
            muted: None,
            plies: 0,
            result: None,
            written: WrittenResult { start: 0, length: 0, place: None },
            number: MoveNumber::NONE,
            shift: 0,
            is_boardless: false,
        }
    }

    /// Returns `true` if the visitor receives what comes next.
    #[inline]
    pub(super) const fn is_active(&self) -> bool {
        self.is_wanted && self.muted.is_none()
    }

    /// Returns `true` if the move number 1 belongs to another game, because this one has at least two plies.
    #[inline]
    pub(super) const fn may_end(&self) -> bool {
        2 <= self.plies
    }

    /// Returns the number of open variations that the visitor knows.
    pub(super) const fn reported_depth(&self) -> usize {
        match self.muted {
            _ if !self.is_wanted => 0,
            None => self.depth,
            Some((0, _)) => 0,
            Some((depth, was_reported)) => depth - 1 + was_reported as usize,
        }
    }

    pub(super) fn expect(&mut self, number: MoveNumber, due: Option<MoveNumber>) {
        if self.depth != 0 {
            return;
        }
        self.shift = due.map_or(0, |due| i64::from(number.number()) - i64::from(due.number()));
    }

    pub(super) fn mute(&mut self) {
        if self.muted.is_none() {
            self.muted = Some((self.depth, true));
        }
    }
}
