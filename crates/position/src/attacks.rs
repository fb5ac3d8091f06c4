//! Who attacks what, who gives check, and who is pinned.

use gardez_bitboard::{Bitboard, between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use gardez_types::{Color, PieceType, Square};

use crate::Board;

impl Board {
    /// The pieces of both colors that attack `square`, as the board stands.
    #[inline]
    pub fn attackers_to(&self, square: Square) -> Bitboard {
        self.attackers_through(square, self.occupied())
    }

    /// The pieces of both colors that attack `square` if lines ran through `occupied`.
    ///
    /// The pieces are those of the board: one that is missing from `occupied` still attacks.
    #[inline]
    pub fn attackers_through(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.attackers_of(square, Color::White, occupied) | self.attackers_of(square, Color::Black, occupied)
    }

    /// The pieces of `color` that attack `square` if lines ran through `occupied`.
    #[inline]
    pub(crate) fn attackers_of(&self, square: Square, color: Color, occupied: Bitboard) -> Bitboard {
        pawn_attacks(!color, square) & self.pieces(color, PieceType::Pawn)
            | knight_attacks(square) & self.pieces(color, PieceType::Knight)
            | bishop_attacks(square, occupied) & self.diagonal_sliders(color)
            | rook_attacks(square, occupied) & self.orthogonal_sliders(color)
            | king_attacks(square) & self.pieces(color, PieceType::King)
    }

    /// True if a piece of `color` attacks `square` when lines run through `occupied`.
    #[inline]
    pub fn is_attacked(&self, square: Square, color: Color, occupied: Bitboard) -> bool {
        !(knight_attacks(square) & self.pieces(color, PieceType::Knight)).is_empty()
            || !(pawn_attacks(!color, square) & self.pieces(color, PieceType::Pawn)).is_empty()
            || !(king_attacks(square) & self.pieces(color, PieceType::King)).is_empty()
            || self.is_attacked_by_slider(square, color, occupied)
    }

    /// True if a bishop, rook or queen of `color` attacks `square` when lines run through `occupied`.
    #[inline]
    pub(crate) fn is_attacked_by_slider(&self, square: Square, color: Color, occupied: Bitboard) -> bool {
        !(bishop_attacks(square, occupied) & self.diagonal_sliders(color)).is_empty()
            || !(rook_attacks(square, occupied) & self.orthogonal_sliders(color)).is_empty()
    }

    /// The pieces, of either color, that alone stand between the king of `color` and an enemy slider aimed at it.
    ///
    /// As in the reference, all enemy sliders aimed at the king are transparent to each other: behind a nearer one, a
    /// piece still counts. Those of the king's own color are pinned.
    #[inline]
    pub fn blockers(&self, color: Color) -> Bitboard {
        let king = self.king(color);
        let snipers = bishop_attacks(king, Bitboard::EMPTY) & self.diagonal_sliders(!color)
            | rook_attacks(king, Bitboard::EMPTY) & self.orthogonal_sliders(!color);
        let occupied = self.occupied() - snipers;
        let mut blockers = Bitboard::EMPTY;
        for sniper in snipers {
            let hiding = between(king, sniper) & occupied;
            if !hiding.has_several() {
                blockers |= hiding;
            }
        }
        blockers
    }

    /// Works out who gives check to the side to move.
    #[inline]
    pub(crate) fn find_checkers(&self) -> Bitboard {
        let us = self.side_to_move;
        self.attackers_of(self.king(us), !us, self.occupied())
    }
}
