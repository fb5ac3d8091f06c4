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

/// A set whose squares have numbers.
#[derive(Clone, Copy)]
struct Ranked {
    set: u64,
    /// In each byte, the number of squares of the set in this byte and those below.
    sums: u64,
}

impl Ranked {
    #[inline]
    const fn new(set: Bitboard) -> Self {
        let set = set.bits();
        let pairs = set - (set >> 1 & 0x5555_5555_5555_5555);
        let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        let bytes = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
        Self { set, sums: bytes.wrapping_mul(ONES) }
    }

    /// The number of squares.
    #[inline]
    const fn len(self) -> u32 {
        (self.sums >> 56) as u32
    }

    /// The square with this number, which is below 64, or `None` if there is none.
    ///
    /// Without a loop, because the number of its steps would be unpredictable.
    #[inline]
    fn nth(self, index: u32) -> Option<Square> {
        static PLACES: [[u8; 8]; 256] = places();
        if self.len() <= index {
            return None;
        }
        // The high bit of each byte whose sum is not above the index: these are before the byte of the square.
        let before = ((u64::from(index) * ONES) | HIGH).wrapping_sub(self.sums) & HIGH;
        let byte = ((before >> 7).wrapping_mul(ONES) >> 56) as usize & 7;
        let skipped = (self.sums << 8 >> (8 * byte)) as u32 & 255;
        let bits = (self.set >> (8 * byte)) as usize & 255;
        let place = PLACES[bits][(index - skipped) as usize & 7];
        Square::from_index((8 * byte) as u8 + place)
    }
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// For each byte, the place of each of its bits that is set, from the lowest up.
const fn places() -> [[u8; 8]; 256] {
    let mut places = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut index) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                places[byte][index] = bit;
                index += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    places
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

/// The move that the next bits mean, and whether it is legal. It is pseudo-legal, except that castling may be impossible.
#[inline]
pub(super) fn take_move(board: &Board, window: &mut Window) -> Result<(Move, bool), FormatErrorKind> {
    let us = board.side_to_move();
    let ours = Ranked::new(board.by_color(us));
    let found = window.take(width(ours.len()));
    let Some(from) = ours.nth(found) else {
        return Err(FormatErrorKind::PieceIndex { found, pieces: ours.len() });
    };
    let m = match board.piece_on(from).map_or(PieceType::Pawn, |piece| piece.piece_type()) {
        PieceType::Pawn => take_pawn_move(board, us, from, window)?,
        PieceType::King => take_king_move(board, us, from, window)?,
        piece_type => {
            let set = Ranked::new(piece_destinations(board, us, piece_type, from));
            Move::normal(from, take_destination(set, window)?)
        }
    };
    let is_legal = match m.kind() {
        MoveKind::Castling => board.is_legal(m),
        _ => board.is_safe_if_reachable(m),
    };
    Ok((m, is_legal))
}

/// The square of the next index.
#[inline]
fn take_destination(set: Ranked, window: &mut Window) -> Result<Square, FormatErrorKind> {
    let found = window.take(width(set.len()));
    set.nth(found).ok_or(FormatErrorKind::DestinationIndex { found, destinations: set.len() })
}

#[inline]
fn take_pawn_move(board: &Board, us: Color, from: Square, window: &mut Window) -> Result<Move, FormatErrorKind> {
    let set = Ranked::new(pawn_destinations(board, us, from));
    if from.rank() == Rank::Seven.relative_to(us) {
        let destinations = 4 * set.len();
        let found = window.take(width(destinations));
        let to = set.nth(found / 4).ok_or(FormatErrorKind::DestinationIndex { found, destinations })?;
        return Ok(Move::promotion(from, to, PROMOTIONS[found as usize % 4]));
    }
    let to = take_destination(set, window)?;
    match board.ep_square() == Some(to) && from.file() != to.file() {
        true => Ok(Move::en_passant(from, to)),
        false => Ok(Move::normal(from, to)),
    }
}

#[inline]
fn take_king_move(board: &Board, us: Color, from: Square, window: &mut Window) -> Result<Move, FormatErrorKind> {
    let set = Ranked::new(piece_destinations(board, us, PieceType::King, from));
    let destinations = set.len() + sides(board, us).count() as u32;
    let found = window.take(width(destinations));
    if let Some(to) = set.nth(found) {
        return Ok(Move::normal(from, to));
    }
    let castled = sides(board, us).nth((found - set.len()) as usize);
    let rook = castled.and_then(|side| board.castling_rook(us, side));
    rook.map(|rook| Move::castling(from, rook)).ok_or(FormatErrorKind::DestinationIndex { found, destinations })
}

/// Writes a move of this board if it is legal. Returns whether it is.
#[inline]
pub(super) fn put_move(board: &Board, m: Move, bits: &mut BitWriter) -> bool {
    let us = board.side_to_move();
    let ours = board.by_color(us);
    let (from, to) = (m.from(), m.to());
    let Some(piece) = board.piece_on(from) else { return false };
    let (index, destinations) = match piece.piece_type() {
        PieceType::Pawn => {
            if !board.is_legal(m) {
                return false;
            }
            let set = pawn_destinations(board, us, from);
            match m.promotion_piece() {
                None => (index_of(set, to), set.len()),
                Some(piece) => (4 * index_of(set, to) + piece as u32 - PieceType::Knight as u32, 4 * set.len()),
            }
        }
        PieceType::King => {
            if !board.is_legal(m) {
                return false;
            }
            let set = piece_destinations(board, us, PieceType::King, from);
            let index = match m.kind() {
                MoveKind::Castling => {
                    let castled = CastlingSide::from_squares(from, to);
                    set.len() + sides(board, us).take_while(|&side| side != castled).count() as u32
                }
                _ => index_of(set, to),
            };
            (index, set.len() + sides(board, us).count() as u32)
        }
        piece_type => {
            // The destinations say whether the piece can make the move.
            let set = piece_destinations(board, us, piece_type, from);
            let is_reachable = m.kind() == MoveKind::Normal && ours.contains(from) && set.contains(to);
            if !is_reachable || !board.is_safe_if_reachable(m) {
                return false;
            }
            (index_of(set, to), set.len())
        }
    };
    bits.put(index_of(ours, from), width(ours.len()));
    bits.put(index, width(destinations));
    true
}

#[cfg(test)]
mod tests {
    use quickcheck::quickcheck;

    use super::*;

    quickcheck! {
        fn squares_are_numbered_from_a1_up(bits: u64, other: u64) -> bool {
            // Dense sets, sparse sets and all others.
            [bits, bits & other, bits | other, 0, u64::MAX].into_iter().map(Bitboard::from_bits).all(|set| {
                let ranked = Ranked::new(set);
                ranked.len() == set.len()
                    && (0..64).all(|index| ranked.nth(index) == set.into_iter().nth(index as usize))
                    && set.into_iter().zip(0..).all(|(square, index)| index_of(set, square) == index)
            })
        }
    }
}
