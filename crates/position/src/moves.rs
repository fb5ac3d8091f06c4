//! The choice of a board's moves.

use core::ops::ControlFlow;

use gardez_bitboard::Bitboard;

use crate::board::Board;
use crate::check_info::CheckInfo;
use crate::divider::Divider;
use crate::list::{MoveList, MoveListIntoIter};
use crate::move_class::MoveClass;
use crate::move_filter::{All, MoveFilter, OfClass};
use crate::move_set::{MoveSet, Visitor};
use crate::move_sink::MoveSink;
use crate::quiet_checks::QuietChecks;
use crate::sink::{Any, Count, Lister, Sink, finished};

/// # Listing moves
///
/// The order of moves is unspecified.
impl Board {
    /// Returns all legal moves.
    pub fn legal_moves(&self) -> MoveList {
        MoveList::filled(|list| self.fill_all(None, list))
    }

    /// Returns the number of legal moves. Faster than listing them.
    #[inline]
    pub fn legal_move_count(&self) -> usize {
        let mut count = Count(0);
        finished(self.generate(None, All, &mut count));
        count.0 as usize
    }

    /// Returns `true` if the side to move has a legal move. Faster than counting them.
    pub fn has_legal_moves(&self) -> bool {
        self.find_any(None).is_break()
    }

    /// Returns the choice of all legal moves, to be narrowed and then listed.
    ///
    /// ```
    /// use gardez_position::{Board, PieceType};
    ///
    /// let board = Board::start();
    /// let knights = board.pieces(board.side_to_move(), PieceType::Knight);
    /// assert_eq!(board.moves().from(knights).count(), 4);
    /// assert!(!board.moves().captures().any());
    /// ```
    #[inline]
    pub const fn moves(&self) -> Moves<'_> {
        Moves::new(self, None)
    }
}

/// A choice of the moves of a board; made by [`Board::moves`].
///
/// These methods narrow the choice:
///
/// | wanted | method |
/// |---|---|
/// | a stage of a move picker | [`captures`](Self::captures), [`quiets`](Self::quiets), [`evasions`](Self::evasions), [`of`](Self::of) a [`MoveClass`] |
/// | the moves of some pieces, or to some squares | [`from`](Self::from), [`to`](Self::to) |
/// | moves that may leave the king attacked, to be tested when they are made | [`pseudo_legal`](Self::pseudo_legal) |
///
/// and these return the moves:
///
/// | wanted | method |
/// |---|---|
/// | a list | [`list`](Self::list), or a `for` loop |
/// | moves appended to a [`MoveList`] or another [`MoveSink`] | [`into`](Self::into) |
/// | captures and quiet moves in two lists | [`divide`](Self::divide) |
/// | sets of targets, or to stop early | [`visit`](Self::visit) |
/// | only the number, or whether there is one | [`count`](Self::count), [`any`](Self::any) |
///
/// A search that knows the [`CheckInfo`] begins with [`Board::with`]:
///
/// ```
/// use gardez_position::{Board, MoveList};
///
/// let board = Board::start();
/// let (info, mut list) = (board.check_info(), MoveList::new());
/// board.with(&info).moves().captures().into(&mut list);
/// assert!(list.is_empty());
/// board.with(&info).moves().quiets().into(&mut list);
/// assert_eq!(list.len(), 20);
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use = "a choice lists nothing by itself"]
pub struct Moves<'a> {
    board: &'a Board,
    info: Option<&'a CheckInfo>,
    class: Option<MoveClass>,
    is_pseudo_legal: bool,
    /// The squares of the pieces and of the targets, if they were chosen.
    squares: Option<(Bitboard, Bitboard)>,
}

// What was chosen is known in the caller: inlined, only the code for it remains.
impl<'a> Moves<'a> {
    #[inline]
    pub(crate) const fn new(board: &'a Board, info: Option<&'a CheckInfo>) -> Self {
        Self { board, info, class: None, is_pseudo_legal: false, squares: None }
    }

    /// Keeps the captures; see [`MoveClass::Captures`].
    #[inline]
    pub const fn captures(self) -> Self {
        self.of(MoveClass::Captures)
    }

    /// Keeps the quiet moves; see [`MoveClass::Quiets`].
    #[inline]
    pub const fn quiets(self) -> Self {
        self.of(MoveClass::Quiets)
    }

    /// Keeps all moves in check, and none otherwise.
    #[inline]
    pub const fn evasions(self) -> Self {
        self.of(MoveClass::Evasions)
    }

