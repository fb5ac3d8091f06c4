//! Several moves as a set of targets.

use core::iter::FusedIterator;
use core::ops::{BitAnd, BitAndAssign, ControlFlow};

use gardez_bitboard::Bitboard;
use gardez_types::{Direction, Move, MoveKind, PieceType, Square};

use crate::sink::{Promotions, Sink, origin};

/// Several moves as a set of targets: the moves of one piece, or of several pawns in the same direction.
///
/// [`Moves::visit`](crate::Moves::visit) passes such sets of 16 bytes, never empty. `&` restricts them to some squares.
///
/// ```
/// use core::ops::ControlFlow;
/// use gardez_position::{Board, MoveSet, PieceType, Square};
///
/// // 4  . . . . N . . .   The sets of a node, except the moves to squares that black attacks.
/// // 1  . . . . K . . .
/// let board: Board = "4k3/8/3p4/8/4N3/8/8/4K3 w - - 0 1".parse()?;
/// let threats = board.threats();
/// let mut sets: Vec<MoveSet> = vec![];
/// let _ = board.moves().quiets().visit::<()>(|set| {
///     sets.push(set & !threats.all);
///     ControlFlow::Continue(())
/// });
/// let knight = sets.iter().find(|set| set.piece_type() == PieceType::Knight).ok_or("there is a knight")?;
/// assert_eq!((knight.origin(), knight.len()), (Some(Square::E4), 6)); // not c5
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveSet {
    targets: Bitboard,
    form: Form,
}

/// The form of a move, given its target.
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
    /// Four bits for each file from the a-file on, in the order of the promotion pieces.
    Promotions {
        step: Direction,
        moves: u32,
    },
    /// Castling, or any move of a pawn.
    Single {
        m: Move,
        piece_type: PieceType,
    },
}

impl MoveSet {
    /// Returns the type of the pieces that move; for castling, the king.
    #[inline]
    pub const fn piece_type(&self) -> PieceType {
        match self.form {
            Form::Piece { piece_type, .. } | Form::Single { piece_type, .. } => piece_type,
            Form::Pawns { .. } | Form::Promotions { .. } => PieceType::Pawn,
        }
    }

    /// Returns the targets of the moves; for castling, the square of the rook.
    #[inline]
    pub const fn targets(&self) -> Bitboard {
        self.targets
    }

    /// Returns the origin of the moves, or `None` if several pawns make them.
    #[inline]
    pub const fn origin(&self) -> Option<Square> {
        match self.form {
            Form::Piece { from, .. } => Some(from),
            Form::Single { m, .. } => Some(m.from()),
            Form::Pawns { .. } | Form::Promotions { .. } => None,
        }
    }

    /// Returns the direction and the number of steps, 1 or 2, of pawn moves without one [origin](MoveSet::origin).
    #[inline]
    pub const fn pawn_step(&self) -> Option<(Direction, u8)> {
        match self.form {
            Form::Pawns { step, steps } => Some((step, steps)),
            Form::Promotions { step, .. } => Some((step, 1)),
            Form::Piece { .. } | Form::Single { .. } => None,
        }
    }

    /// Returns the pieces that the pawns become, the queen first; none without promotions.
    #[inline]
    pub fn promotion_pieces(&self) -> impl Iterator<Item = PieceType> + use<> {
        let moves = if let Form::Promotions { moves, .. } = self.form { moves } else { 0 };
        let numbered = PieceType::PROMOTION_PIECES.into_iter().enumerate();
        numbered.filter(move |(n, _)| moves & (0x1111_1111 << n) != 0).map(|(_, piece_type)| piece_type)
    }

    /// Returns the number of moves; each promotion counts.
    #[inline]
    pub const fn len(&self) -> usize {
        match self.form {
            Form::Promotions { moves, .. } => moves.count_ones() as usize,
            _ => self.targets.len() as usize,
        }
    }

    /// Returns `true` if no moves are left.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// Returns `true` if `m` is one of the moves.
    #[inline]
    pub fn contains(&self, m: Move) -> bool {
        let to = m.to();
        self.targets.contains(to)
            && match self.form {
                Form::Piece { from, .. } => m == Move::normal(from, to),
                Form::Pawns { step, steps } => m == Move::normal(origin(to, step, steps), to),
                Form::Promotions { step, moves } => m.promotion().is_some_and(|piece_type| {
                    m.from() == origin(to, step, 1) && moves & promotion(to, piece_type) != 0
                }),
                Form::Single { m: single, .. } => m == single,
            }
    }

