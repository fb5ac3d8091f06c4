//! Attacks, checks and pins.

use gardez_bitboard::{
    Bitboard, attacks, between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, piece_attacks,
    pseudo_attackers, ray_pass, rook_attacks,
};
use gardez_types::{Color, MoveKind, Piece, PieceType, Square};

use crate::board::Board;

/// # Attacks
///
/// A piece *attacks* the squares that it could capture on, occupied or not, and regardless of pins.
impl Board {
    /// Returns the pieces of both colors that attack `square`.
    ///
    /// ```
    /// use gardez_position::{Bitboard, Board, Square};
    ///
    /// // 3  . . . . . x . .
    /// // 2  P P P P P P P P   f3 is attacked by the pawns on e2 and g2 and by the knight on g1.
    /// // 1  R N B Q K B N R
    /// let attackers = Board::start().attackers_to(Square::F3);
    /// assert_eq!(attackers, Bitboard::from_iter([Square::E2, Square::G2, Square::G1]));
    /// ```
    #[inline]
    pub fn attackers_to(&self, square: Square) -> Bitboard {
        self.attackers_through(square, self.occupied())
    }

    /// Returns the pieces that would attack `square` if exactly `occupied` were occupied.
    ///
    /// `occupied` only blocks lines. Intersect the result with it to exclude pieces of the board that it lacks.
    #[inline]
    pub fn attackers_through(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.attackers_of(square, Color::White, occupied) | self.attackers_of(square, Color::Black, occupied)
    }

    /// Returns `true` if `color` would attack `square` if exactly `occupied` were occupied. Stops at the first attacker.
    pub fn attackers_exist(&self, square: Square, color: Color, occupied: Bitboard) -> bool {
        !(knight_attacks(square) & self.pieces(color, PieceType::Knight)).is_empty()
            || !(pawn_attacks(!color, square) & self.pieces(color, PieceType::Pawn)).is_empty()
            || !(king_attacks(square) & self.pieces(color, PieceType::King)).is_empty()
            || self.slider_attackers_exist(square, color, occupied)
    }

    /// Returns the squares that the piece on `square` attacks, or none if `square` is empty.
    // No program here calls it; users of python-chess look for it (`attacks`).
    pub fn attacks_from(&self, square: Square) -> Bitboard {
        let piece = self.piece_on(square);
        piece.map_or(Bitboard::EMPTY, |piece| piece_attacks(piece, square, self.occupied()))
    }

    /// Returns the union of the squares that the pieces of one color and type attack.
    pub fn attacks_by(&self, color: Color, piece_type: PieceType) -> Bitboard {
        let (occupied, piece) = (self.occupied(), Piece::new(color, piece_type));
        let attacks = self.pieces(color, piece_type).into_iter().map(|square| piece_attacks(piece, square, occupied));
        attacks.fold(Bitboard::EMPTY, |all, attacks| all | attacks)
    }
}

impl Board {
    /// Returns the pieces of `color` that would attack `square` if exactly `occupied` were occupied.
    pub(crate) fn attackers_of(&self, square: Square, color: Color, occupied: Bitboard) -> Bitboard {
        pawn_attacks(!color, square) & self.pieces(color, PieceType::Pawn)
            | knight_attacks(square) & self.pieces(color, PieceType::Knight)
            | bishop_attacks(square, occupied) & self.diagonal_sliders(color)
            | rook_attacks(square, occupied) & self.orthogonal_sliders(color)
            | king_attacks(square) & self.pieces(color, PieceType::King)
    }

    /// Returns `true` if a slider of `color` would attack `square` if exactly `occupied` were occupied.
    #[inline]
    pub(crate) fn slider_attackers_exist(&self, square: Square, color: Color, occupied: Bitboard) -> bool {
        !(bishop_attacks(square, occupied) & self.diagonal_sliders(color)).is_empty()
            || !(rook_attacks(square, occupied) & self.orthogonal_sliders(color)).is_empty()
    }
}

