//! Which moves the rules allow, and which of them give check.

use core::fmt;

use gardez_bitboard::{Bitboard, aligned, attacks, path_to, pawn_attacks};
use gardez_types::{CastlingSide, Color, Move, MoveKind, Piece, PieceType, Rank, Square};

use crate::clause::say;
use crate::{Board, CheckInfo, EnPassantPolicy, MoveClass};

/// Why a move cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum IllegalMoveError {
    /// There is no piece on the origin.
    NoPiece(Square),
    /// The piece on the origin belongs to the side that is not to move.
    NotToMove(Square),
    /// The piece on the origin does not go to the target, or not in this manner.
    NoSuchMove {
        /// The origin.
        from: Square,
        /// The target.
        to: Square,
    },
    /// The move leaves the own king attacked, or castles through an attacked square.
    KingAttacked {
        /// The origin.
        from: Square,
        /// The target.
        to: Square,
    },
}

impl fmt::Display for IllegalMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPiece(square) => say(f, &[&"there is no piece on ", square]),
            Self::NotToMove(square) => say(f, &[&"the piece on ", square, &" is not the side to move's"]),
            Self::NoSuchMove { from, to } => say(f, &[&"no move leads from ", from, &" to ", to, &" in this manner"]),
            Self::KingAttacked { from, to } => {
                say(f, &[&"the move from ", from, &" to ", to, &" leaves the king attacked"])
            }
        }
    }
}

impl core::error::Error for IllegalMoveError {}

impl Board {
    /// The piece that `m` moves; of castling the king.
    #[inline]
    pub const fn moved_piece(&self, m: Move) -> Option<Piece> {
        self.piece_on(m.from())
    }

    /// True if `m` goes as its piece goes, and parries the check if there is one, but may leave the own king attacked.
    ///
    /// Any value is safe to ask about, such as a move from a hash table. As in the reference, a king in check must step
    /// to a square that is not attacked.
    pub fn is_pseudo_legal(&self, m: Move) -> bool {
        match m.kind() {
            MoveKind::Normal => self.goes(m) && self.parries(m, self.checkers()),
            _ => self.is_special(m, self.checkers()),
        }
    }

    /// True if a normal move goes as its piece goes.
    fn goes(&self, m: Move) -> bool {
        let (us, from, to) = (self.side_to_move, m.from(), m.to());
        let Some(piece) = self.piece_on(from).filter(|piece| piece.color() == us) else { return false };
        let goes_there = match piece.piece_type() {
            PieceType::Pawn => self.pawn_goes(us, from, to),
            piece_type => attacks(piece_type, from, self.occupied()).contains(to),
        };
        goes_there && !self.by_color(us).contains(to)
    }

    /// True if a normal move answers the check that these pieces give, if there are any.
    fn parries(&self, m: Move, checkers: Bitboard) -> bool {
        if checkers.is_empty() {
            return true;
        }
        let (us, from, to) = (self.side_to_move, m.from(), m.to());
        let king = self.king(us);
        if from == king {
            return !self.attackers_exist(to, !us, self.occupied() - from.into());
        }
        checkers.single().is_some_and(|checker| path_to(king, checker).contains(to))
    }

    /// True if a move that is not normal would be pseudo-legal if these pieces gave check.
    fn is_special(&self, m: Move, checkers: Bitboard) -> bool {
        let us = self.side_to_move;
        let can_be = match m.kind() {
            MoveKind::Castling => m.from() == self.king(us),
            MoveKind::EnPassant => self.ep_square() == Some(m.to()),
            _ => self.piece_on(m.from()) == Some(Piece::new(us, PieceType::Pawn)),
        };
        let class = if checkers.is_empty() { MoveClass::NonEvasions } else { MoveClass::Evasions };
        can_be && self.pseudo_legal_under(checkers, class).contains(&m)
    }

    /// True if a pawn steps or captures from one square to the other, without promotion and en passant.
    fn pawn_goes(&self, us: Color, from: Square, to: Square) -> bool {
        if to.rank() == Rank::Eight.relative_to(us) {
            return false;
        }
        let is_empty = |square| self.piece_on(square).is_none();
        match from.step(us.up()) {
            Some(front) if front == to => is_empty(to),
            Some(front) if front.step(us.up()) == Some(to) => {
                from.rank() == Rank::Two.relative_to(us) && is_empty(front) && is_empty(to)
            }
            _ => pawn_attacks(us, from).contains(to) && self.by_color(!us).contains(to),
        }
    }

