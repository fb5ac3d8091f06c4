//! The pieces around a square, by the look-ups of the attack tables.

use gardez_bitboard::{
    Bitboard, bishop_attacks, king_attacks, knight_attacks, line, pawn_attacks, pseudo_attackers, ray_pass,
    rook_attacks,
};
use gardez_types::{Color, Piece, PieceType, Square};

use super::entries::Writer;
use crate::board::Board;

/// The pieces around a square.
pub(super) struct View<'a> {
    squares: &'a [Option<Piece>; 64],
    square: Square,
    occupied: Bitboard,
    /// The first piece in each direction.
    nearest: Bitboard,
    /// The pieces that attack the square.
    attackers: Bitboard,
    /// The bishops, rooks and queens among them.
    sliders: Bitboard,
}

impl<'a> View<'a> {
    #[inline]
    pub(super) fn new(board: &'a Board, occupied: Bitboard, square: Square) -> Self {
        let (diagonal, orthogonal) = (bishop_attacks(square, occupied), rook_attacks(square, occupied));
        let queens = board.by_type(PieceType::Queen);
        let sliders = diagonal & (board.by_type(PieceType::Bishop) | queens)
            | orthogonal & (board.by_type(PieceType::Rook) | queens);
        let pawns = pawn_attacks(Color::White, square) & board.by_color(Color::Black)
            | pawn_attacks(Color::Black, square) & board.by_color(Color::White);
        let attackers = sliders
            | knight_attacks(square) & board.by_type(PieceType::Knight)
            | king_attacks(square) & board.by_type(PieceType::King)
            | pawns & board.by_type(PieceType::Pawn);
        Self {
            squares: &board.squares,
            square,
            occupied,
            nearest: (diagonal | orthogonal) & occupied,
            attackers: attackers & occupied,
            sliders: sliders & occupied,
        }
    }

    #[inline]
    pub(super) fn attacks(&self, entries: &mut Writer<'_>, piece: Piece, is_added: bool) {
        let added = u32::from(is_added) << 31;
        // A pawn attacks the squares from which a pawn of the other color attacks it.
        let attacked = match piece.piece_type() {
            PieceType::Knight => knight_attacks(self.square) & self.occupied,
            _ => self.nearest & pseudo_attackers(piece.swap_colors(), self.square),
        };
        let word = added | self.square as u32 | (piece as u32) << 20;
        self.each(entries, attacked, |square, piece| word | square << 8 | piece << 16);
        let word = added | (self.square as u32) << 8 | (piece as u32) << 16;
        self.each(entries, self.attackers, |square, piece| word | square | piece << 20);
    }

    /// Adds the attacks of sliders through the square, except on the line through the square `skip`.
    #[inline]
    pub(super) fn lines(&self, entries: &mut Writer<'_>, skip: Option<Square>, opens: bool) {
        let skipped = skip.map_or(Bitboard::EMPTY, |skip| line(self.square, skip));
        for slider in self.sliders - skipped {
            let next = self.nearest & ray_pass(slider, self.square);
            let attacker = slider as u32 | self.piece_on(slider as usize) << 20 | u32::from(opens) << 31;
            let index = (next.bits().trailing_zeros() & 63) as usize;
            entries.room::<1>()[0] = attacker | (index as u32) << 8 | self.piece_on(index) << 16;
            entries.grow(usize::from(!next.is_empty()));
        }
    }

    #[inline]
    fn each(&self, entries: &mut Writer<'_>, set: Bitboard, word: impl Fn(u32, u32) -> u32) {
        const BATCH: usize = 2;
        let mut bits = set.bits();
        while bits != 0 {
            let mut count = 0;
            for entry in entries.room::<BATCH>() {
                let index = bits.trailing_zeros() & 63;
                *entry = word(index, self.piece_on(index as usize));
                count += usize::from(bits != 0);
                bits &= bits.wrapping_sub(1);
            }
            entries.grow(count);
        }
    }

    #[inline]
    fn piece_on(&self, index: usize) -> u32 {
        self.squares[index].map_or(0, |piece| piece as u32)
    }
}
