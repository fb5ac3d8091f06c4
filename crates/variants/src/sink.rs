//! The receivers of generated moves and drops.

use core::convert::Infallible;
use core::ops::ControlFlow;

use gardez_bitboard::{Bitboard, Direction};
use gardez_position::internals::{Any, Count, Promotions, Sink, origin};
use gardez_types::{Move, PieceType, Square};

use crate::moves::{VariantMove, VariantMoveList};

/// A [`Sink`] that receives drops.
pub trait DropSink: Sink {
    /// Receives the drops of a piece of this type.
    fn drops(&mut self, piece_type: PieceType, targets: Bitboard) -> ControlFlow<Self::Break>;
}

impl DropSink for Count {
    #[inline]
    fn drops(&mut self, _: PieceType, targets: Bitboard) -> ControlFlow<Infallible> {
        self.0 += targets.len();
        ControlFlow::Continue(())
    }
}

impl DropSink for Any {
    #[inline]
    fn drops(&mut self, _: PieceType, targets: Bitboard) -> ControlFlow<()> {
        if targets.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// Passes each move to a function, which may stop the generator.
pub(crate) struct Each<F>(pub F);

impl<B, F: FnMut(VariantMove) -> ControlFlow<B>> Sink for Each<F> {
    type Break = B;

    #[inline]
    fn piece(&mut self, _: PieceType, from: Square, targets: Bitboard) -> ControlFlow<B> {
        targets.into_iter().try_for_each(|to| (self.0)(Move::normal(from, to).into()))
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: Direction, steps: u8) -> ControlFlow<B> {
        targets.into_iter().try_for_each(|to| (self.0)(Move::normal(origin(to, step, steps), to).into()))
    }

    fn promotions(&mut self, targets: Bitboard, step: Direction, pieces: Promotions) -> ControlFlow<B> {
        for to in targets {
            let from = origin(to, step, 1);
            for &piece in pieces {
                (self.0)(match piece {
                    PieceType::King => VariantMove::promotion_to_king(from, to),
                    _ => Move::new_promotion(from, to, piece).into(),
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn single(&mut self, m: Move) -> ControlFlow<B> {
        (self.0)(m.into())
    }
}

impl<B, F: FnMut(VariantMove) -> ControlFlow<B>> DropSink for Each<F> {
    #[inline]
    fn drops(&mut self, piece_type: PieceType, targets: Bitboard) -> ControlFlow<B> {
        targets.into_iter().try_for_each(|to| (self.0)(VariantMove::drop_piece(piece_type, to)))
    }
}

/// The piece that moves to several targets.
#[derive(Clone, Copy)]
pub(crate) enum Mover {
    /// A piece that is not a pawn.
    Piece(PieceType, Square),
    /// Pawns that make this step.
    Pawns(Direction),
    /// A castling or en passant move.
    Single,
}

/// Passes on the moves to the targets that `keep` returns. `keep` is called for single moves, but cannot remove them.
pub(crate) struct Filter<'a, K, F> {
    pub(crate) sink: &'a mut K,
    pub(crate) keep: F,
}

impl<K: Sink, F: FnMut(Mover, Bitboard) -> Bitboard> Sink for Filter<'_, K, F> {
    type Break = K::Break;

    #[inline]
    fn piece(&mut self, piece_type: PieceType, from: Square, targets: Bitboard) -> ControlFlow<K::Break> {
        self.sink.piece(piece_type, from, (self.keep)(Mover::Piece(piece_type, from), targets))
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: Direction, steps: u8) -> ControlFlow<K::Break> {
        self.sink.pawns((self.keep)(Mover::Pawns(step), targets), step, steps)
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: Direction, pieces: Promotions) -> ControlFlow<K::Break> {
        self.sink.promotions((self.keep)(Mover::Pawns(step), targets), step, pieces)
    }

    #[inline]
    fn single(&mut self, m: Move) -> ControlFlow<K::Break> {
        (self.keep)(Mover::Single, m.to().into());
        self.sink.single(m)
    }
}

/// Lists the moves. The length of the list is written once for all moves of a piece.
pub(crate) struct Lister<'a>(pub(crate) &'a mut VariantMoveList);

impl Sink for Lister<'_> {
    type Break = Infallible;

    #[inline]
    fn piece(&mut self, _: PieceType, from: Square, targets: Bitboard) -> ControlFlow<Infallible> {
        self.0.0.extend(targets.into_iter().map(|to| Move::normal(from, to).into()));
        ControlFlow::Continue(())
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: Direction, steps: u8) -> ControlFlow<Infallible> {
        self.0.0.extend(targets.into_iter().map(|to| Move::normal(origin(to, step, steps), to).into()));
        ControlFlow::Continue(())
    }

    fn promotions(&mut self, targets: Bitboard, step: Direction, pieces: Promotions) -> ControlFlow<Infallible> {
        Each(|m| {
            self.0.0.push(m);
            ControlFlow::Continue(())
        })
        .promotions(targets, step, pieces)
    }

    #[inline]
    fn single(&mut self, m: Move) -> ControlFlow<Infallible> {
        self.0.0.push(m.into());
        ControlFlow::Continue(())
    }
}

impl DropSink for Lister<'_> {
    #[inline]
    fn drops(&mut self, piece_type: PieceType, targets: Bitboard) -> ControlFlow<Infallible> {
        self.0.0.extend(targets.into_iter().map(|to| VariantMove::drop_piece(piece_type, to)));
        ControlFlow::Continue(())
    }
}
