//! Games for training and games for validation.

use gardez_types::Generator;

use super::continuity::Continuity;
use gardez_formats::Entry;
use gardez_formats::View;

/// Divides entries into parts, whole games at a time, so that no game is in two of them.
///
/// Each game goes to one of the parts at random. With the same seed and the same entries, the parts are the same. A game
/// ends where an entry does not follow from the one before it, so split before filtering and shuffling.
///
/// ```
/// use gardez_data::GameSplit;
/// use gardez_formats::{Entry, Wdl, White};
/// use gardez_position::Board;
///
/// // A tenth of the games is for validation.
/// let mut split = GameSplit::new(0.1, 42);
/// let entry = Entry::<White>::new(Board::start(), None, 0, Wdl::Draw);
/// let validation = (0..1000).filter(|_| split.is_held_out(&entry)).count();
/// assert!((70..130).contains(&validation));
/// ```
#[derive(Clone, Debug)]
pub struct GameSplit {
    /// The end of each part but the last one, from 0 to 1.
    ends: Vec<f64>,
    generator: Generator,
    continuity: Continuity,
    part: usize,
}

impl GameSplit {
    /// Holds out this share of the games, from 0 to 1.
    pub fn new(share: f64, seed: u64) -> Self {
        Self::with_ends(std::vec![share], seed)
    }

    /// Divides the games into parts of these relative sizes, such as 8, 1 and 1. Returns `None` if there is no size, or one
    /// that is not a positive number.
    ///
    /// ```
    /// use gardez_data::GameSplit;
    ///
    /// assert!(GameSplit::from_sizes(&[8.0, 1.0, 1.0], 42).is_some());
    /// assert!(GameSplit::from_sizes(&[8.0, 0.0], 42).is_none());
    /// ```
    pub fn from_sizes(sizes: &[f64], seed: u64) -> Option<Self> {
        let total: f64 = sizes.iter().sum();
        let (_, all_but_last) = sizes.split_last()?;
        if !total.is_finite() || !sizes.iter().all(|&size| 0.0 < size) {
            return None;
        }
        let mut sum = 0.0;
        let end = |size: &f64| {
            sum += size;
            sum / total
        };
        Some(Self::with_ends(all_but_last.iter().map(end).collect(), seed))
    }

    fn with_ends(ends: Vec<f64>, seed: u64) -> Self {
        let part = ends.len();
        Self { ends, generator: Generator::new(seed), continuity: Continuity::default(), part }
    }

    /// Returns `true` if the game of this entry is held out. Call it for each entry, in order.
    ///
    /// After [`from_sizes`](Self::from_sizes): whether it is in the first part.
    pub fn is_held_out<V: View>(&mut self, entry: &Entry<V>) -> bool {
        self.part(entry) == 0
    }

    /// Returns the number of the part of this entry, counted from 0. Call it for each entry, in order.
    pub fn part<V: View>(&mut self, entry: &Entry<V>) -> usize {
        if self.continuity.begins_game(entry) {
            // The 53 highest bits are a number from 0 to 1 that is never 1.
            let random = (self.generator.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
            self.part = self.ends.iter().position(|&end| random < end).unwrap_or(self.ends.len());
        }
        self.part
    }
}
