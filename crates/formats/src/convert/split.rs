//! Games for training and games for validation.

use gardez_types::Generator;

use super::games::Continuity;
use crate::entry::Entry;
use crate::view::View;

/// Divides entries into two parts, whole games at a time, so that no game is in both.
///
/// Each game goes to one of the parts at random. With the same seed and the same entries, the parts are the same. A game
/// ends where an entry does not follow from the one before it, so split before shuffling.
///
/// ```
/// use gardez_formats::convert::GameSplit;
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
    share: f64,
    generator: Generator,
    continuity: Continuity,
    is_held_out: bool,
}

impl GameSplit {
    /// Holds out this share of the games, from 0 to 1.
    pub fn new(share: f64, seed: u64) -> Self {
        Self { share, generator: Generator::new(seed), continuity: Continuity::default(), is_held_out: false }
    }

    /// Whether the game of this entry is held out. Call it for each entry, in order.
    pub fn is_held_out<V: View>(&mut self, entry: &Entry<V>) -> bool {
        if self.continuity.begins_game(entry) {
            // The 53 highest bits are a number from 0 to 1 that is never 1.
            let random = (self.generator.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
            self.is_held_out = random < self.share;
        }
        self.is_held_out
    }
}
