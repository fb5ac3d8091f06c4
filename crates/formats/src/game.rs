//! A whole game: a start position and moves with scores.

use alloc::vec::Vec;
use core::marker::PhantomData;

use gardez_position::{Board, IllegalMoveError};
use gardez_types::Move;

use crate::entry::Entry;
use crate::view::{NegationError, View, Wdl, White, differs, negate_score};

/// A start position, a result, and legal moves, each with the score of the position before it.
///
/// ```
/// use gardez_formats::{Game, GameMove, Wdl, White};
/// use gardez_position::Board;
///
/// let mut game = Game::<White>::new(Board::start(), Wdl::Draw);
/// let mv = game.start.parse_uci("e2e4")?;
/// game.moves.push(GameMove { mv, score: 31 });
/// let entry = game.entries().next().expect("the game has one move")?;
/// assert_eq!((entry.mv, entry.score), (Some(mv), 31));
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game<V> {
    /// The position before the first move.
    pub start: Board,
    /// The ply of the start position; see [`Entry::ply`].
    pub ply: u32,
    /// The result of the game, always from White's point of view.
    pub result: Wdl,
    /// The moves, with scores in the view of the game.
    pub moves: Vec<GameMove>,
    view: PhantomData<V>,
}

/// A move of a [`Game`], with the score of the position before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameMove {
    /// The move.
    pub mv: Move,
    /// The score of the position before the move.
    pub score: i16,
}

impl<V: View> Game<V> {
    /// Creates a game without moves. The ply is the board's, and the result is from White's point of view.
    pub fn new(start: Board, result: Wdl) -> Self {
        Self { start, ply: start.game_ply(), result, moves: Vec::new(), view: PhantomData }
    }

    /// Yields the entries of the game: one for each move, made on demand. Ends with an error at a move that is not legal.
    pub fn entries(&self) -> impl Iterator<Item = Result<Entry<V>, IllegalMoveError>> + use<'_, V> {
        let (mut board, mut ply, mut moves) = (self.start, self.ply, self.moves.iter());
        core::iter::from_fn(move || {
            let &GameMove { mv, score } = moves.next()?;
            let is_turned = differs::<White, V>(board.side_to_move());
            let result = if is_turned { self.result.reversed() } else { self.result };
            let entry = Entry::new(board, Some(mv), score, result).with_ply(ply);
            ply = ply.saturating_add(1);
            let made = board.play(mv);
            if made.is_err() {
                moves = [].iter();
            }
            Some(made.map(|()| entry))
        })
    }

    /// Returns the same game with scores in the view `W`.
    ///
    /// # Errors
    ///
    /// Returns an error if a score is -32768 and changes its sign.
    pub fn to_view<W: View>(&self) -> Result<Game<W>, NegationError> {
        let mut us = self.start.side_to_move();
        let mut moves = self.moves.clone();
        for played in &mut moves {
            if differs::<V, W>(us) {
                played.score = negate_score(played.score)?;
            }
            us = !us;
        }
        Ok(Game { start: self.start, ply: self.ply, result: self.result, moves, view: PhantomData })
    }
}
