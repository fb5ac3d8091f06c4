//! Making a move on a board and undoing it.

use gardez_bitboard::Bitboard;
use gardez_types::{CastlingSide, Color, Move, MoveKind, Piece, PieceType, Square};
use gardez_zobrist as zobrist;

use crate::board::Board;
use crate::observers::MoveObserver;
use crate::side::{Black, Side, White};
#[cfg(feature = "alloc")]
use crate::state::StateInfo;

/// # Making moves
///
/// All of them expect a legal move and do not check it; [`is_legal`](Board::is_legal) does. A board cannot undo a move.
///
/// | wanted | method |
/// |---|---|
/// | a new board | [`after`](Board::after) |
/// | to change a copy in place, where every nanosecond counts | [`do_move`](Board::do_move) |
/// | to know which pieces move, for example for a network | [`after_with`](Board::after_with), [`do_move_with`](Board::do_move_with) |
/// | a null move | [`after_null`](Board::after_null) |
/// | to check the move, or to undo it later | `Position::play`, `Position::do_move` and `Position::undo_move` |
impl Board {
    /// Makes a legal move in place. A `Board` cannot undo it; copy the board first.
    ///
    /// A `Position` has the same method, and can undo the move with `Position::undo_move`. `Position::play` checks first
    /// whether the move is legal.
    ///
    /// ```
    /// use gardez_position::Board;
    ///
    /// let board = Board::start();
    /// for m in board.legal_moves() {
    ///     let mut child = board;
    ///     child.do_move(m);
    ///     assert_eq!(child.legal_moves().len(), 20);
    /// }
    /// ```
    ///
    /// # Panics
    ///
    /// May panic if `m` is not legal, or leave a board that [`Board::check_invariants`] rejects. Debug builds always
    /// panic.
    #[inline]
    pub fn do_move(&mut self, m: Move) {
        self.apply(m, &mut ());
    }

    /// Makes a legal move in place and reports it to `observer`.
    ///
    /// # Panics
    ///
    /// May panic if `m` is not legal, like [`Board::do_move`].
    #[inline]
    pub fn do_move_with(&mut self, m: Move, observer: &mut impl MoveObserver) {
        self.apply(m, observer);
    }

    /// The board after the legal move `m`.
    ///
    /// The compiler copies the returned board once more than needed. Where every nanosecond counts, copy the board
    /// yourself and call [`Board::do_move`].
    ///
    /// # Panics
    ///
    /// May panic if `m` is not legal, or return a board that [`Board::check_invariants`] rejects. Debug builds always
    /// panic.
    #[inline]
    #[must_use = "the board itself does not change"]
    pub fn after(&self, m: Move) -> Self {
        self.after_with(m, &mut ())
    }

    /// The board after the legal move `m`, which is reported to `observer`.
    ///
    /// # Panics
    ///
    /// May panic if `m` is not legal, like [`Board::after`].
    #[inline]
    #[must_use = "the board itself does not change"]
    pub fn after_with(&self, m: Move, observer: &mut impl MoveObserver) -> Self {
        let mut board = *self;
        board.apply(m, observer);
        board
    }

    /// The board after a null move: the other side is to move, and there is no en passant square.
    ///
    /// The fifty-move counter and the [game ply](Board::game_ply) do not change.
    ///
    /// # Panics
    ///
    /// Panics in debug builds if the side to move is in check. Release builds return a board that
    /// [`Board::check_invariants`] rejects.
    #[inline]
    #[must_use = "the board itself does not change"]
    pub fn after_null(&self) -> Self {
        let mut board = *self;
        board.apply_null();
        board
    }
}

impl Board {
    /// Makes a legal move and reports it to the observer.
    #[inline]
    pub(crate) fn apply(&mut self, m: Move, observer: &mut impl MoveObserver) {
        debug_assert!(self.is_legal(m), "{m:?} is not legal here:{self:?}");
        match self.side_to_move {
            Color::White => self.apply_for::<White, _>(m, observer),
            Color::Black => self.apply_for::<Black, _>(m, observer),
        }
        debug_assert_eq!(self.check_invariants(), Ok(()), "after {m:?}:{self:?}");
    }