    /// Keeps the moves of a class instead of a class that was chosen before.
    #[inline]
    pub const fn of(mut self, class: MoveClass) -> Self {
        self.class = Some(class);
        self
    }

    /// Keeps the moves of the pieces on these squares. Several calls intersect.
    #[inline]
    pub fn from(self, sources: impl Into<Bitboard>) -> Self {
        self.limited(sources.into(), Bitboard::FULL)
    }

    /// Keeps the moves to these squares. Several calls intersect.
    ///
    /// The target of castling is the square of the rook; of an en passant capture, the square behind the pawn.
    #[inline]
    pub fn to(self, targets: impl Into<Bitboard>) -> Self {
        self.limited(Bitboard::FULL, targets.into())
    }

    /// Adds the moves that leave the king attacked.
    ///
    /// They are moves of pinned pieces off their line, en passant captures that uncover the king, steps of the king to
    /// attacked squares and castling through them. In check, only moves that may answer the check are listed.
    /// [`Board::keeps_king_safe`] tells which of the moves are legal.
    ///
    /// ```
    /// use gardez_position::Board;
    ///
    /// // 3  . . . . r . . .
    /// // 2  . . . . N . . .    The knight is pinned.
    /// // 1  . . . . K . . .
    /// let board: Board = "4k3/8/8/8/8/4r3/4N3/4K3 w - - 0 1".parse()?;
    /// let moves = board.moves().pseudo_legal().list();
    /// let legal = moves.iter().filter(|&&m| board.keeps_king_safe(m)).count();
    /// assert_eq!((moves.len(), legal), (10, 4));
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    #[inline]
    pub const fn pseudo_legal(mut self) -> Self {
        self.is_pseudo_legal = true;
        self
    }

    /// Returns a list of the moves, made in the caller's place.
    #[inline(always)]
    pub fn list(self) -> MoveList {
        MoveList::filled(|list| self.fill(list))
    }

    /// Appends the moves to `list`, which keeps what it contains.
    ///
    /// # Panics
    ///
    /// Panics if the list has no room; an empty [`MoveList`] has room for the moves of any position.
    #[inline(always)]
    pub fn into(self, list: &mut impl MoveSink) {
        list.append_from(|list| self.fill(list));
    }

    /// Appends the [`Captures`](MoveClass::Captures) and the [`Quiets`](MoveClass::Quiets) to two lists, in one pass.
    ///
    /// # Panics
    ///
    /// Panics if a list has no room.
    #[inline(always)]
    pub fn divide(self, captures: &mut impl MoveSink, quiets: &mut impl MoveSink) {
        captures.append_from(|captures| quiets.append_from(|quiets| self.fill_both(captures, quiets)));
    }

    /// Calls `visit` with sets of moves until `visit` returns [`ControlFlow::Break`].
    ///
    /// A [`MoveSet`] contains moves of one piece, or of several pawns in the same direction; a piece may be in several
    /// sets. Returns the last value of `visit`. The generator is compiled into the caller, once for each `visit`.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use gardez_position::Board;
    ///
    /// // The first move that is found.
    /// let board = Board::start();
    /// let first = board.moves().visit(|set| set.into_iter().next().map_or(ControlFlow::Continue(()), ControlFlow::Break));
    /// assert!(first.break_value().is_some_and(|m| board.is_legal(m)));
    /// ```
    #[inline(always)]
    pub fn visit<B>(self, visit: impl FnMut(MoveSet) -> ControlFlow<B>) -> ControlFlow<B> {
        self.pass(&mut Visitor(visit))
    }

    /// Returns the number of moves. Faster than listing them.
    #[inline(always)]
    pub fn count(self) -> usize {
        let mut count = Count(0);
        finished(self.pass(&mut count));
        count.0 as usize
    }

    /// Returns `true` if there is a move. Faster than counting them.
    #[inline(always)]
    pub fn any(self) -> bool {
        match self {
            Self { class: None, is_pseudo_legal: false, squares: None, .. } => {
                self.board.find_any(self.info).is_break()
            }
            _ => self.pass(&mut Any).is_break(),
        }
    }
}

impl IntoIterator for Moves<'_> {
    type Item = gardez_types::Move;
    type IntoIter = MoveListIntoIter;

    #[inline]
    fn into_iter(self) -> MoveListIntoIter {
        self.list().into_iter()
    }
}

