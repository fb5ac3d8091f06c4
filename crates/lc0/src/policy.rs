//! The 1858 moves of the policy head.

mod heads;
mod table;

pub use heads::{
    ATTENTION_HEAD, CONVOLUTIONAL_HEAD, CONVOLUTIONAL_HEAD_80, attention_head_map, attention_head_outputs,
    convolutional_head_map, convolutional_head_outputs, gather,
};

use core::fmt;

use gardez_types::{PieceType, Square};

use crate::moves::Move;
use crate::transform::Transform;

/// The number of policy indices.
pub const POLICY_SIZE: usize = table::LENGTH;

/// The rule by which the squares of a move follow a [`Transform`].
///
/// The rules differ only for transforms that transpose, which canonical formats choose only for boards without pawns
/// and castling rights. A move from a1 to a2 becomes h8h7 by `Lc0`, and h8g8 by `Geometric`.
///
/// ```text
///    the move                Lc0: rotated by 180 degrees    Geometric: like the planes
/// 8  . . . . . . . .         . . . . . . . x                . . . . . . x x
/// 7  . . . . . . . .         . . . . . . . x                . . . . . . . .
///    ...                     ...                            ...
/// 2  x . . . . . . .         . . . . . . . .                . . . . . . . .
/// 1  x . . . . . . .         . . . . . . . .                . . . . . . . .
///    a b c d e f g h         a b c d e f g h                a b c d e f g h
/// ```
///
/// lc0's rescorer refuses records by another rule than [`Lc0`](Self::Lc0). A network must be asked by the rule that it
/// was trained with. [`V6::indexing`](crate::training::V6::indexing) finds the rule of a training record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum PolicyIndexing {
    /// A rotation by 180 degrees replaces a transposition, in lc0 since release 0.32.0.
    #[default]
    Lc0,
    /// The squares of a move are transformed like the planes, in lc0 up to release 0.31.2.
    Geometric,
}

/// The index of a move in the output of a network, below [`POLICY_SIZE`].
///
/// | indices | moves |
/// |---|---|
/// | 0 to 1791 | all moves of a queen or a knight on an empty board, ordered by origin and then by target |
/// | 1792 to 1857 | promotions from rank 7 to queen, rook and bishop, ordered by file, target and piece |
///
/// A promotion to a knight has the index of the move without a promotion, and castling the index of king takes rook.
///
/// ```
/// use gardez_lc0::{Move, PolicyIndex, PolicyIndexing, Square, Transform};
///
/// let m = Move::normal(Square::E2, Square::E4);
/// let index = PolicyIndex::from_move(m, Transform::NONE, PolicyIndexing::Lc0).expect("a queen moves like this");
/// assert_eq!(index.index(), 322);
/// assert_eq!(index.to_move(Transform::NONE, PolicyIndexing::Lc0), m);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PolicyIndex(u16);

impl PolicyIndex {
    /// Returns the policy index with this number, or `None` from [`POLICY_SIZE`] on.
    #[inline]
    pub const fn from_index(index: u16) -> Option<Self> {
        if (index as usize) < POLICY_SIZE { Some(Self(index)) } else { None }
    }

    /// Returns the number.
    #[inline]
    pub const fn index(self) -> u16 {
        self.0
    }

    /// Returns an iterator over all indices in order.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + DoubleEndedIterator + Clone {
        (0..POLICY_SIZE as u16).map(Self)
    }

    /// Returns the index of a move in a position that was encoded with this transform.
    ///
    /// Every legal move has an index. `None` if no piece moves like this, or if a promotion does not end on rank 8.
    #[inline]
    pub const fn from_move(m: Move, transform: Transform, indexing: PolicyIndexing) -> Option<Self> {
        let (from, to) =
            if transform.is_none() { (m.from(), m.to()) } else { moved(m.from(), m.to(), transform, indexing) };
        let index = match m.promotion() {
            Some(piece) if !matches!(piece, PieceType::Knight) => table::promotion(from, to, piece),
            _ => table::plain(from, to),
        };
        Self::from_index(index)
    }

    /// Returns the move with this index, before the transform: a promotion or a normal move.
    ///
    /// The index does not show castling, en passant and promotions to knights. [`PolicyIndex::among`] finds the legal move.
    pub const fn to_move(self, transform: Transform, indexing: PolicyIndexing) -> Move {
        let m = table::move_at(self.0 as usize);
        if transform.is_none() {
            return m;
        }
        let back = match indexing {
            PolicyIndexing::Geometric => transform.inverse(),
            // A rotation by 180 degrees and both flips are their own inverses.
            PolicyIndexing::Lc0 => transform,
        };
        let (from, to) = moved(m.from(), m.to(), back, indexing);
        m.with_squares(from, to)
    }

    /// Returns the first of these moves that has this index.
    ///
    /// ```
    /// use gardez_lc0::{Board, MoveKind, PolicyIndex, PolicyIndexing, Transform};
    ///
    /// let board = Board::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?.board;
    /// let index = PolicyIndex::from_index(103).expect("below 1858");
    /// let m = index.among(&board.legal_moves(), Transform::NONE, PolicyIndexing::Lc0);
    /// assert_eq!(m.map(|m| m.kind()), Some(MoveKind::Castling));
    /// # Ok::<_, gardez_lc0::FenError>(())
    /// ```
    pub fn among(self, moves: &[Move], transform: Transform, indexing: PolicyIndexing) -> Option<Move> {
        moves.iter().copied().find(|&m| Self::from_move(m, transform, indexing) == Some(self))
    }
}

impl fmt::Debug for PolicyIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({:?})", self.0, table::move_at(usize::from(self.0)))
    }
}

#[inline]
const fn moved(from: Square, to: Square, transform: Transform, indexing: PolicyIndexing) -> (Square, Square) {
    match indexing {
        PolicyIndexing::Geometric => (transform.square(from), transform.square(to)),
        PolicyIndexing::Lc0 => (lc0_square(from, transform), lc0_square(to, transform)),
    }
}

/// Returns the image of a square by the rule of [`PolicyIndexing::Lc0`].
const fn lc0_square(square: Square, transform: Transform) -> Square {
    // A rotation replaces all steps, including the flips.
    let is_rotated = transform.contains(Transform::TRANSPOSE);
    let mut square = square;
    if is_rotated || transform.contains(Transform::FLIP_HORIZONTAL) {
        square = square.flip_horizontal();
    }
    if is_rotated || transform.contains(Transform::FLIP_VERTICAL) {
        square = square.flip_vertical();
    }
    square
}
