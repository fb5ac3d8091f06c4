//! The traits of types that receive the parts of a PGN.

use alloc::boxed::Box;

use gardez_position::Board;
use gardez_types::Move;

use super::{GameResult, Nag, Problem, ProblemKind, Tag, Text};
use crate::san::Repairs;

/// Whether a visitor wants the part that begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Interest {
    /// Report it.
    #[default]
    Take,
    /// Skip it.
    Skip,
}

/// A move of a game, made on the board.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Played<'a> {
    /// The move; `None` for a null move.
    pub mv: Option<Move>,
    /// The board before it.
    pub before: &'a Board,
    /// The board after it.
    pub after: &'a Board,
    /// The text as it is in the file.
    pub text: Text<'a>,
    /// How the text deviates from standard form.
    pub repairs: Repairs,
}

/// Receives the parts of games, with each move made on a board; see [`Reader::read`](super::Reader::read).
///
/// All methods default to no-ops. For each game, the calls come in the order of the file:
///
/// 1. [`begin_game`](Visitor::begin_game),
/// 2. [`comment`](Visitor::comment) for each comment before the tags,
/// 3. [`begin_tags`](Visitor::begin_tags), and [`tag`](Visitor::tag) for each tag pair,
/// 4. [`begin_moves`](Visitor::begin_moves), and [`play`](Visitor::play) for each move, with glyphs, comments and
///    variations between the moves,
/// 5. [`result`](Visitor::result), unless it is missing,
/// 6. [`end_game`](Visitor::end_game).
///
/// [`problem`](Visitor::problem) is called where a problem is found. If the tags do not set up a position, there are no
/// calls of `begin_moves` and `play`.
///
/// ```
/// use gardez_notation::pgn::{Played, Reader, Visitor};
///
/// /// Counts captures.
/// #[derive(Default)]
/// struct Captures(u32);
///
/// impl Visitor for Captures {
///     fn play(&mut self, played: &Played<'_>) {
///         self.0 += u32::from(played.mv.is_some_and(|m| played.before.is_capture(m)));
///     }
/// }
///
/// let mut captures = Captures::default();
/// let mut reader = Reader::from_bytes(b"1. e4 d5 2. exd5 Qxd5 *");
/// while reader.read(&mut captures)? {}
/// assert_eq!(captures.0, 2);
/// # Ok::<_, core::convert::Infallible>(())
/// ```
pub trait Visitor {
    /// A game begins. If it is skipped, there are no further calls for it.
    fn begin_game(&mut self) -> Interest {
        Interest::Take
    }

    /// The tags begin, even if there are none. If they are skipped, they still set up the position.
    fn begin_tags(&mut self) -> Interest {
        Interest::Take
    }

    /// A tag pair.
    fn tag(&mut self, tag: Tag<'_>) {
        let _ = tag;
    }

    /// The moves begin, on this board. If they are skipped, the result and the end of the game are still reported.
    fn begin_moves(&mut self, start: &Board) -> Interest {
        let _ = start;
        Interest::Take
    }

    /// A move has been made.
    fn play(&mut self, played: &Played<'_>) {
        let _ = played;
    }

    /// A glyph for the last move.
    fn nag(&mut self, nag: Nag) {
        let _ = nag;
    }

    /// A comment: after the last move, or before the first move of a game or variation.
    fn comment(&mut self, comment: Text<'_>) {
        let _ = comment;
    }

    /// A variation begins: other moves in place of the last one. `start` is the board before that move.
    ///
    /// If it is skipped, its end is not reported.
    fn begin_variation(&mut self, start: &Board) -> Interest {
        let _ = start;
        Interest::Take
    }

    /// The last open variation ends.
    fn end_variation(&mut self) {}

    /// The result at the end of the moves.
    fn result(&mut self, result: GameResult) {
        let _ = result;
    }

    /// The game ends.
    fn end_game(&mut self) {}

    /// A part of the game does not follow the standard.
    fn problem(&mut self, problem: &Problem) {
        let _ = problem;
    }
}

/// How a [`TextVisitor`] answers a call.
///
/// The problems are in a box, so that the usual answer costs nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Answer {
    /// Go on.
    #[default]
    Take,
    /// Skip the part that begins; after a move, skip the rest of its line.
    Skip,
    /// Report this problem, and go on.
    Noted(Box<ProblemKind>),
    /// Report this problem, and skip the part that begins; after a move, skip the rest of its line.
    Refused(Box<ProblemKind>),
}

impl Answer {
    /// [`Answer::Noted`]: report this problem, and go on.
    #[cold]
    pub fn noted(kind: ProblemKind) -> Self {
        Self::Noted(Box::new(kind))
    }

    /// [`Answer::Refused`]: report this problem, and skip the part that begins or the rest of the line.
    #[cold]
    pub fn refused(kind: ProblemKind) -> Self {
        Self::Refused(Box::new(kind))
    }
}

/// Receives the parts of games as text, without boards; see [`Reader::read_text`](super::Reader::read_text).
///
/// All methods default to no-ops. The calls come in the same order as those of a [`Visitor`].
pub trait TextVisitor {
    /// A game begins. If it is skipped, there are no further calls for it.
    fn begin_game(&mut self) -> Interest {
        Interest::Take
    }

    /// The tags begin, even if there are none.
    fn begin_tags(&mut self) -> Interest {
        Interest::Take
    }

    /// A tag pair.
    fn tag(&mut self, tag: Tag<'_>) {
        let _ = tag;
    }

    /// The moves begin.
    fn begin_moves(&mut self) -> Answer {
        Answer::Take
    }

    /// A word that may be a move, without its number and without a suffix such as `!`. It is not checked.
    fn san(&mut self, text: Text<'_>) -> Answer {
        let _ = text;
        Answer::Take
    }

    /// A glyph for the last move.
    fn nag(&mut self, nag: Nag) {
        let _ = nag;
    }

    /// A comment.
    fn comment(&mut self, comment: Text<'_>) {
        let _ = comment;
    }

    /// A variation begins. If it is skipped or refused, its end is not reported.
    fn begin_variation(&mut self) -> Answer {
        Answer::Take
    }

    /// The last open variation ends.
    fn end_variation(&mut self) -> Answer {
        Answer::Take
    }

    /// The result at the end of the moves.
    fn result(&mut self, result: GameResult) {
        let _ = result;
    }

    /// The game ends.
    fn end_game(&mut self) {}

    /// A part of the game does not follow the standard.
    fn problem(&mut self, problem: &Problem) {
        let _ = problem;
    }
}