impl Moves<'_> {
    #[inline]
    fn limited(self, sources: Bitboard, targets: Bitboard) -> Self {
        let (old_sources, old_targets) = self.squares.unwrap_or((Bitboard::FULL, Bitboard::FULL));
        Self { squares: Some((old_sources & sources, old_targets & targets)), ..self }
    }

    /// Returns `false` if a class has no moves because of a check, or without one.
    #[inline]
    fn may_exist(self) -> bool {
        let in_check = || self.info.map_or_else(|| self.board.in_check(), |info| !info.checkers.is_empty());
        match self.class {
            Some(MoveClass::Evasions) => in_check(),
            Some(MoveClass::NonEvasions) => !in_check(),
            None | Some(MoveClass::Captures | MoveClass::Quiets | MoveClass::QuietChecks) => true,
        }
    }

    #[inline]
    fn limits(self) -> OfClass {
        OfClass::new(self.board, self.board.side_to_move(), self.class)
    }

    #[inline(always)]
    fn pass<K: Sink>(self, sink: &mut K) -> ControlFlow<K::Break> {
        let Self { board, info, .. } = self;
        match (self.class, self.is_pseudo_legal) {
            (Some(MoveClass::QuietChecks), true) => self.pseudo_legal_to(&mut QuietChecks::new(board, info, sink)),
            (Some(MoveClass::QuietChecks), false) => self.legal_to(&mut QuietChecks::new(board, info, sink)),
            (_, true) => self.pseudo_legal_to(sink),
            (_, false) => self.legal_to(sink),
        }
    }

    #[inline(always)]
    fn pseudo_legal_to<K: Sink>(self, sink: &mut K) -> ControlFlow<K::Break> {
        let Self { board, info, class, .. } = self;
        match self.squares {
            Some((from, to)) => board.pseudo_legal(info, class, self.limits().and(from, to), sink),
            None => board.pseudo_legal(info, class, self.limits(), sink),
        }
    }

    #[inline(always)]
    fn legal_to<K: Sink>(self, sink: &mut K) -> ControlFlow<K::Break> {
        let Self { board, info, class, squares, .. } = self;
        match (class, squares) {
            _ if !self.may_exist() => ControlFlow::Continue(()),
            (None, None) => board.generate(info, All, sink),
            (_, None) => board.generate(info, self.limits(), sink),
            (_, Some((from, to))) => board.generate(info, self.limits().and(from, to), sink),
        }
    }

    #[inline(always)]
    fn fill(self, list: &mut MoveList) {
        let Self { board, info, class, is_pseudo_legal, squares } = self;
        match (class, squares) {
            _ if is_pseudo_legal => self.fill_pseudo_legal(list),
            (Some(MoveClass::QuietChecks), _) => self.fill_checks(list),
            _ if !self.may_exist() => {}
            (_, Some((from, to))) => board.fill_limited(self.limits().and(from, to), info, list),
            (Some(MoveClass::Captures | MoveClass::Quiets), None) => board.fill_limited(self.limits(), info, list),
            _ => board.fill_all(info, list),
        }
    }

    // The generators are large, and one copy of each is enough.

    #[inline(never)]
    fn fill_pseudo_legal(self, list: &mut MoveList) {
        let Self { board, info, .. } = self;
        let list = &mut Lister::<false>(list);
        finished(match self.class {
            Some(MoveClass::QuietChecks) => self.pseudo_legal_to(&mut QuietChecks::new(board, info, list)),
            _ => self.pseudo_legal_to(list),
        });
    }

    #[inline(never)]
    fn fill_checks(self, list: &mut MoveList) {
        let Self { board, info, squares, .. } = self;
        let (from, to) = squares.unwrap_or((Bitboard::FULL, Bitboard::FULL));
        let mut list = Lister::<false>(list);
        finished(board.generate(info, self.limits().and(from, to), &mut QuietChecks::new(board, info, &mut list)));
    }

    #[inline(never)]
    fn fill_both(self, captures: &mut MoveList, quiets: &mut MoveList) {
        let theirs = self.board.by_color(!self.board.side_to_move());
        finished(self.pass(&mut Divider { theirs, captures, quiets }));
    }
}

impl Board {
    #[inline(never)]
    fn fill_all(&self, info: Option<&CheckInfo>, list: &mut MoveList) {
        finished(self.generate(info, All, &mut Lister::<false>(list)));
    }

    #[inline(never)]
    fn fill_limited(&self, limits: impl MoveFilter, info: Option<&CheckInfo>, list: &mut MoveList) {
        finished(self.generate(info, limits, &mut Lister::<true>(list)));
    }
}
