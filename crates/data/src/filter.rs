//! The conditions for entries that are kept.

mod rejection;
mod rows;
mod trainer;
mod win_rate;

use core::ops::RangeInclusive;

use gardez_formats::{Entry, Fact, Format, View, Wdl};
use gardez_position::Board;
use gardez_types::{Move, MoveKind, PieceType, errors};

use crate::loader::random;

pub use rejection::{Rejection, Rejections};
pub use rows::{FILTERS, FilterRow, FilterTextError};
pub(crate) use trainer::SIMPLE_VALUES;
pub use trainer::{PieceBalance, TrainerEntry, TrainerFilter, TrainerFilterState};
pub use win_rate::WinRate;

/// The conditions that an entry must meet to be kept. [`Filter::ALL`] keeps every entry.
///
/// [`FILTERS`] has the names of all conditions. Chance depends on nothing but the seed and the entry: an entry has the
/// same fate in every file, in every order, and on any number of threads.
///
/// ```
/// use gardez_data::{Filter, Rejection};
/// use gardez_formats::{Entry, SideToMove, Wdl};
/// use gardez_position::Board;
///
/// let filter = Filter { plies: 16..=u32::MAX, without_checks: true, ..Filter::ALL };
/// let entry = Entry::<SideToMove>::new(Board::start(), None, 0, Wdl::Draw);
/// assert_eq!(filter.rejects(&entry), Some(Rejection::Ply));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Filter {
    /// The plies of the entries.
    pub plies: RangeInclusive<u32>,
    /// The number of pieces, with the kings.
    pub pieces: RangeInclusive<u32>,
    /// The largest absolute value of the score.
    pub score: u16,
    /// The scores, from the side to move's point of view.
    pub scores: RangeInclusive<i16>,
    /// The material of both sides: 1 for a pawn, 3 for a knight or a bishop, 5 for a rook, 9 for a queen.
    pub material: RangeInclusive<u32>,
    /// Leaves out positions in which the side to move is in check.
    pub without_checks: bool,
    /// Leaves out positions whose move is a capture, en passant included.
    pub without_captures: bool,
    /// Leaves out positions whose move is a promotion.
    pub without_promotions: bool,
    /// Leaves out positions whose move is castling.
    pub without_castling: bool,
    /// Leaves out scores of 32002 and -32002, Stockfish's `VALUE_NONE`.
    pub without_value_none: bool,
    /// Leaves out entries without a move.
    pub with_move: bool,
    /// The largest distance of a score from a result that it contradicts.
    pub incorrectness: u16,
    /// Keeps an entry with the probability of its result after its score, by this win rate.
    pub win_rate: Option<WinRate>,
    /// Keeps an entry with this probability.
    pub probability: f64,
    /// The seed of everything random.
    pub seed: u64,
}

const VALUE_NONE: u16 = 32_002;

/// The values of the piece types in [`Filter::material`].
const VALUES: [(PieceType, u32); 5] =
    [(PieceType::Pawn, 1), (PieceType::Knight, 3), (PieceType::Bishop, 3), (PieceType::Rook, 5), (PieceType::Queen, 9)];

impl Filter {
    /// Keeps every entry.
    pub const ALL: Self = Self {
        plies: 0..=u32::MAX,
        pieces: 0..=64,
        // The absolute value of -32768.
        score: 1 << 15,
        scores: i16::MIN..=i16::MAX,
        material: 0..=u32::MAX,
        without_checks: false,
        without_captures: false,
        without_promotions: false,
        without_castling: false,
        without_value_none: false,
        with_move: false,
        incorrectness: u16::MAX,
        win_rate: None,
        probability: 1.0,
        seed: 1,
    };

    /// Returns `true` if every entry is kept, whatever the seed is.
    pub fn is_all(&self) -> bool {
        *self == Self { seed: self.seed, ..Self::ALL }
    }

    /// Checks that entries of a format have what the filter asks for. [`Filter::rejects`] does not.
    ///
    /// # Errors
    ///
    /// Returns an error for the first condition that the format cannot answer.
    pub fn check(&self, format: Format) -> Result<(), UnanswerableError> {
        let conditions = [
            (self.plies != Self::ALL.plies, Rejection::Ply, Fact::Ply),
            (self.score < Self::ALL.score, Rejection::Score, Fact::Score),
            (self.scores != Self::ALL.scores, Rejection::ScoreRange, Fact::Score),
            (self.without_value_none, Rejection::ValueNone, Fact::Score),
            (self.incorrectness != Self::ALL.incorrectness, Rejection::Incorrect, Fact::Score),
            (self.incorrectness != Self::ALL.incorrectness, Rejection::Incorrect, Fact::Result),
            (self.win_rate.is_some(), Rejection::Doubt, Fact::Score),
            (self.win_rate.is_some(), Rejection::Doubt, Fact::Result),
            (self.with_move, Rejection::NoMove, Fact::Move),
            (self.without_captures, Rejection::Capture, Fact::Move),
            (self.without_promotions, Rejection::Promotion, Fact::Move),
            (self.without_castling, Rejection::Castling, Fact::Move),
        ];
        let missing = conditions.into_iter().find(|&(is_asked, _, fact)| is_asked && !format.has(fact));
        missing.map_or(Ok(()), |(_, condition, fact)| Err(UnanswerableError { format, condition, fact }))
    }

