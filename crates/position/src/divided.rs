//! Captures and quiet moves in two lists, made in one pass.

use core::convert::Infallible;
use core::ops::ControlFlow;

use gardez_bitboard::Bitboard;
use gardez_types::{Direction, Move, MoveKind, PieceType, Square};

use crate::board::Board;
use crate::check_info::CheckInfo;
use crate::list::MoveList;
use crate::move_sink::MoveSink;
use crate::sink::{Lister, Sink, SparseLister, finished};
use crate::wanted::All;

/// # Captures and quiet moves at once
///
/// For nodes that will need both, where [`Board::legal_moves_of_with`] would run twice.
impl Board {
    /// Appends all legal moves to two lists, divided into [`Captures`](crate::MoveClass::Captures) and
    /// [`Quiets`](crate::MoveClass::Quiets), reusing the [`CheckInfo`] of this board.
    ///
    /// ```
    /// use gardez_position::{Board, MoveList};
    ///
    /// // 5  . . . p . . . .
    /// // 4  . . . . P . . .
    /// // 1  . . . . K . . .
    /// let board: Board = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1".parse()?;
    /// let (mut captures, mut quiets) = (MoveList::new(), MoveList::new());
    /// board.legal_moves_divided_with(&board.check_info(), &mut captures, &mut quiets);
    /// assert_eq!((captures.len(), quiets.len()), (1, 6));
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a list has no room, like [`Board::legal_moves_into`].
    #[inline]
    pub fn legal_moves_divided_with(&self, info: &CheckInfo, captures: &mut impl MoveSink, quiets: &mut impl MoveSink) {
        captures.append_from(|captures| quiets.append_from(|quiets| self.divided_into(info, captures, quiets)));
    }
}

impl Board {
    #[inline(never)]
    fn divided_into(&self, info: &CheckInfo, captures: &mut MoveList, quiets: &mut MoveList) {
        let theirs = self.by_color(!self.side_to_move());
        finished(self.generate(Some(info), All, &mut Divider { theirs, captures, quiets }));
    }
}

/// Lists captures and quiet moves apart, as `MoveClass` divides them.
struct Divider<'a> {
    theirs: Bitboard,
    captures: &'a mut MoveList,
    quiets: &'a mut MoveList,
}

impl Divider<'_> {
    /// Returns the list for the pawn moves in this direction, apart from promotions.
    #[inline]
    fn list(&mut self, step: Direction) -> &mut MoveList {
        if step.offset() % 8 == 0 { self.quiets } else { self.captures }
    }
}

impl Sink for Divider<'_> {
    type Break = Infallible;

    #[inline]
    fn piece(&mut self, piece_type: PieceType, from: Square, targets: Bitboard) -> ControlFlow<Infallible> {
        SparseLister(self.captures).piece(piece_type, from, targets & self.theirs)?;
        Lister(self.quiets).piece(piece_type, from, targets - self.theirs)
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: Direction, steps: u8) -> ControlFlow<Infallible> {
        Lister(self.list(step)).pawns(targets, step, steps)
    }

    #[inline]
    fn promotions(
        &mut self,
        targets: Bitboard,
        step: Direction,
        pieces: &'static [PieceType],
    ) -> ControlFlow<Infallible> {
        let (queen, others) = pieces.split_at(1);
        Lister(self.captures).promotions(targets, step, queen)?;
        Lister(self.list(step)).promotions(targets, step, others)
    }

    #[inline]
    fn single(&mut self, m: Move) -> ControlFlow<Infallible> {
        Lister(if m.kind() == MoveKind::Castling { self.quiets } else { self.captures }).single(m)
    }
}
