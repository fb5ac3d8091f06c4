//! The effect of a move: what it captures, and whether it gives check.

use gardez_bitboard::{Bitboard, aligned, attacks, bishop_attacks, pawn_attacks, piece_attacks, rook_attacks};
use gardez_types::{CastlingSide, Move, MoveKind, Piece, PieceType, Square};

use crate::board::Board;
use crate::checked::Checked;

/// The way a move gives check.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CheckKind {
    /// By the piece that moved, by the promoted piece, or by the rook that castled.
    Direct,
    /// By a slider whose line the move opened.
    Discovered,
    /// Both at once.
    Double,
}

/// # What a move does
///
/// The results are meaningless for moves that are not pseudo-legal.
impl Board {
    /// Returns `true` if `m` captures a piece.
    #[inline]
    pub fn is_capture(&self, m: Move) -> bool {
        match m.kind() {
            MoveKind::EnPassant => true,
            MoveKind::Castling => false,
            _ => self.piece_on(m.to()).is_some(),
        }
    }

    /// Returns the piece that `m` captures, or `None` if `m` does not capture.
    #[inline]
    pub const fn captured_piece(&self, m: Move) -> Option<Piece> {
        match m.kind() {
            MoveKind::EnPassant => Some(Piece::new(self.side_to_move.opposite(), PieceType::Pawn)),
            MoveKind::Castling => None,
            _ => self.piece_on(m.to()),
        }
    }

    /// Returns `true` if `m` belongs to [`MoveClass::Captures`](crate::MoveClass::Captures).
    #[inline]
    pub fn is_capture_stage(&self, m: Move) -> bool {
        self.is_capture(m) || m.promotion() == Some(PieceType::Queen)
    }

    /// Returns `true` if `m` gives check.
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
    #[inline]
    pub fn gives_check(&self, m: Move) -> bool {
        self.gives_check_by(m, |piece_type| self.check_squares(piece_type), || self.blockers(!self.side_to_move))
    }

    /// Returns how `m` gives check; slower than [`Board::gives_check`].
    ///
    /// ```
    /// use gardez_position::{Board, CheckKind};
    ///
    /// // 8  . . . . k . . .
    /// // 2  . . . . B . . .   Any move of the bishop opens the file of the rook.
    /// // 1  . . . . R K . .
    /// let board: Board = "4k3/8/8/8/8/8/4B3/4RK2 w - - 0 1".parse()?;
    /// let kind = |uci| board.parse_uci(uci).map(|m| board.check_kind(m));
    /// assert_eq!(kind("e2d3"), Ok(Some(CheckKind::Discovered)));
    /// assert_eq!(kind("e2b5"), Ok(Some(CheckKind::Double)));
    /// assert_eq!(kind("f1f2"), Ok(None));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[inline]
    pub fn check_kind(&self, m: Move) -> Option<CheckKind> {
        let (us, from, to) = (self.side_to_move, m.from(), m.to());
        let king = self.king(!us);
        let piece_type = self.piece_on(from)?.piece_type();

        // The piece that may give check directly with its square, and the squares that the move leaves and fills.
        let (piece_type, square, left, filled) = match m.kind() {
            MoveKind::Normal => (piece_type, to, from.into(), to.into()),
            MoveKind::Promotion => (m.promotion()?, to, from.into(), to.into()),
            MoveKind::EnPassant => {
                let captured = Square::new(to.file(), from.rank());
                (piece_type, to, Bitboard::from(from) | captured.into(), to.into())
            }
            MoveKind::Castling => {
                let side = CastlingSide::from_squares(from, to);
                let (king_target, rook) = (side.king_target(us), side.rook_target(us));
                (PieceType::Rook, rook, Bitboard::from(from) | to.into(), Bitboard::from(king_target) | rook.into())
            }
        };
        let occupied = (self.occupied() - left) | filled;
        let attacked = piece_attacks(Piece::new(us, piece_type), square, occupied);
        // The pieces of the move itself are not on their old squares any more.
        let sliders = bishop_attacks(king, occupied) & self.diagonal_sliders(us)
            | rook_attacks(king, occupied) & self.orthogonal_sliders(us);
        let is_direct = piece_type != PieceType::King && attacked.contains(king);
        match (is_direct, !(sliders - left - filled).is_empty()) {
            (false, false) => None,
            (true, false) => Some(CheckKind::Direct),
            (false, true) => Some(CheckKind::Discovered),
            (true, true) => Some(CheckKind::Double),
        }
    }
}

impl Checked<'_> {
    /// Returns [`Board::gives_check`].
    #[inline]
    pub fn gives_check(&self, m: Move) -> bool {
        let them = !self.side_to_move;
        let Self { board, info } = self;
        board.gives_check_by(m, |piece_type| info.check_squares[piece_type.index()], || info.blockers[them as usize])
    }
}

impl Board {
    #[inline(always)] // the loop over moves looks up the check squares once
    fn gives_check_by(
        &self,
        m: Move,
        check_squares: impl Fn(PieceType) -> Bitboard,
        blockers: impl Fn() -> Bitboard,
    ) -> bool {
        let from = m.from();
        let Some(piece) = self.piece_on(from) else { return false };

        // The piece that moves, from its target.
        let is_normal = m.kind() == MoveKind::Normal;
        if is_normal && check_squares(piece.piece_type()).contains(m.to()) {
            return true;
        }
        // A slider that was blocked by the piece. A castling king always leaves the line to the other king.
        if blockers().contains(from) {
            let king = self.king(!self.side_to_move);
            if m.kind() == MoveKind::Castling || !aligned(from, m.to(), king) {
                return true;
            }
        }
        !is_normal && self.special_gives_check(m)
    }

    /// Returns `true` if a move that is not normal gives check in a way of its own.
    #[inline(never)] // rare
    fn special_gives_check(&self, m: Move) -> bool {
        let (us, from, to) = (self.side_to_move, m.from(), m.to());
        let king = self.king(!us);
        match m.kind() {
            MoveKind::Normal => false,
            MoveKind::Promotion => {
                let promoted = m.promotion().unwrap_or(PieceType::Queen);
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
                self.check_squares(PieceType::Rook).contains(rook)
            }
        }
    }
}
