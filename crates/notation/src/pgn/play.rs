//! Passes the moves of a game to its visitor, made on boards or as words.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use gardez_position::Board;

use crate::pgn::board::{PgnBoard, StartTags};
use crate::pgn::number::MoveNumber;
use crate::pgn::report::ProblemKind;
use crate::pgn::text::{Tag, Text};
use crate::pgn::visitor::{Answer, Boards, Interest, MoveForm, Played, Visitor, Word, Words};

/// Turns each move text of a game into the form that the visitor receives, and returns the visitor's answer, or the
/// problem of a text that is not a legal move.
pub(in crate::pgn) trait Mover {
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
    ) -> ControlFlow<V::Break, Answer>;

    /// Begins a variation of this depth.
    fn begin_variation<V: Visitor<Self::Form>>(
        &mut self,
        visitor: &mut V,
        depth: usize,
    ) -> ControlFlow<V::Break, Answer>;

    /// Ends the last variation that was not skipped, and returns its problem.
    fn end_variation(&mut self) -> Option<ProblemKind>;
}

/// The beginning of the moves of a game.
pub(in crate::pgn) struct Beginning {
    /// The answer of the visitor, and the problem of the start position.
    pub(in crate::pgn) answer: Answer,
    /// `false` if moves cannot be read, because the start position is unknown.
    pub(in crate::pgn) is_playable: bool,
}

/// Passes each move text to the visitor, without a board.
pub(in crate::pgn) struct PassOn;

impl Mover for PassOn {
    type Form = Words;

    fn begin_game(&mut self) {}

    fn tag(&mut self, _: &Tag<'_>) {}

    fn begin_moves<V: Visitor<Words>>(&mut self, visitor: &mut V) -> ControlFlow<V::Break, Beginning> {
        ControlFlow::Continue(Beginning { answer: visitor.begin_moves(())?, is_playable: true })
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
    ) -> ControlFlow<V::Break, Answer> {
        visitor.play(Word { text, depth })
    }

    fn begin_variation<V: Visitor<Words>>(&mut self, visitor: &mut V, depth: usize) -> ControlFlow<V::Break, Answer> {
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

impl<B: PgnBoard> Mover for Player<B> {
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
        let (board, answer) = self.tags.set_up(&self.usual);
        self.open = 0;
        let start = board.unwrap_or(self.usual);
        self.open(start, MoveNumber::due(start.fullmove(), start.side_to_move()));
        let Some(board) = board else {
            return ControlFlow::Continue(Beginning { answer, is_playable: false });
        };
        let answer = match (visitor.begin_moves(&board)?, answer) {
            (Interest::Take, answer) => answer,
            (Interest::Skip, Answer::Noted(kind)) => Answer::Refused(kind),
            (Interest::Skip, _) => Answer::Skip,
        };
        ControlFlow::Continue(Beginning { answer, is_playable: true })
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
    ) -> ControlFlow<V::Break, Answer> {
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
        let interest = visitor.play(Played { mv: m, before, after, depth, text, repairs })?;
        ControlFlow::Continue(match (interest, repairs.is_empty()) {
            (Interest::Take, true) => Answer::Take,
            (Interest::Skip, true) => Answer::Skip,
            (Interest::Take, false) => Answer::noted(ProblemKind::Repaired(repairs)),
            (Interest::Skip, false) => Answer::refused(ProblemKind::Repaired(repairs)),
        })
    }

    fn begin_variation<V: Visitor<Boards<B>>>(
        &mut self,
        visitor: &mut V,
        depth: usize,
    ) -> ControlFlow<V::Break, Answer> {
        let line = &self.lines[self.open - 1];
        if !line.has_moved {
            return refuse(ProblemKind::VariationWithoutMove);
        }
        let (start, due) = (*line.boards[line.current ^ 1], line.due.previous());
        let interest = visitor.begin_variation(&start, depth)?;
        if interest == Interest::Take {
            self.open(start, due);
        }
        ControlFlow::Continue(interest.into())
    }

    fn end_variation(&mut self) -> Option<ProblemKind> {
        self.open -= 1;
        (!self.lines[self.open].has_moved).then_some(ProblemKind::EmptyVariation)
    }
}

#[cold]
fn refuse<B>(kind: ProblemKind) -> ControlFlow<B, Answer> {
    ControlFlow::Continue(Answer::refused(kind))
}
