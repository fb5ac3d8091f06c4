//! Observers, which receive the piece changes of a move while it is made.
//!
//! Pass a [`MoveObserver`] to `Position::do_move_with` or [`Board::do_move_with`](crate::Board::do_move_with):
//!
//! | observer | what it provides |
//! |---|---|
//! | [`DirtyPiece`] | the pieces that a move changes, with their old and new squares |
//! | [`DirtyThreats`] | which attacks between pieces a move adds and removes |
//! | [`PsqScore`] | a piece-square score, kept up to date |
//! | [`NodeCounter`] | the number of moves made |
//! | [`Prefetch`] | a call with the new key, before the move is complete |
//! | `()` | nothing, at no cost |
//!
//! A tuple of two or three observers is an observer, and so is a mutable reference to one.
//!
//! ```
//! use gardez_position::{Board, MoveObserver, Piece, Position, Square};
//!
//! /// A sum over all pieces, like a number in a network's accumulator.
//! #[derive(Default, PartialEq, Debug)]
//! struct Sum(i32);
//!
//! impl Sum {
//!     fn add(&mut self, sign: i32, piece: Piece, square: Square) {
//!         self.0 += sign * (7 * square as i32 ^ piece as i32);
//!     }
//! }
//!
//! impl MoveObserver for Sum {
//!     fn removed(&mut self, _: &Board, piece: Piece, square: Square) {
//!         self.add(-1, piece, square);
//!     }
//!     fn placed(&mut self, _: &Board, piece: Piece, square: Square) {
//!         self.add(1, piece, square);
//!     }
//!     fn moved(&mut self, _: &Board, piece: Piece, from: Square, to: Square) {
//!         self.add(-1, piece, from);
//!         self.add(1, piece, to);
//!     }
//!     fn replaced(&mut self, _: &Board, square: Square, old: Piece, new: Piece) {
//!         self.add(-1, old, square);
//!         self.add(1, new, square);
//!     }
//! }
//!
//! let mut position: Position = "r3k2r/pP6/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1".parse()?;
//! let (mut sum, mut again) = (Sum::default(), Sum::default());
//! position.piece_map().for_each(|(square, piece)| sum.add(1, piece, square));
//! for text in ["e5d6", "e8g8", "b7a8q", "f8a8", "e1c1"] {
//!     position.do_move_with(position.parse_uci(text)?, &mut sum);
//! }
//! position.piece_map().for_each(|(square, piece)| again.add(1, piece, square));
//! assert_eq!(sum, again);
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```

mod dirty_piece;
mod dirty_threats;
mod psq_score;

use gardez_types::{Move, Piece, Square};

use crate::board::Board;

pub use dirty_piece::DirtyPiece;
pub use dirty_threats::{DirtyThreats, Threat};
pub use psq_score::PsqScore;

/// Receives the piece changes of a move. All methods default to no-ops.
///
/// The calls are [`making`](MoveObserver::making), the changes of the pieces, and [`key`](MoveObserver::key):
///
/// | move | changes |
/// |---|---|
/// | without capture | `moved` |
/// | capture | `removed` (the capturing piece, from its origin), `replaced` (the captured piece by the capturing one) |
/// | en passant | `removed` (the captured pawn), `moved` |
/// | promotion | the pawn's move or capture, then `replaced` (the pawn by the new piece) |
/// | castling | `removed` (king), `removed` (rook), `placed` (king), `placed` (rook) |
///
/// For a null move, the calls are [`making_null`](MoveObserver::making_null) and [`key`](MoveObserver::key).
///
/// Use only the pieces of the board that a method receives: its side to move, rights and keys may be outdated. An
/// observer that contains others forwards all methods.
pub trait MoveObserver {
    /// Receives a move before it is made, and the unchanged board.
    #[inline]
    fn making(&mut self, _board: &Board, _m: Move) {}

    /// Receives the unchanged board before a null move.
    #[inline]
    fn making_null(&mut self, _board: &Board) {}

    /// Receives a piece that leaves its square. On `board`, it is still there.
    #[inline]
    fn removed(&mut self, _board: &Board, _piece: Piece, _square: Square) {}

    /// Receives a piece that was put on a square. On `board`, it is already there.
    #[inline]
    fn placed(&mut self, _board: &Board, _piece: Piece, _square: Square) {}

    /// Receives a piece that has moved to an empty square. On `board`, it is already there.
    #[inline]
    fn moved(&mut self, _board: &Board, _piece: Piece, _from: Square, _to: Square) {}

    /// Receives a piece that replaces another. On `board`, the square is empty.
    #[inline]
    fn replaced(&mut self, _board: &Board, _square: Square, _old: Piece, _new: Piece) {}

    /// Receives the [key](Board::key) of the new position, early enough to prefetch an entry of a hash table.
    #[inline]
    fn key(&mut self, _key: u64) {}
}

impl MoveObserver for () {}

macro_rules! forward {
    (($($generic:ident $(+ $unsized:tt $bound:ident)?),+) $type:ty, |$this:ident| $($observer:expr),+) => {
        impl<$($generic: MoveObserver $(+ $unsized $bound)?),+> MoveObserver for $type {
            #[inline]
            fn making(&mut self, board: &Board, m: Move) {
                let $this = self;
                $($observer.making(board, m);)+
            }

            #[inline]
            fn making_null(&mut self, board: &Board) {
                let $this = self;
                $($observer.making_null(board);)+
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

forward!((A + ?Sized) &mut A, |this| **this);
forward!((A, B)(A, B), |this| this.0, this.1);
forward!((A, B, C)(A, B, C), |this| this.0, this.1, this.2);

/// Counts the moves made.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct NodeCounter(
    /// The number of moves so far.
    pub u64,
);

impl MoveObserver for NodeCounter {
    #[inline]
    fn making(&mut self, _: &Board, _: Move) {
        self.0 += 1;
    }
}

/// Calls a function with the key of the new position, early enough to prefetch.
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
