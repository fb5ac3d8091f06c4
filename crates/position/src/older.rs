//! Queries that earlier versions of the reference offered, and that programs still look for.
//!
//! The piece-square score and the node count of those versions are [observers](crate::observers) here.

use gardez_bitboard::{Bitboard, Squares, piece_attacks};
use gardez_types::{Color, File, Move, PieceType, Rank, Square};

use crate::{Board, Value};

impl Board {
    /// The squares of the pieces of one color and kind, one after the other.
    #[inline]
    pub fn squares(&self, color: Color, piece_type: PieceType) -> Squares {
        self.pieces(color, piece_type).iter()
    }

    /// How far the game is from the endgame: 128 with all pieces, 0 with few, told by the non-pawn material of both
    /// sides between 3915 and 15258.
    pub fn game_phase(&self) -> Value {
        const ENDGAME: Value = 3915;
        const MIDGAME: Value = 15_258;
        let material = self.non_pawn_material(Color::White) + self.non_pawn_material(Color::Black);
        (material.clamp(ENDGAME, MIDGAME) - ENDGAME) * 128 / (MIDGAME - ENDGAME)
    }

    /// True if no enemy pawn stands before a pawn of `color` on `square`, on its own file or beside it.
    pub fn is_pawn_passed(&self, color: Color, square: Square) -> bool {
        let mut front = Bitboard::EMPTY;
        let mut step = square.step(color.up());
        while let Some(ahead) = step {
            front.insert(ahead);
            step = ahead.step(color.up());
        }
        let beside = front.shift(gardez_types::Direction::East) | front.shift(gardez_types::Direction::West);
        (front | beside).is_disjoint(self.pieces(!color, PieceType::Pawn))
    }

    /// True if each side has one bishop, and they stand on squares of different colors.
    pub fn opposite_bishops(&self) -> bool {
        let [white, black] = Color::ALL.map(|color| self.pieces(color, PieceType::Bishop));
        let light = |bishops: Bitboard| !bishops.is_disjoint(Bitboard::LIGHT_SQUARES);
        white.len() == 1 && black.len() == 1 && light(white) != light(black)
    }

    /// True if `m` moves a pawn to its sixth rank or further.
    pub fn is_advanced_pawn_push(&self, m: Move) -> bool {
        let is_pawn = self.moved_piece(m).is_some_and(|piece| piece.piece_type() == PieceType::Pawn);
        is_pawn && m.to().rank().relative_to(self.side_to_move()) > Rank::Five
    }

    /// The pieces of the side to move that give check by a slider behind them when they leave its line.
    pub fn discovered_check_candidates(&self) -> Bitboard {
        self.blockers(!self.side_to_move()) & self.by_color(self.side_to_move())
    }

    /// The pieces of `color` that are pinned to their king.
    pub fn pinned_pieces(&self, color: Color) -> Bitboard {
        self.blockers(color) & self.by_color(color)
    }

    /// The squares that the piece on `square` attacks; none if there is no piece.
    pub fn attacks_from(&self, square: Square) -> Bitboard {
        let piece = self.piece_on(square);
        piece.map_or(Bitboard::EMPTY, |piece| piece_attacks(piece, square, self.occupied()))
    }

    /// True if `color` has no pawn on the file of `square`.
    pub fn is_on_semiopen_file(&self, color: Color, square: Square) -> bool {
        let file: File = square.file();
        self.pieces(color, PieceType::Pawn).is_disjoint(file.into())
    }

    /// How many pawns of `color` stand on squares of the same color as `square`.
    pub fn pawns_on_same_color_squares(&self, color: Color, square: Square) -> u32 {
        let light = Bitboard::LIGHT_SQUARES;
        let same = if light.contains(square) { light } else { !light };
        (self.pieces(color, PieceType::Pawn) & same).len()
    }
}
