//! The trait of types that receive a PGN.

use core::marker::PhantomData;
use core::ops::ControlFlow;

use gardez_position::Board;
use gardez_types::GameResult;

use crate::pgn::board::PgnBoard;
use crate::pgn::nag::Nag;
use crate::pgn::report::Problem;
use crate::pgn::text::{Tag, Text};
use crate::pgn::verdict::{Skip, Verdict};
use crate::san::Repairs;

/// Receives the parts of games.
///
/// A `Visitor` receives each move made on a board, from [`Reader::read`](crate::pgn::Reader::read), and a
/// `Visitor<Words>` each move as a word, from [`Reader::read_text`](crate::pgn::Reader::read_text).
///
/// All methods default to no-ops. The calls for a game come in the order of the file:
///
/// 1. [`begin_game`](Visitor::begin_game),
/// 2. [`comment`](Visitor::comment) for each comment before the tags,
/// 3. [`begin_tags`](Visitor::begin_tags), and [`tag`](Visitor::tag) for each tag pair, with comments on and between
///    the lines of tags,
/// 4. [`begin_moves`](Visitor::begin_moves), and [`play`](Visitor::play) for each move, with glyphs, comments and
///    variations between the moves,
/// 5. [`result`](Visitor::result), unless it is missing,
/// 6. [`end_game`](Visitor::end_game).
///
/// [`problem`](Visitor::problem) is called where a problem is found. If the tags do not set up a position, a visitor of
/// boards receives no moves.
///
/// # Variations
///
/// Variations are skipped, with everything in them, unless [`begin_variation`](Visitor::begin_variation) returns
/// `Skip(false)`. Each move has its depth: 0 in the main line, 1 in a variation, 2 in a variation of a variation.
///
/// # Stopping
///
/// Every method can stop the reader with [`ControlFlow::Break`]. The reader makes no further call, and returns the
/// value as [`ReadError::Stopped`](crate::pgn::ReadError::Stopped). Its next call reads the next game. A visitor that
/// never stops sets `Break` to [`Infallible`](core::convert::Infallible).
///
/// # Examples
///
/// ```
/// use core::convert::Infallible;
/// use core::ops::ControlFlow;
///
/// use gardez_notation::pgn::{Skip, Played, Reader, Visitor};
///
/// /// Counts the captures of the main line.
/// #[derive(Default)]
/// struct Captures(u32);
///
/// impl Visitor for Captures {
///     type Break = Infallible;
///
///     fn play(&mut self, played: Played<'_>) -> ControlFlow<Infallible, Skip> {
///         self.0 += u32::from(played.mv.is_some_and(|m| played.before.is_capture(m)));
///         ControlFlow::Continue(Skip(false))
///     }
/// }
///
/// let mut captures = Captures::default();
/// let mut reader = Reader::from_bytes(b"1. e4 (1. d4 d5 2. c4 dxc4) 1... d5 2. exd5 *");
/// while reader.read(&mut captures)? {}
/// assert_eq!(captures.0, 1);
/// # Ok::<_, Infallible>(())
/// ```
pub trait Visitor<F: MoveForm = Boards> {
    /// The value with which the visitor stops the reader.
    type Break;

    /// Begins a game. A skipped game has no further calls.
    fn begin_game(&mut self) -> ControlFlow<Self::Break, Skip> {
        ControlFlow::Continue(Skip(false))
    }

    /// Begins the tags, even if there are none. Skipped tags still set up the position.
    fn begin_tags(&mut self) -> ControlFlow<Self::Break, Skip> {
        ControlFlow::Continue(Skip(false))
    }

    /// Receives a tag pair.
    fn tag(&mut self, tag: Tag<'_>) -> ControlFlow<Self::Break> {
        let _ = tag;
        ControlFlow::Continue(())
    }

    /// Begins the moves on this board. If they are skipped, the result and the end of the game are still reported.
    fn begin_moves(&mut self, start: F::Start<'_>) -> ControlFlow<Self::Break, F::Verdict> {
        let _ = start;
        ControlFlow::Continue(Skip(false).into())
    }

    /// Receives a move. After `Skip(true)`, the rest of its line is skipped.
    fn play(&mut self, played: F::Move<'_>) -> ControlFlow<Self::Break, F::Verdict> {
        let _ = played;
        ControlFlow::Continue(Skip(false).into())
    }

    /// Receives a glyph for the last move.
    fn nag(&mut self, nag: Nag) -> ControlFlow<Self::Break> {
        let _ = nag;
        ControlFlow::Continue(())
    }

    /// Receives a comment: after the last move, or before the first move of a game or variation.
    fn comment(&mut self, comment: Text<'_>) -> ControlFlow<Self::Break> {
        let _ = comment;
        ControlFlow::Continue(())
    }

    /// Begins a variation in place of the last move. `start` is the board before that move, and `depth` counts from 1.
    ///
    /// The end of a skipped variation is not reported. By default, all variations are skipped.
    fn begin_variation(&mut self, start: F::Start<'_>, depth: usize) -> ControlFlow<Self::Break, F::Verdict> {
        let _ = (start, depth);
        ControlFlow::Continue(Skip(true).into())
    }

    /// Ends the last open variation.
    fn end_variation(&mut self) -> ControlFlow<Self::Break> {
        ControlFlow::Continue(())
    }

    /// Receives the result at the end of the moves.
    fn result(&mut self, result: GameResult) -> ControlFlow<Self::Break> {
        let _ = result;
        ControlFlow::Continue(())
    }

    /// Ends the game.
    fn end_game(&mut self) -> ControlFlow<Self::Break> {
        ControlFlow::Continue(())
    }

    /// Receives a problem of the game.
    fn problem(&mut self, problem: &Problem) -> ControlFlow<Self::Break> {
        let _ = problem;
        ControlFlow::Continue(())
    }
}

/// The form of a [`Visitor`]'s moves: on [`Boards`], or as [`Words`].
pub trait MoveForm: sealed::Sealed {
    /// The value where moves begin.
    type Start<'a>;
    /// The value of a move.
    type Move<'a>;
    /// The verdict of a visitor.
    type Verdict: From<Skip>;
}

mod sealed {
    pub trait Sealed {}
    impl<B: super::PgnBoard> Sealed for super::Boards<B> {}
    impl Sealed for super::Words {}
}

/// The form of moves that are made on boards.
#[derive(Clone, Copy, Debug)]
pub struct Boards<B = Board>(PhantomData<B>);

impl<B: PgnBoard> MoveForm for Boards<B> {
    type Start<'a> = &'a B;
    type Move<'a> = Played<'a, B>;
    type Verdict = Skip;
}

/// Moves as words, without boards and checks: the fastest form. The visitor can report problems by a [`Verdict`].
#[derive(Clone, Copy, Debug)]
pub enum Words {}

impl MoveForm for Words {
    type Start<'a> = ();
    type Move<'a> = Word<'a>;
    type Verdict = Verdict;
}

/// A move of a game, made on the board.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Played<'a, B: PgnBoard = Board> {
    /// The move; `None` for a null move.
    pub mv: Option<B::Move>,
    /// The board before the move.
    pub before: &'a B,
    /// The board after the move.
    pub after: &'a B,
    /// The number of variations around the move; 0 in the main line.
    pub depth: usize,
    /// The text as it is in the file.
    pub text: Text<'a>,
    /// The deviations of the text from standard form.
    pub repairs: Repairs,
}

/// A word that may be a move, without its number and without a suffix such as `!`.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Word<'a> {
    /// The text as it is in the file.
    pub text: Text<'a>,
    /// The number of variations around the word; 0 in the main line.
    pub depth: usize,
}
