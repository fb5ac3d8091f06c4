//! What a move does: what it captures, and whether it gives check.

use gardez_bitboard::{Bitboard, aligned, attacks, pawn_attacks};
use gardez_types::{CastlingSide, Move, MoveKind, Piece, PieceType, Rank, Square};

use crate::attacks::CheckInfo;
use crate::board::Board;

/// # What a move does
///
/// Call these methods only with legal or pseudo-legal moves of this board. Exchanges and keys after a move have groups
/// of their own: [`see`](Board::see) and [`key_after`](Board::key_after).
impl Board {
    /// The piece that `m` moves, or `None` if its origin is empty. For castling, this is the king.
    #[inline]
    pub const fn moved_piece(&self, m: Move) -> Option<Piece> {
        self.piece_on(m.from())
    }

    /// True if `m` captures: it is an en passant capture, or its target is occupied and it is not castling.
    #[inline]
    pub fn is_capture(&self, m: Move) -> bool {
        match m.kind() {
            MoveKind::EnPassant => true,
            MoveKind::Castling => false,
            _ => self.piece_on(m.to()).is_some(),
        }
    }

    /// True if `m` belongs to [`MoveClass::Captures`](crate::MoveClass::Captures): it captures, or promotes to a queen.
    #[inline]
    pub fn is_capture_stage(&self, m: Move) -> bool {
        self.is_capture(m) || m.promotion_piece() == Some(PieceType::Queen)
    }

    /// True if `m` moves a pawn to its sixth rank or further.
    pub fn is_advanced_pawn_push(&self, m: Move) -> bool {
        let is_pawn = self.moved_piece(m).is_some_and(|piece| piece.piece_type() == PieceType::Pawn);
        is_pawn && m.to().rank().relative_to(self.side_to_move()) > Rank::Five
    }

    /// True if the legal or pseudo-legal move `m` gives check. For any other move the result is meaningless.
    ///
    /// ```
    /// use gardez_position::Board;
    ///
    /// // 8  . . . . k . . .
    /// // 2  . . . . B . . .   Be2-b5 gives double check, by the bishop and the rook.
    /// // 1  . . . . R K . .
    /// let board: Board = "4k3/8/8/8/8/8/4B3/4RK2 w - - 0 1".parse()?;
    /// let checks = board.legal_moves().iter().filter(|&&m| board.gives_check(m)).count();
    /// assert_eq!(checks, 8); // each of the eight moves of the bishop, and no other move
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    pub fn gives_check(&self, m: Move) -> bool {
        self.gives_check_by(m, |piece_type| self.check_squares(piece_type), || self.blockers(!self.side_to_move))
    }

    /// Like [`Board::gives_check`], but reuses the [`CheckInfo`] of this board; faster when testing many moves.
    ///
    /// ```
    /// use gardez_position::Position;
    ///
    /// let position: Position = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1".parse()?;
    /// let info = position.check_info();
    /// let checks = position.legal_moves().iter().filter(|&&m| position.gives_check_with(&info, m)).count();
    /// assert_eq!(checks, 1); // Ra8+
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    pub fn gives_check_with(&self, info: &CheckInfo, m: Move) -> bool {
        let them = !self.side_to_move;
        self.gives_check_by(m, |piece_type| info.check_squares[piece_type.index()], || info.blockers[them as usize])
    }
}

impl Board {
    #[inline]
    fn gives_check_by(
        &self,
        m: Move,
        check_squares: impl Fn(PieceType) -> Bitboard,
        blockers: impl Fn() -> Bitboard,
    ) -> bool {
        let (us, from, to) = (self.side_to_move, m.from(), m.to());
        let king = self.king(!us);
        let Some(piece) = self.piece_on(from) else { return false };

        // The piece that moves, from its target.
        if m.kind() == MoveKind::Normal && check_squares(piece.piece_type()).contains(to) {
            return true;
        }
        // A slider that was blocked by the piece. A castling king always leaves the line to the other king.
        if blockers().contains(from) && (m.kind() == MoveKind::Castling || !aligned(from, to, king)) {
            return true;
        }
        match m.kind() {
            MoveKind::Normal => false,
            MoveKind::Promotion => {
                let promoted = m.promotion_piece().unwrap_or(PieceType::Queen);
                attacks(promoted, to, self.occupied() - from.into()).contains(king)
            }
            MoveKind::EnPassant => {
                let captured = Square::new(to.file(), from.rank());
                let leaving = Bitboard::from(from) | captured.into();
                pawn_attacks(us, to).contains(king)
                    || self.slider_attackers_exist(king, us, (self.occupied() - leaving) | to.into())
            }
            MoveKind::Castling => {
                let rook = CastlingSide::from_squares(from, to).rook_target(us);
                check_squares(PieceType::Rook).contains(rook)
            }
        }
    }
}
