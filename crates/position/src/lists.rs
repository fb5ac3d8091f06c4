//! The legal and pseudo-legal moves of a board: all, some, or a class of them.

use core::ops::ControlFlow;

use gardez_bitboard::Bitboard;

use crate::board::Board;
use crate::check_info::CheckInfo;
use crate::list::MoveList;
use crate::move_class::MoveClass;
use crate::move_set::{MoveSet, Visitor};
use crate::move_sink::MoveSink;
use crate::quiet_checks::QuietChecks;
use crate::sink::{Count, Lister, Sink, SparseLister, finished};
use crate::wanted::{All, Limits};

/// # Listing moves
///
/// | wanted | method |
/// |---|---|
/// | all legal moves | [`legal_moves`](Board::legal_moves) |
/// | captures, quiet moves or quiet checks, all legal, for a search that generates moves in stages | [`legal_moves_of`](Board::legal_moves_of) |
/// | the legal moves of some pieces, or to some squares | [`legal_moves_from`](Board::legal_moves_from) |
/// | pseudo-legal moves of a class, for a search that tests only the moves that it makes | [`pseudo_legal_moves`](Board::pseudo_legal_moves), and [`keeps_king_safe`](Board::keeps_king_safe) before a move is made |
/// | the moves of all pieces, even if they leave the king in check | [`all_pseudo_legal_moves`](Board::all_pseudo_legal_moves) |
/// | sets of targets of a class | [`visit_legal_moves_of`](Board::visit_legal_moves_of), [`visit_pseudo_legal_moves_of`](Board::visit_pseudo_legal_moves_of) |
/// | sets of targets instead of moves, or to stop early | [`visit_legal_moves`](Board::visit_legal_moves) |
/// | only their number | [`legal_move_count`](Board::legal_move_count) |
/// | only whether there is one | [`has_legal_moves`](Board::has_legal_moves) |
///
/// The methods that a search calls for each position have a variant that ends in `_into`. It appends the moves to a
/// [`MoveList`] of the caller, or to the scored list of an engine ([`MoveSink`]). A list takes 1 KiB: a returned list
/// is made in the place of the caller, but is copied if the caller moves it. The methods that end in `_with` do the
/// same, but reuse the [`CheckInfo`] of the board, in which checks and pins are known already: a search computes it
/// once for each position. With the info of another board, the moves are meaningless.
///
/// The order of the moves is unspecified. To find one move instead of a list, use
/// [`legal_origins`](Board::legal_origins) or [`parse_uci`](Board::parse_uci).
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
        MoveList::filled(|list| self.all_into(None, list))
    }

    /// Appends all legal moves to `list`, which keeps what it contains.
    ///
    /// ```
    /// use gardez_position::{Board, MoveList};
    ///
    /// let mut list = MoveList::new();
    /// for _ in 0..3 {
    ///     list.clear();
    ///     Board::start().legal_moves_into(&mut list);
    ///     assert_eq!(list.len(), 20);
    /// }
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the list has no room; see [`MoveList::CAPACITY`]. An empty list has room for the moves of any position.
    #[inline]
    pub fn legal_moves_into(&self, list: &mut impl MoveSink) {
        list.append_from(|list| self.all_into(None, list));
    }

    /// Does the same as [`Board::legal_moves_into`], but reuses the [`CheckInfo`] of this board.
    ///
    /// # Panics
    ///
    /// Panics if the list has no room, like [`Board::legal_moves_into`].
    #[inline]
    pub fn legal_moves_with(&self, info: &CheckInfo, list: &mut impl MoveSink) {
        list.append_from(|list| self.all_into(Some(info), list));
    }

    /// Returns the legal moves of a class.
    ///
    /// [`MoveClass::Captures`] and [`MoveClass::Quiets`] together are all legal moves, in check as well: then they are
    /// the moves that answer the check. [`MoveClass::Evasions`] are all legal moves in check and none otherwise, and
    /// [`MoveClass::NonEvasions`] the opposite.
    ///
    /// ```
    /// use gardez_position::{Board, MoveClass};
    ///
    /// // 8  . . . . k . . .
    /// // 3  . . . . r . . n   The rook gives check. The knight on a1 can neither capture it nor interpose.
    /// // 1  N . . . K . . .
    /// let board: Board = "4k3/8/8/8/8/4r2n/8/N3K3 w - - 0 1".parse()?;
    /// assert!(board.legal_moves_of(MoveClass::Captures).is_empty());
    /// let quiets = board.legal_moves_of(MoveClass::Quiets);
    /// assert_eq!(quiets.len(), 3); // three steps of the king
    /// assert_eq!(board.legal_moves_of(MoveClass::Evasions), quiets);
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    pub fn legal_moves_of(&self, class: MoveClass) -> MoveList {
        MoveList::filled(|list| self.class_into(class, None, list))
    }

    /// Appends the legal moves of a class to `list`; see [`Board::legal_moves_of`].
    ///
    /// ```
    /// use gardez_position::{Board, MoveClass, MoveList};
    ///
    /// // The stages of a move picker, in one list.
    /// let (board, mut list) = (Board::start(), MoveList::new());
    /// board.legal_moves_of_into(MoveClass::Captures, &mut list);
    /// let captures = list.len();
    /// board.legal_moves_of_into(MoveClass::Quiets, &mut list);
    /// assert_eq!((captures, list.len()), (0, 20));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the list has no room, like [`Board::legal_moves_into`].
    #[inline]
    pub fn legal_moves_of_into(&self, class: MoveClass, list: &mut impl MoveSink) {
        list.append_from(|list| self.class_into(class, None, list));
    }

    /// Does the same as [`Board::legal_moves_of_into`], but reuses the [`CheckInfo`] of this board.
    ///
    /// If a node needs captures and quiet moves, [`Board::legal_moves_divided_with`] lists both at once.
    ///
    /// ```
    /// use gardez_position::{Board, MoveClass, MoveList};
    ///
    /// let (board, mut list) = (Board::start(), MoveList::new());
    /// let info = board.check_info();
    /// board.legal_moves_of_with(&info, MoveClass::Captures, &mut list);
    /// board.legal_moves_of_with(&info, MoveClass::Quiets, &mut list);
    /// assert_eq!(list.len(), 20);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the list has no room, like [`Board::legal_moves_into`].
    #[inline]
    pub fn legal_moves_of_with(&self, info: &CheckInfo, class: MoveClass, list: &mut impl MoveSink) {
        list.append_from(|list| self.class_into(class, Some(info), list));
    }

    /// Returns the legal moves of the pieces on `sources` to squares of `targets`.
    ///
    /// The target of castling is the square of the rook. The target of an en passant capture is the square that the
    /// captured pawn has passed.
    ///
    /// ```
    /// use gardez_position::{Bitboard, Board, Color, PieceType, Rank};
    ///
    /// let board = Board::start();
    /// let knights = board.pieces(Color::White, PieceType::Knight);
    /// assert_eq!(board.legal_moves_from(knights, Bitboard::FULL).len(), 4);
    /// assert_eq!(board.legal_moves_from(Bitboard::FULL, Rank::Four.into()).len(), 8);
    /// ```
    pub fn legal_moves_from(&self, sources: Bitboard, targets: Bitboard) -> MoveList {
        MoveList::filled(|list| self.limited_into(Limits::from_squares(sources, targets), None, list))
    }

    /// Appends the moves of [`Board::legal_moves_from`] to `list`, reusing the [`CheckInfo`] of this board.
    ///
    /// # Panics
    ///
    /// Panics if the list has no room, like [`Board::legal_moves_into`].
    #[inline]
    pub fn legal_moves_from_with(
        &self,
        info: &CheckInfo,
        sources: Bitboard,
        targets: Bitboard,
        list: &mut impl MoveSink,
    ) {
        let limits = Limits::from_squares(sources, targets);
        list.append_from(|list| self.limited_into(limits, Some(info), list));
    }

    /// Returns the number of legal moves. Faster than listing them.
    #[inline]
    pub fn legal_move_count(&self) -> usize {
        self.count_moves(None)
    }

    /// Does the same as [`Board::legal_move_count`], but reuses the [`CheckInfo`] of this board.
    #[inline]
    pub fn legal_move_count_with(&self, info: &CheckInfo) -> usize {
        self.count_moves(Some(info))
    }

    /// Calls `visit` with the legal moves of the pieces on `sources` to squares of `targets`, many at once, until it
    /// returns [`ControlFlow::Break`].
    ///
    /// Each [`MoveSet`] contains the moves of one piece, or moves of several pawns in the same direction. A piece may be
    /// in several sets. Returns what `visit` returned last.
    ///
    /// The generator is compiled into the caller, once for each `visit`.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use gardez_position::{Bitboard, Board, Move, PieceType};
    ///
    /// let board = Board::start();
    ///
    /// // The first move that is found.
    /// let first = board.visit_legal_moves(Bitboard::FULL, Bitboard::FULL, |set| {
    ///     set.into_iter().next().map_or(ControlFlow::Continue(()), ControlFlow::Break)
    /// });
    /// assert!(first.break_value().is_some_and(|m: Move| board.is_legal(m)));
    ///
    /// // The squares that the knights can move to.
    /// let knights = board.pieces(board.side_to_move(), PieceType::Knight);
    /// let mut targets = Bitboard::EMPTY;
    /// let _ = board.visit_legal_moves::<()>(knights, Bitboard::FULL, |set| {
    ///     targets |= set.targets();
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(targets.len(), 4);
    /// ```
    pub fn visit_legal_moves<B>(
        &self,
        sources: Bitboard,
        targets: Bitboard,
        visit: impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.generate(None, Limits::from_squares(sources, targets), &mut Visitor(visit))
    }

    /// Does the same as [`Board::visit_legal_moves`], but reuses the [`CheckInfo`] of this board.
    pub fn visit_legal_moves_with<B>(
        &self,
        info: &CheckInfo,
        sources: Bitboard,
        targets: Bitboard,
        visit: impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.generate(Some(info), Limits::from_squares(sources, targets), &mut Visitor(visit))
    }

    /// Calls `visit` with the legal moves of a class, many at once, until it returns [`ControlFlow::Break`].
    ///
    /// For a move picker that scores each move: no list of moves is made, and the type of the moving piece is known.
    /// The sets come from [`Board::visit_legal_moves`], the classes from [`Board::legal_moves_of`].
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use gardez_position::{Board, Move, MoveClass, PieceType, piece_value};
    ///
    /// // The captures of a position, each with the value of the captured piece.
    /// let board: Board = "4k3/8/3p1q2/8/4N3/8/8/4K3 w - - 0 1".parse()?;
    /// let mut captures: Vec<(i32, Move)> = vec![];
    /// let _ = board.visit_legal_moves_of::<()>(MoveClass::Captures, |set| {
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
    #[inline]
    pub fn visit_legal_moves_of<B>(
        &self,
        class: MoveClass,
        visit: impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.legal_of(class, None, &mut Visitor(visit))
    }

    /// Does the same as [`Board::visit_legal_moves_of`], but reuses the [`CheckInfo`] of this board.
    #[inline]
    pub fn visit_legal_moves_of_with<B>(
        &self,
        info: &CheckInfo,
        class: MoveClass,
        visit: impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.legal_of(class, Some(info), &mut Visitor(visit))
    }

    /// Returns `true` if the side to move has a legal move. Faster than counting them.
    ///
    /// [`Board::is_checkmate`] and [`Board::is_stalemate`] also say why there is none.
    ///
    /// ```
    /// use gardez_position::Board;
    ///
    /// assert!(Board::start().has_legal_moves());
    /// let stalemate: Board = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".parse()?;
    /// assert!(!stalemate.has_legal_moves());
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    #[inline]
    pub fn has_legal_moves(&self) -> bool {
        self.find_any(None).is_break()
    }

    /// Does the same as [`Board::has_legal_moves`], but reuses the [`CheckInfo`] of this board.
    #[inline]
    pub fn has_legal_moves_with(&self, info: &CheckInfo) -> bool {
        self.find_any(Some(info)).is_break()
    }

    /// Returns the pseudo-legal moves of a class: moves that may leave the king of their side attacked.
    ///
    /// A pinned piece may leave its line, an en passant capture may uncover the king, and the king may move to an
    /// attacked square or castle through one. [`Board::keeps_king_safe`] says which of the moves are legal.
    ///
    /// In check, only moves that may answer it are listed, in every class; [`MoveClass::NonEvasions`] is empty then.
    ///
    /// ```
    /// use gardez_position::{Board, MoveClass};
    ///
    /// let board = Board::start();
    /// assert_eq!(board.pseudo_legal_moves(MoveClass::Quiets).len(), 20);
    /// assert!(board.pseudo_legal_moves(MoveClass::Captures).is_empty());
    /// assert!(board.pseudo_legal_moves(MoveClass::Evasions).is_empty());
    /// ```
    pub fn pseudo_legal_moves(&self, class: MoveClass) -> MoveList {
        MoveList::filled(|list| self.pseudo_legal_into(class, None, list))
    }

    /// Lists the moves that the pieces can make if checks and pins do not matter: the moves of
    /// [`pseudo_legal_moves`](Board::pseudo_legal_moves), and in check those that do not answer it, too.
    ///
    /// An en passant capture is listed after every double step that a pawn can capture. Castling is listed only if it is
    /// legal. [`Board::is_legal`] says which of the moves are legal.
    ///
    /// ```
    /// use gardez_position::{Board, MoveClass};
    ///
    /// // 3  . . . . r . . .   The rook gives check.
    /// // 1  N . . . K . . .
    /// let board: Board = "4k3/8/8/8/8/4r3/8/N3K3 w - - 0 1".parse()?;
    /// assert_eq!(board.pseudo_legal_moves(MoveClass::Evasions).len(), 5); // steps of the king
    /// let moves = board.all_pseudo_legal_moves();
    /// assert_eq!(moves.len(), 7); // and two moves of the knight
    /// assert_eq!(moves.iter().filter(|&&m| board.is_legal(m)).count(), 4);
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    pub fn all_pseudo_legal_moves(&self) -> MoveList {
        MoveList::filled(|list| finished(self.pseudo_legal_regardless_of_checks(&mut Lister(list))))
    }

    /// Appends the pseudo-legal moves of a class to `list`; see [`Board::pseudo_legal_moves`].
    ///
    /// # Panics
    ///
    /// Panics if the list has no room, like [`Board::legal_moves_into`].
    #[inline]
    pub fn pseudo_legal_moves_into(&self, class: MoveClass, list: &mut impl MoveSink) {
        list.append_from(|list| self.pseudo_legal_into(class, None, list));
    }

    /// Does the same as [`Board::pseudo_legal_moves_into`], but reuses the [`CheckInfo`] of this board.
    ///
    /// # Panics
    ///
    /// Panics if the list has no room, like [`Board::legal_moves_into`].
    #[inline]
    pub fn pseudo_legal_moves_with(&self, info: &CheckInfo, class: MoveClass, list: &mut impl MoveSink) {
        list.append_from(|list| self.pseudo_legal_into(class, Some(info), list));
    }

    /// Calls `visit` with the pseudo-legal moves of a class, many at once, until it returns [`ControlFlow::Break`]; see
    /// [`Board::pseudo_legal_moves`] and [`Board::visit_legal_moves_of`].
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use gardez_position::{Board, MoveClass};
    ///
    /// let (board, mut moves) = (Board::start(), vec![]);
    /// let _ = board.visit_pseudo_legal_moves_of::<()>(MoveClass::Quiets, |set| {
    ///     moves.extend(set);
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(moves.len(), 20);
    /// ```
    #[inline]
    pub fn visit_pseudo_legal_moves_of<B>(
        &self,
        class: MoveClass,
        visit: impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.pseudo_legal_of(class, None, &mut Visitor(visit))
    }

    /// Does the same as [`Board::visit_pseudo_legal_moves_of`], but reuses the [`CheckInfo`] of this board.
    #[inline]
    pub fn visit_pseudo_legal_moves_of_with<B>(
        &self,
        info: &CheckInfo,
        class: MoveClass,
        visit: impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.pseudo_legal_of(class, Some(info), &mut Visitor(visit))
    }
}

