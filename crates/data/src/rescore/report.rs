//! lc0's counters of rescoring.

use core::ops::AddAssign;

/// The counters that lc0's rescorer prints, of one game or, added with `+=`, of several.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct RescoreReport {
    /// Games.
    pub games: u64,
    /// Positions: the records of these games.
    pub positions: u64,
    /// Rescores: records whose result was changed by a position after a capture or pawn move.
    pub rescored: u64,
    /// Cumulative change: the sum of these changes, where a win that becomes a loss counts 2.
    pub delta: u64,
    /// Secondary rescores: records whose result was changed by the tables at another fifty-move counter.
    pub secondary: u64,
    /// Secondary rescores with DTZ: records whose distance decided about the result, changed or not.
    pub secondary_by_dtz: u64,
    /// Blunders that changed results.
    pub blunders: u64,
    /// Policy values boosted: moves whose probability was raised because they win fastest.
    pub boosted: u64,
    /// The positions with such moves, by the sum of their probabilities before: tenths, and 1 in the last place.
    pub boosted_before: [u64; 11],
    /// The positions with such moves, by the sum of their probabilities after.
    pub boosted_after: [u64; 11],
    /// The results of the first records before.
    pub before: RecordResults,
    /// The results of the first records after, as lc0 counts them; see the defects of [`Rescorer`](super::Rescorer).
    pub after: RecordResults,
}

impl AddAssign for RescoreReport {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.positions += other.positions;
        self.rescored += other.rescored;
        self.delta += other.delta;
        self.secondary += other.secondary;
        self.secondary_by_dtz += other.secondary_by_dtz;
        self.blunders += other.blunders;
        self.boosted += other.boosted;
        for (sum, count) in self.boosted_before.iter_mut().zip(other.boosted_before) {
            *sum += count;
        }
        for (sum, count) in self.boosted_after.iter_mut().zip(other.boosted_after) {
            *sum += count;
        }
        self.before += other.before;
        self.after += other.after;
    }
}

/// The numbers of games that are lost, drawn and won for the side to move in their first record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RecordResults {
    /// Losses.
    pub losses: u64,
    /// Draws.
    pub draws: u64,
    /// Wins.
    pub wins: u64,
}

impl RecordResults {
    pub(super) fn from_result(result: i8) -> Self {
        Self { losses: u64::from(result < 0), draws: u64::from(result == 0), wins: u64::from(0 < result) }
    }
}

impl AddAssign for RecordResults {
    fn add_assign(&mut self, other: Self) {
        self.losses += other.losses;
        self.draws += other.draws;
        self.wins += other.wins;
    }
}
