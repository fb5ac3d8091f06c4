//! Who is told what a PGN holds.

use alloc::boxed::Box;

use gardez_position::Board;
use gardez_types::Move;

use super::{GameResult, Nag, Problem, ProblemKind, Tag, Text};
use crate::san::Repairs;

/// Whether a visitor wants what begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Interest {
    /// Tell me.
    #[default]
    Take,
    /// Pass it over.
    Skip,
}

/// A move of a game, made on the board.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// The move; none for a null move.
    pub mv: Option<Move>,
    /// The board before it.
    pub before: &'a Board,
    /// The board after it.
    pub after: &'a Board,
    /// The text as it stands in the file.
    pub text: Text<'a>,
    /// What had to be overlooked in it.
    pub repairs: Repairs,
}

/// Who is told of games with their moves made: [`Reader::read`](super::Reader::read).
///
/// Every method has an empty default. For each game the calls come in the order of the file: `begin_game`,
/// [`comment`](Visitor::comment)s before the tags, `begin_tags`, `tag`s, `begin_moves`, then moves with glyphs, comments
/// and variations, `result` unless it is missing, and `end_game`. A problem is told when it is met. There is no
/// `begin_moves`, and no move, where the tags set up no position.
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
///         self.0 += u32::from(played.m.is_some_and(|m| played.before.is_capture(m)));
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
    /// A game begins. Whoever skips it is told nothing more of it.
    fn begin_game(&mut self) -> Interest {
        Interest::Take
    }

    /// The tags begin, even if there are none. Whoever skips them still gets moves from the position that they set up.
    fn begin_tags(&mut self) -> Interest {
        Interest::Take
    }

    /// A tag pair.
    fn tag(&mut self, tag: Tag<'_>) {
        let _ = tag;
    }

    /// The moves begin, on this board. Whoever skips them is told of the game's result and end.
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

    /// A comment: behind the last move, or before the first of a game or variation.
    fn comment(&mut self, comment: Text<'_>) {
        let _ = comment;
    }

    /// A variation begins: other moves in place of the last one, on the board before it.
    ///
    /// Whoever skips it is not told of its end.
    fn begin_variation(&mut self, start: &Board) -> Interest {
        let _ = start;
        Interest::Take
    }

    /// The variation that began last ends.
    fn end_variation(&mut self) {}

    /// The result at the end of the moves.
    fn result(&mut self, result: GameResult) {
        let _ = result;
    }

    /// The game ends.
    fn end_game(&mut self) {}

    /// Something is not as it should be.
    fn problem(&mut self, problem: &Problem) {
        let _ = problem;
    }
}

/// What a [`TextVisitor`] makes of what it is told.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Answer {
    /// Go on.
    #[default]
    Take,
    /// Pass over what begins or, told of a move, over the rest of its line.
    Skip,
    /// Go on, but this is to be reported. (In a box, so that the usual answer costs nothing.)
    Noted(Box<ProblemKind>),
    /// This is to be reported; pass over what begins or over the rest of the line.
    Refused(Box<ProblemKind>),
}

impl Answer {
    /// Go on, but this is to be reported.
    #[cold]
    pub fn noted(kind: ProblemKind) -> Self {
        Self::Noted(Box::new(kind))
    }

    /// This is to be reported; pass over what begins or over the rest of the line.
    #[cold]
    pub fn refused(kind: ProblemKind) -> Self {
        Self::Refused(Box::new(kind))
    }
}

/// Who is told of games as text, without a board: [`Reader::read_text`](super::Reader::read_text).
///
/// The calls come in the same order as those of a [`Visitor`].
pub trait TextVisitor {
    /// A game begins. Whoever skips it is told nothing more of it.
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

    /// A word that may be a move, without its number and without a suffix such as `!`.
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

    /// A variation begins. Whoever skips or refuses it is not told of its end.
    fn begin_variation(&mut self) -> Answer {
        Answer::Take
    }

    /// The variation that began last ends.
    fn end_variation(&mut self) -> Answer {
        Answer::Take
    }

    /// The result at the end of the moves.
    fn result(&mut self, result: GameResult) {
        let _ = result;
    }

    /// The game ends.
    fn end_game(&mut self) {}

    /// Something is not as it should be.
    fn problem(&mut self, problem: &Problem) {
        let _ = problem;
    }
}