impl Board {
    /// Returns `false` if a class has no moves because the king is, or is not, in check.
    #[inline]
    fn may_have_moves_of(&self, class: MoveClass, info: Option<&CheckInfo>) -> bool {
        let in_check = || info.map_or_else(|| self.in_check(), |info| !info.checkers.is_empty());
        match class {
            MoveClass::Evasions => in_check(),
            MoveClass::NonEvasions => !in_check(),
            MoveClass::Captures | MoveClass::Quiets | MoveClass::QuietChecks => true,
        }
    }

    /// Passes the legal moves of a class to `sink`.
    #[inline]
    fn legal_of<K: Sink>(&self, class: MoveClass, info: Option<&CheckInfo>, sink: &mut K) -> ControlFlow<K::Break> {
        if !self.may_have_moves_of(class, info) {
            return ControlFlow::Continue(());
        }
        let limits = Limits::from_class(self, self.side_to_move(), class);
        match class {
            MoveClass::QuietChecks => self.generate(info, limits, &mut QuietChecks::new(self, info, sink)),
            _ => self.generate(info, limits, sink),
        }
    }

    /// Passes the pseudo-legal moves of a class to `sink`.
    #[inline]
    fn pseudo_legal_of<K: Sink>(
        &self,
        class: MoveClass,
        info: Option<&CheckInfo>,
        sink: &mut K,
    ) -> ControlFlow<K::Break> {
        match class {
            MoveClass::QuietChecks => self.pseudo_legal(info, class, &mut QuietChecks::new(self, info, sink)),
            _ => self.pseudo_legal(info, class, sink),
        }
    }

