//! The compact board: sixteen sets, seen from the side to move.

use gardez_position::Board as Full;
use gardez_types::{CastlingSide, PieceType};

pub(crate) const PAWN: usize = 0;
pub(crate) const KNIGHT: usize = 1;
pub(crate) const BISHOP: usize = 2;
pub(crate) const ROOK: usize = 3;
pub(crate) const QUEEN: usize = 4;
pub(crate) const KING: usize = 5;
/// All pieces of a side.
pub(crate) const ALL: usize = 6;
/// On a side's own first rank, its rooks that may castle; on its third rank, the square that its pawn has just passed.
pub(crate) const SPECIAL: usize = 7;

pub(crate) const RANK_1: u64 = 0xff;
pub(crate) const RANK_3: u64 = RANK_1 << 16;
pub(crate) const RANK_6: u64 = RANK_1 << 40;
pub(crate) const RANK_7: u64 = RANK_1 << 48;
pub(crate) const RANK_8: u64 = RANK_1 << 56;
pub(crate) const FILE_A: u64 = 0x0101_0101_0101_0101;
pub(crate) const FILE_H: u64 = FILE_A << 7;

/// A position from the side to move's point of view: its pawns always go up the board.
///
/// When the turn passes, the sides are swapped and the board is flipped vertically.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(crate) struct Board {
    /// The pieces of the side to move.
    pub(crate) us: [u64; 8],
    /// The pieces of the other side.
    pub(crate) them: [u64; 8],
}

impl Board {
    /// Reads a position through its public queries.
    pub(crate) fn new(full: &Full) -> Self {
        let mut board = Self { us: [0; 8], them: [0; 8] };
        let mover = full.side_to_move();
        for (sets, color) in [(&mut board.us, mover), (&mut board.them, !mover)] {
            for (set, piece_type) in sets.iter_mut().zip(PieceType::ALL) {
                *set = full.pieces(color, piece_type).relative_to(mover).bits();
            }
            sets[ALL] = full.by_color(color).relative_to(mover).bits();
            for side in [CastlingSide::KingSide, CastlingSide::QueenSide] {
                if let Some(rook) = full.castling_rook(color, side) {
                    sets[SPECIAL] |= bit(rook.relative_to(mover) as usize);
                }
            }
        }
        if let Some(square) = full.ep_square() {
            board.them[SPECIAL] |= bit(square.relative_to(mover) as usize);
        }
        board
    }

    /// Returns the position with the other side to move.
    #[inline(always)]
    pub(crate) fn swap_colors(&self) -> Self {
        Self { us: self.them.map(u64::swap_bytes), them: self.us.map(u64::swap_bytes) }
    }

    /// Returns our rooks and queens, and our bishops and queens, after a piece of ours has moved.
    #[inline(always)]
    pub(crate) fn our_sliders_after(&self, piece_type: usize, from: usize, to: usize) -> (u64, u64) {
        let arrives = |slides: bool| if slides { bit(to) } else { 0 };
        let straight = arrives(piece_type == ROOK || piece_type == QUEEN);
        let diagonal = arrives(piece_type == BISHOP || piece_type == QUEEN);
        let stay = !bit(from);
        ((self.us[ROOK] | self.us[QUEEN]) & stay | straight, (self.us[BISHOP] | self.us[QUEEN]) & stay | diagonal)
    }

    /// Returns the type of the piece on a square, if it belongs to the side to move; otherwise a king.
    #[inline(always)]
    pub(crate) fn type_on(&self, square: u64) -> usize {
        (0..KING).find(|&piece_type| self.us[piece_type] & square != 0).unwrap_or(KING)
    }

    /// Returns the board after an ordinary move and the change of turn; `double` is the square that a pawn has passed.
    #[inline(always)]
    pub(crate) fn after(&self, piece_type: usize, from: u64, to: u64, arrives: usize, double: u64) -> Self {
        let mut next = *self;
        next.us[piece_type] ^= from;
        next.us[arrives] |= to;
        next.us[ALL] ^= from | to;
        for set in &mut next.them[..=ALL] {
            *set &= !to;
        }
        let kept = if piece_type == KING { 0 } else { RANK_1 & !from };
        next.us[SPECIAL] = next.us[SPECIAL] & kept | double;
        next.them[SPECIAL] &= RANK_8 & !to;
        next.swap_colors()
    }