    /// True if the rules allow `m` here. Any value is safe to ask about.
    pub fn is_legal(&self, m: Move) -> bool {
        self.is_pseudo_legal(m) && self.keeps_king_safe(m)
    }

    /// True if the pseudo-legal move `m` is legal: it does not leave the own king attacked.
    ///
    /// For moves that [`Board::pseudo_legal_moves`] gave, in check as [`MoveClass::Evasions`]; of any other move, ask
    /// [`Board::is_legal`].
    ///
    /// ```
    /// use gardez_position::{MoveClass, Position};
    ///
    /// // 3  . . . . r . . .
    /// // 2  . . . . N . . .    The knight is pinned.
    /// // 1  . . . . K . . .
    /// let position: Position = "4k3/8/8/8/8/4r3/4N3/4K3 w - - 0 1".parse()?;
    /// let moves = position.pseudo_legal_moves(MoveClass::NonEvasions);
    /// let legal = moves.iter().filter(|&&m| position.keeps_king_safe(m)).count();
    /// assert_eq!((moves.len(), legal), (10, 4));
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    pub fn keeps_king_safe(&self, m: Move) -> bool {
        let (us, from, to) = (self.side_to_move, m.from(), m.to());
        let king = self.king(us);
        match m.kind() {
            MoveKind::EnPassant => self.en_passant_is_safe(us, from, to),
            MoveKind::Castling => {
                self.castling_is_safe(us, CastlingSide::from_squares(from, to), to, self.blockers(us))
            }
            _ if from == king => !self.attackers_exist(to, !us, self.occupied() - from.into()),
            _ => !self.blockers(us).contains(from) || aligned(from, to, king),
        }
    }

    /// The reason why a move that is not legal cannot be played.
    pub(crate) fn refusal(&self, m: Move) -> IllegalMoveError {
        let (from, to) = (m.from(), m.to());
        match self.piece_on(from) {
            None => IllegalMoveError::NoPiece(from),
            Some(piece) if piece.color() != self.side_to_move => IllegalMoveError::NotToMove(from),
            Some(_) if self.goes_but_for_the_king(m) => IllegalMoveError::KingAttacked { from, to },
            Some(_) => IllegalMoveError::NoSuchMove { from, to },
        }
    }

    /// True if the move would be pseudo-legal for a side that may ignore checks.
    fn goes_but_for_the_king(&self, m: Move) -> bool {
        match m.kind() {
            MoveKind::Normal => self.goes(m),
            _ => self.is_special(m, Bitboard::EMPTY),
        }
    }

    /// True if the legal or pseudo-legal move `m` gives check. Of any other move the answer means nothing.
    pub fn gives_check(&self, m: Move) -> bool {
        self.gives_check_by(m, |piece_type| self.check_squares(piece_type), || self.blockers(!self.side_to_move))
    }

    /// What [`Board::gives_check`] says, with the [`CheckInfo`] of this position: for who asks about many moves.
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

        // The piece itself, from where it arrives.
        if m.kind() == MoveKind::Normal && check_squares(piece.piece_type()).contains(to) {
            return true;
        }
        // A slider behind the piece that leaves. A castling king always leaves the line to the other king.
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

    /// True if the king of `us` is not attacked after its pawn on `from` has captured en passant on `ep_square`.
    ///
    /// Two pawns leave the line of the king at once, so this is tried out on the occupied squares.
    pub(crate) fn en_passant_is_safe(&self, us: Color, from: Square, ep_square: Square) -> bool {
        let captured = Square::new(ep_square.file(), from.rank());
        let leaving = Bitboard::from(from) | captured.into();
        let occupied = (self.occupied() - leaving) | ep_square.into();
        let attackers = self.attackers_of(self.king(us), !us, occupied);
        (attackers - leaving).is_empty()
    }

    /// The square behind the last double step as `policy` counts it.
    pub fn ep_square_by(&self, policy: EnPassantPolicy) -> Option<Square> {
        let us = self.side_to_move;
        self.state.double_step.filter(|&square| {
            let mut attackers = (pawn_attacks(!us, square) & self.pieces(us, PieceType::Pawn)).into_iter();
            match policy {
                EnPassantPolicy::Always => true,
                EnPassantPolicy::PseudoLegal => attackers.len() > 0,
                EnPassantPolicy::Legal => attackers.any(|pawn| self.en_passant_is_safe(us, pawn, square)),
            }
        })
    }
}
