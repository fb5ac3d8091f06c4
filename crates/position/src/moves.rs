//! The moves of a board: all of them, or those that a search, a program or a page asks for.

use core::ops::ControlFlow;

use gardez_bitboard::Bitboard;

use crate::board::Board;
use crate::check_info::CheckInfo;
use crate::divider::Divider;
use crate::list::{MoveList, MoveListIntoIter};
use crate::move_class::MoveClass;
use crate::move_filter::{All, Limits, MoveFilter};
use crate::move_set::{MoveSet, Visitor};
use crate::move_sink::MoveSink;
use crate::quiet_checks::QuietChecks;
use crate::sink::{Any, Count, Lister, Sink, SparseLister, finished};

/// # Listing moves
///
/// [`legal_moves`](Board::legal_moves) lists all legal moves. [`moves`](Board::moves) chooses among them, or among the
/// pseudo-legal ones, and lists, appends, visits or counts what was chosen. The order of the moves is unspecified.
///
/// To find one move instead of a list, use [`legal_origins`](Board::legal_origins) or [`parse_uci`](Board::parse_uci).
impl Board {
    /// Returns all legal moves.
    ///
    /// ```
    /// use gardez_position::{Board, Rank};
    ///
    /// let moves = Board::start().legal_moves();
    /// assert_eq!(moves.len(), 20);
    /// assert!(moves.iter().all(|m| m.to().rank() < Rank::Five));
    /// ```
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
    ///
    /// [`Board::is_checkmate`] and [`Board::is_stalemate`] also say why there is none.
    #[inline]
    pub fn has_legal_moves(&self) -> bool {
        self.find_any(None).is_break()
    }

    /// Returns the choice of all legal moves, which is narrowed and then listed.
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

/// The choice of the moves of a board; made by [`Board::moves`].
///
/// These methods narrow the choice:
///
/// | wanted | method |
/// |---|---|
/// | a stage of a move picker | [`captures`](Self::captures), [`quiets`](Self::quiets), [`evasions`](Self::evasions), [`of`](Self::of) a [`MoveClass`] |
/// | the moves of some pieces, or to some squares | [`from`](Self::from), [`to`](Self::to) |
/// | moves that may leave the king attacked, for a search that tests only the moves that it makes | [`pseudo_legal`](Self::pseudo_legal) |
///
/// and these use it:
///
/// | wanted | method |
/// |---|---|
/// | a list | [`list`](Self::list), or a `for` loop |
/// | moves appended to a [`MoveList`], or to the scored list of an engine ([`MoveSink`]) | [`into`](Self::into) |
/// | captures and quiet moves in two lists | [`divide`](Self::divide) |
/// | sets of targets instead of moves, or to stop early | [`visit`](Self::visit) |
/// | only their number, or whether there is one | [`count`](Self::count), [`any`](Self::any) |
///
/// A search that knows the [`CheckInfo`] of the board begins with [`Board::with`], and finds no checks and pins again.
///
/// ```
/// use gardez_position::{Board, MoveList};
///
/// // The stages of a move picker, in one list.
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
    /// The squares of the pieces and of the targets, if they were chosen. Where they were not, the code of the caller
    /// contains no test.
    squares: Option<(Bitboard, Bitboard)>,
}

// What was chosen is known in the caller: inlined, only the code for it remains.
impl<'a> Moves<'a> {
    #[inline]
    pub(crate) const fn new(board: &'a Board, info: Option<&'a CheckInfo>) -> Self {
        Self { board, info, class: None, is_pseudo_legal: false, squares: None }
    }

    /// Keeps the captures, in check as well; see [`MoveClass::Captures`].
    #[inline]
    pub const fn captures(self) -> Self {
        self.of(MoveClass::Captures)
    }

    /// Keeps the quiet moves, in check as well; see [`MoveClass::Quiets`].
    #[inline]
    pub const fn quiets(self) -> Self {
        self.of(MoveClass::Quiets)
    }

    /// Keeps all moves in check, and none otherwise; see [`MoveClass::Evasions`].
    #[inline]
    pub const fn evasions(self) -> Self {
        self.of(MoveClass::Evasions)
    }

    /// Keeps the moves of a class. A class that was chosen before is forgotten.
    ///
    /// [`MoveClass::Captures`] and [`MoveClass::Quiets`] together are all moves, in check as well: then they are
    /// the moves that answer the check.
    ///
    /// ```
    /// use gardez_position::{Board, MoveClass};
    ///
    /// // 8  . . . . k . . .
    /// // 3  . . . . r . . n   The rook gives check. The knight on a1 can neither capture it nor interpose.
    /// // 1  N . . . K . . .
    /// let board: Board = "4k3/8/8/8/8/4r2n/8/N3K3 w - - 0 1".parse()?;
    /// assert!(!board.moves().captures().any());
    /// let quiets = board.moves().quiets().list();
    /// assert_eq!(quiets.len(), 3); // three steps of the king
    /// assert_eq!(board.moves().evasions().list(), quiets);
    /// assert!(!board.moves().of(MoveClass::QuietChecks).any());
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    #[inline]
    pub const fn of(mut self, class: MoveClass) -> Self {
        self.class = Some(class);
        self
    }

    /// Keeps the moves of the pieces on these squares. With several calls, on squares that are in all of the sets.
    #[inline]
    pub fn from(self, sources: impl Into<Bitboard>) -> Self {
        self.limited(sources.into(), Bitboard::FULL)
    }

