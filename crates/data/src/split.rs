//! Games for training and games for validation.

use gardez_formats::{Entry, View, Wdl};
use gardez_position::Board;
use gardez_types::Generator;

use crate::loader::random;

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
            let random = random::unit(self.generator.next_u64());
            self.part = self.ends.iter().position(|&end| random < end).unwrap_or(self.ends.len());
        }
        self.part
    }
}

/// The state for deciding if an entry follows from the one before it, in the same game.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Continuity {
    first: Option<Next>,
    next: Option<Next>,
}

#[derive(Clone, PartialEq, Debug)]
struct Next {
    board: Board,
    ply: u32,
    /// As White sees it.
    result: Wdl,
}

impl Continuity {
    /// Returns `true` if this entry is the first one of a game: the entry before it had no move, or its move does not
    /// lead here, or its ply or result does not fit.
    pub(crate) fn begins_game<V: View>(&mut self, entry: &Entry<V>) -> bool {
        let result = entry.white_result();
        let this = Next { board: entry.board, ply: entry.ply, result };
        let follows = self.next.as_ref() == Some(&this);
        self.first.get_or_insert(this);
        let mut board = entry.board;
        self.next = entry
            .mv
            .filter(|&m| board.play(m).is_ok())
            .and_then(|_| Some(Next { board, ply: entry.ply.checked_add(1)?, result }));
        !follows
    }

    /// Adds entries that come after those so far. Returns `true` if the first one of them continues a game.
    #[cfg(feature = "lc0")]
    pub(crate) fn join(&mut self, after: Self) -> bool {
        if after.first.is_none() {
            return false;
        }
        let follows = self.next.is_some() && self.next == after.first;
        self.next = after.next;
        if self.first.is_none() {
            self.first = after.first;
        }
        follows
    }
}
