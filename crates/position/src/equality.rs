//! The equality of boards: the same position by the laws of chess. Clocks and history have methods of their own.

use core::hash::{Hash, Hasher};

use gardez_types::{CastlingRights, Square};
use gardez_zobrist as zobrist;

use crate::board::Board;
#[cfg(feature = "alloc")]
use crate::position::Position;
use crate::setup::en_passant::EnPassantPolicy;

/// # Comparing boards
///
/// `==` and `Hash` compare positions as the rule of repetition does. Three methods compare other facts:
///
/// | method | compares |
/// |---|---|
/// | `==` | pieces, side to move, castling rights, the en passant square that counts |
/// | [`same_clocks`](Board::same_clocks) | the fifty-move counter and the number of the move |
/// | [`same_state`](Board::same_state) | everything that a board reports, the last move and the castling mode included |
/// | `Position::same_history` | everything of two positions, and of all positions before them |
///
/// [`raw_key`](Board::raw_key) compares positions faster. It can be wrong in theory, and it does not contain the squares of
/// the rooks that castle.
impl Board {
    /// Returns `true` if the fifty-move counters and the move numbers are the same: the last two fields of a FEN.
    pub fn same_clocks(&self, other: &Self) -> bool {
        self.rule50() == other.rule50() && self.fullmove() == other.fullmove()
    }

    /// Returns `true` if the boards do not differ in anything that they report: the same position, with the same
    /// [state](Board::state) and the same castling mode. The state contains the clocks, the last move and what it captured.
    pub fn same_state(&self, other: &Self) -> bool {
        self == other && self.state == other.state && self.mode == other.mode
    }

    /// Returns `true` if the same sides may castle with rooks on the same squares.
    fn same_castling_rights(&self, other: &Self) -> bool {
        let same_rook = |(_, color, side)| self.castling_rook(color, side) == other.castling_rook(color, side);
        self.castling_rights() == other.castling_rights() && CastlingRights::EACH.into_iter().all(same_rook)
    }

    /// Returns the en passant square if a legal capture exists, whatever policy the board was read under.
    fn legal_ep_square(&self) -> Option<Square> {
        self.ep_square().filter(|&square| self.ep_square_by(EnPassantPolicy::Legal) == Some(square))
    }
}

impl PartialEq for Board {
    /// Returns `true` if both are the same position by the laws of chess (FIDE, article 9.2.3): the same pieces are on
    /// the same squares, the same side is to move, the castling rights belong to rooks on the same squares, and the
    /// same en passant captures are legal.
    ///
    /// How the position was reached does not matter, and neither do the clocks and the castling mode, which decides only
    /// how castling is printed. An en passant square counts if a legal capture on it exists, even if a reader kept it under
    /// another [policy](EnPassantPolicy).
    ///
    /// ```
    /// use gardez_position::Board;
    ///
    /// let one_way = Board::from_moves(["g1f3", "g8f6", "e2e3"])?;
    /// let other_way = Board::from_moves(["e2e3", "g8f6", "g1f3"])?;
    /// assert_eq!(one_way, other_way);
    /// assert!(!one_way.same_clocks(&other_way) && !one_way.same_state(&other_way));
    /// # Ok::<_, gardez_position::SetupError>(())
    /// ```
    fn eq(&self, other: &Self) -> bool {
        self.by_type == other.by_type
            && self.by_color == other.by_color
            && self.side_to_move == other.side_to_move
            && self.same_castling_rights(other)
            && self.legal_ep_square() == other.legal_ep_square()
    }
}

impl Eq for Board {}

impl Hash for Board {
    /// Hashes the [raw key](Board::raw_key), without an en passant square that does not count.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let key = match (self.ep_square(), self.legal_ep_square()) {
            (Some(square), None) => self.raw_key() ^ zobrist::en_passant(square.file()),
            _ => self.raw_key(),
        };
        state.write_u64(key);
    }
}

/// # Comparing positions
#[cfg(feature = "alloc")]
impl Position {
    /// Returns `true` if the positions do not differ in anything that they report: they have the [same
    /// state](Board::same_state), and were reached through the same states. `==` compares only the current boards.
    ///
    /// Takes time that grows with the number of moves made.
    ///
    /// ```
    /// use gardez_position::{Board, Position};
    ///
    /// let game = Position::from_moves(["e2e4", "e7e5"])?;
    /// let board = Position::from(*game.board());
    /// assert_eq!(game, board);
    /// assert!(!game.same_history(&board));
    /// # Ok::<_, gardez_position::SetupError>(())
    /// ```
    pub fn same_history(&self, other: &Self) -> bool {
        self.same_state(other) && self.history() == other.history()
    }
}

#[cfg(feature = "alloc")]
impl PartialEq for Position {
    /// Compares the boards. The histories do not matter.
    fn eq(&self, other: &Self) -> bool {
        self.board() == other.board()
    }
}

#[cfg(feature = "alloc")]
impl Eq for Position {}

#[cfg(feature = "alloc")]
impl Hash for Position {
    /// Hashes the board.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.board().hash(state);
    }
}
