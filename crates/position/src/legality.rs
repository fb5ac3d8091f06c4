//! Legality: which moves the rules allow.

use gardez_bitboard::{Bitboard, between, line, path_to, pawn_attacks, pseudo_attackers};
use gardez_types::{CastlingSide, Color, Move, MoveKind, Piece, PieceType, Rank, Square};

use crate::board::Board;
use crate::checked::Checked;

/// # Testing a move
///
/// | the move | call |
/// |---|---|
/// | may be anything: from a hash table, a file, a user | [`is_legal`](Board::is_legal) |
/// | is pseudo-legal already: from [`Moves::pseudo_legal`](crate::Moves::pseudo_legal) | [`keeps_king_safe`](Board::keeps_king_safe), which is faster |
/// | comes from [`legal_moves`](Board::legal_moves) | nothing: it is legal |
///
/// A board with its checks and pins, [`Board::with`], tests faster.
impl Board {
    /// Returns `true` if `m` is legal. Accepts any move, for example one from a hash table.
    pub fn is_legal(&self, m: Move) -> bool {
        self.is_reachable(m) && self.is_safe_after(m)
    }

    /// Returns `true` if `m` is legal but for attacks on its king that the move does not answer or opens.
    ///
    /// Accepts any move, for example one from a hash table. As in Stockfish, a move in check must answer the check, and
    /// a king in check must move to a square that is not attacked.
    pub fn is_pseudo_legal(&self, m: Move) -> bool {
        self.is_reachable(m) && self.answers_check(m, self.checkers())
    }

    /// Returns `true` if the pseudo-legal move `m` is legal: it does not leave the king of its side attacked.
    ///
    /// For any other move, use [`Board::is_legal`].
    #[inline]
    pub fn keeps_king_safe(&self, m: Move) -> bool {
        let (us, from, to) = (self.side_to_move, m.from(), m.to());
        self.keeps_king_safe_by(m, |king| self.stays_covered(king, us, from, to))
    }
}

impl Checked<'_> {
    /// Returns [`Board::is_legal`].
    #[inline]
    pub fn is_legal(&self, m: Move) -> bool {
        self.is_pseudo_legal(m) && self.keeps_king_safe(m)
    }

    /// Returns [`Board::is_pseudo_legal`].
    pub fn is_pseudo_legal(&self, m: Move) -> bool {
        self.board.is_reachable(m) && self.board.answers_check(m, self.info.checkers)
    }

    /// Returns [`Board::keeps_king_safe`].
    #[inline]
    pub fn keeps_king_safe(&self, m: Move) -> bool {
        self.board.keeps_king_safe_by(m, |king| {
            let is_blocker = self.info.blockers[self.side_to_move as usize].contains(m.from());
            !is_blocker || line(king, m.from()).contains(m.to())
        })
    }
}

impl Board {
    /// Returns [`Board::keeps_king_safe`], given the answer for a piece that is not the king.
    #[inline]
    fn keeps_king_safe_by(&self, m: Move, stays_covered: impl FnOnce(Square) -> bool) -> bool {
        let king = self.king(self.side_to_move);
        if m.from() != king && matches!(m.kind(), MoveKind::Normal | MoveKind::Promotion) {
            stays_covered(king)
        } else {
            self.keeps_king_safe_specially(m)
        }
    }

    /// Returns [`Board::keeps_king_safe`] for a move of the king and for an en passant capture.
    fn keeps_king_safe_specially(&self, m: Move) -> bool {
        let (us, from, to) = (self.side_to_move, m.from(), m.to());
        match m.kind() {
            MoveKind::EnPassant => self.en_passant_is_safe(us, from, to),
            MoveKind::Castling => {
                self.castling_is_safe(us, CastlingSide::from_squares(from, to), to, self.blockers(us))
            }
            _ => !self.attackers_exist(to, !us, self.occupied() - from.into()),
        }
    }

    /// Returns `true` if a move that the pieces can make is legal: after it, no piece attacks the king.
    #[inline]
    fn is_safe_after(&self, m: Move) -> bool {
        let (us, from, to) = (self.side_to_move, m.from(), m.to());
        let king = self.king(us);
        if from == king || m.kind() == MoveKind::EnPassant {
            return (m.kind() != MoveKind::Castling || !self.in_check()) && self.keeps_king_safe_specially(m);
        }
        let occupied = (self.occupied() - from.into()) | to.into();
        let is_blocked = |sniper| !between(king, sniper).is_disjoint(occupied);
        (self.leaping_checkers(king, us) - to.into()).is_empty()
            && (self.snipers(king, us) - to.into()).iter().all(is_blocked)
    }

