//! Material and pawn structure, for evaluation functions.

use gardez_bitboard::{Bitboard, passed_pawn_span};
use gardez_types::{Color, PieceType, Square};

use crate::board::Board;
use crate::value::{Value, piece_value};

/// # Material and pawn structure
///
/// Facts for evaluation functions, all computed at every call. Many programs use methods that only older versions of
/// Stockfish have. Several of them are here; the piece-square score and the node count of those versions are
/// [observers](crate::observers).
impl Board {
    /// Returns the value of the knights, bishops, rooks and queens of `color`; see [`piece_value`].
    #[inline]
    pub fn non_pawn_material(&self, color: Color) -> Value {
        let value = |piece_type| self.count(color, piece_type) as Value * piece_value(piece_type);
        value(PieceType::Knight) + value(PieceType::Bishop) + value(PieceType::Rook) + value(PieceType::Queen)
    }

    /// Returns the phase of the game, from 128 (middlegame) to 0 (endgame), as older versions of Stockfish compute it.
    ///
    /// It depends on the non-pawn material of both sides together: 0 up to 3,915, 128 from 15,258 on, and linear in
    /// between.
    pub fn game_phase(&self) -> Value {
        const ENDGAME: Value = 3915;
        const MIDGAME: Value = 15_258;
        let material = self.non_pawn_material(Color::White) + self.non_pawn_material(Color::Black);
        (material.clamp(ENDGAME, MIDGAME) - ENDGAME) * 128 / (MIDGAME - ENDGAME)
    }

    /// Returns `true` if neither side can ever checkmate: bare kings, a single knight or bishop, or only bishops that
    /// are all on squares of one color.
    ///
    /// ```
    /// use gardez_position::Board;
    ///
    /// // 8  . . b . k . . .   Both bishops are on light squares.
    /// // 1  . . . . K B . .
    /// let board: Board = "2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1".parse()?;
    /// assert!(board.has_insufficient_material());
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    pub fn has_insufficient_material(&self) -> bool {
        let bishops = self.by_type(PieceType::Bishop);
        let knights = self.by_type(PieceType::Knight);
        let minors = bishops | knights;
        if !(self.occupied() - self.by_type(PieceType::King) - minors).is_empty() {
            return false;
        }
        let one_color = bishops.is_subset(Bitboard::LIGHT_SQUARES) || bishops.is_subset(Bitboard::DARK_SQUARES);
        minors.len() <= 1 || (knights.is_empty() && one_color)
    }

    /// Returns `true` if `color` can never checkmate, whatever the other side does: the rule for the other side's flag
    /// fall (FIDE, article 6.9), decided by the pieces alone.
    ///
    /// | pieces of `color` besides the king | insufficient if the other side has |
    /// |---|---|
    /// | none | anything |
    /// | one knight | only a king, or a king and queens |
    /// | bishops on squares of one color | no pawn, no knight, and no bishop on squares of the other color |
    /// | anything else | never |
    ///
    /// The pieces of the other side matter because they can block the way of their own king. The rules are the ones of
    /// the large sites; python-chess has the same. [`Board::is_dead_position`] also knows positions where the pieces
    /// suffice but the pawns are blocked.
    ///
    /// ```
    /// use gardez_position::{Board, Color};
    ///
    /// // White can mate with the knight only if black has a piece that blocks its king.
    /// let board: Board = "4k2q/8/8/8/8/8/8/4KN2 w - - 0 1".parse()?;
    /// assert!(board.has_insufficient_material_for(Color::White));
    /// assert!(!board.has_insufficient_material_for(Color::Black));
    /// let board: Board = "4k2r/8/8/8/8/8/8/4KN2 w - - 0 1".parse()?;
    /// assert!(!board.has_insufficient_material_for(Color::White));
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    pub fn has_insufficient_material_for(&self, color: Color) -> bool {
        let (ours, theirs) = (self.by_color(color), self.by_color(!color));
        let knights = self.by_type(PieceType::Knight);
        let bishops = self.by_type(PieceType::Bishop);
        if !(ours - self.by_type(PieceType::King) - knights - bishops).is_empty() {
            return false;
        }
        if !ours.is_disjoint(knights) {
            return ours.len() == 2 && theirs.is_subset(self.by_types([PieceType::King, PieceType::Queen]));
        }
        let one_color = bishops.is_subset(Bitboard::LIGHT_SQUARES) || bishops.is_subset(Bitboard::DARK_SQUARES);
        ours.is_disjoint(bishops) || (one_color && (knights | self.by_type(PieceType::Pawn)).is_empty())
    }

    /// Returns `true` if each side has exactly one bishop, and the two are on squares of different colors.
    pub fn opposite_bishops(&self) -> bool {
        let [white, black] = Color::ALL.map(|color| self.pieces(color, PieceType::Bishop));
        let light = |bishops: Bitboard| !bishops.is_disjoint(Bitboard::LIGHT_SQUARES);
        white.len() == 1 && black.len() == 1 && light(white) != light(black)
    }

    /// Returns `true` if a pawn of `color` on `square` would be passed: no enemy pawn is in front of it on its own file
    /// or on a neighboring file.
    ///
    /// ```
    /// use gardez_position::{Board, Color, Square};
    ///
    /// // 7  . . p . . . . .
    /// // 6  . x x x . x x x
    /// // 5  . . P . . . P .   The pawn on g5 is passed, the pawn on c5 is not.
    /// let board: Board = "4k3/2p5/8/2P3P1/8/8/8/4K3 w - - 0 1".parse()?;
    /// assert!(board.is_pawn_passed(Color::White, Square::G5));
    /// assert!(!board.is_pawn_passed(Color::White, Square::C5));
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    #[inline]
    pub fn is_pawn_passed(&self, color: Color, square: Square) -> bool {
        passed_pawn_span(color, square).is_disjoint(self.pieces(!color, PieceType::Pawn))
    }

    /// Returns `true` if `color` has no pawn on the file of `square`.
    pub fn is_on_semiopen_file(&self, color: Color, square: Square) -> bool {
        self.pieces(color, PieceType::Pawn).is_disjoint(square.file().into())
    }

    /// Returns the number of pawns of `color` on squares of the same color as `square`.
    pub fn pawns_on_same_color_squares(&self, color: Color, square: Square) -> u32 {
        let light = Bitboard::LIGHT_SQUARES;
        let same = if light.contains(square) { light } else { !light };
        (self.pieces(color, PieceType::Pawn) & same).len()
    }
}