    /// Returns the board after an en passant capture and the change of turn.
    #[inline(always)]
    pub(crate) fn after_en_passant(&self, from: u64, to: u64) -> Self {
        let mut next = *self;
        let captured = to >> 8;
        next.us[PAWN] ^= from | to;
        next.us[ALL] ^= from | to;
        next.them[PAWN] ^= captured;
        next.them[ALL] ^= captured;
        next.us[SPECIAL] &= RANK_1;
        next.them[SPECIAL] &= RANK_8;
        next.swap_colors()
    }

    /// Returns the board after castling and the change of turn.
    #[inline(always)]
    pub(crate) fn after_castling(&self, castling: &Castling) -> Self {
        let mut next = *self;
        let Castling { king, rook, king_target, rook_target, .. } = *castling;
        next.us[KING] = king_target;
        next.us[ROOK] = next.us[ROOK] & !rook | rook_target;
        next.us[ALL] = next.us[ALL] & !(king | rook) | king_target | rook_target;
        next.us[SPECIAL] = 0;
        next.them[SPECIAL] &= RANK_8;
        next.swap_colors()
    }
}

/// The squares that matter for castling with one rook.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Castling {
    pub(crate) king: u64,
    pub(crate) rook: u64,
    pub(crate) king_target: u64,
    pub(crate) rook_target: u64,
    /// The squares that king and rook pass and reach, without their own two squares. They must be empty.
    pub(crate) path: u64,
    /// The squares that the king passes and reaches. They must not be attacked.
    pub(crate) way: u64,
}

impl Castling {
    /// Returns castling with `rook`, on the back rank of either side.
    #[inline(always)]
    pub(crate) fn new(king: u64, rook: u64) -> Self {
        let Self { king_target, rook_target, path, way, .. } = CASTLINGS[lsb(king) % 8][lsb(rook) % 8];
        let rank = lsb(rook) & 56;
        let [king_target, rook_target, path, way] = [king_target, rook_target, path, way].map(|set| set << rank);
        Self { king, rook, king_target, rook_target, path, way }
    }

    #[inline(always)]
    pub(crate) fn path(king: u64, rook: u64) -> u64 {
        CASTLINGS[lsb(king) % 8][lsb(rook) % 8].path << (lsb(rook) & 56)
    }

    const fn on_first_rank(king: u64, rook: u64) -> Self {
        let (king_target, rook_target) = if king < rook { (0x40, 0x20) } else { (0x04, 0x08) };
        let way = span(king, king_target) & !king;
        let path = (way | span(rook, rook_target)) & !(king | rook);
        Self { king, rook, king_target, rook_target, path, way }
    }
}

/// Castlings on the first rank, by the files of king and rook.
static CASTLINGS: [[Castling; 8]; 8] = {
    let mut table = [[Castling::on_first_rank(1, 2); 8]; 8];
    let mut i = 0;
    while i < 64 {
        table[i / 8][i % 8] = Castling::on_first_rank(1 << (i / 8), 1 << (i % 8));
        i += 1;
    }
    table
};

/// Returns all squares from one to the other, including both, in the order of their numbers.
const fn span(a: u64, b: u64) -> u64 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    high | (high - low)
}

#[inline(always)]
pub(crate) const fn bit(square: usize) -> u64 {
    1 << (square & 63)
}

/// Returns the number of the lowest square; 63 for the empty set.
#[inline(always)]
pub(crate) const fn lsb(set: u64) -> usize {
    (set | 1 << 63).trailing_zeros() as usize
}

/// The squares in ascending order.
#[derive(Clone, Copy)]
pub(crate) struct Bits(pub(crate) u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let square = core::num::NonZero::new(self.0)?.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        Some(square)
    }
}

/// Returns the number of moves that a move of their pawn to a square counts as: four on their last rank, otherwise one.
#[inline(always)]
pub(crate) const fn weight(square: u64) -> u32 {
    if square & RANK_1 == 0 { 1 } else { 4 }
}

#[inline(always)]
pub(crate) const fn left(set: u64) -> u64 {
    (set & !FILE_A) >> 1
}

#[inline(always)]
pub(crate) const fn right(set: u64) -> u64 {
    (set & !FILE_H) << 1
}

#[inline(always)]
pub(crate) const fn up_left(set: u64) -> u64 {
    (set & !FILE_A) << 7
}

#[inline(always)]
pub(crate) const fn up_right(set: u64) -> u64 {
    (set & !FILE_H) << 9
}

#[inline(always)]
pub(crate) const fn down_left(set: u64) -> u64 {
    (set & !FILE_A) >> 9
}

#[inline(always)]
pub(crate) const fn down_right(set: u64) -> u64 {
    (set & !FILE_H) >> 7
}
