//! Making a move on a board and undoing it.

use gardez_bitboard::Bitboard;
use gardez_types::{CastlingSide, Color, Move, MoveKind, Piece, PieceType, Square};
use gardez_zobrist as zobrist;

use crate::board::Board;
use crate::illegal::IllegalMoveError;
use crate::observers::MoveObserver;
#[cfg(feature = "alloc")]
use crate::placing::NoKeys;
use crate::placing::{AllKeys, PlaceKeys};
use crate::side::{Black, Side, White};
#[cfg(feature = "alloc")]
use crate::state::StateInfo;

/// # Making moves
///
/// All methods but [`play`](Board::play) and [`pass`](Board::pass) expect a legal move, or a null move out of check.
/// Otherwise, debug builds panic; release builds may panic, or leave a board that [`check_invariants`] rejects.
///
/// [`check_invariants`]: Board::check_invariants
impl Board {
    /// Makes a move in place if it is legal.
    ///
    /// # Errors
    ///
    /// Returns the reason and changes nothing if the move is not legal.
    #[inline]
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMoveError> {
        if !self.is_legal(m) {
            return Err(self.refusal(m));
        }
        self.do_move(m);
        Ok(())
    }

    /// Makes a legal move in place. A `Board` cannot undo it; copy the board first.
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
    /// Debug builds panic if `m` is not legal. Release builds may panic, or leave a board that
    /// [`Board::check_invariants`] rejects.
    #[inline]
    pub fn do_move(&mut self, m: Move) {
        self.do_move_with(m, &mut ());
    }

    /// Makes a legal move in place, without branches on what moves and what it captures.
    ///
    /// Faster than [`Board::do_move`] where moves are unpredictable, as in games in a file, and slower in a search.
    ///
    /// # Panics
    ///
    /// May panic if `m` is not legal, like [`Board::do_move`].
    // For programs that read packed games; few need it, so it is not in the documentation.
    #[doc(hidden)]
    #[inline(always)]
    pub fn do_unpredictable_move(&mut self, m: Move) {
        if m.kind() != MoveKind::Normal {
            return self.do_move(m);
        }
        debug_assert!(self.is_legal(m), "{m:?} is not legal here:{self:?}");
        match self.side_to_move {
            Color::White => self.replay_for::<White>(m),
            Color::Black => self.replay_for::<Black>(m),
        }
        debug_assert_eq!(self.check_invariants(), Ok(()), "after {m:?}:{self:?}");
    }

    /// Makes a legal move in place and reports it to `observer`.
    ///
    /// # Panics
    ///
    /// May panic if `m` is not legal, like [`Board::do_move`].
    #[inline]
    pub fn do_move_with(&mut self, m: Move, observer: &mut (impl MoveObserver + ?Sized)) {
        debug_assert!(self.is_legal(m), "{m:?} is not legal here:{self:?}");
        match self.side_to_move {
            Color::White => self.do_move_for::<White, _>(m, observer),
            Color::Black => self.do_move_for::<Black, _>(m, observer),
        }
        debug_assert_eq!(self.check_invariants(), Ok(()), "after {m:?}:{self:?}");
    }

    /// Returns the board after the legal move `m`.
    ///
    /// Where every nanosecond counts, copy the board and call [`Board::do_move`]: it saves a copy.
    ///
    /// # Panics
    ///
    /// Panics under the conditions of [`Board::do_move`].
    #[inline]
    #[must_use = "the board itself does not change"]
    pub fn after(&self, m: Move) -> Self {
        let mut board = *self;
        board.do_move(m);
        board
    }

    /// Returns the board after a null move: the other side is to move, and there is no en passant square.
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
        board.do_null_move();
        board
    }

    /// Makes a null move that counts as a ply, as in `1. e4 --`.
    ///
    /// Adds one to the fifty-move counter and the [game ply](Board::game_ply). In check, returns an error instead.
    ///
    /// ```
    /// use gardez_position::Board;
    ///
    /// let mut board: Board = "4k3/8/8/8/8/8/8/4K3 b - - 3 7".parse()?;
    /// board.pass()?;
    /// assert_eq!(board.to_string(), "4k3/8/8/8/8/8/8/4K3 w - - 4 8");
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`IllegalMoveError::PassInCheck`] and changes nothing if the side to move is in check.
    pub fn pass(&mut self) -> Result<(), IllegalMoveError> {
        if self.in_check() {
            return Err(IllegalMoveError::PassInCheck);
        }
        self.do_null_move();
        self.state.halfmove_clock = self.state.halfmove_clock.saturating_add(1);
        self.state.game_ply += 1;
        Ok(())
    }

    /// Makes a null move in place; see [`Board::after_null`].
    ///
    /// # Panics
    ///
    /// Panics under the conditions of [`Board::after_null`].
    #[inline]
    pub fn do_null_move(&mut self) {
        self.do_null_move_with(&mut ());
    }

    /// Makes a null move in place and reports it to `observer`.
    ///
    /// The observer receives [`making_null`](MoveObserver::making_null) and [`key`](MoveObserver::key).
    ///
    /// # Panics
    ///
    /// Panics under the conditions of [`Board::after_null`].
    pub fn do_null_move_with(&mut self, observer: &mut (impl MoveObserver + ?Sized)) {
        debug_assert!(!self.in_check(), "a null move in check:{self:?}");
        observer.making_null(self);
        self.clear_en_passant();
        self.state.last_move = None;
        self.state.plies_from_null = 0;
        self.state.key ^= zobrist::black_to_move();
        self.side_to_move = !self.side_to_move;
        observer.key(self.key());
    }
}

