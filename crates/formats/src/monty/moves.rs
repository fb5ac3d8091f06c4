//! Moves as montyformat numbers them.

use gardez_position::Board;
use gardez_types::{CastlingSide, Move, MoveKind, PieceType, Square};

use crate::moves::{PROMOTIONS, promotion};
use crate::read::Strictness;

/// The kinds of moves. The low two bits of a promotion are its piece.
const QUIET: u16 = 0;
const DOUBLE_STEP: u16 = 1;
const CASTLING: [(u16, CastlingSide); 2] = [(2, CastlingSide::KingSide), (3, CastlingSide::QueenSide)];
const CAPTURE: u16 = 4;
const EN_PASSANT: u16 = 5;
const PROMOTION: u16 = 8;

/// Returns the move with this number, which need not be legal. In strict mode, its kind is the one of [`encode`].
#[inline]
pub(super) fn decode(board: &Board, raw: u16, strictness: Strictness) -> Option<Move> {
    let [from, to] = [raw >> 10, raw >> 4].map(|bits| Square::ALL[usize::from(bits % 64)]);
    let kind = raw & 15;
    // A king that castles can stay where it is.
    if from == to && !matches!(kind, 2 | 3) {
        return None;
    }
    let m = match kind {
        QUIET | DOUBLE_STEP | CAPTURE => Move::normal(from, to),
        EN_PASSANT => Move::en_passant(from, to),
        2 | 3 => {
            let us = board.side_to_move();
            let side = CASTLING[usize::from(kind & 1)].1;
            let rook = board.castling_rook(us, side).filter(|_| to == side.king_target(us))?;
            // The origin is any square, also that of the rook.
            if from == rook {
                return None;
            }
            Move::castling(from, rook)
        }
        PROMOTION.. => Move::new_promotion(from, to, PROMOTIONS[usize::from(kind & 3)]),
        _ => return None,
    };
    (!strictness.is_strict() || encode(board, m) == raw).then_some(m)
}

#[inline]
pub(super) fn encode(board: &Board, m: Move) -> u16 {
    let (from, mut to) = (m.from(), m.to());
    let capture = if board.piece_on(to).is_some() { CAPTURE } else { QUIET };
    let kind = match m.kind() {
        MoveKind::Normal => match board.piece_on(from) {
            Some(piece) if piece.piece_type() == PieceType::Pawn && from.rank_distance(to) == 2 => DOUBLE_STEP,
            _ => capture,
        },
        MoveKind::EnPassant => EN_PASSANT,
        MoveKind::Castling => {
            let side = CastlingSide::from_squares(from, to);
            to = side.king_target(board.side_to_move());
            CASTLING[usize::from(side == CastlingSide::QueenSide)].0
        }
        MoveKind::Promotion => PROMOTION | capture | promotion(m),
    };
    (from as u16) << 10 | (to as u16) << 4 | kind
}
