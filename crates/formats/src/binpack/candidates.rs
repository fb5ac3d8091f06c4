//! The numbers of move text: the piece, and one of its destinations.
//!
//! Destinations are pseudo-legal: checks and pins do not matter. They are numbered by square; a pawn before its last rank
//! has four numbers for each, and a king has a number for each castling right of its side after its steps.

use gardez_bitboard::{Bitboard, king_attacks, knight_attacks, pawn_attacks, pseudo_attackers};
use gardez_position::Board;
use gardez_types::{CastlingRights, CastlingSide, Color, Move, MoveKind, Piece, PieceType, Rank, Square};

use super::text::{BitWriter, Window, width};
use crate::cpu::{Cpu, index_of};
use crate::error::FormatErrorKind;
use crate::moves::PROMOTIONS;

/// Returns the squares that a piece of `us` can step to or capture on, without castling and en passant.
///
/// The same code for all pieces, because which one moves is unpredictable.
#[inline(always)]
fn destinations(cpu: impl Cpu, board: &Board, us: Color, piece: Piece, from: Square) -> Bitboard {
    let (occupied, ours, theirs) = (board.occupied(), board.by_color(us), board.by_color(!us));
    let [bishop, rook] = cpu.lines(from, occupied);
    let masks = &MASKS[piece as usize];
    let attacked = REACH[piece as usize][from as usize] & ((bishop | rook | masks.leaper) - ours);
    let pawn = Bitboard::from(from) & masks.pawn;
    let step = pawn.shift(us.up()) - occupied;
    let double = (step & Rank::Three.relative_to(us).into()).shift(us.up()) - occupied;
    (attacked - (masks.pawn - theirs)) | step | double
}

/// Returns `true` if no piece attacks the king of `us` after a normal move that its piece can make, or a promotion.
///
/// The same code for all pieces and positions, because it is unpredictable how many sliders aim at the king.
#[inline(always)]
fn is_safe(cpu: impl Cpu, board: &Board, us: Color, from: Square, to: Square) -> bool {
    let (king, taken) = (board.king(us), Bitboard::from(to));
    let king = if from == king { to } else { king };
    let occupied = (board.occupied() - from.into()) | taken;
    let [bishop, rook] = cpu.lines(king, occupied);
    let queens = board.by_type(PieceType::Queen);
    let attackers = bishop & (board.by_type(PieceType::Bishop) | queens)
        | rook & (board.by_type(PieceType::Rook) | queens)
        | knight_attacks(king) & board.by_type(PieceType::Knight)
        | pawn_attacks(us, king) & board.by_type(PieceType::Pawn)
        | king_attacks(king) & board.by_type(PieceType::King);
    (attackers & (board.by_color(!us) - taken)).is_empty()
}

static REACH: [[Bitboard; 64]; 16] = {
    let mut reach = [[Bitboard::EMPTY; 64]; 16];
    let mut i = 0;
    while i < 64 * Piece::COUNT {
        let (piece, square) = (Piece::ALL[i / 64], Square::ALL[i % 64]);
        // A pawn of the other side attacks the square from the squares that this pawn attacks.
        reach[piece as usize][square as usize] = pseudo_attackers(piece.swap_colors(), square);
        i += 1;
    }
    reach
};

/// Sets that are full for some pieces and empty for others.
#[derive(Clone, Copy)]
struct Masks {
    /// Full for pieces that other pieces do not block: pawns, knights and kings.
    leaper: Bitboard,
    pawn: Bitboard,
}

static MASKS: [Masks; 16] = {
    let empty = Masks { leaper: Bitboard::EMPTY, pawn: Bitboard::EMPTY };
    let mut masks = [empty; 16];
    let mut i = 0;
    while i < Piece::COUNT {
        let piece = Piece::ALL[i];
        let mask = &mut masks[piece as usize];
        if matches!(piece.piece_type(), PieceType::Pawn) {
            mask.pawn = Bitboard::FULL;
        }
        if !piece.piece_type().is_slider() {
            mask.leaper = Bitboard::FULL;
        }
        i += 1;
    }
    masks
};

#[inline]
fn sides(board: &Board, us: Color) -> impl Iterator<Item = CastlingSide> + Clone {
    let rights = board.castling_rights();
    let sides = [CastlingSide::QueenSide, CastlingSide::KingSide].into_iter();
    sides.filter(move |&side| rights.contains(CastlingRights::new(us, side)))
}

/// Returns the move that the next bits mean, and whether it is legal. It is pseudo-legal, except that castling may be
/// impossible. `us` is the side to move: a constant in each copy of the code.
#[inline(always)]
pub(super) fn take_move(
    cpu: impl Cpu,
    board: &Board,
    us: Color,
    window: &mut Window,
) -> Result<(Move, bool), FormatErrorKind> {
    let ours = board.by_color(us);
    let pieces = cpu.len(ours);
    let found = window.take(pieces);
    let origin = cpu.nth(ours, found);
    let Some((from, piece)) = origin.and_then(|from| Some((from, board.piece_on(from)?))) else {
        return Err(FormatErrorKind::PieceIndex { found, pieces });
    };
    let set = destinations(cpu, board, us, piece, from);
    if is_special(board, us, from) {
        let (taken, after) = take_special(cpu, board, from, set, *window);
        *window = after;
        return taken;
    }
    let destinations = cpu.len(set);
    let found = window.take(destinations);
    let Some(to) = cpu.nth(set, found) else {
        return Err(FormatErrorKind::DestinationIndex { found, destinations });
    };
    Ok((Move::normal(from, to), is_safe(cpu, board, us, from, to)))
}

