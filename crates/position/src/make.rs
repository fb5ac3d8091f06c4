//! Making a move on the board and taking it back.

use gardez_bitboard::{Bitboard, pawn_attacks};
use gardez_types::{CastlingSide, Color, Move, MoveKind, Piece, PieceType, Square};
use gardez_zobrist as zobrist;

#[cfg(feature = "alloc")]
use crate::StateInfo;
use crate::side::{Black, Side, White};
use crate::{Board, EnPassantPolicy, MoveObserver};

impl Board {
    /// Makes a move that is known to be legal, for good: a board takes no move back, so it is done to a copy.
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
    /// May panic if `m` is not legal, or else leave a board that [`Board::check_invariants`] rejects.
    #[inline]
    pub fn do_move(&mut self, m: Move) {
        self.apply(m, &mut ());
    }

    /// Makes a move that is known to be legal, of which `observer` is told.
    ///
    /// # Panics
    ///
    /// As [`Board::do_move`].
    #[inline]
    pub fn do_move_with(&mut self, m: Move, observer: &mut impl MoveObserver) {
        self.apply(m, observer);
    }

    /// The board after the legal move `m`.
    ///
    /// Easy to write, but the compiler copies the board once more on its way out: where every nanosecond counts, copy it
    /// and call [`Board::do_move`].
    ///
    /// # Panics
    ///
    /// May panic if `m` is not legal, or else return a board that [`Board::check_invariants`] rejects.
    #[inline]
    #[must_use = "the board itself does not change"]
    pub fn after(&self, m: Move) -> Self {
        self.after_with(m, &mut ())
    }

    /// The board after the legal move `m`, of which `observer` is told.
    ///
    /// # Panics
    ///
    /// As [`Board::after`].
    #[inline]
    #[must_use = "the board itself does not change"]
    pub fn after_with(&self, m: Move, observer: &mut impl MoveObserver) -> Self {
        let mut board = *self;
        board.apply(m, observer);
        board
    }

    /// The board after the side to move has passed; what changes is told at `Position::do_null_move`.
    ///
    /// # Panics
    ///
    /// In debug builds, if the side to move is in check. In release builds that gives a board that
    /// [`Board::check_invariants`] rejects.
    #[inline]
    #[must_use = "the board itself does not change"]
    pub fn after_null(&self) -> Self {
        let mut board = *self;
        board.apply_null();
        board
    }

    #[inline]
    pub(crate) fn apply(&mut self, m: Move, observer: &mut impl MoveObserver) {
        debug_assert!(self.is_legal(m), "{m:?} is not legal here:{self:?}");
        match self.side_to_move {
            Color::White => self.apply_for::<White, _>(m, observer),
            Color::Black => self.apply_for::<Black, _>(m, observer),
        }
        debug_assert_eq!(self.check_invariants(), Ok(()), "after {m:?}:{self:?}");
    }

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
        // Whoever could capture en passant has now missed it.
        self.forget_en_passant();

