//! A position with its move, score and result.

use core::marker::PhantomData;

use gardez_position::Board;
use gardez_types::Move;

use crate::unrepresentable::Lossy;
use crate::view::{NegationError, SideToMove, View, Wdl, White, differs, negate_score};

/// A position of a game, with what its producer knew about it.
///
/// The type parameter is the perspective of score and result: `Entry<White>` or `Entry<SideToMove>`, which
/// [`Entry::to_white`] and [`Entry::to_side_to_move`] convert.
///
/// ```
/// use gardez_formats::{Entry, SideToMove, Wdl};
/// use gardez_position::Board;
///
/// let board: Board = "4k3/8/8/8/8/8/8/4K2R b - - 0 1".parse()?;
/// let entry = Entry::<SideToMove>::new(board, None, -480, Wdl::Loss);
/// let white = entry.to_white()?;
/// assert_eq!((white.score, white.result), (480, Wdl::Win));
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry<V> {
    /// The position.
    pub board: Board,
    /// The move that was played or found best. `None` if the format has no moves, and for the null move of an entry of
    /// `.bin` or a stem of `.binpack`.
    pub mv: Option<Move>,
    /// The score, in the unit of the engine that computed it. No format records the unit.
    pub score: i16,
    /// The result of the game.
    pub result: Wdl,
    /// The number of plies since the start of the game. Formats without it count from the move number of the board.
    pub ply: u32,
    view: PhantomData<V>,
}

impl<V: View> Entry<V> {
    /// Returns the entry of this position. The ply is the board's.
    #[inline]
    pub fn new(board: Board, mv: Option<Move>, score: i16, result: Wdl) -> Self {
        Self { board, mv, score, result, ply: board.game_ply(), view: PhantomData }
    }

    /// Returns the same entry with another ply.
    #[inline]
    #[must_use]
    pub const fn with_ply(mut self, ply: u32) -> Self {
        self.ply = ply;
        self
    }

    /// Returns the entry from White's point of view.
    ///
    /// # Errors
    ///
    /// Returns an error if the score is -32768 and changes its sign.
    #[inline]
    pub fn to_white(&self) -> Result<Entry<White>, NegationError> {
        self.to_view()
    }

    /// Returns the entry from the side to move's point of view.
    ///
    /// # Errors
    ///
    /// Returns an error if the score is -32768 and changes its sign.
    #[inline]
    pub fn to_side_to_move(&self) -> Result<Entry<SideToMove>, NegationError> {
        self.to_view()
    }

    /// Returns the entry in the view `W`.
    ///
    /// # Errors
    ///
    /// Returns an error if the score is -32768 and changes its sign.
    #[inline]
    pub fn to_view<W: View>(&self) -> Result<Entry<W>, NegationError> {
        let Self { board, mv, score, result, ply, .. } = *self;
        let (score, result) = match differs::<V, W>(board.side_to_move()) {
            true => (negate_score(score)?, result.reversed()),
            false => (score, result),
        };
        Ok(Entry { board, mv, score, result, ply, view: PhantomData })
    }

    /// Returns the score and the result from the side to move's point of view. If its sign changes, -32768 becomes 32767.
    #[inline]
    pub fn seen_by_mover(&self) -> (i16, Wdl) {
        match differs::<V, SideToMove>(self.board.side_to_move()) {
            true => (self.score.saturating_neg(), self.result.reversed()),
            false => (self.score, self.result),
        }
    }

    /// Returns the result from White's point of view.
    #[inline]
    pub fn white_result(&self) -> Wdl {
        if differs::<V, White>(self.board.side_to_move()) { self.result.reversed() } else { self.result }
    }

    /// Returns the entry in the view `W`. With [`Lossy::SCORE`], the score -32768 becomes 32767 where it changes its sign.
    ///
    /// # Errors
    ///
    /// Returns an error if the score is -32768, changes its sign, and may not be lost.
    #[inline]
    pub fn to_view_with<W: View>(&self, lossy: Lossy) -> Result<Entry<W>, NegationError> {
        self.to_view().or_else(|error| match lossy.contains(Lossy::SCORE) {
            true => Self { score: i16::MIN + 1, ..*self }.to_view(),
            false => Err(error),
        })
    }
}
