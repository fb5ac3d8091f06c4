//! Statistics of the entries of an input.

use std::collections::BTreeMap;

use gardez_types::{Color, PieceType};

use crate::filter::WinRate;
use crate::split::Continuity;
use gardez_formats::{Entry, View};
#[cfg(feature = "lc0")]
use gardez_formats::{Fact, Format};

/// Statistics of entries: results, scores, pieces, plies.
///
/// ```
/// use gardez_data::Statistics;
/// use gardez_formats::{Entry, Wdl, White};
/// use gardez_position::Board;
///
/// let mut statistics = Statistics::default();
/// statistics.add(&Entry::<White>::new(Board::start(), None, 31, Wdl::Draw));
/// assert_eq!((statistics.entries, statistics.results[Wdl::Draw as usize]), (1, 1));
/// assert_eq!(statistics.scores.mean(), Some(31.0));
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Statistics {
    /// The number of entries.
    pub entries: u64,
    /// The number of games. A game ends where an entry does not follow from the one before it.
    pub games: u64,
    /// The number of entries with each result, from White's point of view, indexed by `Wdl as usize`. All 0 if the format
    /// has no results.
    pub results: [u64; 3],
    /// The number of entries with each side to move, indexed by `Color as usize`.
    pub sides: [u64; 2],
    /// The number of entries in which the side to move is in check.
    pub checks: u64,
    /// The number of entries with a move.
    pub moves: u64,
    /// The number of entries whose move is a capture.
    pub captures: u64,
    /// The number of entries in which a side may castle.
    pub castling_rights: u64,
    /// The number of entries with a score that cannot be negated, -32768. They are not in `scores`.
    pub scores_without_negation: u64,
    /// The scores, from the side to move's point of view.
    pub scores: Histogram,
    /// The numbers of pieces, with the kings.
    pub pieces: Histogram,
    /// The plies.
    pub plies: Histogram,
    /// The phases: 1 for each knight and bishop, 2 for a rook, 4 for a queen, 24 in the start position.
    pub phases: Histogram,
    /// The squares of White's and of Black's king as their side sees them: 0 is a1 or a8, 63 is h8 or h1.
    pub kings: [Histogram; 2],
    /// The losses, draws and wins after each score, both from the side to move's point of view. A score stands for a step
    /// of [`Statistics::SCORE_STEP`] scores.
    pub results_by_score: BTreeMap<i16, [u64; 3]>,
    continuity: Continuity,
}

impl Statistics {
    /// The width of a step of [`results_by_score`](Self::results_by_score).
    pub const SCORE_STEP: i16 = 16;

    /// Returns the win rate that fits `results_by_score` best, or `None` if there is none; see [`WinRate::fit`].
    pub fn win_rate(&self) -> Option<WinRate> {
        let middle = |score: i16| score.saturating_add(Self::SCORE_STEP / 2);
        let rows: Vec<_> = self.results_by_score.iter().map(|(&score, &results)| (middle(score), results)).collect();
        WinRate::fit(&rows)
    }

    /// Counts an entry.
    pub fn add<V: View>(&mut self, entry: &Entry<V>) {
        self.add_known(entry, true, true);
    }

    /// Counts an entry, perhaps without its score or its result.
    pub(crate) fn add_known<V: View>(&mut self, entry: &Entry<V>, has_score: bool, has_result: bool) {
        let board = &entry.board;
        self.entries += 1;
        self.games += u64::from(self.continuity.begins_game(entry));
        match entry.to_side_to_move() {
            Ok(Entry { score: i16::MIN, .. }) | Err(_) => self.scores_without_negation += 1,
            Ok(Entry { score, result, .. }) if has_score => {
                self.scores.add(score.into());
                if has_result {
                    let step = score.div_euclid(Self::SCORE_STEP) * Self::SCORE_STEP;
                    self.results_by_score.entry(step).or_default()[result as usize] += 1;
                }
            }
            Ok(_) => {}
        }
        self.results[entry.white_result() as usize] += u64::from(has_result);
        self.sides[board.side_to_move() as usize] += 1;
        self.checks += u64::from(board.in_check());
        self.moves += u64::from(entry.mv.is_some());
        self.captures += u64::from(entry.mv.is_some_and(|m| board.is_capture(m)));
        self.castling_rights += u64::from(!board.castling_rights().is_empty());
        self.pieces.add(board.occupied().len().into());
        self.plies.add(entry.ply.into());
        let phase = |(piece_type, value): (PieceType, u32)| value * board.by_type(piece_type).len();
        self.phases.add(PHASES.into_iter().map(phase).sum::<u32>().into());
        for color in Color::ALL {
            let square = board.king(color);
            let seen = if color == Color::White { square } else { square.flip_vertical() };
            self.kings[color as usize].add(seen as i64);
        }
    }

    /// Forgets the facts that the format does not have: they are the same for all entries.
    #[cfg(feature = "lc0")]
    pub(crate) fn forget_all_but_facts_of(&mut self, format: Format) {
        if !format.has(Fact::Result) {
            self.results = [0; 3];
        }
        if !format.has(Fact::Score) || !format.has(Fact::Result) {
            self.results_by_score.clear();
        }
        if !format.has(Fact::Score) {
            self.scores = Histogram::default();
        }
        if !format.has(Fact::Ply) {
            self.plies = Histogram::default();
        }
    }

