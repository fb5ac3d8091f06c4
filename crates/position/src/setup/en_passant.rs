//! En passant: when a double push counts, whether a capture is legal, and which square is hashed and printed.
//!
//! A board keeps two squares. The *double push* is the square that the last move passed, if it was a double push. The
//! *en passant square* is the same square if it counts: after a move, if a legal capture exists; after a FEN or in
//! code, by the [`EnPassantPolicy`]. The key and the FEN contain the en passant square.

use gardez_bitboard::{Bitboard, pawn_attacks};
use gardez_types::{Color, Piece, PieceType, Rank, Square};
use gardez_zobrist as zobrist;

use super::board_error::BoardError;
use crate::board::Board;
use crate::side::Side;

/// When the square that a double push passed counts as an en passant square.
///
/// ```text
/// 5  . . . . . . . .
/// 4  . . . p P . . .      white has just played e2-e4, past e3
/// 3  . . . . x . . .      black's pawn on d4 attacks e3: `PseudoLegal`
/// 2  . . . . . . . .      the capture is `Legal` if it does not expose black's king
///    a b c d e f g h
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum EnPassantPolicy {
    /// When a legal en passant capture exists.
    #[default]
    Legal,
    /// When a pawn attacks the square.
    PseudoLegal,
    /// Always.
    Always,
}

/// # En passant
impl Board {
    /// Returns the en passant square, if a legal en passant capture exists.
    ///
    /// [`StateInfo::ep_square`](crate::StateInfo::ep_square) tells more.
    ///
    /// ```
    /// use gardez_position::{Board, Square};
    ///
    /// // 5  K P p . . . . r   The capture on c6 would leave the king attacked.
    /// let pinned: Board = "7k/8/8/KPp4r/8/8/8/8 w - c6 0 2".parse()?;
    /// assert_eq!(pinned.ep_square(), None);
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    #[inline]
    pub const fn ep_square(&self) -> Option<Square> {
        self.state.ep_square
    }

    /// Returns the en passant square under another policy than that of the board.
    pub fn ep_square_by(&self, policy: EnPassantPolicy) -> Option<Square> {
        let us = self.side_to_move;
        self.state.double_push.filter(|&square| match policy {
            EnPassantPolicy::Always => true,
            EnPassantPolicy::PseudoLegal => !self.en_passant_attackers(us, square).is_empty(),
            EnPassantPolicy::Legal => self.en_passant_origins(us, square).next().is_some(),
        })
    }
}

impl Board {
    #[inline]
    pub(crate) fn en_passant_attackers(&self, us: Color, ep_square: Square) -> Bitboard {
        pawn_attacks(!us, ep_square) & self.pieces(us, PieceType::Pawn)
    }

    /// Returns the pawns of `us` whose capture on an en passant square is legal.
    #[inline]
    pub(crate) fn en_passant_origins(&self, us: Color, ep_square: Square) -> impl Iterator<Item = Square> + '_ {
        let attackers = self.en_passant_attackers(us, ep_square).into_iter();
        attackers.filter(move |&pawn| self.en_passant_is_safe(us, pawn, ep_square))
    }

    /// Returns `true` if a capture on `ep_square` by the pawn on `from` does not expose the king.
    ///
    /// Two pawns leave at once and may uncover the king together, so pins do not decide it.
    pub(crate) fn en_passant_is_safe(&self, us: Color, from: Square, ep_square: Square) -> bool {
        let captured = Square::new(ep_square.file(), from.rank());
        let leaving = Bitboard::from(from) | captured.into();
        let occupied = (self.occupied() - leaving) | ep_square.into();
        let attackers = self.attackers_of(self.king(us), !us, occupied);
        (attackers - leaving).is_empty()
    }

    #[inline]
    pub(crate) const fn en_passant_key(&self) -> u64 {
        match self.state.ep_square {
            Some(square) => zobrist::en_passant(square.file()),
            None => 0,
        }
    }

    /// Clears both squares and updates the key.
    #[inline]
    pub(crate) fn clear_en_passant(&mut self) {
        self.state.double_push = None;
        if let Some(square) = self.state.ep_square.take() {
            self.state.key ^= zobrist::en_passant(square.file());
        }
    }

    /// Stores the square passed by a double push of `S`, as the en passant square, too, if a legal capture exists.
    #[inline]
    pub(crate) fn note_double_push<S: Side>(&mut self, square: Square) {
        self.state.double_push = Some(square);
        if !pawn_attacks(S::US, square).is_disjoint(self.pieces(S::THEM, PieceType::Pawn)) {
            self.set_legal_ep_square();
        }
    }

    /// Makes the double push the en passant square if a legal capture exists, and updates the key.
    #[inline(never)] // rare, so it is kept out of the hot path
    fn set_legal_ep_square(&mut self) {
        self.set_ep_square(EnPassantPolicy::Legal);
    }

    /// Stores the square that the last move passed, as the en passant square, too, if `policy` allows it.
    pub(super) fn set_up_double_push(&mut self, square: Square, policy: EnPassantPolicy) -> Result<(), BoardError> {
        self.check_double_push(square)?;
        self.state.double_push = Some(square);
        self.set_ep_square(policy);
        Ok(())
    }

    /// Makes the double push the en passant square if `policy` allows it, and updates the key.
    fn set_ep_square(&mut self, policy: EnPassantPolicy) {
        self.state.ep_square = self.ep_square_by(policy);
        self.state.key ^= self.en_passant_key();
    }

    pub(crate) fn copy_en_passant(&mut self, other: &Self, target: fn(Square) -> Square) {
        self.state.double_push = other.state.double_push.map(target);
        self.state.ep_square = other.state.ep_square.map(target);
        self.state.key ^= self.en_passant_key();
    }

    /// Checks that the last move can have been a double push past `square`.
    fn check_double_push(&self, square: Square) -> Result<(), BoardError> {
        let them = !self.side_to_move;
        let (front, origin) = (square.step(them.up()), square.step((!them).up()));
        let is_possible = square.rank() == Rank::Three.relative_to(them)
            && front.and_then(|front| self.piece_on(front)) == Some(Piece::new(them, PieceType::Pawn))
            && self.piece_on(square).is_none()
            && origin.is_some_and(|origin| self.piece_on(origin).is_none());
        if is_possible { Ok(()) } else { Err(BoardError::StaleEnPassantSquare(square)) }
    }

    pub(super) fn check_en_passant(&self) -> Result<(), BoardError> {
        let stepped = self.state.double_push;
        match self.ep_square().or(stepped) {
            Some(square) if stepped != Some(square) => Err(BoardError::StaleEnPassantSquare(square)),
            Some(square) => self.check_double_push(square),
            None => Ok(()),
        }
    }
}
