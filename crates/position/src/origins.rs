//! Where the piece of a move may come from, asked from its target: what texts such as `Nf3` leave open.

use gardez_bitboard::{
    Bitboard, between, bishop_attacks, king_attacks, line, path_to, pawn_attacks, pseudo_attackers, ray_pass,
    rook_attacks,
};
use gardez_types::{CastlingSide, Color, Move, Piece, PieceType, Rank, Square};

use crate::Board;

impl Board {
    /// The squares of `among` from which a piece of this kind of the side to move may legally go to `to`.
    ///
    /// Promotions and en passant captures are included, castling is not. Looks from the target, and generates no moves.
    ///
    /// ```
    /// use gardez_bitboard::Bitboard;
    /// use gardez_position::Board;
    /// use gardez_types::{PieceType, Square};
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

    /// [`Board::legal_origins`] for those who have asked for [`Board::checkers`] already, which is half of the work.
    ///
    /// With other `checkers` than those of this board the answer means nothing.
    ///
    /// ```
    /// use gardez_bitboard::Bitboard;
    /// use gardez_position::Position;
    /// use gardez_types::{PieceType, Square};
    ///
    /// let position: Position = "4k3/8/8/8/4r3/8/3N4/R3K1N1 w - - 0 1".parse()?;
    /// // 4  . . . . r . . .
    /// // 3  . . . . . . . .
    /// // 2  . . . N . . . .
    /// // 1  R . . . K . N .
    /// let checkers = position.checkers();
    /// let to = |square| position.legal_origins_with(checkers, PieceType::Knight, square, Bitboard::FULL);
    /// assert_eq!((to(Square::E2), to(Square::E4)), (Square::G1.into(), Square::D2.into()));
    /// assert!(to(Square::F3).is_empty());
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// In debug builds, if `checkers` are not those of this board.
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
            // One way for all, since no CPU can guess the kind; and few pieces see the target on an empty board.
            _ => pseudo_attackers(Piece::new(us, piece_type), to) & pieces,
        };
        self.those_that_keep_the_king_safe(us, origins, to, checkers())
    }

    /// Castling to this side, if it is legal now.
    ///
    /// ```
    /// use gardez_position::{Board, Position};
    /// use gardez_types::{CastlingSide, Move, Square};
    ///
    /// let position: Position = "4k3/8/8/8/8/8/5r2/R3K2R w KQ - 0 1".parse()?;
    /// // 2  . . . . . r . .
    /// // 1  R . . . K . . R
    /// assert_eq!(position.legal_castling(CastlingSide::KingSide), None);
    /// let long = Move::castling(Square::E1, Square::A1);
    /// assert_eq!(position.legal_castling(CastlingSide::QueenSide), Some(long));
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    pub fn legal_castling(&self, side: CastlingSide) -> Option<Move> {
        let us = self.side_to_move();
        let rook = self.castling_rook(us, side)?;
        if self.in_check() || self.castling_impeded(us, side) {
            return None;
        }
        let is_safe = self.castling_is_safe(us, side, rook, self.blockers(us));
        is_safe.then(|| Move::castling(self.king(us), rook))
    }

    fn legal_pawn_origins(&self, us: Color, to: Square, pawns: Bitboard, checkers: Bitboard) -> Bitboard {
        if self.by_color(!us).contains(to) {
            return self.those_that_keep_the_king_safe(us, pawn_attacks(!us, to) & pawns, to, checkers);
        }
        let down = us.up().opposite();
        let Some(step) = to.step(down) else { return Bitboard::EMPTY };
        let mut origins = Bitboard::EMPTY;
        if pawns.contains(step) {
            origins.insert(step);
        } else if to.rank() == Rank::Four.relative_to(us) && !self.occupied().contains(step) {
            origins = step.step(down).map_or(Bitboard::EMPTY, Bitboard::from) & pawns;
        }
        origins = self.those_that_keep_the_king_safe(us, origins, to, checkers);
        if self.ep_square() == Some(to) {
            for pawn in pawn_attacks(!us, to) & pawns {
                if self.en_passant_is_safe(us, pawn, to) {
                    origins.insert(pawn);
                }
            }
        }
        origins
    }

    /// Those of `origins`, from which pieces other than the king go to `to` if nothing stands in between, that have a free
    /// way, parry a check and are not pinned.
    #[inline]
    fn those_that_keep_the_king_safe(&self, us: Color, origins: Bitboard, to: Square, checkers: Bitboard) -> Bitboard {
        let king = self.king(us);
        if !checkers.is_empty() {
            let parries = checkers.single().is_some_and(|checker| path_to(king, checker).contains(to));
            if !parries {
                return Bitboard::EMPTY;
            }
        }
        let occupied = self.occupied();
        let sliders = self.diagonal_sliders(!us) | self.orthogonal_sliders(!us);
        let mut safe = origins;
        for from in origins {
            let is_blocked = !between(from, to).is_disjoint(occupied);
            // Most pieces have no slider behind them as the king sees it, and one look tells.
            let behind = ray_pass(king, from) & sliders;
            let is_pinned = !behind.is_empty() && !line(king, from).contains(to) && self.uncovers(us, king, from);
            if is_blocked | is_pinned {
                safe.remove(from);
            }
        }
        safe
    }

    /// True if the king is attacked along the line on which the piece on `from` stands, once that has left it.
    fn uncovers(&self, us: Color, king: Square, from: Square) -> bool {
        let occupied = self.occupied() - from.into();
        let attackers = bishop_attacks(king, occupied) & self.diagonal_sliders(!us)
            | rook_attacks(king, occupied) & self.orthogonal_sliders(!us);
        !attackers.is_disjoint(ray_pass(king, from))
    }
}
