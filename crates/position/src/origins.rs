//! Finding a move by its target: the squares from which a piece can legally move there.

use gardez_bitboard::{
    Bitboard, between, bishop_attacks, king_attacks, line, path_to, pawn_attacks, pseudo_attackers, ray_pass,
    rook_attacks,
};
use gardez_types::{CastlingSide, Color, Move, Piece, PieceType, Rank, Square};

use crate::board::Board;

/// # Finding a move
///
/// Texts such as `Nf3` contain a piece type and a target. [`legal_origins`](Board::legal_origins) returns the squares
/// from which such a move is legal, without listing moves.
impl Board {
    /// The squares of `among` from which the side to move can legally move a piece of this type to `to`.
    ///
    /// Promotions and en passant captures are included, castling is not. No moves are generated.
    ///
    /// ```
    /// use gardez_position::{Bitboard, Board, PieceType, Square};
    ///
    /// let start = Board::start();
    /// assert_eq!(start.legal_origins(PieceType::Knight, Square::F3, Bitboard::FULL), Square::G1.into());
    /// assert_eq!(start.legal_origins(PieceType::Pawn, Square::E4, Bitboard::FULL), Square::E2.into());
    /// assert!(start.legal_origins(PieceType::Bishop, Square::E2, Bitboard::FULL).is_empty());
    /// ```
    #[inline]
    pub fn legal_origins(&self, piece_type: PieceType, to: Square, among: Bitboard) -> Bitboard {
        self.origins(piece_type, to, among, || self.checkers())
    }

    /// Like [`Board::legal_origins`], but reuses the [`Board::checkers`] of this board, which is half of the work.
    ///
    /// ```
    /// use gardez_position::{Bitboard, Board, PieceType, Square};
    ///
    /// // 4  . . . . r . . .   The rook on e4 gives check. A knight can interpose on e2 or capture the rook.
    /// // 3  . . . . . . . .
    /// // 2  . . . N . . . .
    /// // 1  R . . . K . N .
    /// let board: Board = "4k3/8/8/8/4r3/8/3N4/R3K1N1 w - - 0 1".parse()?;
    /// let checkers = board.checkers();
    /// let to = |square| board.legal_origins_with(checkers, PieceType::Knight, square, Bitboard::FULL);
    /// assert_eq!((to(Square::E2), to(Square::E4)), (Square::G1.into(), Square::D2.into()));
    /// assert!(to(Square::F3).is_empty());
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Panics in debug builds if `checkers` is not equal to [`Board::checkers`]. In release builds, the result is
    /// meaningless then.
    #[inline]
    pub fn legal_origins_with(
        &self,
        checkers: Bitboard,
        piece_type: PieceType,
        to: Square,
        among: Bitboard,
    ) -> Bitboard {
        debug_assert_eq!(checkers, self.checkers(), "the checkers of another board:{self:?}");
        self.origins(piece_type, to, among, || checkers)
    }

    /// Castling on this side, or `None` if it is not legal.
    ///
    /// ```
    /// use gardez_position::{Board, CastlingSide, Move, Square};
    ///
    /// // 8  . r . . . r k .   The rook on f8 attacks f1, which the king would pass. The rook on b8
    /// // ...                  attacks b1, which only the rook would pass.
    /// // 1  R . . . K . . R
    /// let board: Board = "1r3rk1/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse()?;
    /// assert_eq!(board.legal_castling(CastlingSide::KingSide), None);
    /// let queen_side = Move::castling(Square::E1, Square::A1);
    /// assert_eq!(board.legal_castling(CastlingSide::QueenSide), Some(queen_side));
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    #[inline]
    pub fn legal_castling(&self, side: CastlingSide) -> Option<Move> {
        let us = self.side_to_move();
        let rook = self.castling_rook(us, side)?;
        if self.in_check() || self.castling_impeded(us, side) {
            return None;
        }
        let is_safe = self.castling_is_safe(us, side, rook, self.blockers(us));
        is_safe.then(|| Move::castling(self.king(us), rook))
    }
}

impl Board {
    #[inline]
    fn origins(
        &self,
        piece_type: PieceType,
        to: Square,
        among: Bitboard,
        checkers: impl FnOnce() -> Bitboard,
    ) -> Bitboard {
        let us = self.side_to_move();
        if self.by_color(us).contains(to) {
            return Bitboard::EMPTY;
        }
        let pieces = self.pieces(us, piece_type) & among;
        let origins = match piece_type {
            PieceType::Pawn => return self.legal_pawn_origins(us, to, pieces, checkers()),
            PieceType::King => {
                let king = king_attacks(to) & pieces;
                let is_safe = !king.is_empty() && !self.attackers_exist(to, !us, self.occupied() - king);
                return if is_safe { king } else { Bitboard::EMPTY };
            }
            // The same code for all other types: a branch on the type would be unpredictable. Few pieces attack the
            // target even on an empty board.
            _ => pseudo_attackers(Piece::new(us, piece_type), to) & pieces,
        };
        self.filter_legal(us, origins, to, checkers())
    }

    /// [`Board::legal_origins`] of pawns.
    #[inline]
    fn legal_pawn_origins(&self, us: Color, to: Square, pawns: Bitboard, checkers: Bitboard) -> Bitboard {
        if self.by_color(!us).contains(to) {
            return self.filter_legal(us, pawn_attacks(!us, to) & pawns, to, checkers);
        }
        let down = us.up().opposite();
        let Some(step) = to.step(down) else { return Bitboard::EMPTY };
        let mut origins = Bitboard::EMPTY;
        if pawns.contains(step) {
            origins.insert(step);
        } else if to.rank() == Rank::Four.relative_to(us) && !self.occupied().contains(step) {
            origins = step.step(down).map_or(Bitboard::EMPTY, Bitboard::from) & pawns;
        }
        origins = self.filter_legal(us, origins, to, checkers);
        if self.ep_square() == Some(to) {
            self.en_passant_origins(us, to).filter(|&pawn| pawns.contains(pawn)).for_each(|pawn| origins.insert(pawn));
        }
        origins
    }

    /// The squares of `origins` from which the move to `to` is legal: its path is empty, it answers a check, and the piece
    /// is not pinned. The pieces are not kings and can move to `to` on an empty board.
    #[inline]
    fn filter_legal(&self, us: Color, origins: Bitboard, to: Square, checkers: Bitboard) -> Bitboard {
        let king = self.king(us);
        if !checkers.is_empty() {
            let answers_check = checkers.single().is_some_and(|checker| path_to(king, checker).contains(to));
            if !answers_check {
                return Bitboard::EMPTY;
            }
        }
        let occupied = self.occupied();
        let sliders = self.diagonal_sliders(!us) | self.orthogonal_sliders(!us);
        let mut safe = origins;
        for from in origins {
            let is_blocked = !between(from, to).is_disjoint(occupied);
            // Most pieces cannot be pinned: no enemy slider is beyond them on the line from the king.
            let beyond = ray_pass(king, from) & sliders;
            let is_pinned = !beyond.is_empty() && !line(king, from).contains(to) && self.uncovers(us, king, from);
            if is_blocked | is_pinned {
                safe.remove(from);
            }
        }
        safe
    }

    /// True if a slider attacks the king along the line through `from` after the piece on `from` has left.
    fn uncovers(&self, us: Color, king: Square, from: Square) -> bool {
        let occupied = self.occupied() - from.into();
        let attackers = bishop_attacks(king, occupied) & self.diagonal_sliders(!us)
            | rook_attacks(king, occupied) & self.orthogonal_sliders(!us);
        !attackers.is_disjoint(ray_pass(king, from))
    }
}