impl Board {
    /// Makes a normal move; see [`Board::do_unpredictable_move`].
    #[inline(always)]
    fn replay_for<S: Side>(&mut self, m: Move) {
        let (from, to) = (m.from(), m.to());
        let piece = self.piece_on(from).expect("a legal move starts from a piece");
        let captured = self.piece_on(to);
        let is_pawn = piece == Piece::new(S::US, PieceType::Pawn);

        self.state.last_move = Some(m);
        self.state.captured = captured;
        let halfmove_clock = self.state.halfmove_clock.saturating_add(1);
        self.state.halfmove_clock = if is_pawn | captured.is_some() { 0 } else { halfmove_clock };
        self.state.plies_from_null = self.state.plies_from_null.wrapping_add(1);
        self.clear_en_passant();
        self.state.key ^= zobrist::black_to_move();

        self.move_or_replace::<S>(piece, from, captured, to);
        self.side_to_move = S::THEM;
        self.state.game_ply += 1;
        let touched = Bitboard::from(from) | to.into();
        if !touched.is_disjoint(self.setup.watched) & !self.state.castling_rights.is_empty() {
            self.lose_rights(piece, touched);
        }
        if is_pawn & ((from as u8).abs_diff(to as u8) == 16) {
            self.note_double_push::<S>(Square::new(from.file(), S::RANK_3));
        }
    }

    #[inline]
    fn do_move_for<S: Side, O: MoveObserver + ?Sized>(&mut self, m: Move, observer: &mut O) {
        observer.making(self, m);
        let piece = self.piece_on(m.from()).expect("a legal move starts from a piece");

        // The state of the new ply. What the move captures is not known yet.
        self.state.last_move = Some(m);
        self.state.captured = None;
        self.state.halfmove_clock = self.state.halfmove_clock.saturating_add(1);
        self.state.plies_from_null = self.state.plies_from_null.wrapping_add(1);

        // The right to capture en passant lasts one move, and the turn passes to the other side.
        self.clear_en_passant();
        self.state.key ^= zobrist::black_to_move();

        // Each call of another function is the last thing that is done, so that a quiet move saves no registers for it.
        let (from, to) = (m.from(), m.to());
        if m.kind() != MoveKind::Normal {
            return self.finish_special::<S, O>(piece, m, observer);
        }
        if let Some(captured) = self.piece_on(to) {
            return self.finish_capture::<S, O>(piece, from, captured, to, observer);
        }
        self.move_piece::<PlaceKeys, S>(piece, from, to);
        observer.moved(self, piece, from, to);
        self.side_to_move = S::THEM;
        self.state.game_ply += 1;
        if piece == Piece::new(S::US, PieceType::Pawn) {
            // A pawn move is irreversible, and a double push may be answered en passant.
            self.state.halfmove_clock = 0;
            if (from as u8).abs_diff(to as u8) == 16 {
                self.note_double_push::<S>(Square::new(from.file(), S::RANK_3));
            }
        } else {
            self.lose_rights_by_touching(piece, from, to);
        }
        observer.key(self.key());
    }

    /// Makes a normal move that captures, after the counters are increased.
    #[inline(never)] // saves a tenth of the instructions of a quiet move
    fn finish_capture<S: Side, O: MoveObserver + ?Sized>(
        &mut self,
        piece: Piece,
        from: Square,
        captured: Piece,
        to: Square,
        observer: &mut O,
    ) {
        self.capture_on::<S, O>(piece, from, captured, to, observer);
        self.side_to_move = S::THEM;
        self.state.game_ply += 1;
        self.lose_rights_by_touching(piece, from, to);
        observer.key(self.key());
    }

    /// Makes a promotion, an en passant capture or castling, after the counters are increased.
    #[inline(never)] // rare, so it is kept out of the hot path
    fn finish_special<S: Side, O: MoveObserver + ?Sized>(&mut self, piece: Piece, m: Move, observer: &mut O) {
        self.move_special::<S, O>(piece, m, observer);
        self.side_to_move = S::THEM;
        self.state.game_ply += 1;
        if m.kind() != MoveKind::Castling {
            self.state.halfmove_clock = 0;
        }
        self.lose_rights_by_touching(piece, m.from(), m.to());
        observer.key(self.key());
    }

    #[inline]
    fn capture_on<S: Side, O: MoveObserver + ?Sized>(
        &mut self,
        piece: Piece,
        from: Square,
        captured: Piece,
        to: Square,
        observer: &mut O,
    ) {
        observer.removed(self, piece, from);
        self.state.captured = Some(captured);
        self.state.halfmove_clock = 0;
        self.replace_piece::<S>(piece, from, captured, to, |board| observer.replaced(board, to, captured, piece));
    }

