//! Which piece and which of its destinations: the numbers of move text.
//!
//! Destinations are pseudo-legal: checks and pins do not matter. They are numbered by square; a pawn before its last rank
//! has four numbers for each, and a king has a number for each castling right of its side after its steps.

use gardez_bitboard::{
    Bitboard, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};
use gardez_position::Board;
use gardez_types::{CastlingRights, CastlingSide, Color, Move, MoveKind, PieceType, Rank, Square};

use super::text::{BitWriter, Window, width};
use crate::error::FormatErrorKind;

/// The promotion pieces in the order of their numbers.
pub(super) const PROMOTIONS: [PieceType; 4] = [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];

/// The square with this index in the set, by square number.
#[inline]
fn nth(set: Bitboard, index: u32) -> Option<Square> {
    let mut bits = set.bits();
    for _ in 0..index {
        bits &= bits.wrapping_sub(1);
    }
    Bitboard::from_bits(bits).lsb()
}

/// The number of squares of the set below `square`.
#[inline]
const fn index_of(set: Bitboard, square: Square) -> u32 {
    (set.bits() & ((1 << square as u8) - 1)).count_ones()
}

/// The squares that a pawn can step to or capture on.
#[inline]
fn pawn_destinations(board: &Board, us: Color, from: Square) -> Bitboard {
    let occupied = board.occupied();
    let targets = board.by_color(!us) | Bitboard::from(board.ep_square());
    let step = Bitboard::from(from).shift(us.up()) - occupied;
    let double = (step & Rank::Three.relative_to(us).into()).shift(us.up()) - occupied;
    pawn_attacks(us, from) & targets | step | double
}

/// The squares that a piece other than a pawn attacks and its side does not hold.
#[inline]
fn piece_destinations(board: &Board, us: Color, piece_type: PieceType, from: Square) -> Bitboard {
    let attacks = match piece_type {
        PieceType::Knight => knight_attacks(from),
        PieceType::Bishop => bishop_attacks(from, board.occupied()),
        PieceType::Rook => rook_attacks(from, board.occupied()),
        PieceType::Queen => queen_attacks(from, board.occupied()),
        _ => king_attacks(from),
    };
    attacks - board.by_color(us)
}

/// The castling rights of one side, queen side first.
#[inline]
fn sides(board: &Board, us: Color) -> impl Iterator<Item = CastlingSide> + Clone {
    let rights = board.castling_rights();
    let sides = [CastlingSide::QueenSide, CastlingSide::KingSide].into_iter();
    sides.filter(move |&side| rights.contains(CastlingRights::new(us, side)))
}

/// The move that the next bits mean. It is pseudo-legal, except that castling may be impossible now.
#[inline]
pub(super) fn take_move(board: &Board, window: &mut Window) -> Result<Move, FormatErrorKind> {
    let us = board.side_to_move();
    let ours = board.by_color(us);
    let pieces = ours.len();
    let found = window.take(width(pieces));
    let from = match nth(ours, found) {
        Some(from) => from,
        None => return Err(FormatErrorKind::PieceIndex { found, pieces }),
    };
    let piece_type = board.piece_on(from).map_or(PieceType::Pawn, |piece| piece.piece_type());
    match piece_type {
        PieceType::Pawn => take_pawn_move(board, us, from, window),
        PieceType::King => take_king_move(board, us, from, window),
        _ => {
            let set = piece_destinations(board, us, piece_type, from);
            let (to, _) = take_destination(set, set.len(), window)?;
            to.map(|to| Move::normal(from, to)).ok_or(FormatErrorKind::DestinationIndex { found: 0, destinations: 0 })
        }
    }
}

/// The square of the next index, or `None` and the index if it is not one of `set`. There are `destinations` in total.
#[inline]
fn take_destination(
    set: Bitboard,
    destinations: u32,
    window: &mut Window,
) -> Result<(Option<Square>, u32), FormatErrorKind> {
    let found = window.take(width(destinations));
    if destinations <= found {
        return Err(FormatErrorKind::DestinationIndex { found, destinations });
    }
    Ok((nth(set, found), found))
}

#[inline]
fn take_pawn_move(board: &Board, us: Color, from: Square, window: &mut Window) -> Result<Move, FormatErrorKind> {
    let set = pawn_destinations(board, us, from);
    let none = FormatErrorKind::DestinationIndex { found: 0, destinations: 0 };
    if from.rank() == Rank::Seven.relative_to(us) {
        let destinations = 4 * set.len();
        let found = window.take(width(destinations));
        let to = nth(set, found / 4).ok_or(FormatErrorKind::DestinationIndex { found, destinations })?;
        return Ok(Move::promotion(from, to, PROMOTIONS[found as usize % 4]));
    }
    let (to, _) = take_destination(set, set.len(), window)?;
    let to = to.ok_or(none)?;
    match board.ep_square() == Some(to) && from.file() != to.file() {
        true => Ok(Move::en_passant(from, to)),
        false => Ok(Move::normal(from, to)),
    }
}

#[inline]
fn take_king_move(board: &Board, us: Color, from: Square, window: &mut Window) -> Result<Move, FormatErrorKind> {
    let set = piece_destinations(board, us, PieceType::King, from);
    let steps = set.len();
    let destinations = steps + sides(board, us).count() as u32;
    let (to, found) = take_destination(set, destinations, window)?;
    if let Some(to) = to {
        return Ok(Move::normal(from, to));
    }
    let mut sides = sides(board, us);
    let rook = sides.nth((found - steps) as usize).and_then(|side| board.castling_rook(us, side));
    rook.map(|rook| Move::castling(from, rook)).ok_or(FormatErrorKind::DestinationIndex { found, destinations })
}

/// Writes a legal move of this board.
#[inline]
pub(super) fn put_move(board: &Board, m: Move, bits: &mut BitWriter) {
    let us = board.side_to_move();
    let ours = board.by_color(us);
    let (from, to) = (m.from(), m.to());
    bits.put(index_of(ours, from), width(ours.len()));
    match board.piece_on(from).map_or(PieceType::Pawn, |piece| piece.piece_type()) {
        PieceType::Pawn => {
            let set = pawn_destinations(board, us, from);
            let index = index_of(set, to);
            match m.promotion_piece() {
                None => bits.put(index, width(set.len())),
                Some(piece) => {
                    bits.put(4 * index + piece as u32 - PieceType::Knight as u32, width(4 * set.len()));
                }
            }
        }
        PieceType::King => {
            let set = piece_destinations(board, us, PieceType::King, from);
            let steps = set.len();
            let index = match m.kind() {
                MoveKind::Castling => {
                    let castled = CastlingSide::from_squares(from, to);
                    steps + sides(board, us).take_while(|&side| side != castled).count() as u32
                }
                _ => index_of(set, to),
            };
            bits.put(index, width(steps + sides(board, us).count() as u32));
        }
        piece_type => {
            let set = piece_destinations(board, us, piece_type, from);
            bits.put(index_of(set, to), width(set.len()));
        }
    }
}
