//! What receives the generated moves: what counts and lists moves of chess, and takes drops, too.

use core::convert::Infallible;
use core::ops::ControlFlow;

use gardez_bitboard::{Bitboard, Direction};
use gardez_position::internals::{Any, Count, Sink, origin};
use gardez_types::{Move, PieceType, Square};

use crate::moves::{VariantMove, VariantMoveList};

/// A [`Sink`] that receives drops.
pub trait DropSink: Sink {
    /// Receives the squares on which a piece of this type can be dropped.
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

    fn promotions(&mut self, targets: Bitboard, step: Direction, pieces: &'static [PieceType]) -> ControlFlow<B> {
        for to in targets {
            let from = origin(to, step, 1);
            for &piece in pieces {
                (self.0)(match piece {
                    PieceType::King => VariantMove::promotion_to_king(from, to),
                    _ => Move::promotion(from, to, piece).into(),
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

/// Lists the moves.
pub(crate) fn lister(list: &mut VariantMoveList) -> Each<impl FnMut(VariantMove) -> ControlFlow<Infallible> + '_> {
    Each(|m| {
        list.0.push(m);
        ControlFlow::Continue(())
    })
}
