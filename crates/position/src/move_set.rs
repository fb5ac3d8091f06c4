//! Several moves at once, as a set of targets.

use core::iter::FusedIterator;
use core::ops::ControlFlow;

use gardez_bitboard::Bitboard;
use gardez_types::{Direction, Move, MoveKind, PieceType, Square};

use crate::sink::{Sink, origin};

/// Several legal moves, as a set of targets: the moves of one piece, or moves of several pawns in the same direction.
///
/// [`Board::visit_legal_moves`](crate::Board::visit_legal_moves) calls its visitor with such sets. A set is never empty,
/// and it is an iterator over its moves after `into_iter`.
///
/// ```
/// use core::ops::ControlFlow;
/// use gardez_position::{Bitboard, Board, PieceType};
///
/// let mut knight_moves = vec![];
/// let _ = Board::start().visit_legal_moves::<()>(Bitboard::FULL, Bitboard::FULL, |set| {
///     if set.piece_type() == PieceType::Knight {
///         knight_moves.extend(set);
///     }
///     ControlFlow::Continue(())
/// });
/// assert_eq!(knight_moves.len(), 4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveSet {
    targets: Bitboard,
    form: Form,
}

/// How a move follows from its target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Piece {
        piece_type: PieceType,
        from: Square,
    },
    Pawns {
        step: Direction,
        steps: u8,
    },
    Promotions {
        step: Direction,
        pieces: &'static [PieceType],
    },
    /// Castling, or any move of a pawn.
    Single {
        m: Move,
        piece_type: PieceType,
    },
}

impl MoveSet {
    /// Returns the type of the pieces that move. For castling, it is the king.
    #[inline]
    pub const fn piece_type(&self) -> PieceType {
        match self.form {
            Form::Piece { piece_type, .. } | Form::Single { piece_type, .. } => piece_type,
            Form::Pawns { .. } | Form::Promotions { .. } => PieceType::Pawn,
        }
    }

    /// Returns the targets of the moves. For castling, it is the square of the rook.
    #[inline]
    pub const fn targets(&self) -> Bitboard {
        self.targets
    }

    /// Returns the square that all of the moves start from, or `None` if the moves are those of several pawns.
    #[inline]
    pub const fn origin(&self) -> Option<Square> {
        match self.form {
            Form::Piece { from, .. } => Some(from),
            Form::Single { m, .. } => Some(m.from()),
            Form::Pawns { .. } | Form::Promotions { .. } => None,
        }
    }

    /// Returns the number of moves, at least 1. Each promotion counts as a move.
    #[inline]
    #[expect(clippy::len_without_is_empty, reason = "a set of moves is never empty")]
    pub const fn len(&self) -> usize {
        let moves_to_each = match self.form {
            Form::Promotions { pieces, .. } => pieces.len(),
            _ => 1,
        };
        self.targets.len() as usize * moves_to_each
    }
}

impl IntoIterator for MoveSet {
    type Item = Move;
    type IntoIter = MoveSetIntoIter;

    #[inline]
    fn into_iter(self) -> MoveSetIntoIter {
        MoveSetIntoIter { set: self, promoted: 0 }
    }
}

/// The moves of a [`MoveSet`], made by `set.into_iter()`.
#[derive(Clone, Debug)]
pub struct MoveSetIntoIter {
    /// The moves that are left. Unlike the set that was visited, it can be empty.
    set: MoveSet,
    /// The number of promotions to the first target that were returned already.
    promoted: usize,
}

impl Iterator for MoveSetIntoIter {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let to = self.set.targets.lsb()?;
        let m = match self.set.form {
            Form::Piece { from, .. } => Move::normal(from, to),
            Form::Pawns { step, steps } => Move::normal(origin(to, step, steps), to),
            Form::Single { m, .. } => m,
            Form::Promotions { step, pieces } => {
                let m = Move::promotion(origin(to, step, 1), to, pieces[self.promoted]);
                self.promoted = (self.promoted + 1) % pieces.len();
                m
            }
        };
        if self.promoted == 0 {
            self.set.targets.remove(to);
        }
        Some(m)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.set.len() - self.promoted;
        (left, Some(left))
    }
}

impl ExactSizeIterator for MoveSetIntoIter {}
impl FusedIterator for MoveSetIntoIter {}

/// Passes the moves to a function, which may stop the generator.
pub(crate) struct Visitor<F>(pub(crate) F);

impl<B, F: FnMut(MoveSet) -> ControlFlow<B>> Visitor<F> {
    #[inline]
    fn visit(&mut self, targets: Bitboard, form: Form) -> ControlFlow<B> {
        if targets.is_empty() { ControlFlow::Continue(()) } else { (self.0)(MoveSet { targets, form }) }
    }
}

impl<B, F: FnMut(MoveSet) -> ControlFlow<B>> Sink for Visitor<F> {
    type Break = B;

    #[inline]
    fn piece(&mut self, piece_type: PieceType, from: Square, targets: Bitboard) -> ControlFlow<B> {
        self.visit(targets, Form::Piece { piece_type, from })
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: Direction, steps: u8) -> ControlFlow<B> {
        self.visit(targets, Form::Pawns { step, steps })
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: Direction, pieces: &'static [PieceType]) -> ControlFlow<B> {
        self.visit(targets, Form::Promotions { step, pieces })
    }

    #[inline]
    fn single(&mut self, m: Move) -> ControlFlow<B> {
        let piece_type = match m.kind() {
            MoveKind::Castling => PieceType::King,
            _ => PieceType::Pawn,
        };
        self.visit(m.to().into(), Form::Single { m, piece_type })
    }
}
