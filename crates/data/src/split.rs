//! Games for training and games for validation.

use gardez_types::Generator;

use super::continuity::Continuity;
use gardez_formats::{Entry, View};

/// Divides entries into parts, whole games at a time, so that no game is in two of them.
///
/// Each game goes to one of the parts at random, by the seed. A game ends where an entry does not follow from the one
/// before it, so split before filtering and shuffling.
///
/// ```
/// use gardez_data::GameSplit;
/// use gardez_formats::{Entry, Wdl, White};
/// use gardez_position::Board;
///
/// // A tenth of the games is for validation.
/// let mut split = GameSplit::from_sizes(&[0.1, 0.9], 42).expect("two parts");
/// let entry = Entry::<White>::new(Board::start(), None, 0, Wdl::Draw);
/// let validation = (0..1000).filter(|_| split.part(&entry) == 0).count();
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
    /// Divides the games into parts of these relative sizes, such as 8, 1 and 1. Returns `None` if there is no size, or one
    /// that is not a positive number.
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
        let ends: Vec<f64> = all_but_last.iter().map(end).collect();
        let part = ends.len();
        Some(Self { ends, generator: Generator::new(seed), continuity: Continuity::default(), part })
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