    /// Undoes the last move `m` and restores the state before it.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn unapply(&mut self, m: Move, before: &StateInfo) {
        match self.side_to_move {
            Color::White => self.unapply_for::<Black>(m, before),
            Color::Black => self.unapply_for::<White>(m, before),
        }
    }

    #[inline]
    fn apply_for<S: Side, O: MoveObserver>(&mut self, m: Move, observer: &mut O) {
        observer.making(self, m);
        let piece = self.piece_on(m.from()).expect("a legal move starts from a piece");
        self.state.last_move = Some(m);
        self.state.captured = None;
        self.state.rule50 = self.state.rule50.saturating_add(1);
        self.state.plies_from_null = self.state.plies_from_null.wrapping_add(1);
        // The right to capture en passant lasts one move.
        self.clear_en_passant();

        if m.kind() == MoveKind::Normal {
            self.apply_normal::<S, O>(piece, m.from(), m.to(), observer);
        } else {
            self.apply_special::<S, O>(piece, m, observer);
        }
    }

    #[inline]
    fn apply_normal<S: Side, O: MoveObserver>(&mut self, piece: Piece, from: Square, to: Square, observer: &mut O) {
        self.step_or_capture::<S, O>(piece, from, to, observer);
        self.end_turn::<S>(piece, from, to);
        if piece == Piece::new(S::US, PieceType::Pawn) {
            self.state.rule50 = 0;
            if (from as u8).abs_diff(to as u8) == 16 {
                self.note_double_step::<S>(Square::new(from.file(), S::RANK_3));
            }
        }
        observer.key(self.key());
    }

    /// Makes a promotion, an en passant capture or castling.
    #[inline(never)] // rare, so it is kept out of the hot path
    fn apply_special<S: Side, O: MoveObserver>(&mut self, piece: Piece, m: Move, observer: &mut O) {
        let (from, to) = (m.from(), m.to());
        match m.kind() {
            MoveKind::Normal | MoveKind::Promotion => {
                self.step_or_capture::<S, O>(piece, from, to, observer);
                self.state.rule50 = 0;
                // The pawn has reached the last rank, where another piece replaces it.
                if let Some(promoted) = m.promotion_piece() {
                    let promoted = Piece::new(S::US, promoted);
                    self.remove_piece(piece, to);
                    observer.replaced(self, to, piece, promoted);
                    self.put_piece(promoted, to);
                }
            }
            MoveKind::EnPassant => {
                let (pawn, square) = (Piece::new(S::THEM, PieceType::Pawn), Square::new(to.file(), from.rank()));
                observer.removed(self, pawn, square);
                self.capture(pawn, square);
                self.move_piece::<S>(piece, from, to);
                observer.moved(self, piece, from, to);
            }
            MoveKind::Castling => {
                // In Chess960 the two may swap squares, so both leave the board before either is put down.
                let (side, rook) = (CastlingSide::from_squares(from, to), Piece::new(S::US, PieceType::Rook));
                observer.removed(self, piece, from);
                self.lift_piece(piece, from);
                observer.removed(self, rook, to);
                self.lift_piece(rook, to);
                self.land_piece(piece, side.king_target(S::US));
                observer.placed(self, piece, side.king_target(S::US));
                self.land_piece(rook, side.rook_target(S::US));
                observer.placed(self, rook, side.rook_target(S::US));
            }
        }
        self.end_turn::<S>(piece, from, to);
        observer.key(self.key());
    }

    /// The last step of every move: updates the castling rights and gives the turn to the other side.
    #[inline(always)] // called in two places, the first of which is hot
    fn end_turn<S: Side>(&mut self, piece: Piece, from: Square, to: Square) {
        // A move from or to the square of a castling king or rook loses the rights that depend on it.
        let touched = Bitboard::from(from) | to.into();
        if !touched.is_disjoint(self.setup.watched) {
            self.lose_rights(piece, touched);
        }
        self.state.key ^= zobrist::black_to_move();
        self.side_to_move = S::THEM;
        self.state.game_ply += 1;
    }

    /// Moves a piece and captures the piece on its target, if there is one.
    #[inline(always)] // saves 4 % of making and undoing a move
    fn step_or_capture<S: Side, O: MoveObserver>(&mut self, piece: Piece, from: Square, to: Square, observer: &mut O) {
        match self.piece_on(to) {
            Some(captured) => {
                observer.removed(self, piece, from);
                self.lift_piece(piece, from);
                self.capture(captured, to);
                observer.replaced(self, to, captured, piece);
                self.land_piece(piece, to);
            }
            None => {
                self.move_piece::<S>(piece, from, to);
                observer.moved(self, piece, from, to);
            }
        }
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn unapply_for<S: Side>(&mut self, m: Move, before: &StateInfo) {
        if m.kind() == MoveKind::Normal {
            let piece = self.piece_on(m.to()).expect("the piece that moved");
            self.move_without_keys::<S>(piece, m.to(), m.from());
            self.restore_captured::<S::Them>(self.state.captured, m.to());
        } else {
            self.unapply_special::<S>(m);
        }
        self.side_to_move = S::US;
        self.state = *before;
    }

    #[cfg(feature = "alloc")]
    /// Undoes a promotion, an en passant capture or castling.
    #[inline(never)] // rare, so it is kept out of the hot path
    fn unapply_special<S: Side>(&mut self, m: Move) {
        let (from, to) = (m.from(), m.to());
        match m.kind() {
            MoveKind::Normal | MoveKind::Promotion => {
                let piece = self.piece_on(to).expect("the piece that the pawn became");
                self.remove_without_keys(piece, to);
                self.put_without_keys(Piece::new(S::US, PieceType::Pawn), from);
                self.restore_captured::<S::Them>(self.state.captured, to);
            }
            MoveKind::EnPassant => {
                self.move_without_keys::<S>(Piece::new(S::US, PieceType::Pawn), to, from);
                self.put_without_keys(Piece::new(S::THEM, PieceType::Pawn), Square::new(to.file(), from.rank()));
            }
            MoveKind::Castling => {
                let side = CastlingSide::from_squares(from, to);
                let (king, rook) = (Piece::new(S::US, PieceType::King), Piece::new(S::US, PieceType::Rook));
                self.remove_without_keys(king, side.king_target(S::US));
                self.remove_without_keys(rook, side.rook_target(S::US));
                self.put_without_keys(king, from);
                self.put_without_keys(rook, to);
            }
        }
    }

    /// Makes a null move. Only the side to move, the en passant square and the plies since the last null move change.
    pub(crate) fn apply_null(&mut self) {
        debug_assert!(!self.in_check(), "a null move in check:{self:?}");
        self.clear_en_passant();
        self.state.last_move = None;
        self.state.plies_from_null = 0;
        self.state.key ^= zobrist::black_to_move();
        self.side_to_move = !self.side_to_move;
    }

    /// Undoes a null move.
    #[cfg(feature = "alloc")]
    pub(crate) fn unapply_null(&mut self, before: &StateInfo) {
        self.side_to_move = !self.side_to_move;
        self.state = *before;
    }

    /// Removes a captured piece.
    #[inline]
    fn capture(&mut self, captured: Piece, square: Square) {
        self.remove_piece(captured, square);
        self.state.captured = Some(captured);
        self.state.rule50 = 0;
    }

    /// Removes the castling rights that a move from and to these squares loses. The key is updated.
    #[cold]
    fn lose_rights(&mut self, piece: Piece, touched: Bitboard) {
        let before = self.state.castling_rights;
        if before.is_empty() {
            return;
        }
        self.state.castling_rights -= self.setup.rights_of_rooks_on(touched);
        if piece.piece_type() == PieceType::King {
            self.state.castling_rights -= piece.color().castling_rights();
        }
        self.state.key ^= zobrist::castling(before) ^ zobrist::castling(self.state.castling_rights);
    }
}