/// # Checks and pins
///
/// Each call computes its result; [`check_info`](Board::check_info) computes all of them.
impl Board {
    /// Returns the pieces that give check to the side to move.
    ///
    /// Faster if the last move does not give check.
    ///
    /// ```
    /// use gardez_position::{Bitboard, Board, Square};
    ///
    /// // 8  . . . . k . . .
    /// // 6  . . . . . N . .   a double check, by the knight and the rook
    /// // 1  . . . . R . K .
    /// let board: Board = "4k3/8/5N2/8/8/8/8/4R1K1 b - - 0 1".parse()?;
    /// assert_eq!(board.checkers(), Bitboard::from_iter([Square::F6, Square::E1]));
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        let us = self.side_to_move;
        let king = self.king(us);
        if let Some(m) = self.state.last_move.filter(|m| m.kind() == MoveKind::Normal) {
            let (from, to) = (m.from(), m.to());
            let may_attack_king = self.piece_on(to).is_some_and(|piece| pseudo_attackers(piece, king).contains(to));
            let sliders = self.diagonal_sliders(!us) | self.orthogonal_sliders(!us);
            if !may_attack_king && ray_pass(king, from).is_disjoint(sliders) {
                return Bitboard::EMPTY;
            }
        }
        self.attackers_of(king, !us, self.occupied())
    }

    /// Returns `true` if the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Returns the pieces of either color alone between the king of `color` and an enemy slider.
    ///
    /// A blocker of the king's color is pinned; another gives check when it leaves the line. As in Stockfish, enemy
    /// sliders aimed at the king do not block each other.
    ///
    /// ```
    /// use gardez_position::{Bitboard, Board, Color, Square};
    ///
    /// // 4  . . . . r . . .
    /// // 3  . . . . . . . .
    /// // 2  . . . . N . . .   The knight on e2 is pinned by the rook on e4. If the black bishop on c1
    /// // 1  r . b . K . . .   moves, the rook on a1 gives check.
    /// let board: Board = "4k3/8/8/8/4r3/8/4N3/r1b1K3 w - - 0 1".parse()?;
    /// assert_eq!(board.blockers(Color::White), Bitboard::from_iter([Square::E2, Square::C1]));
    /// assert_eq!(board.pinners(Color::Black), Square::E4.into());
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    #[inline]
    pub fn blockers(&self, color: Color) -> Bitboard {
        self.pins_on(color).0
    }

    /// Returns the sliders of `color` that pin an enemy piece to its king, all sliders of a battery.
    #[inline]
    pub fn pinners(&self, color: Color) -> Bitboard {
        self.pins_on(!color).1
    }

    /// Returns the squares from which a piece of the side to move would give check.
    #[inline]
    pub(crate) fn check_squares(&self, piece_type: PieceType) -> Bitboard {
        let (us, king) = (self.side_to_move, self.king(!self.side_to_move));
        match piece_type {
            PieceType::Pawn => pawn_attacks(!us, king),
            PieceType::King => Bitboard::EMPTY,
            _ => attacks(piece_type, king, self.occupied()),
        }
    }
}

impl Board {
    /// Returns the enemy sliders that would attack the king of `color` on an empty board.
    #[inline]
    pub(crate) fn snipers(&self, king: Square, color: Color) -> Bitboard {
        pseudo_attackers(Piece::WhiteBishop, king) & self.diagonal_sliders(!color)
            | pseudo_attackers(Piece::WhiteRook, king) & self.orthogonal_sliders(!color)
    }

    /// Returns the knights and pawns that give check to the king of `color`.
    #[inline]
    pub(crate) fn leaping_checkers(&self, king: Square, color: Color) -> Bitboard {
        knight_attacks(king) & self.pieces(!color, PieceType::Knight)
            | pawn_attacks(color, king) & self.pieces(!color, PieceType::Pawn)
    }

    /// Returns the pieces that check the king of `color`, and the pieces of that color that are pinned to it.
    #[inline]
    pub(crate) fn checkers_and_pinned(&self, king: Square, color: Color) -> (Bitboard, Bitboard) {
        let occupied = self.occupied();
        let (mut checkers, mut pinned) = (self.leaping_checkers(king, color), Bitboard::EMPTY);
        for sniper in self.snipers(king, color) {
            let between = between(king, sniper) & occupied;
            if between.is_empty() {
                checkers.insert(sniper);
            } else if !between.more_than_one() {
                pinned |= between;
            }
        }
        (checkers, pinned & self.by_color(color))
    }

    /// Returns `true` if no slider on the line from the king through `from` attacks the king after the move.
    #[inline]
    pub(crate) fn stays_covered(&self, king: Square, color: Color, from: Square, to: Square) -> bool {
        let ray = ray_pass(king, from);
        // Most pieces cannot be pinned: no enemy slider is on the line.
        let sliders = self.diagonal_sliders(!color) | self.orthogonal_sliders(!color);
        if ray.is_disjoint(sliders) {
            return true;
        }
        let occupied = (self.occupied() - from.into()) | to.into();
        let snipers = (self.snipers(king, color) & ray) - to.into();
        snipers.iter().all(|sniper| !between(king, sniper).is_disjoint(occupied))
    }

    /// Returns the blockers of the king of `color`, and the enemy sliders that pin a piece of that color.
    pub(crate) fn pins_on(&self, color: Color) -> (Bitboard, Bitboard) {
        let (king, own) = (self.king(color), self.by_color(color));
        let snipers = self.snipers(king, color);
        let occupied = self.occupied() - snipers;
        let (mut blockers, mut pinners) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for sniper in snipers {
            let between = between(king, sniper) & occupied;
            if !between.more_than_one() {
                blockers |= between;
                if !between.is_disjoint(own) {
                    pinners.insert(sniper);
                }
            }
        }
        (blockers, pinners)
    }
}
