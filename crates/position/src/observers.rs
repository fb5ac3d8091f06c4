//! Being told what a move does to the pieces.
//!
//! A [`MoveObserver`] is handed to [`Position::do_move_with`](crate::Position::do_move_with) or
//! [`Board::after_with`](crate::Board::after_with). The observer `()` hears nothing and costs nothing. Several observe
//! together as a tuple.
//!
//! # A network's accumulator
//!
//! ```
//! use gardez_position::{Board, MoveObserver, Position};
//! use gardez_types::{Piece, Square};
//!
//! /// The first layer of a network: the sum of a column of weights for every piece on its square.
//! #[derive(Clone, PartialEq, Debug)]
//! struct Accumulator(Vec<i16>);
//!
//! fn weights(piece: Piece, square: Square) -> impl Iterator<Item = i16> {
//!     // Stands for a look-up in the trained weights.
//!     (0..32).map(move |neuron| (neuron * 64 + square as i16 * 7) ^ piece as i16)
//! }
//!
//! impl Accumulator {
//!     fn add(&mut self, piece: Piece, square: Square) {
//!         self.0.iter_mut().zip(weights(piece, square)).for_each(|(sum, weight)| *sum += weight);
//!     }
//!     fn sub(&mut self, piece: Piece, square: Square) {
//!         self.0.iter_mut().zip(weights(piece, square)).for_each(|(sum, weight)| *sum -= weight);
//!     }
//!     fn of(board: &Board) -> Self {
//!         let mut this = Self(vec![0; 32]);
//!         for square in board.occupied() {
//!             this.add(board.piece_on(square).unwrap(), square);
//!         }
//!         this
//!     }
//! }
//!
//! impl MoveObserver for Accumulator {
//!     fn removed(&mut self, _: &Board, piece: Piece, square: Square) {
//!         self.sub(piece, square);
//!     }
//!     fn placed(&mut self, _: &Board, piece: Piece, square: Square) {
//!         self.add(piece, square);
//!     }
//!     fn moved(&mut self, _: &Board, piece: Piece, from: Square, to: Square) {
//!         self.sub(piece, from);
//!         self.add(piece, to);
//!     }
//!     fn replaced(&mut self, _: &Board, square: Square, old: Piece, new: Piece) {
//!         self.sub(old, square);
//!         self.add(new, square);
//!     }
//! }
//!
//! let mut position: Position = "r3k2r/pP6/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1".parse()?;
//! let mut stack = vec![Accumulator::of(&position)];
//! for text in ["e5d6", "e8g8", "b7a8q", "f8a8", "e1c1"] {
//!     let mut next = stack.last().unwrap().clone();
//!     position.do_move_with(position.parse_uci(text)?, &mut next);
//!     assert_eq!(next, Accumulator::of(&position));
//!     stack.push(next);
//! }
//! // Taking a move back is dropping the topmost accumulator.
//! position.undo_move();
//! stack.pop();
//! assert_eq!(stack.last(), Some(&Accumulator::of(&position)));
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```

mod dirty_piece;
mod dirty_threats;
mod psq_score;

use gardez_types::{Move, Piece, Square};

use crate::Board;

pub use dirty_piece::DirtyPiece;
pub use dirty_threats::{DirtyThreats, Threat};
pub use psq_score::PsqScore;

/// Whoever wants to know what a move does. Every method does nothing unless it is written.
///
/// For each move, `making` comes first. Then the pieces are handled one after the other, each told with the board of
/// that moment: *removed* before it leaves its square, *placed* and *moved* when it has arrived, *replaced* while the
/// square is empty between the old piece and the new. A capture is told as removing the capturing piece from its origin
/// and replacing the captured one; a promotion as a pawn's move or capture, and replacing the pawn; castling as removing
/// king and rook, and placing them. At last comes the `key` of the new position, before checks are looked for.
///
/// The state of the board (side to move, rights, keys) is that of the middle of a move: ask it for pieces only.
pub trait MoveObserver {
    /// A move is about to be made on this board.
    #[inline]
    fn making(&mut self, _board: &Board, _m: Move) {}

    /// A piece is about to leave the board or to be put down elsewhere.
    #[inline]
    fn removed(&mut self, _board: &Board, _piece: Piece, _square: Square) {}

    /// A piece has been put down.
    #[inline]
    fn placed(&mut self, _board: &Board, _piece: Piece, _square: Square) {}

    /// A piece has moved to an empty square.
    #[inline]
    fn moved(&mut self, _board: &Board, _piece: Piece, _from: Square, _to: Square) {}

    /// One piece takes the place of another; the square is empty at this moment.
    #[inline]
    fn replaced(&mut self, _board: &Board, _square: Square, _old: Piece, _new: Piece) {}

    /// The key of the new position, with the fifty-move term: the moment to prefetch from a hash table.
    #[inline]
    fn key(&mut self, _key: u64) {}
}

impl MoveObserver for () {}

macro_rules! forward {
    (($($generic:ident),+) $type:ty, |$this:ident| $($observer:expr),+) => {
        impl<$($generic: MoveObserver),+> MoveObserver for $type {
            #[inline]
            fn making(&mut self, board: &Board, m: Move) {
                let $this = self;
                $($observer.making(board, m);)+
            }

            #[inline]
            fn removed(&mut self, board: &Board, piece: Piece, square: Square) {
                let $this = self;
                $($observer.removed(board, piece, square);)+
            }

            #[inline]
            fn placed(&mut self, board: &Board, piece: Piece, square: Square) {
                let $this = self;
                $($observer.placed(board, piece, square);)+
            }

            #[inline]
            fn moved(&mut self, board: &Board, piece: Piece, from: Square, to: Square) {
                let $this = self;
                $($observer.moved(board, piece, from, to);)+
            }

            #[inline]
            fn replaced(&mut self, board: &Board, square: Square, old: Piece, new: Piece) {
                let $this = self;
                $($observer.replaced(board, square, old, new);)+
            }

            #[inline]
            fn key(&mut self, key: u64) {
                let $this = self;
                $($observer.key(key);)+
            }
        }
    };
}

forward!((A) &mut A, |this| **this);
forward!((A, B)(A, B), |this| this.0, this.1);
forward!((A, B, C)(A, B, C), |this| this.0, this.1, this.2);

/// Counts the moves made.
///
/// ```
/// use gardez_position::{Position, observers::NodeCounter};
///
/// let (mut position, mut nodes) = (Position::start(), NodeCounter::default());
/// for m in position.legal_moves() {
///     position.do_move_with(m, &mut nodes);
///     position.undo_move();
/// }
/// assert_eq!(nodes.0, 20);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct NodeCounter(
    /// The moves so far.
    pub u64,
);

impl MoveObserver for NodeCounter {
    #[inline]
    fn making(&mut self, _: &Board, _: Move) {
        self.0 += 1;
    }
}

/// Hands the key of the new position to a function as soon as it is known.
///
/// ```
/// use gardez_position::{Position, observers::Prefetch};
///
/// let mut position = Position::start();
/// let mut slot = None;
/// let e2e4 = position.parse_uci("e2e4")?;
/// position.do_move_with(e2e4, &mut Prefetch(|key| slot = Some(key as usize % 1024)));
/// assert_eq!(slot, Some(position.key() as usize % 1024));
/// # Ok::<_, gardez_position::UciError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Prefetch<F>(
    /// The function.
    pub F,
);

impl<F: FnMut(u64)> MoveObserver for Prefetch<F> {
    #[inline]
    fn key(&mut self, key: u64) {
        (self.0)(key);
    }
}
