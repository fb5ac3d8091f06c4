//! Makes the moves of a game on boards while the game is read.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use gardez_bitboard::Bitboard;
use gardez_position::{Board, FenMode, FenReader};

use super::{Answer, GameResult, Interest, Nag, Played, Problem, ProblemKind, Tag, Text, TextVisitor, Visitor};
use crate::san;

/// The boards of the open lines, and the tags that set up the first board.
///
/// A variation begins on the board before the last move, so each line has two boards: the current one and the one before.
#[derive(Debug)]
pub(super) struct Player {
    /// The start position, on which most games begin.
    usual: Board,
    lines: Vec<Line>,
    /// The number of lines in use.
    open: usize,
    fen: Option<String>,
    set_up: bool,
    variant: Option<String>,
    wants_tags: bool,
}

#[derive(Clone, Copy, Debug)]
struct Line {
    boards: [Board; 2],
    current: usize,
    /// The pieces that give check on the current board.
    checkers: Bitboard,
    /// False before the first word.
    has_moved: bool,
}

impl Line {
    fn new(start: Board) -> Self {
        Self { boards: [start; 2], current: 0, checkers: start.checkers(), has_moved: false }
    }
}

impl Default for Player {
    fn default() -> Self {
        let usual = Board::start();
        Self {
            usual,
            lines: alloc::vec![Line::new(usual)],
            open: 1,
            fen: None,
            set_up: false,
            variant: None,
            wants_tags: true,
        }
    }
}

impl Player {
    /// A `TextVisitor` that makes the moves with this player and passes them to `visitor`.
    pub(super) fn with_visitor<'a, V>(&'a mut self, visitor: &'a mut V) -> PlayingVisitor<'a, V> {
        PlayingVisitor { player: self, visitor }
    }

    /// Opens a line on `start`.
    fn open(&mut self, start: Board) {
        match self.lines.get_mut(self.open) {
            Some(line) => *line = Line::new(start),
            None => self.lines.push(Line::new(start)),
        }
        self.open += 1;
    }

    /// The board that the tags set up; `None` if they cannot be read.
    fn start(&self) -> (Option<Board>, Answer) {
        let Some(mode) = mode(self.variant.as_deref()) else {
            return (None, Answer::refused(ProblemKind::UnknownVariant));
        };
        let Some(fen) = &self.fen else {
            let start = match mode {
                FenMode::Chess960 => Board::chess960(518).unwrap_or(self.usual),
                _ => self.usual,
            };
            let needs_fen = self.set_up || mode == FenMode::Chess960;
            return (Some(start), if needs_fen { Answer::noted(ProblemKind::MissingFen) } else { Answer::Take });
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

/// How the FEN of a game of this variant is read; `None` if the variant is neither chess nor Chess960.
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

/// A player together with the visitor that receives the moves.
pub(super) struct PlayingVisitor<'a, V> {
    player: &'a mut Player,
    visitor: &'a mut V,
}

impl<V: Visitor> TextVisitor for PlayingVisitor<'_, V> {
    fn begin_game(&mut self) -> Interest {
        let player = &mut *self.player;
        (player.fen, player.variant, player.set_up) = (None, None, false);
        self.visitor.begin_game()
    }

    fn begin_tags(&mut self) -> Interest {
        let interest = self.visitor.begin_tags();
        self.player.wants_tags = interest == Interest::Take;
        // The player itself needs the tags that set up the position.
        Interest::Take
    }

    fn tag(&mut self, tag: Tag<'_>) {
        match tag.name.as_bytes() {
            b"FEN" => self.player.fen = Some(tag.value().into_owned()),
            b"SetUp" => self.player.set_up = tag.raw_value.as_bytes() == b"1",
            b"Variant" => self.player.variant = Some(tag.value().into_owned()),
            _ => {}
        }
        if self.player.wants_tags {
            self.visitor.tag(tag);
        }
    }

    fn begin_moves(&mut self) -> Answer {
        let player = &mut *self.player;
        let (board, answer) = player.start();
        player.open = 0;
        player.open(board.unwrap_or(player.usual));
        match board {
            Some(board) if self.visitor.begin_moves(&board) == Interest::Skip => match answer {
                Answer::Noted(kind) => Answer::Refused(kind),
                _ => Answer::Skip,
            },
            _ => answer,
        }
    }

    #[inline]
    fn san(&mut self, text: Text<'_>) -> Answer {
        let line = &mut self.player.lines[self.player.open - 1];
        line.has_moved = true;
        let [first, second] = &mut line.boards;
        let (before, after) = if line.current == 0 { (&*first, second) } else { (&*second, first) };
        let (m, mut repairs, mark) = match san::quick(before, line.checkers, text.as_bytes()) {
            Some((m, mark)) => (Some(m), san::Repairs::empty(), mark),
            None => match san::read_slowly(before, text.as_bytes()) {
                Ok(read) => read,
                Err(error) => return Answer::refused(ProblemKind::Move(Box::new(error))),
            },
        };
        match m {
            Some(m) => {
                *after = *before;
                after.do_move(m);
                line.checkers = after.checkers();
                repairs |= san::check_mark(mark, after, line.checkers);
            }
            None if !line.checkers.is_empty() => return Answer::refused(ProblemKind::NullMoveInCheck),
            None => {
                *after = before.after_null();
                line.checkers = after.checkers();
            }
        }
        line.current ^= 1;
        self.visitor.play(&Played { mv: m, before, after, text, repairs });
        if repairs.is_empty() { Answer::Take } else { Answer::noted(ProblemKind::Repaired(repairs)) }
    }

    fn nag(&mut self, nag: Nag) {
        self.visitor.nag(nag);
    }

    fn comment(&mut self, comment: Text<'_>) {
        self.visitor.comment(comment);
    }

    fn begin_variation(&mut self) -> Answer {
        let line = &self.player.lines[self.player.open - 1];
        if !line.has_moved {
            return Answer::refused(ProblemKind::VariationWithoutMove);
        }
        let start = line.boards[line.current ^ 1];
        if self.visitor.begin_variation(&start) == Interest::Skip {
            return Answer::Skip;
        }
        self.player.open(start);
        Answer::Take
    }

    fn end_variation(&mut self) -> Answer {
        let has_moved = self.player.lines[self.player.open - 1].has_moved;
        self.player.open -= 1;
        self.visitor.end_variation();
        if has_moved { Answer::Take } else { Answer::noted(ProblemKind::EmptyVariation) }
    }

    fn result(&mut self, result: GameResult) {
        self.visitor.result(result);
    }

    fn end_game(&mut self) {
        self.visitor.end_game();
    }

    fn problem(&mut self, problem: &Problem) {
        self.visitor.problem(problem);
    }
}