    #[cfg(feature = "lc0")]
    pub(crate) fn join(&mut self, after: Self) {
        let Self { entries, games, results, sides, checks, moves, captures, castling_rights, .. } = &after;
        self.entries += entries;
        self.games += games;
        self.results.iter_mut().zip(results).for_each(|(sum, count)| *sum += count);
        self.sides.iter_mut().zip(sides).for_each(|(sum, count)| *sum += count);
        self.checks += checks;
        self.moves += moves;
        self.captures += captures;
        self.castling_rights += castling_rights;
        self.scores_without_negation += after.scores_without_negation;
        let [white, black] = &mut self.kings;
        for (sum, more) in [
            (&mut self.scores, &after.scores),
            (&mut self.pieces, &after.pieces),
            (&mut self.plies, &after.plies),
            (&mut self.phases, &after.phases),
            (white, &after.kings[0]),
            (black, &after.kings[1]),
        ] {
            more.iter().for_each(|(value, count)| sum.add_times(value, count));
        }
        for (score, results) in after.results_by_score {
            let sums = self.results_by_score.entry(score).or_default();
            sums.iter_mut().zip(results).for_each(|(sum, count)| *sum += count);
        }
        // The first entry after the others was counted as that of another game.
        self.games -= u64::from(self.continuity.join(after.continuity));
    }
}

const PHASES: [(PieceType, u32); 4] =
    [(PieceType::Knight, 1), (PieceType::Bishop, 1), (PieceType::Rook, 2), (PieceType::Queen, 4)];

/// The number of times that each value appears.
///
/// ```
/// use gardez_data::Histogram;
///
/// let mut histogram = Histogram::default();
/// [-3, 1, 2, 2].into_iter().for_each(|value| histogram.add(value));
/// assert_eq!((histogram.total(), histogram.mean()), (4, Some(0.5)));
/// assert_eq!(histogram.quantile(0.5), Some(1));
///
/// // In steps of two: -4..-2, 0..2, 2..4. There is nothing in -2..0.
/// assert_eq!(histogram.steps(2).collect::<Vec<_>>(), [(-4, 1), (0, 1), (2, 2)]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Histogram {
    counts: BTreeMap<i64, u64>,
}

/// The most different numbers of a histogram: there are 65,535 scores, and games are shorter.
const MOST_NUMBERS: usize = 1 << 17;

impl Histogram {
    /// Counts a number. After 131,072 different numbers, another one is counted with its neighbor.
    pub fn add(&mut self, value: i64) {
        self.add_times(value, 1);
    }

    fn add_times(&mut self, value: i64, times: u64) {
        if self.counts.len() < MOST_NUMBERS || self.counts.contains_key(&value) {
            *self.counts.entry(value).or_default() += times;
        } else if let Some((_, count)) = self.counts.range_mut(..value).next_back() {
            *count += times;
        } else if let Some((_, count)) = self.counts.range_mut(value..).next() {
            *count += times;
        }
    }

    /// Returns the numbers in a range, with their counts.
    #[must_use]
    pub fn within(&self, range: core::ops::RangeInclusive<i64>) -> Self {
        Self { counts: self.counts.range(range).map(|(&value, &count)| (value, count)).collect() }
    }

    /// Returns the number of numbers.
    pub fn total(&self) -> u64 {
        self.counts.values().sum()
    }

    /// Returns the numbers that appear, in order, with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (i64, u64)> {
        self.counts.iter().map(|(&value, &count)| (value, count))
    }

    /// Returns the mean, or `None` if there are no numbers.
    pub fn mean(&self) -> Option<f64> {
        let sum: i128 = self.iter().map(|(value, count)| i128::from(value) * i128::from(count)).sum();
        (self.total() != 0).then(|| sum as f64 / self.total() as f64)
    }

    /// Returns the smallest number such that at least `share` of all are not above it: 0 for the minimum, 0.5 for the
    /// median, 1 for the maximum. `None` if there are no numbers.
    pub fn quantile(&self, share: f64) -> Option<i64> {
        let wanted = (share * self.total() as f64).ceil().max(1.0) as u64;
        let mut below = 0;
        let reached = self.iter().find(|&(_, count)| {
            below += count;
            wanted <= below
        });
        reached.or(self.iter().last()).map(|(value, _)| value)
    }

    /// Returns the counts of steps of `width` numbers, each with its first number, in order, without the empty ones.
    ///
    /// # Panics
    ///
    /// Panics if `width` is not positive.
    pub fn steps(&self, width: i64) -> impl Iterator<Item = (i64, u64)> + '_ {
        assert!(0 < width, "a step has a width");
        let mut numbers = self.iter().map(move |(value, count)| (value.div_euclid(width), count)).peekable();
        core::iter::from_fn(move || {
            let (step, mut count) = numbers.next()?;
            while let Some((_, more)) = numbers.next_if(|&(next, _)| next == step) {
                count += more;
            }
            Some((step.saturating_mul(width), count))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_far_from_each_other_are_few_steps() {
        let mut histogram = Histogram::default();
        [i64::MIN, -1, 0, 6, 9, i64::MAX].into_iter().for_each(|value| histogram.add(value));
        let steps: Vec<_> = histogram.steps(7).collect();
        let last = i64::MAX / 7 * 7;
        assert_eq!(steps, [(i64::MIN, 1), (-7, 1), (0, 2), (7, 1), (last, 1)]);
    }
}
