//! Passes the moves of a game to its visitor, made on boards or as words.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use gardez_position::Board;

use crate::pgn::board::{PgnBoard, StartTags};
use crate::pgn::letters::{GameLetters, Trial, choose};
use crate::pgn::number::MoveNumber;
use crate::pgn::parse::{Beginning, MoveHandler, Parser};
use crate::pgn::report::ProblemKind;
use crate::pgn::scan::SliceSource;
use crate::pgn::text::{Tag, Text};
use crate::pgn::verdict::{Skip, Verdict};
use crate::pgn::visitor::{Boards, Played, Visitor, Word, Words};
use crate::san::{Letters, Repairs};

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
    /// The letters that the caller has set.
    given: Option<Letters>,
    letters: GameLetters,
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

impl<B: PgnBoard> Player<B> {
    /// Creates a player of games in these letters, or in those that each game shows.
    pub(in crate::pgn) fn new(given: Option<Letters>) -> Self {
        let usual = B::usual();
        let lines = alloc::vec![Line::new(usual, MoveNumber::NONE)];
        Self { usual, lines, open: 1, tags: StartTags::default(), given, letters: GameLetters::new(given) }
    }

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
        self.letters = GameLetters::new(self.given);
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
        self.open(start, MoveNumber::due(start.fullmove_number(), start.side_to_move()));
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
        let read = if self.letters.are_english() {
            B::play(before, after, text.as_bytes())
        } else {
            self.letters.play::<B>(before, after, text.as_bytes())
        };
        let (m, repairs) = match read {
            Ok(played) => played,
            Err(kind) => return refuse(kind),
        };
        line.current ^= 1;
        line.due = line.due.next();
        let skip = visitor.play(Played { mv: m, before, after, depth, text, repairs })?;
        // The letters are reported once for the game.
        let repairs = repairs - Repairs::LETTERS;
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

    fn asks_for_letters(&self) -> bool {
        self.letters.asks()
    }

    fn find_letters(&mut self, ahead: &Parser<SliceSource<'_>>, whole: bool) -> Option<Verdict> {
        let mut trials = Vec::new();
        for letters in self.letters.candidates() {
            let lines = self.lines[..self.open].to_vec();
            let mut player = Self { lines, open: self.open, ..Self::new(Some(letters)) };
            let mut trial = Trial::new(letters, self.open - 1);
            let is_enough = ahead.clone().try_rest(&mut player, &mut trial);
            if !is_enough && !whole {
                return None;
            }
            trials.push(trial);
        }
        let (letters, verdict) = choose(&trials);
        self.letters = GameLetters::new(Some(letters));
        Some(verdict)
    }
}

#[cold]
fn refuse<B>(kind: ProblemKind) -> ControlFlow<B, Verdict> {
    ControlFlow::Continue(Verdict::refused(kind))
}
