//! Passes the moves of a game to its visitor: made on boards by a [`Player`], or as words by [`PassOn`].

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use gardez_position::{Board, BoardWithCheckers, FenMode, FenReader};

use crate::pgn::report::ProblemKind;
use crate::pgn::text::{Tag, Text};
use crate::pgn::visitor::{Answer, Boards, Interest, MoveForm, Played, Visitor, Word, Words};
use crate::san;

/// Turns each move text of a game into the form that the visitor receives. It returns the visitor's answer to the
/// parser, or the problem of a text that is not a legal move.
pub(in crate::pgn) trait Mover {
    type Form: MoveForm;

    /// Begins a game.
    fn begin_game(&mut self);

    /// Receives a tag pair, even if the visitor skips it.
    fn tag(&mut self, tag: &Tag<'_>);

    /// Returns the moves begin.
    fn begin_moves<V: Visitor<Self::Form>>(&mut self, visitor: &mut V) -> ControlFlow<V::Break, Beginning>;

    /// Returns a word that may be a move, at this depth.
    fn play<V: Visitor<Self::Form>>(
        &mut self,
        visitor: &mut V,
        text: Text<'_>,
        depth: usize,
    ) -> ControlFlow<V::Break, Answer>;

    /// Returns a variation begins; its moves have this depth.
    fn begin_variation<V: Visitor<Self::Form>>(
        &mut self,
        visitor: &mut V,
        depth: usize,
    ) -> ControlFlow<V::Break, Answer>;

    /// Ends the last variation that was not skipped; `Some` is a problem of it.
    fn end_variation(&mut self) -> Option<ProblemKind>;
}

/// How the moves of a game begin.
pub(in crate::pgn) struct Beginning {
    /// The answer of the visitor, and the problem of the start position.
    pub(in crate::pgn) answer: Answer,
    /// False if moves cannot be read, because the start position is unknown.
    pub(in crate::pgn) is_playable: bool,
}

/// Passes each move text to the visitor as a word, without a board.
pub(in crate::pgn) struct PassOn;

impl Mover for PassOn {
    type Form = Words;

    fn begin_game(&mut self) {}