    /// Keeps the moves to these squares. With several calls, to squares that are in all of the sets.
    ///
    /// The target of castling is the square of the rook. The target of an en passant capture is the square that the
    /// captured pawn has passed.
    ///
    /// ```
    /// use gardez_position::{Board, Rank, Square};
    ///
    /// let board = Board::start();
    /// assert_eq!(board.moves().to(Rank::Four).count(), 8);
    /// assert_eq!(board.moves().from(Square::E2).to(Rank::Four).list()[0].to(), Square::E4);
    /// ```
    #[inline]
    pub fn to(self, targets: impl Into<Bitboard>) -> Self {
        self.limited(Bitboard::FULL, targets.into())
    }

    /// Adds the moves that leave the king of their side attacked: a pinned piece may leave its line, an en passant capture
    /// may uncover the king, and the king may move to an attacked square or castle through one.
    ///
    /// In check, only moves that may answer it are listed, in every class. [`Board::keeps_king_safe`] says which of the
    /// moves are legal.
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

    /// Returns a list of the moves.
    ///
    /// A list takes 1 KiB: it is made in the place of the caller, but is copied if the caller moves it.
    #[inline(always)]
    pub fn list(self) -> MoveList {
        MoveList::filled(|list| self.fill(list))
    }

    /// Appends the moves to `list`, which keeps what it contains.
    ///
    /// ```
    /// use gardez_position::{Board, MoveList};
    ///
    /// let mut list = MoveList::new();
    /// for _ in 0..3 {
    ///     list.clear();
    ///     Board::start().moves().into(&mut list);
    ///     assert_eq!(list.len(), 20);
    /// }
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the list has no room; see [`MoveList::CAPACITY`]. An empty list has room for the moves of any position.
    #[inline(always)]
    pub fn into(self, list: &mut impl MoveSink) {
        list.append_from(|list| self.fill(list));
    }

    /// Appends the moves to two lists, divided into [`Captures`](MoveClass::Captures) and
    /// [`Quiets`](MoveClass::Quiets), in one pass.
    ///
    /// ```
    /// use gardez_position::{Board, MoveList};
    ///
    /// // 5  . . . p . . . .
    /// // 4  . . . . P . . .
    /// // 1  . . . . K . . .
    /// let board: Board = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1".parse()?;
    /// let (mut captures, mut quiets) = (MoveList::new(), MoveList::new());
    /// board.moves().divide(&mut captures, &mut quiets);
    /// assert_eq!((captures.len(), quiets.len()), (1, 6));
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a list has no room, like [`Moves::into`].
    #[inline(always)]
    pub fn divide(self, captures: &mut impl MoveSink, quiets: &mut impl MoveSink) {
        captures.append_from(|captures| quiets.append_from(|quiets| self.fill_both(captures, quiets)));
    }

    /// Calls `visit` with the moves, many at once, until it returns [`ControlFlow::Break`]. Returns what it returned last.
    ///
    /// Each [`MoveSet`] contains the moves of one piece, or moves of several pawns in the same direction. A piece may be
    /// in several sets. The generator is compiled into the caller, once for each `visit`.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use gardez_position::{Board, Move, PieceType, piece_value};
    ///
    /// // The first move that is found.
    /// let first = Board::start().moves().visit(|set| set.into_iter().next().map_or(ControlFlow::Continue(()), ControlFlow::Break));
    /// assert!(first.break_value().is_some_and(|m: Move| Board::start().is_legal(m)));
    ///
    /// // The captures of a position, each with the value of the captured piece.
    /// let board: Board = "4k3/8/3p1q2/8/4N3/8/8/4K3 w - - 0 1".parse()?;
    /// let mut captures: Vec<(i32, Move)> = vec![];
    /// let _ = board.moves().captures().visit::<()>(|set| {
    ///     captures.extend(set.into_iter().map(|m| {
    ///         let captured = board.piece_on(m.to()).map_or(PieceType::Pawn, |piece| piece.piece_type());
    ///         (piece_value(captured), m)
    ///     }));
    ///     ControlFlow::Continue(())
    /// });
    /// captures.sort();
    /// assert_eq!(captures.iter().map(|(_, m)| m.to().to_string()).collect::<Vec<_>>(), ["d6", "f6"]);
    /// # Ok::<_, gardez_position::FenError>(())
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

    /// Returns `false` if a class has no moves because the king is, or is not, in check.
    #[inline]
    fn may_exist(self) -> bool {
        let in_check = || self.info.map_or_else(|| self.board.in_check(), |info| !info.checkers.is_empty());
        match self.class {
            Some(MoveClass::Evasions) => in_check(),
            Some(MoveClass::NonEvasions) => !in_check(),
            None | Some(MoveClass::Captures | MoveClass::Quiets | MoveClass::QuietChecks) => true,
        }
    }

    /// Returns the limits of the class, whether there is a check or not.
    #[inline]
    fn limits(self) -> Limits<false> {
        Limits::of(self.board, self.board.side_to_move(), self.class)
    }

    /// Passes the moves to `sink`.
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

    /// Appends the moves to `list`.
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
        let list = &mut Lister(list);
        finished(match self.class {
            Some(MoveClass::QuietChecks) => self.pseudo_legal_to(&mut QuietChecks::new(board, info, list)),
            _ => self.pseudo_legal_to(list),
        });
    }

    #[inline(never)]
    fn fill_checks(self, list: &mut MoveList) {
        let Self { board, info, squares, .. } = self;
        let (from, to) = squares.unwrap_or((Bitboard::FULL, Bitboard::FULL));
        let mut list = Lister(list);
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
        finished(self.generate(info, All, &mut Lister(list)));
    }

    #[inline(never)]
    fn fill_limited(&self, limits: impl MoveFilter, info: Option<&CheckInfo>, list: &mut MoveList) {
        finished(self.generate(info, limits, &mut SparseLister(list)));
    }
}