    /// Moves the pieces of a promotion, an en passant capture or castling.
    fn move_special<S: Side, O: MoveObserver + ?Sized>(&mut self, piece: Piece, m: Move, observer: &mut O) {
        let (from, to) = (m.from(), m.to());
        if let Some(promoted) = m.promotion() {
            match self.piece_on(to) {
                Some(captured) => self.capture_on::<S, O>(piece, from, captured, to, observer),
                None => {
                    self.move_piece::<PlaceKeys, S>(piece, from, to);
                    observer.moved(self, piece, from, to);
                }
            }
            // The pawn has reached the last rank, where another piece replaces it.
            let promoted = Piece::new(S::US, promoted);
            self.remove_piece::<AllKeys>(piece, to);
            observer.replaced(self, to, piece, promoted);
            self.put_piece::<AllKeys>(promoted, to);
        } else if m.kind() == MoveKind::EnPassant {
            let (pawn, square) = (Piece::new(S::THEM, PieceType::Pawn), Square::new(to.file(), from.rank()));
            observer.removed(self, pawn, square);
            self.remove_piece::<AllKeys>(pawn, square);
            self.state.captured = Some(pawn);
            self.move_piece::<PlaceKeys, S>(piece, from, to);
            observer.moved(self, piece, from, to);
        } else {
            // In Chess960 king and rook may swap squares, so both leave the board before either is put down.
            let (side, rook) = (CastlingSide::from_squares(from, to), Piece::new(S::US, PieceType::Rook));
            observer.removed(self, piece, from);
            self.remove_piece::<PlaceKeys>(piece, from);
            observer.removed(self, rook, to);
            self.remove_piece::<PlaceKeys>(rook, to);
            self.put_piece::<PlaceKeys>(piece, side.king_target(S::US));
            observer.placed(self, piece, side.king_target(S::US));
            self.put_piece::<PlaceKeys>(rook, side.rook_target(S::US));
            observer.placed(self, rook, side.rook_target(S::US));
        }
    }

    /// Undoes the special move `m`, given the state before it.
    #[cfg(feature = "alloc")]
    #[inline(never)] // rare, so it is kept out of the hot path
    pub(crate) fn undo_special(&mut self, m: Move, before: &StateInfo) {
        debug_assert!(m.kind() != MoveKind::Normal);
        match self.side_to_move {
            Color::White => self.move_special_back::<Black>(m),
            Color::Black => self.move_special_back::<White>(m),
        }
        self.side_to_move = !self.side_to_move;
        self.state = *before;
    }

    /// Undoes the normal move `m`, given the state before it.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn undo_normal(&mut self, m: Move, before: &StateInfo) {
        match self.side_to_move {
            Color::White => self.undo_normal_for::<Black>(m, before),
            Color::Black => self.undo_normal_for::<White>(m, before),
        }
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn undo_normal_for<S: Side>(&mut self, m: Move, before: &StateInfo) {
        // The pieces move back.
        let piece = self.piece_on(m.to()).expect("the piece that moved");
        self.move_piece::<NoKeys, S>(piece, m.to(), m.from());
        self.put_captured::<S::Them>(self.state.captured, m.to());

        // The turn goes back, and the earlier state replaces everything else.
        self.side_to_move = S::US;
        self.state = *before;
    }

    #[cfg(feature = "alloc")]
    fn move_special_back<S: Side>(&mut self, m: Move) {
        let (from, to) = (m.from(), m.to());
        let [pawn, rook, king] =
            [PieceType::Pawn, PieceType::Rook, PieceType::King].map(|piece_type| Piece::new(S::US, piece_type));
        if let Some(promoted) = m.promotion() {
            self.remove_piece::<NoKeys>(Piece::new(S::US, promoted), to);
            self.put_piece::<NoKeys>(pawn, from);
            self.put_captured::<S::Them>(self.state.captured, to);
        } else if m.kind() == MoveKind::EnPassant {
            self.move_piece::<NoKeys, S>(pawn, to, from);
            self.put_captured::<S::Them>(self.state.captured, Square::new(to.file(), from.rank()));
        } else {
            let side = CastlingSide::from_squares(from, to);
            self.remove_piece::<NoKeys>(king, side.king_target(S::US));
            self.remove_piece::<NoKeys>(rook, side.rook_target(S::US));
            self.put_piece::<NoKeys>(king, from);
            self.put_piece::<NoKeys>(rook, to);
        }
    }

    #[cfg(feature = "alloc")]
    pub(crate) fn undo_null_move(&mut self, before: &StateInfo) {
        self.side_to_move = !self.side_to_move;
        self.state = *before;
    }

    /// Removes the castling rights that depend on one of the squares of a move, and updates the key.
    #[inline]
    fn lose_rights_by_touching(&mut self, piece: Piece, from: Square, to: Square) {
        let touched = Bitboard::from(from) | to.into();
        if !touched.is_disjoint(self.setup.watched) {
            self.lose_rights(piece, touched);
        }
    }

    /// Removes the castling rights of the touched squares, and updates the key.
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
