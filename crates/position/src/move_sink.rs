//! The destinations of generated moves.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use gardez_types::Move;

use crate::list::MoveList;

/// A list that generators append moves to, many at once: a [`MoveList`], or a list of an engine with scores.
/// ```
/// use gardez_position::{Board, Move, MoveClass, MoveSink, Piece, piece_value};
///
/// struct Entry {
///     mv: Move,
///     score: i32,
/// }
///
/// struct Captures<'a> {
///     board: &'a Board,
///     entries: Vec<Entry>,
/// }
///
/// impl MoveSink for Captures<'_> {
///     fn append(&mut self, moves: &[Move]) {
///         let value = |m| self.board.captured_piece(m).map_or(0, |piece| piece_value(piece.piece_type()));
///         self.entries.extend(moves.iter().map(|&mv| Entry { mv, score: value(mv) }));
///     }
/// }
///
/// let board: Board = "4k3/8/3p1q2/8/4N3/8/8/4K3 w - - 0 1".parse()?;
/// let mut captures = Captures { board: &board, entries: vec![] };
/// board.moves().captures().into(&mut captures);
/// let best = captures.entries.iter().max_by_key(|entry| entry.score).ok_or("there are captures")?;
/// assert_eq!(best.mv.to().to_string(), "f6");
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
pub trait MoveSink {
    /// Appends these moves.
    fn append(&mut self, moves: &[Move]);

    /// Appends the moves that `generate` adds to a list; called by generators.
    #[inline]
    fn append_from(&mut self, generate: impl FnOnce(&mut MoveList))
    where
        Self: Sized,
    {
        let mut list = MoveList::new();
        generate(&mut list);
        self.append(&list);
    }
}

impl MoveSink for MoveList {
    #[inline]
    fn append(&mut self, moves: &[Move]) {
        moves.iter().for_each(|&m| self.push(m));
    }

    #[inline]
    fn append_from(&mut self, generate: impl FnOnce(&mut MoveList)) {
        generate(self);
    }
}

#[cfg(feature = "alloc")]
impl MoveSink for Vec<Move> {
    #[inline]
    fn append(&mut self, moves: &[Move]) {
        self.extend_from_slice(moves);
    }
}

/// Each move is appended with the score 0.
#[cfg(feature = "alloc")]
impl MoveSink for Vec<(Move, i32)> {
    #[inline]
    fn append(&mut self, moves: &[Move]) {
        self.extend(moves.iter().map(|&m| (m, 0)));
    }
}
