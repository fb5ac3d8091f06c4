//! The move between two encodings.

use gardez_bitboard::{Bitboard, between};
use gardez_types::{CastlingSide, Color, Square};

use super::{DecodeError, PIECE_TYPES};
use crate::encoder::Planes;
use crate::moves::Move;

/// The indices of three types of pieces in the order of the planes.
const PAWN: usize = 0;
const ROOK: usize = 3;
const KING: usize = 5;

/// Returns the move between two consecutive encodings, from the point of view of the side to move in `newer`.
///
/// The opponent of that side made the move, so its pawns move down; [`Move::flip_vertical`] returns the mover's view.
/// Undo the transforms first, with [`Planes::untransformed`]. The function compares the pieces of the mover. The
/// opponent's pieces only decide whether a pawn captured en passant.
///
/// ```
/// use gardez_lc0::gardez_types::Move;
/// use gardez_lc0::{Encoder, InputFormat, PositionHistory, Square, decode_move};
///
/// let mut history = PositionHistory::start();
/// let encoder = Encoder::new(InputFormat::Classical);
/// let (before, _) = encoder.encode(&history);
/// history.push(Move::normal(Square::E2, Square::E4));
/// let (after, _) = encoder.encode(&history);
/// assert_eq!(format!("{:?}", decode_move(&after, &before)?), "e7e5");
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns [`DecodeError::NoMove`] if no single move explains the pieces of the mover.
pub fn decode_move(newer: &Planes, older: &Planes) -> Result<Move, DecodeError> {
    let difference = Difference::new(newer, older);
    let changed = (0..6).filter(|&kind| difference.squares(kind) > 0).fold(0_u8, |kinds, kind| kinds | 1 << kind);

    // A pawn left and another piece arrived: a promotion.
    if changed.count_ones() == 2 && changed & 1 << PAWN != 0 {
        return difference.promotion((changed & !(1 << PAWN)).trailing_zeros() as usize);
    }
    // King and rook moved together.
    if changed == 1 << ROOK | 1 << KING {
        return difference.castling();
    }
    if changed.count_ones() != 1 {
        return Err(DecodeError::NoMove);
    }
    difference.step(changed.trailing_zeros() as usize)
}

/// Returns the move between two encodings as lc0 infers it, which can be a wrong move where [`decode_move`] finds none.
///
/// Where the pieces fit no move, the first type of piece that differs in two squares counts, and a pawn that disappears
/// without a new piece makes the null move.
#[cfg(feature = "alloc")]
pub(crate) fn decode_move_as_lc0(newer: &Planes, older: &Planes) -> Result<Move, DecodeError> {
    let difference = Difference::new(newer, older);
    // A square that is missing is unspecified in lc0. The null move is as wrong as any other.
    let or_null = |m: Result<Move, DecodeError>| Ok(m.unwrap_or(Move::normal(Square::A1, Square::A1)));
    if difference.squares(PAWN) == 1 {
        let promotion = (1..KING).find_map(|kind| difference.promotion(kind).ok());
        return or_null(promotion.ok_or(DecodeError::NoMove));
    }
    if difference.squares(KING) == 2 && difference.squares(ROOK) == 2 {
        return or_null(difference.castling());
    }
    match (0..6).rev().find(|&kind| difference.squares(kind) == 2) {
        Some(kind) => or_null(difference.step(kind)),
        None => Err(DecodeError::NoMove),
    }
}

/// The pieces of the mover before and after the move, by type of piece, from the opponent's point of view.
struct Difference {
    before: [Bitboard; 6],
    after: [Bitboard; 6],
    /// The pieces of the opponent before the move.
    opponents: Bitboard,
}

impl Difference {
    fn new(newer: &Planes, older: &Planes) -> Self {
        Self {
            before: core::array::from_fn(|kind| older.masks[kind].flip_vertical()),
            after: core::array::from_fn(|kind| newer.masks[6 + kind]),
            opponents: (6..12).fold(Bitboard::EMPTY, |all, kind| all | older.masks[kind].flip_vertical()),
        }
    }

    fn squares(&self, kind: usize) -> u32 {
        (self.before[kind] ^ self.after[kind]).len()
    }

    fn left(&self, kind: usize) -> Bitboard {
        self.before[kind] - self.after[kind]
    }

    fn arrived(&self, kind: usize) -> Bitboard {
        self.after[kind] - self.before[kind]
    }

    fn promotion(&self, kind: usize) -> Result<Move, DecodeError> {
        if !self.arrived(PAWN).is_empty() || !self.left(kind).is_empty() {
            return Err(DecodeError::NoMove);
        }
        let (from, to) = (single(self.left(PAWN))?, single(self.arrived(kind))?);
        Move::new_promotion(from, to, PIECE_TYPES[kind]).ok_or(DecodeError::NoMove)
    }

    fn castling(&self) -> Result<Move, DecodeError> {
        Ok(Move::castling(single(self.left(KING))?, single(self.left(ROOK))?))
    }

    /// Returns the move of a piece of this type, which may be castling in which only one piece moves.
    fn step(&self, kind: usize) -> Result<Move, DecodeError> {
        let (from, to) = (single(self.left(kind))?, single(self.arrived(kind))?);
        match kind {
            KING if from.distance(to) > 1 => {
                // Castling in which the rook stays: it was on its target square before.
                let rook = CastlingSide::from_squares(from, to).rook_target(Color::Black);
                let is_there = self.before[ROOK].contains(rook);
                if is_there { Ok(Move::castling(from, rook)) } else { Err(DecodeError::NoMove) }
            }
            // Castling in which the king stays: the rook moved past it.
            ROOK if !between(from, to).is_disjoint(self.before[KING]) => {
                Ok(Move::castling(single(self.before[KING])?, from))
            }
            PAWN => {
                let is_en_passant = from.file() != to.file() && !self.opponents.contains(to);
                Ok(if is_en_passant { Move::en_passant(from, to) } else { Move::normal(from, to) })
            }
            _ => Ok(Move::normal(from, to)),
        }
    }
}

fn single(set: Bitboard) -> Result<Square, DecodeError> {
    set.single().ok_or(DecodeError::NoMove)
}
