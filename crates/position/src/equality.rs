//! The equality of boards: the same position by the laws of chess.

use core::hash::{Hash, Hasher};

use gardez_types::{CastlingRights, Square};
use gardez_zobrist as zobrist;

use crate::board::Board;
#[cfg(feature = "alloc")]
use crate::position::Position;
use crate::setup::en_passant::EnPassantPolicy;

/// # Comparing boards
///
/// | method | compares |
/// |---|---|
/// | `==` | what the rule of repetition compares: pieces, side to move, castling rights, legal en passant captures |
/// | [`same_clocks`](Board::same_clocks) | the fifty-move counter and the move number |
/// | [`same_state`](Board::same_state) | everything, the last move and the castling mode included |
/// | `Position::same_history` | everything of two positions and of all positions before them |
///
/// [`raw_key`](Board::raw_key) compares faster, but without the squares of the rooks that castle.
impl Board {
    /// Returns `true` if the fifty-move counters and the move numbers are the same.
    pub fn same_clocks(&self, other: &Self) -> bool {
        self.halfmove_clock() == other.halfmove_clock() && self.fullmove_number() == other.fullmove_number()
    }

    /// Returns `true` if the boards have the same [state](Board::state) and castling mode and are equal.
    pub fn same_state(&self, other: &Self) -> bool {
        self == other && self.state == other.state && self.mode == other.mode
    }

    /// Returns `true` if the same sides may castle with rooks on the same squares.
    fn same_castling_rights(&self, other: &Self) -> bool {
        let same_rook = |(_, color, side)| self.castling_rook(color, side) == other.castling_rook(color, side);
        self.castling_rights() == other.castling_rights() && CastlingRights::EACH.into_iter().all(same_rook)
    }

    /// Returns the en passant square if a legal capture exists, whatever the policy.
    fn legal_ep_square(&self) -> Option<Square> {
        self.ep_square().filter(|&square| self.ep_square_by(EnPassantPolicy::Legal) == Some(square))
    }
}

impl PartialEq for Board {
    /// Returns `true` if both are the same position by the laws of chess (FIDE, article 9.2.3).
    ///
    /// Pieces, side to move, castling rights with their rooks, and legal en passant captures are the same.
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
    /// Hashes the [raw key](Board::raw_key), with an en passant square only if a capture is legal.
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
    /// Returns `true` if the positions have the [same state](Board::same_state) and the same history, in linear time.
    pub fn same_history(&self, other: &Self) -> bool {
        self.same_state(other) && self.history() == other.history()
    }
}

#[cfg(feature = "alloc")]
impl PartialEq for Position {
    /// Compares the boards, not the histories.
    fn eq(&self, other: &Self) -> bool {
        self.board() == other.board()
    }
}

#[cfg(feature = "alloc")]
impl Eq for Position {}

#[cfg(feature = "alloc")]
impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.board().hash(state);
    }
}
