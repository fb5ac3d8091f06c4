//! Passes the moves of a game to its visitor, made on boards or as words.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use gardez_position::Board;

use crate::pgn::board::{PgnBoard, StartTags};
use crate::pgn::number::MoveNumber;
use crate::pgn::report::ProblemKind;
use crate::pgn::text::{Tag, Text};
use crate::pgn::visitor::{Boards, MoveForm, Played, Skip, Verdict, Visitor, Word, Words};

/// Turns each move text of a game into the form that the visitor receives, and returns the visitor's verdict, or the
/// problem of a text that is not a legal move.
pub(in crate::pgn) trait MoveHandler {
    type Form: MoveForm;

    /// Begins a game.
    fn begin_game(&mut self);

    /// Receives a tag pair, even if the visitor skips it.
    fn tag(&mut self, tag: &Tag<'_>);

    /// Begins the moves.
    fn begin_moves<V: Visitor<Self::Form>>(&mut self, visitor: &mut V) -> ControlFlow<V::Break, Beginning>;

    /// Returns the number that is due in the current line, if boards are known.
    fn due(&self) -> Option<MoveNumber>;

    /// Plays a word that may be a move, at this depth.
    fn play<V: Visitor<Self::Form>>(
        &mut self,
        visitor: &mut V,
        text: Text<'_>,
        depth: usize,
    ) -> ControlFlow<V::Break, Verdict>;

    /// Begins a variation of this depth.
    fn begin_variation<V: Visitor<Self::Form>>(
        &mut self,
        visitor: &mut V,
        depth: usize,
    ) -> ControlFlow<V::Break, Verdict>;

    /// Ends the last variation that was not skipped, and returns its problem.
    fn end_variation(&mut self) -> Option<ProblemKind>;
}

/// The beginning of the moves of a game.
pub(in crate::pgn) struct Beginning {
    /// The verdict of the visitor, and the problem of the start position.
    pub(in crate::pgn) verdict: Verdict,
    /// `false` if moves cannot be read, because the start position is unknown.
    pub(in crate::pgn) is_playable: bool,
}

/// Passes each move text to the visitor, without a board.
pub(in crate::pgn) struct Passthrough;

impl MoveHandler for Passthrough {
    type Form = Words;

    fn begin_game(&mut self) {}

    fn tag(&mut self, _: &Tag<'_>) {}

    fn begin_moves<V: Visitor<Words>>(&mut self, visitor: &mut V) -> ControlFlow<V::Break, Beginning> {
        ControlFlow::Continue(Beginning { verdict: visitor.begin_moves(())?, is_playable: true })
    }

    #[inline]
    fn due(&self) -> Option<MoveNumber> {
        None
    }

    #[inline]
    fn play<V: Visitor<Words>>(
        &mut self,
        visitor: &mut V,
        text: Text<'_>,
        depth: usize,
    ) -> ControlFlow<V::Break, Verdict> {
        visitor.play(Word { text, depth })
    }

    fn begin_variation<V: Visitor<Words>>(&mut self, visitor: &mut V, depth: usize) -> ControlFlow<V::Break, Verdict> {
        visitor.begin_variation((), depth)
    }

    fn end_variation(&mut self) -> Option<ProblemKind> {
        None
    }
}

/// The boards of the open lines: the current one, and the one before the last move, where a variation begins.
#[derive(Debug)]
pub(in crate::pgn) struct Player<B: PgnBoard = Board> {
    /// The start position of most games.
    usual: B,
    lines: Vec<Line<B>>,
    /// The number of lines in use.
    open: usize,
    tags: StartTags,
}

#[derive(Clone, Copy, Debug)]
struct Line<B: PgnBoard> {
    boards: [B::Kept; 2],
    current: usize,
    /// `false` before the first word.
    has_moved: bool,
    /// The number that is due. Unlike the board's number, it goes on after a null move.
    due: MoveNumber,
}

impl<B: PgnBoard> Line<B> {
    fn new(start: B, due: MoveNumber) -> Self {
        Self { boards: [start.into(); 2], current: 0, has_moved: false, due }
    }
}

impl<B: PgnBoard> Default for Player<B> {
    fn default() -> Self {
        let usual = B::usual();
        Self { usual, lines: alloc::vec![Line::new(usual, MoveNumber::NONE)], open: 1, tags: StartTags::default() }
    }
}

impl<B: PgnBoard> Player<B> {
    /// Opens a line on `start`.
    fn open(&mut self, start: B, due: MoveNumber) {
        match self.lines.get_mut(self.open) {
            Some(line) => *line = Line::new(start, due),
            None => self.lines.push(Line::new(start, due)),
        }
        self.open += 1;
    }
}

impl<B: PgnBoard> MoveHandler for Player<B> {
    type Form = Boards<B>;

