//! A whole game: a start position and moves with scores.

use alloc::vec::Vec;
use core::marker::PhantomData;

use gardez_position::Board;
use gardez_types::{Color, Move};

use crate::entry::Entry;
use crate::view::{NegationError, View, Wdl, differs, negate_score};

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

    /// Returns the entries of the game: one for each move, made on demand.
    pub fn entries(&self) -> GameEntries<'_, V> {
        GameEntries { board: self.start, ply: self.ply, game: self, next: 0 }
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

/// The entries of a [`Game`]. Ends with an error if a move of the game is not legal, which no reader yields.
#[derive(Clone, Debug)]
pub struct GameEntries<'a, V> {
    game: &'a Game<V>,
    board: Board,
    ply: u32,
    next: usize,
}

impl<V: View> Iterator for GameEntries<'_, V> {
    type Item = Result<Entry<V>, gardez_position::IllegalMoveError>;

    fn next(&mut self) -> Option<Self::Item> {
        let GameMove { mv, score } = *self.game.moves.get(self.next)?;
        let is_black = self.board.side_to_move() == Color::Black;
        let result = if is_black && !V::IS_WHITE { self.game.result.reversed() } else { self.game.result };
        let entry = Entry::new(self.board, Some(mv), score, result).with_ply(self.ply);
        if let Err(error) = self.board.play(mv) {
            self.next = usize::MAX;
            return Some(Err(error));
        }
        self.ply = self.ply.saturating_add(1);
        self.next += 1;
        Some(Ok(entry))
    }
}