    fn tag(&mut self, _: &Tag<'_>) {}

    fn begin_moves<V: Visitor<Words>>(&mut self, visitor: &mut V) -> ControlFlow<V::Break, Beginning> {
        ControlFlow::Continue(Beginning { answer: visitor.begin_moves(())?, is_playable: true })
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

/// The boards of the open lines, and the tags that set up the first board.
///
/// A variation begins on the board before the last move, so each line has two boards: the current one and the one before.
#[derive(Debug)]
pub(in crate::pgn) struct Player {
    /// The start position, on which most games begin.
    usual: Board,
    lines: Vec<Line>,
    /// The number of lines in use.
    open: usize,
    fen: Option<String>,
    set_up: bool,
    variant: Option<String>,
}

#[derive(Clone, Copy, Debug)]
struct Line {
    boards: [BoardWithCheckers; 2],
    current: usize,
    /// False before the first word.
    has_moved: bool,
}

impl Line {
    fn new(start: Board) -> Self {
        Self { boards: [start.into(); 2], current: 0, has_moved: false }
    }
}

impl Default for Player {
    fn default() -> Self {
        let usual = Board::start();
        Self { usual, lines: alloc::vec![Line::new(usual)], open: 1, fen: None, set_up: false, variant: None }
    }
}

impl Player {
    /// Opens a line on `start`.
    fn open(&mut self, start: Board) {
        match self.lines.get_mut(self.open) {
            Some(line) => *line = Line::new(start),
            None => self.lines.push(Line::new(start)),
        }
        self.open += 1;
    }

    /// Returns the board that the tags set up; `None` if they cannot be read.
    fn start(&self) -> (Option<Board>, Answer) {
        let Some(mode) = mode(self.variant.as_deref()) else {
            return (None, Answer::refused(ProblemKind::UnknownVariant));
        };
        let Some(fen) = &self.fen else {
            let start = match mode {
                FenMode::Chess960 => Board::chess960(518).unwrap_or(self.usual),
                _ => self.usual,
            };
            let note = match mode {
                _ if self.set_up => Answer::noted(ProblemKind::MissingFen),
                FenMode::Chess960 => Answer::noted(ProblemKind::MissingChess960Start),
                _ => Answer::Take,
            };
            return (Some(start), note);
        };
        match FenReader::new().with_mode(mode).read_board(fen) {
            Err(error) => (None, Answer::refused(ProblemKind::Fen(Box::new(error)))),
            Ok(read) => {
                let problems = read.problems();
                let note = if !problems.is_empty() {
                    Answer::noted(ProblemKind::OddPosition(problems))
                } else if !self.set_up {
                    Answer::noted(ProblemKind::MissingSetUp)
                } else {
                    Answer::Take
                };
                (Some(read.position), note)
            }
        }
    }
}

/// Returns how the FEN of a game of this variant is read; `None` if the variant is neither chess nor Chess960.
fn mode(variant: Option<&str>) -> Option<FenMode> {
    let name: String = variant.unwrap_or_default().chars().filter(|c| c.is_alphanumeric()).collect();
    Some(match name.to_ascii_lowercase().as_str() {
        "" | "standard" | "regular" | "normal" | "chess" | "classical" | "fromposition" => FenMode::Detect,
        "chess960"
        | "fischerandom"
        | "fischerrandom"
        | "fischerrandomchess"
        | "fischerandomchess"
        | "frc"
        | "960"
        | "freestyle"
        | "freestylechess"
        | "doublefischerrandom"
        | "dfrc"
        | "chess9lx" => FenMode::Chess960,
        _ => return None,
    })
}

impl Mover for Player {
    type Form = Boards;

    fn begin_game(&mut self) {
        (self.fen, self.variant, self.set_up) = (None, None, false);
    }

    fn tag(&mut self, tag: &Tag<'_>) {
        match tag.name.as_bytes() {
            b"FEN" => self.fen = Some(tag.value().into_owned()),
            b"SetUp" => self.set_up = tag.raw_value.as_bytes() == b"1",
            b"Variant" => self.variant = Some(tag.value().into_owned()),
            _ => {}
        }
    }

    fn begin_moves<V: Visitor>(&mut self, visitor: &mut V) -> ControlFlow<V::Break, Beginning> {
        let (board, answer) = self.start();
        self.open = 0;
        self.open(board.unwrap_or(self.usual));
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
    fn play<V: Visitor>(&mut self, visitor: &mut V, text: Text<'_>, depth: usize) -> ControlFlow<V::Break, Answer> {
        let line = &mut self.lines[self.open - 1];
        line.has_moved = true;
        let [first, second] = &mut line.boards;
        let (before, after) = if line.current == 0 { (&*first, second) } else { (&*second, first) };
        let (m, mut repairs, mark) =
            match san::quick(before, |piece, to, among| before.legal_origins(piece, to, among), text.as_bytes()) {
                Some((m, mark)) => (Some(m), san::Repairs::empty(), mark),
                None => match san::read_slowly(before, text.as_bytes()) {
                    Ok(read) => read,
                    Err(error) => return refuse(ProblemKind::Move(Box::new(error))),
                },
            };
        match m {
            Some(m) => {
                after.set_after(before, m);
                repairs |= san::check_mark(mark, after, !after.checkers().is_empty());
            }
            None if !before.checkers().is_empty() => return refuse(ProblemKind::NullMoveInCheck),
            None => *after = before.after_null().into(),
        }
        line.current ^= 1;
        let interest = visitor.play(Played { mv: m, before, after, depth, text, repairs })?;
        ControlFlow::Continue(match (interest, repairs.is_empty()) {
            (Interest::Take, true) => Answer::Take,
            (Interest::Skip, true) => Answer::Skip,
            (Interest::Take, false) => Answer::noted(ProblemKind::Repaired(repairs)),
            (Interest::Skip, false) => Answer::refused(ProblemKind::Repaired(repairs)),
        })
    }

    fn begin_variation<V: Visitor>(&mut self, visitor: &mut V, depth: usize) -> ControlFlow<V::Break, Answer> {
        let line = &self.lines[self.open - 1];
        if !line.has_moved {
            return refuse(ProblemKind::VariationWithoutMove);
        }
        let start = *line.boards[line.current ^ 1];
        let interest = visitor.begin_variation(&start, depth)?;
        if interest == Interest::Take {
            self.open(start);
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
