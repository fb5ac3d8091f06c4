//! The receivers of generated moves: a list, a number, or a visitor that may stop the generator.

use core::convert::Infallible;
use core::ops::ControlFlow;

use gardez_bitboard::Bitboard;
use gardez_types::{Direction, Move, PieceType, Square};

use crate::list::MoveList;

/// The pieces that a pawn becomes.
pub type Promotions = &'static [PieceType];

/// Receives the generated moves, and may stop the generator.
pub trait Sink {
    /// The value of a stopped generator, or [`Infallible`].
    type Break;

    /// Receives the moves of one piece that is not a pawn.
    fn piece(&mut self, piece_type: PieceType, from: Square, targets: Bitboard) -> ControlFlow<Self::Break>;

    /// Receives pawn moves, one for each target, from `steps` steps back, one or two.
    fn pawns(&mut self, targets: Bitboard, step: Direction, steps: u8) -> ControlFlow<Self::Break>;

    /// Receives pawn moves to the last rank: for each target, a promotion to each of `pieces`.
    fn promotions(&mut self, targets: Bitboard, step: Direction, pieces: Promotions) -> ControlFlow<Self::Break>;

    /// Receives one move: castling, or any move of a pawn.
    fn single(&mut self, m: Move) -> ControlFlow<Self::Break>;
}

/// Ends a generator that is never stopped.
#[inline]
pub fn finished(flow: ControlFlow<Infallible>) {
    match flow {
        ControlFlow::Continue(()) => {}
        ControlFlow::Break(never) => match never {},
    }
}

/// Returns the square from which `steps` steps lead to `target`.
#[inline]
pub fn origin(target: Square, step: Direction, steps: u8) -> Square {
    let index = target as i8 - steps as i8 * step.offset();
    Square::from_index(index as u8).expect("a pawn comes from a square")
}

/// Lists the moves; with `SPARSE`, faster if most sets of targets are empty.
pub(crate) struct Lister<'a, const SPARSE: bool>(pub(crate) &'a mut MoveList);

impl<const SPARSE: bool> Lister<'_, SPARSE> {
    /// Returns `true` if storing nothing takes longer than an unpredictable branch, and there is nothing to store.
    #[inline]
    fn skips(targets: Bitboard) -> bool {
        SPARSE && !cfg!(target_feature = "avx512vbmi2") && targets.is_empty()
    }
}

impl<const SPARSE: bool> Sink for Lister<'_, SPARSE> {
    type Break = Infallible;

    #[inline]
    fn piece(&mut self, _: PieceType, from: Square, targets: Bitboard) -> ControlFlow<Infallible> {
        if !Self::skips(targets) {
            self.0.push_piece(from, targets);
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: Direction, steps: u8) -> ControlFlow<Infallible> {
        if !Self::skips(targets) {
            self.0.push_steps(targets, step, steps);
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: Direction, pieces: Promotions) -> ControlFlow<Infallible> {
        push_promotions(self.0, targets, step, pieces);
        ControlFlow::Continue(())
    }

    #[inline]
    fn single(&mut self, m: Move) -> ControlFlow<Infallible> {
        self.0.push(m);
        ControlFlow::Continue(())
    }
}

#[inline(never)]
fn push_promotions(list: &mut MoveList, targets: Bitboard, step: Direction, pieces: &[PieceType]) {
    for to in targets {
        for &piece_type in pieces {
            list.push(Move::new_promotion(origin(to, step, 1), to, piece_type));
        }
    }
}

/// Counts moves.
pub struct Count(pub u32);

impl Sink for Count {
    type Break = Infallible;

    #[inline]
    fn piece(&mut self, _: PieceType, _: Square, targets: Bitboard) -> ControlFlow<Infallible> {
        self.0 += targets.len();
        ControlFlow::Continue(())
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, _: Direction, _: u8) -> ControlFlow<Infallible> {
        self.0 += targets.len();
        ControlFlow::Continue(())
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, _: Direction, pieces: Promotions) -> ControlFlow<Infallible> {
        self.0 += pieces.len() as u32 * targets.len();
        ControlFlow::Continue(())
    }

    #[inline]
    fn single(&mut self, _: Move) -> ControlFlow<Infallible> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
}

/// Stops at the first move.
pub struct Any;

impl Any {
    #[inline]
    fn stop_at(targets: Bitboard) -> ControlFlow<()> {
        if targets.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

impl Sink for Any {
    type Break = ();

    #[inline]
    fn piece(&mut self, _: PieceType, _: Square, targets: Bitboard) -> ControlFlow<()> {
        Self::stop_at(targets)
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, _: Direction, _: u8) -> ControlFlow<()> {
        Self::stop_at(targets)
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, _: Direction, _: Promotions) -> ControlFlow<()> {
        Self::stop_at(targets)
    }

    #[inline]
    fn single(&mut self, _: Move) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}
