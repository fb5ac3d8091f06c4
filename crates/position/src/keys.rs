//! The keys of a position.

use gardez_types::{CastlingRights, Color, Piece, Square};
use gardez_zobrist::{self as zobrist, polyglot};

use crate::board::Board;
use crate::setup::en_passant::EnPassantPolicy;

/// From this number of plies on, the key depends on the fifty-move counter.
const RULE50_START: u16 = 14;
/// The key changes every time the fifty-move counter has grown by this number of plies.
const RULE50_STEP: u16 = 8;

/// Returns the [key](Board::key) of a position with this [raw key](Board::raw_key) and this number of plies on the
/// fifty-move counter.
///
/// Up to 13 plies, it is the raw key. From then on it changes every 8 plies.
///
/// ```
/// use gardez_position::{Board, key_from_raw};
///
/// let board: Board = "4k3/8/8/8/8/8/8/R3K3 w - - 30 60".parse()?;
/// assert_eq!(key_from_raw(board.raw_key(), board.rule50()), board.key());
/// assert_eq!(key_from_raw(board.raw_key(), 13), board.raw_key());
/// # Ok::<_, gardez_position::FenError>(())
/// ```
#[inline]
pub const fn key_from_raw(raw_key: u64, rule50: u16) -> u64 {
    match rule50.checked_sub(RULE50_START) {
        None => raw_key,
        Some(beyond) => raw_key ^ zobrist::mix((beyond / RULE50_STEP) as u64),
    }
}

/// # Keys
///
/// Use [`key`](Board::key) for a hash table of a search, [`raw_key`](Board::raw_key) to compare positions, and
/// [`polyglot_key`](Board::polyglot_key) for opening books. The keys of groups of pieces (pawns, minor pieces, pieces of
/// one side) index tables of evaluation corrections. Every move updates all of them except the Polyglot key, so reading
/// them costs nothing.
impl Board {
    /// Returns the key of the position, equal to Stockfish's.
    ///
    /// It is the [raw key](Board::raw_key), mixed with the fifty-move counter from 14 plies on; see [`key_from_raw`]. So a hash table does not
    /// confuse a position near the fifty-move draw with the same position far from it.
    #[inline]
    pub const fn key(&self) -> u64 {
        key_from_raw(self.state.key, self.state.rule50())
    }

    /// Returns the key of pieces, side to move, castling rights and [en passant square](Board::ep_square). Two
    /// positions are the same by the rules of repetition if their raw keys are equal; `==` compares
    /// them without keys.
    #[inline]
    pub const fn raw_key(&self) -> u64 {
        self.state.key
    }

    /// Returns the key of the position in an opening book of the Polyglot format.
    ///
    /// The format includes the en passant square if a pawn attacks it, even if the capture is not legal. Computed from
    /// scratch at every call.
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

/// Returns the [material key](crate::StateInfo::material_key) of all boards with these numbers of pieces, in the order of
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

/// Returns the square whose key the `count`th piece of a kind, counted from 0, contributes to the material key: the
/// `count`th square from a2 on.
///
/// With more than 56 pieces of a kind, which a game cannot have, the squares start over at a1.
#[inline]
pub(crate) const fn material_square(count: u32) -> Square {
    match Square::from_index((count as u8).wrapping_add(8) % 64) {
        Some(square) => square,
        None => Square::A1,
    }
}