    /// Returns the first reason for which the entry is left out, or `None` if it is kept.
    pub fn rejects<V: View>(&self, entry: &Entry<V>) -> Option<Rejection> {
        let (score, result) = entry.seen_by_mover();
        self.rejects_parts(&entry.board, entry.mv, entry.ply, score, result)
    }

    /// Returns the first reason for which an entry is left out, given its score and its result as the side to move sees
    /// them.
    pub(crate) fn rejects_parts(
        &self,
        board: &Board,
        mv: Option<Move>,
        ply: u32,
        score: i16,
        result: Wdl,
    ) -> Option<Rejection> {
        // Each condition has a number of its own from 0 to 1 for an entry.
        let draw = |condition: Rejection| {
            let rest = u64::from(mv.map_or(0, Move::raw)) << 48 | u64::from(score as u16) << 32 | u64::from(ply);
            random::unit(random::key(&[self.seed, condition as u64, board.raw_key(), rest]))
        };
        // The largest value is 32768, also where the negation of -32768 is 32767.
        let reason = if !self.plies.contains(&ply) {
            Rejection::Ply
        } else if self.score < score.unsigned_abs() {
            Rejection::Score
        } else if !self.scores.contains(&score) {
            Rejection::ScoreRange
        } else if self.without_value_none && score.unsigned_abs() == VALUE_NONE {
            Rejection::ValueNone
        } else if !self.pieces.contains(&board.occupied().len()) {
            Rejection::Pieces
        } else if self.material != Self::ALL.material && !self.material.contains(&material(board)) {
            Rejection::Material
        } else if self.incorrectness != Self::ALL.incorrectness && self.incorrectness < incorrectness(score, result) {
            Rejection::Incorrect
        } else if self.with_move && mv.is_none() {
            Rejection::NoMove
        } else if self.without_captures && mv.is_some_and(|m| board.is_capture(m)) {
            Rejection::Capture
        } else if self.without_promotions && mv.is_some_and(|m| m.kind() == MoveKind::Promotion) {
            Rejection::Promotion
        } else if self.without_castling && mv.is_some_and(|m| m.kind() == MoveKind::Castling) {
            Rejection::Castling
        } else if self.without_checks && board.in_check() {
            Rejection::Check
        } else if self.win_rate.is_some_and(|rate| rate.probability(score, result) <= draw(Rejection::Doubt)) {
            Rejection::Doubt
        } else if self.probability < 1.0 && self.probability <= draw(Rejection::Random) {
            Rejection::Random
        } else {
            return None;
        };
        Some(reason)
    }
}

fn material(board: &Board) -> u32 {
    VALUES.into_iter().map(|(piece_type, value)| value * board.by_type(piece_type).len()).sum()
}

/// Returns how far a score is on the wrong side of a result, both from the same point of view.
fn incorrectness(score: i16, result: Wdl) -> u16 {
    match result {
        Wdl::Win => score.saturating_neg().max(0).unsigned_abs(),
        Wdl::Draw => score.unsigned_abs(),
        Wdl::Loss => score.max(0).unsigned_abs(),
    }
}

impl Default for Filter {
    /// Returns [`Filter::ALL`].
    fn default() -> Self {
        Self::ALL
    }
}

errors! {
    /// A condition of a [`Filter`] about a fact that a format does not have.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[non_exhaustive]
    pub struct UnanswerableError {
        /// The format.
        pub format: Format,
        /// The reason for which entries would be left out.
        pub condition: Rejection,
        /// The missing fact.
        pub fact: Fact,
    } = (Self::KINDS[*fact as usize]), "{format} has no {fact}, so it cannot be filtered by {:?}", condition.name();
}

impl UnanswerableError {
    /// The names of the kinds, in the order of [`Fact::ALL`].
    pub const KINDS: &'static [&'static str] = &["no-moves", "no-scores", "no-plies", "no-results"];
}