    /// Appends the legal moves of a class to `list`.
    #[inline]
    fn class_into(&self, class: MoveClass, info: Option<&CheckInfo>, list: &mut MoveList) {
        match class {
            MoveClass::Evasions | MoveClass::NonEvasions => {
                if self.may_have_moves_of(class, info) {
                    self.all_into(info, list);
                }
            }
            MoveClass::Captures | MoveClass::Quiets => {
                self.limited_into(Limits::from_class(self, self.side_to_move(), class), info, list);
            }
            MoveClass::QuietChecks => finished(self.legal_of(class, info, &mut Lister(list))),
        }
    }

    #[inline]
    fn count_moves(&self, info: Option<&CheckInfo>) -> usize {
        let mut count = Count(0);
        finished(self.generate(info, All, &mut count));
        count.0 as usize
    }

    // The generators are large, and one copy of each is enough.

    #[inline(never)]
    fn all_into(&self, info: Option<&CheckInfo>, list: &mut MoveList) {
        finished(self.generate(info, All, &mut Lister(list)));
    }

    #[inline(never)]
    fn limited_into(&self, limits: Limits, info: Option<&CheckInfo>, list: &mut MoveList) {
        finished(self.generate(info, limits, &mut SparseLister(list)));
    }

    #[inline(never)]
    fn pseudo_legal_into(&self, class: MoveClass, info: Option<&CheckInfo>, list: &mut MoveList) {
        finished(self.pseudo_legal_of(class, info, &mut Lister(list)));
    }
}
