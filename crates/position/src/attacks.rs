//! Who attacks what, who gives check, and who is pinned.

use gardez_bitboard::{
    Bitboard, attacks, between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, piece_attacks,
    pseudo_attackers, ray_pass, rook_attacks,
};
use gardez_types::{Color, MoveKind, Piece, PieceType, Square};

use crate::Board;

/// Who gives check, who hides a king, and from where a check can be given: made by [`Board::check_info`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckInfo {
    /// The pieces that give check to the side to move.
    pub checkers: Bitboard,
    /// For each color, the pieces that alone stand between its king and an enemy slider; see [`Board::blockers`].
    pub blockers: [Bitboard; 2],
    /// For each color, its sliders that pin an enemy piece to the enemy king.
    pub pinners: [Bitboard; 2],
    /// For each kind of piece, in the order of [`PieceType::ALL`], the squares from which the side to move would give
    /// check with it.
    pub check_squares: [Bitboard; 6],
}

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
    pub(crate) fn attackers_of(&self, square: Square, color: Color, occupied: Bitboard) -> Bitboard {
        pawn_attacks(!color, square) & self.pieces(color, PieceType::Pawn)
            | knight_attacks(square) & self.pieces(color, PieceType::Knight)
            | bishop_attacks(square, occupied) & self.diagonal_sliders(color)
            | rook_attacks(square, occupied) & self.orthogonal_sliders(color)
            | king_attacks(square) & self.pieces(color, PieceType::King)
    }

    /// True if a piece of `color` attacks `square` when lines run through `occupied`.
    pub fn attackers_exist(&self, square: Square, color: Color, occupied: Bitboard) -> bool {
        !(knight_attacks(square) & self.pieces(color, PieceType::Knight)).is_empty()
            || !(pawn_attacks(!color, square) & self.pieces(color, PieceType::Pawn)).is_empty()
            || !(king_attacks(square) & self.pieces(color, PieceType::King)).is_empty()
            || self.slider_attackers_exist(square, color, occupied)
    }

    /// True if a bishop, rook or queen of `color` attacks `square` when lines run through `occupied`.
    #[inline]
    pub(crate) fn slider_attackers_exist(&self, square: Square, color: Color, occupied: Bitboard) -> bool {
        !(bishop_attacks(square, occupied) & self.diagonal_sliders(color)).is_empty()
            || !(rook_attacks(square, occupied) & self.orthogonal_sliders(color)).is_empty()
    }

    /// The squares that the pieces of one color and kind attack together, occupied or not.
    pub fn attacks_by(&self, color: Color, piece_type: PieceType) -> Bitboard {
        let (occupied, piece) = (self.occupied(), Piece::new(color, piece_type));
        let attacks = self.pieces(color, piece_type).into_iter().map(|square| piece_attacks(piece, square, occupied));
        attacks.fold(Bitboard::EMPTY, |all, attacks| all | attacks)
    }

    /// The pieces that give check to the side to move.
    ///
    /// Worked out at every call. Most moves are far from giving check, and two look-ups tell: neither does the piece
    /// look at the king from where it arrived, nor did it hide a slider that does.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        let us = self.side_to_move;
        let king = self.king(us);
        if let Some(m) = self.state.last_move.filter(|m| m.kind() == MoveKind::Normal) {
            let (from, to) = (m.from(), m.to());
            let looks = self.piece_on(to).is_some_and(|piece| pseudo_attackers(piece, king).contains(to));
            let sliders = self.diagonal_sliders(!us) | self.orthogonal_sliders(!us);
            if !looks && ray_pass(king, from).is_disjoint(sliders) {
                return Bitboard::EMPTY;
            }
        }
        self.attackers_of(king, !us, self.occupied())
    }

    /// True if the side to move is in check. Worked out at every call; see [`Board::checkers`].
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// The pieces, of either color, that alone stand between the king of `color` and an enemy slider aimed at it.
    ///
    /// As in the reference, all enemy sliders aimed at the king are transparent to each other: behind a nearer one, a
    /// piece still counts. Those of the king's own color are pinned. Worked out at every call.
    #[inline]
    pub fn blockers(&self, color: Color) -> Bitboard {
        self.pins_on(color).0
    }

    /// The sliders of `color` that pin an enemy piece to its king. Worked out at every call.
    #[inline]
    pub fn pinners(&self, color: Color) -> Bitboard {
        self.pins_on(!color).1
    }

    /// The blockers of the king of `color`, and the enemy sliders that pin one of its own color.
    pub(crate) fn pins_on(&self, color: Color) -> (Bitboard, Bitboard) {
        let king = self.king(color);
        let snipers = bishop_attacks(king, Bitboard::EMPTY) & self.diagonal_sliders(!color)
            | rook_attacks(king, Bitboard::EMPTY) & self.orthogonal_sliders(!color);
        let occupied = self.occupied() - snipers;
        let (mut blockers, mut pinners) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for sniper in snipers {
            let hiding = between(king, sniper) & occupied;
            if !hiding.has_several() {
                blockers |= hiding;
                if !hiding.is_disjoint(self.by_color(color)) {
                    pinners.insert(sniper);
                }
            }
        }
        (blockers, pinners)
    }

    /// The squares from which a piece of the side to move, of this kind, would give check; none for a king.
    #[inline]
    pub fn check_squares(&self, piece_type: PieceType) -> Bitboard {
        let (us, king) = (self.side_to_move, self.king(!self.side_to_move));
        match piece_type {
            PieceType::Pawn => pawn_attacks(!us, king),
            PieceType::King => Bitboard::EMPTY,
            _ => attacks(piece_type, king, self.occupied()),
        }
    }

    /// Everything about checks and pins at once, for a program that asks several times at a position.
    pub fn check_info(&self) -> CheckInfo {
        let (on_white, on_black) = (self.pins_on(Color::White), self.pins_on(Color::Black));
        let (bishop, rook) = (self.check_squares(PieceType::Bishop), self.check_squares(PieceType::Rook));
        let (pawn, knight) = (self.check_squares(PieceType::Pawn), self.check_squares(PieceType::Knight));
        CheckInfo {
            checkers: self.checkers(),
            blockers: [on_white.0, on_black.0],
            pinners: [on_black.1, on_white.1],
            check_squares: [pawn, knight, bishop, rook, bishop | rook, Bitboard::EMPTY],
        }
    }
}