    fn begin_game(&mut self) {
        self.tags = StartTags::default();
    }

    fn tag(&mut self, tag: &Tag<'_>) {
        match tag.name.as_bytes() {
            b"FEN" => self.tags.fen = Some(tag.value().into_owned()),
            b"SetUp" => self.tags.set_up = tag.raw_value.as_bytes() == b"1",
            b"Variant" => self.tags.variant = Some(tag.value().into_owned()),
            _ => {}
        }
    }

    fn begin_moves<V: Visitor<Boards<B>>>(&mut self, visitor: &mut V) -> ControlFlow<V::Break, Beginning> {
        let (board, verdict) = self.tags.set_up(&self.usual);
        self.open = 0;
        let start = board.unwrap_or(self.usual);
        self.open(start, MoveNumber::due(start.fullmove(), start.side_to_move()));
        let Some(board) = board else {
            return ControlFlow::Continue(Beginning { verdict, is_playable: false });
        };
        let verdict = match (visitor.begin_moves(&board)?, verdict) {
            (Skip(false), verdict) => verdict,
            (Skip(true), Verdict::Noted(kind)) => Verdict::Refused(kind),
            (Skip(true), _) => Verdict::Skip,
        };
        ControlFlow::Continue(Beginning { verdict, is_playable: true })
    }

    #[inline]
    fn due(&self) -> Option<MoveNumber> {
        Some(self.lines[self.open - 1].due)
    }

    #[inline]
    fn play<V: Visitor<Boards<B>>>(
        &mut self,
        visitor: &mut V,
        text: Text<'_>,
        depth: usize,
    ) -> ControlFlow<V::Break, Verdict> {
        let line = &mut self.lines[self.open - 1];
        line.has_moved = true;
        let [first, second] = &mut line.boards;
        let (before, after) = if line.current == 0 { (&*first, second) } else { (&*second, first) };
        let (m, repairs) = match B::play(before, after, text.as_bytes()) {
            Ok(played) => played,
            Err(kind) => return refuse(kind),
        };
        line.current ^= 1;
        line.due = line.due.next();
        let skip = visitor.play(Played { mv: m, before, after, depth, text, repairs })?;
        ControlFlow::Continue(match (skip, repairs.is_empty()) {
            (Skip(false), true) => Verdict::Take,
            (Skip(true), true) => Verdict::Skip,
            (Skip(false), false) => Verdict::noted(ProblemKind::Repaired(repairs)),
            (Skip(true), false) => Verdict::refused(ProblemKind::Repaired(repairs)),
        })
    }

    fn begin_variation<V: Visitor<Boards<B>>>(
        &mut self,
        visitor: &mut V,
        depth: usize,
    ) -> ControlFlow<V::Break, Verdict> {
        let line = &self.lines[self.open - 1];
        if !line.has_moved {
            return refuse(ProblemKind::VariationWithoutMove);
        }
        let (start, due) = (*line.boards[line.current ^ 1], line.due.previous());
        let skip = visitor.begin_variation(&start, depth)?;
        if skip == Skip(false) {
            self.open(start, due);
        }
        ControlFlow::Continue(skip.into())
    }

    fn end_variation(&mut self) -> Option<ProblemKind> {
        self.open -= 1;
        (!self.lines[self.open].has_moved).then_some(ProblemKind::EmptyVariation)
    }
}

#[cold]
fn refuse<B>(kind: ProblemKind) -> ControlFlow<B, Verdict> {
    ControlFlow::Continue(Verdict::refused(kind))
}