/// Returns `true` if the move from this square may be en passant, a promotion or castling: all that is rare.
#[inline(always)]
fn is_special(board: &Board, us: Color, from: Square) -> bool {
    let promoting = board.by_type(PieceType::Pawn) & Rank::Seven.relative_to(us).into();
    let has_rights = !(board.castling_rights() & us.castling_rights()).is_empty();
    board.ep_square().is_some()
        || promoting.contains(from)
        || has_rights && board.by_type(PieceType::King).contains(from)
}

/// Returns the square on which the piece on `from` can capture en passant.
fn passed(board: &Board, us: Color, from: Square) -> Bitboard {
    match board.by_type(PieceType::Pawn).contains(from) {
        true => pawn_attacks(us, from) & board.ep_square().into(),
        false => Bitboard::EMPTY,
    }
}

/// Returns the move from a square for which [`is_special`] is true.
#[inline(never)] // rare, so it is kept out of the hot path
fn take_special(
    cpu: impl Cpu,
    board: &Board,
    from: Square,
    set: Bitboard,
    mut window: Window,
) -> (Result<(Move, bool), FormatErrorKind>, Window) {
    let us = board.side_to_move();
    let passed = passed(board, us, from);
    let set = set | passed;
    let steps = cpu.len(set);
    let is_promotion = (board.by_type(PieceType::Pawn) & Rank::Seven.relative_to(us).into()).contains(from);
    let is_king = board.by_type(PieceType::King).contains(from);
    let destinations = match () {
        () if is_promotion => 4 * steps,
        () if is_king => steps + sides(board, us).count() as u32,
        () => steps,
    };
    let found = window.take(destinations);
    let to = cpu.nth(set, if is_promotion { found / 4 } else { found });
    let castling = || {
        let side = sides(board, us).nth(found.checked_sub(steps)? as usize)?;
        Some(Move::castling(from, board.castling_rook(us, side)?))
    };
    let m = match to {
        Some(to) if is_promotion => Some(Move::new_promotion(from, to, PROMOTIONS[found as usize % 4])),
        Some(to) if passed.contains(to) => Some(Move::en_passant(from, to)),
        Some(to) => Some(Move::normal(from, to)),
        None if is_king => castling(),
        None => None,
    };
    let taken = m.map(|m| (m, board.is_legal(m))).ok_or(FormatErrorKind::DestinationIndex { found, destinations });
    (taken, window)
}

/// Writes a move of this board, on which `us` is to move, if it is legal. Returns `true` if it is.
#[inline(always)]
pub(super) fn put_move(cpu: impl Cpu, board: &Board, us: Color, m: Move, bits: &mut BitWriter) -> bool {
    let ours = board.by_color(us);
    let (from, to) = (m.from(), m.to());
    let Some(piece) = board.piece_on(from).filter(|_| ours.contains(from)) else { return false };
    let set = destinations(cpu, board, us, piece, from);
    let (index, count) = if m.kind() != MoveKind::Normal || is_special(board, us, from) {
        if !board.is_legal(m) {
            return false;
        }
        special_index(cpu, board, m, set)
    } else {
        // The destinations say whether the piece can make the move.
        if !set.contains(to) || !is_safe(cpu, board, us, from, to) {
            return false;
        }
        (index_of(cpu, set, to), cpu.len(set))
    };
    bits.put(index_of(cpu, ours, from), width(cpu.len(ours)));
    bits.put(index, width(count));
    true
}

/// Returns the number of a legal move from a square with [`is_special`], and the number of moves from there.
#[inline(never)] // rare, so it is kept out of the hot path
fn special_index(cpu: impl Cpu, board: &Board, m: Move, set: Bitboard) -> (u32, u32) {
    let (us, from, to) = (board.side_to_move(), m.from(), m.to());
    let set = set | passed(board, us, from);
    let (index, steps) = (index_of(cpu, set, to), cpu.len(set));
    if let Some(piece) = m.promotion() {
        return (4 * index + piece as u32 - PieceType::Knight as u32, 4 * steps);
    }
    if !board.by_type(PieceType::King).contains(from) {
        return (index, steps);
    }
    let castled = CastlingSide::from_squares(from, to);
    let before = sides(board, us).take_while(|&side| side != castled).count() as u32;
    let index = if m.kind() == MoveKind::Castling { steps + before } else { index };
    (index, steps + sides(board, us).count() as u32)
}

#[cfg(test)]
mod tests {
    use quickcheck::quickcheck;

    use super::*;
    use crate::cpu::Any;

    quickcheck! {
        fn the_index_of_a_square_is_the_number_of_squares_below(bits: u64) -> bool {
            let set = Bitboard::from_bits(bits);
            set.into_iter().zip(0..).all(|(square, index)| index_of(Any, set, square) == index)
        }
    }
}
