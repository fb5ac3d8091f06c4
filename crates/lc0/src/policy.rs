//! The 1858 moves of the policy head, and the way from moves to numbers and back.

mod heads;
mod table;

pub use heads::{ATTENTION_HEAD, CONVOLUTIONAL_HEAD, attention_head_map, convolutional_head_map, gather};

use core::fmt;

use gardez_types::{PieceType, Square};

use crate::{Move, Transform};

/// How many moves a network tells probabilities of.
pub const POLICY_SIZE: usize = table::LENGTH;

/// By which rule the squares of a move follow a transform.
///
/// The rules differ for transforms that transpose, which only positions without pawns get.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PolicyIndexing {
    /// The squares of a move go where the planes go; so did lc0 up to release 0.31.2.
    #[default]
    Geometric,
    /// In the place of the transposition, the squares make half a turn: what lc0 does since 0.32.0, in disagreement with
    /// its own planes.
    Lc0,
}

/// The number of a move in the output of a network, below [`POLICY_SIZE`].
///
/// Numbers 0 to 1791 are all moves of a queen or a knight on an empty board, by origin and target; the other 66 are
/// promotions to queen, rook and bishop, by files. A promotion to a knight has the number of the move without it, and
/// castling that of the king's move to the rook.
///
/// ```
/// use gardez_lc0::{Move, PolicyIndex, PolicyIndexing, Transform};
/// use gardez_types::Square;
///
/// let m = Move::normal(Square::E2, Square::E4);
/// let index = PolicyIndex::from_move(m, Transform::NONE, PolicyIndexing::Geometric).expect("a knight's or queen's move");
/// assert_eq!(index.get(), 322);
/// assert_eq!(index.to_move(Transform::NONE, PolicyIndexing::Geometric), m);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PolicyIndex(u16);

impl PolicyIndex {
    /// The number as a type, or `None` if there is no such number.
    #[inline]
    pub const fn from_index(index: u16) -> Option<Self> {
        if (index as usize) < POLICY_SIZE { Some(Self(index)) } else { None }
    }

    /// The number.
    #[inline]
    pub const fn index(self) -> u16 {
        self.0
    }

    /// All numbers in order.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + DoubleEndedIterator + Clone {
        (0..POLICY_SIZE as u16).map(Self)
    }

    /// The number of a move of the side to move in a position that was encoded with this transform.
    ///
    /// `None` if no piece could move so, or if a promotion does not end on rank 8 after the transform.
    #[inline]
    pub const fn from_move(m: Move, transform: Transform, indexing: PolicyIndexing) -> Option<Self> {
        let (from, to) =
            if transform.is_none() { (m.from(), m.to()) } else { moved(m.from(), m.to(), transform, indexing) };
        let index = match m.promotion_piece() {
            Some(piece) if !matches!(piece, PieceType::Knight) => table::promotion(from, to, piece),
            _ => table::plain(from, to),
        };
        Self::from_index(index)
    }

    /// The move with this number, in the position as it was before the transform.
    ///
    /// It is a promotion or of the kind [`Normal`](gardez_types::MoveKind::Normal); which of the legal moves it stands for is for the position
    /// to say: [`PolicyIndex::among`].
    pub const fn to_move(self, transform: Transform, indexing: PolicyIndexing) -> Move {
        let m = table::move_at(self.0 as usize);
        if transform.is_none() {
            return m;
        }
        let back = match indexing {
            PolicyIndexing::Geometric => transform.inverse(),
            // Half a turn, flipping and mirroring take themselves back.
            PolicyIndexing::Lc0 => transform,
        };
        let (from, to) = moved(m.from(), m.to(), back, indexing);
        m.with_squares(from, to)
    }

    /// The one of these moves that has this number, with its kind: castling, en passant, promotion to a knight.
    ///
    /// ```
    /// use gardez_lc0::{Board, PolicyIndex, PolicyIndexing, Transform};
    /// use gardez_types::MoveKind;
    ///
    /// let (board, ..) = Board::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?.parts();
    /// let index = PolicyIndex::from_index(103).expect("below 1858");
    /// let m = index.among(&board.legal_moves(), Transform::NONE, PolicyIndexing::Geometric);
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

/// Where the squares of a move go under a transform.
#[inline]
const fn moved(from: Square, to: Square, transform: Transform, indexing: PolicyIndexing) -> (Square, Square) {
    match indexing {
        PolicyIndexing::Geometric => (transform.square(from), transform.square(to)),
        PolicyIndexing::Lc0 => (half_turned(from, transform), half_turned(to, transform)),
    }
}

const fn half_turned(square: Square, transform: Transform) -> Square {
    // Together with a half turn, flipping and mirroring have no effect of their own.
    let is_turned = transform.contains(Transform::TRANSPOSE);
    let mut square = square;
    if is_turned || transform.contains(Transform::FLIP_HORIZONTAL) {
        square = square.flip_horizontal();
    }
    if is_turned || transform.contains(Transform::FLIP_VERTICAL) {
        square = square.flip_vertical();
    }
    square
}