        if m.kind() == MoveKind::Normal {
            self.apply_normal::<S, O>(piece, m.from(), m.to(), observer);
        } else {
            self.apply_special::<S, O>(piece, m, observer);
        }
    }

    #[inline]
    fn apply_normal<S: Side, O: MoveObserver>(&mut self, piece: Piece, from: Square, to: Square, observer: &mut O) {
        self.step::<S, O>(piece, from, to, observer);
        self.pass_the_turn::<S>(piece, from, to);
        if piece == Piece::new(S::US, PieceType::Pawn) {
            self.state.rule50 = 0;
            if (from as u8).abs_diff(to as u8) == 16 {
                self.offer_en_passant::<S>(Square::new(from.file(), S::RANK_3));
            }
        }
        observer.key(self.key());
    }

    #[inline(never)] // rare: kept out of the way of the others
    fn apply_special<S: Side, O: MoveObserver>(&mut self, piece: Piece, m: Move, observer: &mut O) {
        let (from, to) = (m.from(), m.to());
        match m.kind() {
            MoveKind::Normal | MoveKind::Promotion => {
                self.step::<S, O>(piece, from, to, observer);
                self.state.rule50 = 0;
                // The pawn has reached the last rank, and there another piece takes its place.
                if let Some(promoted) = m.promotion_piece() {
                    let promoted = Piece::new(S::US, promoted);
                    self.take(piece, to);
                    observer.replaced(self, to, piece, promoted);
                    self.put(promoted, to);
                }
            }
            MoveKind::EnPassant => {
                let (pawn, square) = (Piece::new(S::THEM, PieceType::Pawn), Square::new(to.file(), from.rank()));
                observer.removed(self, pawn, square);
                self.capture(pawn, square);
                self.relocate::<S>(piece, from, to);
                observer.moved(self, piece, from, to);
            }
            MoveKind::Castling => {
                // In Chess960 the two may swap squares, so both leave before either arrives.
                let (side, rook) = (CastlingSide::from_squares(from, to), Piece::new(S::US, PieceType::Rook));
                observer.removed(self, piece, from);
                self.lift(piece, from);
                observer.removed(self, rook, to);
                self.lift(rook, to);
                self.land(piece, side.king_target(S::US));
                observer.placed(self, piece, side.king_target(S::US));
                self.land(rook, side.rook_target(S::US));
                observer.placed(self, rook, side.rook_target(S::US));
            }
        }
        self.pass_the_turn::<S>(piece, from, to);
        observer.key(self.key());
    }

    /// What every move does once the pieces stand: rights are forfeited, and it is the other side's turn.
    #[inline(always)] // called in two places; worth its size in the first
    fn pass_the_turn<S: Side>(&mut self, piece: Piece, from: Square, to: Square) {
        // A move from or to the square of a castling king or rook forfeits the rights that depend on it.
        let touched = Bitboard::from(from) | to.into();
        if !touched.is_disjoint(self.setup.watched) {
            self.forfeit_rights(piece, touched);
        }
        self.state.key ^= zobrist::black_to_move();
        self.side_to_move = S::THEM;
        self.state.game_ply += 1;
    }

    /// Moves a piece and captures what it meets.
    #[inline(always)] // worth 4 % of making and unmaking
    fn step<S: Side, O: MoveObserver>(&mut self, piece: Piece, from: Square, to: Square, observer: &mut O) {
        match self.piece_on(to) {
            Some(captured) => {
                observer.removed(self, piece, from);
                self.lift(piece, from);
                self.capture(captured, to);
                observer.replaced(self, to, captured, piece);
                self.land(piece, to);
            }
            None => {
                self.relocate::<S>(piece, from, to);
                observer.moved(self, piece, from, to);
            }
        }
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn unapply_for<S: Side>(&mut self, m: Move, before: &StateInfo) {
        if m.kind() == MoveKind::Normal {
            let piece = self.piece_on(m.to()).expect("the piece that moved");
            self.shift::<S>(piece, m.to(), m.from());
            self.restore::<S::Them>(self.state.captured, m.to());
        } else {
            self.unapply_special::<S>(m);
        }
        self.side_to_move = S::US;
        self.state = *before;
    }

    #[cfg(feature = "alloc")]
    #[inline(never)] // rare: kept out of the way of the others
    fn unapply_special<S: Side>(&mut self, m: Move) {
        let (from, to) = (m.from(), m.to());
        match m.kind() {
            MoveKind::Normal | MoveKind::Promotion => {
                let piece = self.piece_on(to).expect("the piece that the pawn became");
                self.clear(piece, to);
                self.set(Piece::new(S::US, PieceType::Pawn), from);
                self.restore::<S::Them>(self.state.captured, to);
            }
            MoveKind::EnPassant => {
                self.shift::<S>(Piece::new(S::US, PieceType::Pawn), to, from);
                self.set(Piece::new(S::THEM, PieceType::Pawn), Square::new(to.file(), from.rank()));
            }
            MoveKind::Castling => {
                let side = CastlingSide::from_squares(from, to);
                let (king, rook) = (Piece::new(S::US, PieceType::King), Piece::new(S::US, PieceType::Rook));
                self.clear(king, side.king_target(S::US));
                self.clear(rook, side.rook_target(S::US));
                self.set(king, from);
                self.set(rook, to);
            }
        }
    }

    /// Passes: only the side to move, the en passant square and the count since the last pass change.
    pub(crate) fn apply_null(&mut self) {
        debug_assert!(!self.in_check(), "a side in check cannot pass:{self:?}");
        self.forget_en_passant();
        self.state.last_move = None;
        self.state.plies_from_null = 0;
        self.state.key ^= zobrist::black_to_move();
        self.side_to_move = !self.side_to_move;
    }

    /// Takes back a pass.
    #[cfg(feature = "alloc")]
    pub(crate) fn unapply_null(&mut self, before: &StateInfo) {
        self.side_to_move = !self.side_to_move;
        self.state = *before;
    }

    #[inline]
    fn capture(&mut self, captured: Piece, square: Square) {
        self.take(captured, square);
        self.state.captured = Some(captured);
        self.state.rule50 = 0;
    }

    #[inline]
    fn forget_en_passant(&mut self) {
        self.state.double_step = None;
        if let Some(square) = self.state.ep_square.take() {
            self.state.key ^= zobrist::en_passant(square.file());
        }
    }

    /// Notes the square behind a double step; it counts if a legal capture exists there.
    #[inline]
    fn offer_en_passant<S: Side>(&mut self, square: Square) {
        self.state.double_step = Some(square);
        if !pawn_attacks(S::US, square).is_disjoint(self.pieces(S::THEM, PieceType::Pawn)) {
            self.count_en_passant(EnPassantPolicy::Legal);
        }
    }

    /// Lets the square behind the last double step count if `policy` says so.
    pub(crate) fn count_en_passant(&mut self, policy: EnPassantPolicy) {
        self.state.ep_square = self.ep_square_by(policy);
        if let Some(square) = self.state.ep_square {
            self.state.key ^= zobrist::en_passant(square.file());
        }
    }

    #[cold]
    fn forfeit_rights(&mut self, piece: Piece, touched: Bitboard) {
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
