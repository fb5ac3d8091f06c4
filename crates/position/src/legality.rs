//! Which moves the rules allow.

use core::fmt;

use gardez_bitboard::{Bitboard, pawn_attacks};
use gardez_types::{Color, Move, PieceType, Square};

use crate::{Board, EnPassantPolicy};

/// Why a move cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum IllegalMove {
    /// There is no piece on the origin.
    NoPiece(Square),
    /// The piece on the origin belongs to the side that is not to move.
    NotToMove(Square),
    /// The piece on the origin may not go to the target, or not in this manner.
    NoSuchMove {
        /// The origin.
        from: Square,
        /// The target.
        to: Square,
    },
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPiece(square) => write!(f, "there is no piece on {square}"),
            Self::NotToMove(square) => write!(f, "the piece on {square} is not the side to move's"),
            Self::NoSuchMove { from, to } => write!(f, "no legal move leads from {from} to {to} in this manner"),
        }
    }
}

impl core::error::Error for IllegalMove {}

impl Board {
    /// True if the rules allow `m` here. Any value is safe to ask about.
    pub fn is_legal(&self, m: Move) -> bool {
        let ours = self.colored(self.side_to_move).contains(m.from());
        ours && self.legal_moves().contains(&m)
    }

    /// The reason why a move from `from` to `to` that was not found among the legal ones cannot be played.
    pub(crate) fn refusal(&self, from: Square, to: Square) -> IllegalMove {
        match self.piece_on(from) {
            None => IllegalMove::NoPiece(from),
            Some(piece) if piece.color() != self.side_to_move => IllegalMove::NotToMove(from),
            Some(_) => IllegalMove::NoSuchMove { from, to },
        }
    }

    /// True if the king of `us` is not attacked after its pawn on `from` has captured en passant on `ep_square`.
    ///
    /// Two pawns leave the line of the king at once, so this is tried out on the occupied squares.
    pub(crate) fn en_passant_is_safe(&self, us: Color, from: Square, ep_square: Square) -> bool {
        let captured = Square::at(ep_square.file(), from.rank());
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