    /// Returns the set without the move `m`.
    #[inline]
    #[must_use = "the set itself does not change"]
    pub fn without(mut self, m: Move) -> Self {
        if self.contains(m) {
            match (&mut self.form, m.promotion()) {
                (Form::Promotions { moves, .. }, Some(piece_type)) => {
                    *moves &= !promotion(m.to(), piece_type);
                    if *moves & all_promotions(m.to()) == 0 {
                        self.targets.remove(m.to());
                    }
                }
                _ => self.targets.remove(m.to()),
            }
        }
        self
    }
}

#[inline]
fn promotion(to: Square, piece_type: PieceType) -> u32 {
    1 << (4 * to.file() as u32 + (PieceType::Queen as u32 - piece_type as u32))
}

#[inline]
fn all_promotions(to: Square) -> u32 {
    0xf << (4 * to.file() as u32)
}

impl BitAnd<Bitboard> for MoveSet {
    type Output = Self;

    #[inline]
    fn bitand(mut self, squares: Bitboard) -> Self {
        if let Form::Promotions { moves, .. } = &mut self.form {
            *moves &= (self.targets & squares).into_iter().fold(0, |kept, to| kept | all_promotions(to));
        }
        self.targets &= squares;
        self
    }
}

impl BitAndAssign<Bitboard> for MoveSet {
    #[inline]
    fn bitand_assign(&mut self, squares: Bitboard) {
        *self = *self & squares;
    }
}

impl IntoIterator for MoveSet {
    type Item = Move;
    type IntoIter = MoveSetIntoIter;

    #[inline]
    fn into_iter(self) -> MoveSetIntoIter {
        MoveSetIntoIter { set: self }
    }
}

/// The moves of a [`MoveSet`]. `for_each` is faster than a `for` loop.
#[derive(Clone, Debug)]
pub struct MoveSetIntoIter {
    set: MoveSet,
}

impl Iterator for MoveSetIntoIter {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let to = self.set.targets.lsb()?;
        let m = match &mut self.set.form {
            Form::Piece { from, .. } => Move::normal(*from, to),
            Form::Pawns { step, steps } => Move::normal(origin(to, *step, *steps), to),
            Form::Single { m, .. } => *m,
            Form::Promotions { step, moves } => {
                let piece_type = PieceType::PROMOTION_PIECES[moves.trailing_zeros() as usize % 4];
                *moves &= moves.wrapping_sub(1);
                let m = Move::new_promotion(origin(to, *step, 1), to, piece_type);
                if *moves & all_promotions(to) != 0 {
                    return Some(m);
                }
                m
            }
        };
        self.set.targets.remove(to);
        Some(m)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.set.len(), Some(self.set.len()))
    }

    #[inline]
    fn fold<T, F: FnMut(T, Move) -> T>(mut self, first: T, mut fold: F) -> T {
        let targets = self.set.targets.into_iter();
        match self.set.form {
            Form::Piece { from, .. } => targets.fold(first, |value, to| fold(value, Move::normal(from, to))),
            Form::Pawns { step, steps } => {
                targets.fold(first, |value, to| fold(value, Move::normal(origin(to, step, steps), to)))
            }
            Form::Single { m, .. } => targets.fold(first, |value, _| fold(value, m)),
            Form::Promotions { .. } => {
                let mut value = first;
                for m in self.by_ref() {
                    value = fold(value, m);
                }
                value
            }
        }
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
    fn promotions(&mut self, targets: Bitboard, step: Direction, pieces: Promotions) -> ControlFlow<B> {
        let all = targets.into_iter().flat_map(|to| pieces.iter().map(move |&piece_type| promotion(to, piece_type)));
        self.visit(targets, Form::Promotions { step, moves: all.fold(0, |all, one| all | one) })
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

#[cfg(test)]
mod tests {
    use static_assertions::{assert_eq_size, assert_impl_all};

    use super::*;

    assert_eq_size!(MoveSet, [u64; 2]);
    assert_impl_all!(MoveSet: Copy, Send, Sync);
}
