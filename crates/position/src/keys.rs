//! The keys of a position.

use gardez_types::{CastlingRights, Color, Piece, Square};
use gardez_zobrist::{self as zobrist, polyglot};

use crate::board::Board;
use crate::setup::en_passant::EnPassantPolicy;

/// The number of plies from which the key depends on the fifty-move counter.
const RULE50_START: u16 = 14;
/// The number of plies after which the key changes again.
const RULE50_STEP: u16 = 8;

/// Returns the [key](Board::key) for a [raw key](Board::raw_key) and the plies of the fifty-move counter.
///
/// Up to 13 plies, it is the raw key. From then on it changes every 8 plies.
#[inline]
pub(crate) const fn key_from_raw(raw_key: u64, halfmove_clock: u16) -> u64 {
    match halfmove_clock.checked_sub(RULE50_START) {
        None => raw_key,
        Some(beyond) => raw_key ^ zobrist::mix((beyond / RULE50_STEP) as u64),
    }
}

/// # Keys
///
/// [`StateInfo`](crate::StateInfo) has keys of groups of pieces. All but the Polyglot key are kept up to date.
impl Board {
    /// Returns Stockfish's key, for a hash table: from a fifty-move counter of 14 on, it depends on the counter, too.
    #[inline]
    pub const fn key(&self) -> u64 {
        key_from_raw(self.state.key, self.state.halfmove_clock())
    }

    /// Returns the key of pieces, side to move, rights and [en passant square](Board::ep_square): repetitions share it.
    #[inline]
    pub const fn raw_key(&self) -> u64 {
        self.state.key
    }

    /// Returns the key of the position in a Polyglot opening book, computed at every call.
    ///
    /// The key includes the en passant square if a pawn attacks it, as the format has it.
    ///
    /// ```
    /// use gardez_position::Board;
    ///
    /// assert_eq!(Board::start().polyglot_key(), 0x463b_9618_1691_fc9c);
    /// ```
    pub fn polyglot_key(&self) -> u64 {
        let mut key = 0;
        for square in self.occupied() {
            if let Some(piece) = self.piece_on(square) {
                key ^= polyglot::piece(piece, square);
            }
        }
        for (right, color, side) in CastlingRights::EACH {
            if self.castling_rights().contains(right) {
                key ^= polyglot::castling(color, side);
            }
        }
        if let Some(square) = self.ep_square_by(EnPassantPolicy::PseudoLegal) {
            key ^= polyglot::en_passant(square.file());
        }
        if self.side_to_move == Color::White {
            key ^= polyglot::white_to_move();
        }
        key
    }
}

/// Returns the [material key](crate::StateInfo::material_key) for these numbers of pieces, in the order of
/// [`Piece::ALL`].
///
/// ```
/// use gardez_position::{Board, Piece, material_key};
///
/// // A king and a rook against a king.
/// let mut counts = [0; Piece::COUNT];
/// for piece in [Piece::WhiteKing, Piece::WhiteRook, Piece::BlackKing] {
///     counts[piece.index()] += 1;
/// }
/// let board: Board = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1".parse()?;
/// assert_eq!(material_key(&counts), board.state().material_key());
/// # Ok::<_, gardez_position::FenError>(())
/// ```
#[inline]
pub fn material_key(counts: &[u8; Piece::COUNT]) -> u64 {
    let terms = |(piece, &count)| (0..count).map(move |count| zobrist::piece(piece, material_square(count.into())));
    Piece::ALL.into_iter().zip(counts).flat_map(terms).fold(0, |key, term| key ^ term)
}

/// Returns the square whose key the `count`th piece of a kind adds to the material key: from a2, after 56 pieces from a1.
#[inline]
pub(crate) const fn material_square(count: u32) -> Square {
    match Square::from_index((count as u8).wrapping_add(8) % 64) {
        Some(square) => square,
        None => Square::A1,
    }
}
