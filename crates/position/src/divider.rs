//! The receiver that divides captures and quiet moves.

use core::convert::Infallible;
use core::ops::ControlFlow;

use gardez_bitboard::Bitboard;
use gardez_types::{Direction, Move, MoveKind, PieceType, Square};

use crate::list::MoveList;
use crate::sink::{Lister, Sink};

/// Lists captures and quiet moves apart, as `MoveClass` divides them.
pub(crate) struct Divider<'a> {
    pub(crate) theirs: Bitboard,
    pub(crate) captures: &'a mut MoveList,
    pub(crate) quiets: &'a mut MoveList,
}

impl Divider<'_> {
    #[inline]
    fn list(&mut self, step: Direction) -> &mut MoveList {
        if step.offset() % 8 == 0 { self.quiets } else { self.captures }
    }
}

impl Sink for Divider<'_> {
    type Break = Infallible;

    #[inline]
    fn piece(&mut self, piece_type: PieceType, from: Square, targets: Bitboard) -> ControlFlow<Infallible> {
        Lister::<true>(self.captures).piece(piece_type, from, targets & self.theirs)?;
        Lister::<false>(self.quiets).piece(piece_type, from, targets - self.theirs)
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: Direction, steps: u8) -> ControlFlow<Infallible> {
        Lister::<false>(self.list(step)).pawns(targets, step, steps)
    }

    #[inline]
    fn promotions(
        &mut self,
        targets: Bitboard,
        step: Direction,
        pieces: &'static [PieceType],
    ) -> ControlFlow<Infallible> {
        let (queen, others) = pieces.split_at(usize::from(pieces.first() == Some(&PieceType::Queen)));
        Lister::<false>(self.captures).promotions(targets, step, queen)?;
        Lister::<false>(self.list(step)).promotions(targets, step, others)
    }

    #[inline]
    fn single(&mut self, m: Move) -> ControlFlow<Infallible> {
        let is_capture = match m.kind() {
            MoveKind::EnPassant => true,
            MoveKind::Castling => false,
            _ => self.theirs.contains(m.to()) || m.promotion() == Some(PieceType::Queen),
        };
        Lister::<false>(if is_capture { self.captures } else { self.quiets }).single(m)
    }
}
