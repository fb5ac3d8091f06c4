//! Which entries are kept.

use core::ops::RangeInclusive;

use gardez_types::{MoveKind, errors};

use gardez_formats::Entry;
use gardez_formats::Fact;
use gardez_formats::Format;
use gardez_formats::ReadEntries;
use gardez_formats::ReadError;
use gardez_formats::View;

/// What an entry must be like to be kept. [`Filter::ALL`] keeps every entry.
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
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filter {
    /// The plies of the entries.
    pub plies: RangeInclusive<u32>,
    /// The number of pieces, with the kings.
    pub pieces: RangeInclusive<u32>,
    /// The largest absolute value of the score.
    pub score: u16,
    /// Leaves out positions in which the side to move is in check.
    pub without_checks: bool,
    /// Leaves out positions whose move is a capture, en passant included.
    pub without_captures: bool,
    /// Leaves out positions whose move is a promotion.
    pub without_promotions: bool,
    /// Leaves out entries without a move.
    pub with_move: bool,
}

impl Filter {
    /// Keeps every entry.
    pub const ALL: Self = Self {
        plies: 0..=u32::MAX,
        pieces: 0..=64,
        // The absolute value of -32768.
        score: 1 << 15,
        without_checks: false,
        without_captures: false,
        without_promotions: false,
        with_move: false,
    };

    /// Checks that entries of a format have what the filter asks for. Otherwise it would keep all of them, or none.
    ///
    /// [`Filtered`] does not call this, because its reader may mix several formats.
    ///
    /// ```
    /// use gardez_formats::{bullet, viri};
    /// use gardez_data::Filter;
    ///
    /// let filter = Filter { without_captures: true, ..Filter::ALL };
    /// assert_eq!(filter.check(viri::FORMAT), Ok(()));
    /// let error = filter.check(bullet::FORMAT).unwrap_err();
    /// assert_eq!(error.to_string(), "bulletformat has no moves, so it cannot be filtered by \"move is a capture\"");
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error for the first condition that the format cannot answer.
    pub fn check(&self, format: Format) -> Result<(), UnanswerableError> {
        let Self { plies, pieces: _, score, without_checks: _, without_captures, without_promotions, with_move } = self;
        let conditions = [
            (*plies != Self::ALL.plies, Rejection::Ply, Fact::Ply),
            (*score < Self::ALL.score, Rejection::Score, Fact::Score),
            (*with_move, Rejection::NoMove, Fact::Move),
            (*without_captures, Rejection::Capture, Fact::Move),
            (*without_promotions, Rejection::Promotion, Fact::Move),
        ];
        let missing = conditions.into_iter().find(|&(is_asked, _, fact)| is_asked && !format.has(fact));
        missing.map_or(Ok(()), |(_, condition, fact)| Err(UnanswerableError { format, condition, fact }))
    }

    /// Returns the first reason for which the entry is left out, or `None` if it is kept.
    pub fn rejects<V: View>(&self, entry: &Entry<V>) -> Option<Rejection> {
        let (board, mv) = (&entry.board, entry.mv);
        if !self.plies.contains(&entry.ply) {
            return Some(Rejection::Ply);
        }
        if self.score < entry.score.unsigned_abs() {
            return Some(Rejection::Score);
        }
        if !self.pieces.contains(&board.occupied().len()) {
            return Some(Rejection::Pieces);
        }
        if self.with_move && mv.is_none() {
            return Some(Rejection::NoMove);
        }
        if self.without_captures && mv.is_some_and(|m| board.is_capture(m)) {
            return Some(Rejection::Capture);
        }
        if self.without_promotions && mv.is_some_and(|m| m.kind() == MoveKind::Promotion) {
            return Some(Rejection::Promotion);
        }
        (self.without_checks && board.in_check()).then_some(Rejection::Check)
    }
}

impl Default for Filter {
    /// Returns [`Filter::ALL`].
    fn default() -> Self {
        Self::ALL
    }
}