    /// Returns `true` if the piece can make this move, apart from checks and pins.
    #[inline]
    fn is_reachable(&self, m: Move) -> bool {
        match m.kind() {
            MoveKind::Normal => self.is_normal(m),
            _ => self.is_special(m),
        }
    }

    /// Returns `true` if the piece can make this normal move, apart from checks and pins.
    #[inline]
    fn is_normal(&self, m: Move) -> bool {
        let (us, from, to) = (self.side_to_move, m.from(), m.to());
        // One branch for an empty square and for a piece of the other side.
        if !self.by_color(us).contains(from) {
            return false;
        }
        let Some(piece) = self.piece_on(from) else { return false };
        // The same code for all types: a branch on the type would be unpredictable, and so would each of the tests.
        let target = Bitboard::from(to);
        let is_pawn = piece == Piece::new(us, PieceType::Pawn);
        let steps = Bitboard::from_bits(u64::from(is_pawn & self.by_color(!us).is_disjoint(target)).wrapping_neg());
        let last_rank = Bitboard::from_bits(u64::from(is_pawn).wrapping_neg()) & Rank::Eight.relative_to(us).into();
        let origins = (pseudo_attackers(piece, to) - steps) | (step_origins(us, target) & steps);
        origins.contains(from)
            & target.is_disjoint(self.by_color(us) | last_rank)
            & between(from, to).is_disjoint(self.occupied())
    }

    /// Returns `true` if the pieces can make this move that is not normal, apart from checks and pins.
    #[inline(never)] // rare, so it is kept out of the hot path
    fn is_special(&self, m: Move) -> bool {
        let (us, from, to) = (self.side_to_move, m.from(), m.to());
        let is_pawn = || self.piece_on(from) == Some(Piece::new(us, PieceType::Pawn));
        match m.kind() {
            MoveKind::Castling => {
                let side = CastlingSide::from_squares(from, to);
                from == self.king(us) && self.castling_rook(us, side) == Some(to) && !self.castling_impeded(us, side)
            }
            MoveKind::EnPassant => self.ep_square() == Some(to) && is_pawn() && pawn_attacks(us, from).contains(to),
            _ => is_pawn() && to.rank() == Rank::Eight.relative_to(us) && self.pawn_reaches(us, from, to),
        }
    }

    #[inline]
    fn answers_check(&self, m: Move, checkers: Bitboard) -> bool {
        checkers.is_empty() || self.answers_this_check(m, checkers)
    }

    fn answers_this_check(&self, m: Move, checkers: Bitboard) -> bool {
        let (us, from, to) = (self.side_to_move, m.from(), m.to());
        let king = self.king(us);
        let answers = || checkers.single().map(|checker| path_to(king, checker));
        match m.kind() {
            MoveKind::Castling => false,
            // The capture cannot answer a check along a line that the double push opened.
            MoveKind::EnPassant => {
                let opened = to.step(us.up());
                answers().is_some_and(|answers| opened.is_some_and(|origin| !answers.contains(origin)))
            }
            _ if from == king => !self.attackers_exist(to, !us, self.occupied() - from.into()),
            _ => answers().is_some_and(|answers| answers.contains(to)),
        }
    }

    /// Returns `true` if a pawn can step or capture from one square to the other, without en passant.
    #[inline]
    fn pawn_reaches(&self, us: Color, from: Square, to: Square) -> bool {
        if pawn_attacks(us, from).contains(to) {
            return self.by_color(!us).contains(to);
        }
        // A step to the square in front, or a double push over it.
        let path = Bitboard::from(from.step(us.up()));
        let path = match from.rank() == Rank::Two.relative_to(us) {
            true => path | (path - self.occupied()).shift(us.up()),
            false => path,
        };
        (path - self.occupied()).contains(to)
    }
}

/// Returns the squares from which pawns step to this one, if the squares on their way are empty.
#[inline]
fn step_origins(us: Color, target: Bitboard) -> Bitboard {
    let back = (!us).up();
    let double = (target & Rank::Four.relative_to(us).into()).shift(back).shift(back);
    target.shift(back) | double
}