/// Why a [`Filter`] leaves out an entry.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Rejection {
    /// The ply is not in the range.
    Ply,
    /// The absolute value of the score is too large.
    Score,
    /// The number of pieces is not in the range.
    Pieces,
    /// There is no move.
    NoMove,
    /// The move is a capture.
    Capture,
    /// The move is a promotion.
    Promotion,
    /// The side to move is in check.
    Check,
    /// The position appeared before; see [`Unique`](super::Unique).
    Duplicate,
    /// A condition of the caller; see [`Filtered::with_condition`].
    Condition,
}

impl Rejection {
    /// All reasons.
    pub const ALL: [Self; 9] = [
        Self::Ply,
        Self::Score,
        Self::Pieces,
        Self::NoMove,
        Self::Capture,
        Self::Promotion,
        Self::Check,
        Self::Duplicate,
        Self::Condition,
    ];

    /// Returns the reason in a few words, for reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ply => "ply out of range",
            Self::Score => "score too large",
            Self::Pieces => "number of pieces out of range",
            Self::NoMove => "no move",
            Self::Capture => "move is a capture",
            Self::Promotion => "move is a promotion",
            Self::Check => "in check",
            Self::Duplicate => "duplicate",
            Self::Condition => "other condition",
        }
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
    pub const KINDS: &'static [&'static str] = &["no-moves", "no-scores", "no-plies"];
}

/// The number of entries that were left out, for each reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rejections([u64; Rejection::ALL.len()]);

impl Rejections {
    /// Returns the number of entries left out for this reason.
    pub const fn count(&self, reason: Rejection) -> u64 {
        self.0[reason as usize]
    }

    /// Returns the number of entries left out.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    pub(super) const fn add(&mut self, reason: Rejection) {
        self.0[reason as usize] += 1;
    }
}

/// A reader that gives only some entries of another one.
pub struct Filtered<'a, R: ReadEntries> {
    reader: R,
    filter: Filter,
    condition: Option<Condition<'a, R::View>>,
    rejections: Rejections,
    /// The entry that is lent, which is a copy: a loop cannot lend what it has borrowed from the reader.
    entry: Option<Entry<R::View>>,
}

/// What a caller asks of each entry.
type Condition<'a, V> = std::boxed::Box<dyn FnMut(&Entry<V>) -> bool + 'a>;

impl<'a, R: ReadEntries> Filtered<'a, R> {
    /// Returns the entries of `reader` that the filter keeps.
    pub const fn new(reader: R, filter: Filter) -> Self {
        Self { reader, filter, condition: None, rejections: Rejections([0; Rejection::ALL.len()]), entry: None }
    }

    /// Returns the same reader, which keeps only entries for which `condition` returns `true`, such as those whose
    /// result an endgame table confirms.
    #[must_use]
    pub fn with_condition(mut self, condition: impl FnMut(&Entry<R::View>) -> bool + 'a) -> Self {
        self.condition = Some(std::boxed::Box::new(condition));
        self
    }

    /// Returns the number of entries left out so far.
    pub const fn rejections(&self) -> &Rejections {
        &self.rejections
    }

    /// Returns the reader below.
    pub const fn reader(&self) -> &R {
        &self.reader
    }
}

impl<R: ReadEntries> ReadEntries for Filtered<'_, R> {
    type View = R::View;

    fn format(&self) -> Format {
        self.reader.format()
    }

    fn next_entry(&mut self) -> Result<Option<&Entry<R::View>>, ReadError> {
        while let Some(entry) = self.reader.next_entry()? {
            let rejection = self.filter.rejects(entry);
            let mut is_refused = || self.condition.as_mut().is_some_and(|holds| !holds(entry));
            match rejection.or_else(|| is_refused().then_some(Rejection::Condition)) {
                Some(reason) => self.rejections.add(reason),
                None => return Ok(Some(self.entry.insert(*entry))),
            }
        }
        Ok(None)
    }
}

impl<R: ReadEntries> std::fmt::Debug for Filtered<'_, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Filtered")
            .field("format", &self.reader.format())
            .field("filter", &self.filter)
            .field("rejections", &self.rejections)
            .finish_non_exhaustive()
    }
}
