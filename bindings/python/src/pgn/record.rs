//! A game as it was read, in few bytes: the main line as numbers, and everything else in the order of the file.

use std::convert::Infallible;
use std::mem;
use std::ops::ControlFlow;

use gardez_notation::pgn::{Before, Game, Interest, Nag, NodeId, Played, Problem, Tag, Text, Visitor};
use gardez_position::{Board, GameResult};
use gardez_types::Move;

/// A game. Its tree is built only if it is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    /// Names and values, one after the other.
    tags: Box<str>,
    /// Where the names and values end.
    ends: Box<[u32]>,
    pub(crate) start: Start,
    /// The numbers of the moves of the main line; 0 for a null move.
    pub(crate) moves: Box<[u16]>,
    notes: Box<[Note]>,
    text: Box<str>,
    pub(crate) result: GameResult,
    pub(crate) problems: Box<[Problem]>,
    pub(crate) problem_count: u64,
    /// The offset of its first byte in the input.
    pub(crate) offset: u64,
}

/// The board before the first move.
#[derive(Clone, Debug, Default)]
pub(crate) enum Start {
    /// The tags do not set up a position.
    #[default]
    None,
    Usual,
    Board(Box<Board>),
}

/// Something besides a move of the main line.
#[derive(Clone, Copy, Debug)]
struct Note {
    /// The number of moves of the main line before it.
    ply: u32,
    event: Event,
}

#[derive(Clone, Copy, Debug)]
enum Event {
    /// A move of a variation.
    Move(u16),
    Nag(u8),
    /// A part of the text.
    Comment(u32, u32),
    Begin,
    End,
}

/// The most problems of a game that are kept.
const MAX_PROBLEMS: usize = 1000;

type Flow<T> = ControlFlow<Infallible, T>;

/// Collects what a reader reports about a game. Its memory is used again for the next game.
#[derive(Debug)]
pub(crate) struct Collector {
    tags: String,
    ends: Vec<u32>,
    start: Start,
    moves: Vec<u16>,
    notes: Vec<Note>,
    text: String,
    result: GameResult,
    problems: Vec<Problem>,
    problem_count: u64,
    usual: Board,
}

impl Default for Collector {
    fn default() -> Self {
        Self {
            tags: String::new(),
            ends: Vec::new(),
            start: Start::None,
            moves: Vec::new(),
            notes: Vec::new(),
            text: String::new(),
            result: GameResult::Unknown,
            problems: Vec::new(),
            problem_count: 0,
            usual: Board::start(),
        }
    }
}

impl Collector {
    /// Returns the game that was read. `offset` is the place of its first byte.
    pub(crate) fn take(&mut self, offset: u64) -> Record {
        Record {
            tags: self.tags.as_str().into(),
            ends: self.ends.as_slice().into(),
            start: mem::take(&mut self.start),
            moves: self.moves.as_slice().into(),
            notes: self.notes.as_slice().into(),
            text: self.text.as_str().into(),
            result: self.result,
            problems: mem::take(&mut self.problems).into(),
            problem_count: self.problem_count,
            offset,
        }
    }

    fn note(&mut self, event: Event) -> Flow<()> {
        // A game has at most 16 MiB.
        self.notes.push(Note { ply: self.moves.len() as u32, event });
        ControlFlow::Continue(())
    }
}

impl Visitor for Collector {
    type Break = Infallible;

    fn begin_game(&mut self) -> Flow<Interest> {
        self.tags.clear();
        self.ends.clear();
        self.start = Start::None;
        self.moves.clear();
        self.notes.clear();
        self.text.clear();
        self.result = GameResult::Unknown;
        self.problems.clear();
        self.problem_count = 0;
        ControlFlow::Continue(Interest::Take)
    }

    fn tag(&mut self, tag: Tag<'_>) -> Flow<()> {
        self.tags.push_str(&tag.name().to_str());
        self.ends.push(self.tags.len() as u32);
        self.tags.push_str(&tag.value());
        self.ends.push(self.tags.len() as u32);
        ControlFlow::Continue(())
    }

    fn begin_moves(&mut self, start: &Board) -> Flow<Interest> {
        self.start = if start.same_state(&self.usual) { Start::Usual } else { Start::Board(Box::new(*start)) };
        ControlFlow::Continue(Interest::Take)
    }

    fn play(&mut self, played: Played<'_>) -> Flow<Interest> {
        let raw = played.mv.map_or(0, Move::raw);
        if played.depth == 0 {
            self.moves.push(raw);
        } else {
            let _ = self.note(Event::Move(raw));
        }
        ControlFlow::Continue(Interest::Take)
    }

    fn nag(&mut self, nag: Nag) -> Flow<()> {
        self.note(Event::Nag(nag.raw()))
    }

    fn comment(&mut self, comment: Text<'_>) -> Flow<()> {
        let start = self.text.len() as u32;
        self.text.push_str(&comment.normalized());
        self.note(Event::Comment(start, self.text.len() as u32))
    }

    fn begin_variation(&mut self, _: &Board, _: usize) -> Flow<Interest> {
        let _ = self.note(Event::Begin);
        ControlFlow::Continue(Interest::Take)
    }

    fn end_variation(&mut self) -> Flow<()> {
        self.note(Event::End)
    }

    fn result(&mut self, result: GameResult) -> Flow<()> {
        self.result = result;
        ControlFlow::Continue(())
    }

    fn problem(&mut self, problem: &Problem) -> Flow<()> {
        self.problem_count += 1;
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(problem.clone());
        }
        ControlFlow::Continue(())
    }
}

impl Record {
    /// Names and values, as often as they occur in the file.
    pub(crate) fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        let mut start = 0;
        let mut texts = self.ends.iter().map(move |&end| {
            let text = self.tags.get(start..end as usize).unwrap_or_default();
            start = end as usize;
            text
        });
        std::iter::from_fn(move || Some((texts.next()?, texts.next()?)))
    }

    /// Returns the board before the first move; `None` if the tags do not set up a position.
    pub(crate) fn start_board(&self) -> Option<Board> {
        match &self.start {
            Start::None => None,
            Start::Usual => Some(Board::start()),
            Start::Board(board) => Some(**board),
        }
    }

    /// Returns the game as a tree, without its tags.
    pub(crate) fn tree(&self) -> Game {
        let mut game = match &self.start {
            Start::Board(board) => Game::from_board(**board),
            _ => Game::new(),
        };
        let mut builder =
            Builder { current: game.root(), outer: Vec::new(), is_fresh: false, before: Before::default() };
        let mut moves = self.moves.iter().map(|&raw| Move::from_raw(raw));
        let mut ply = 0;
        for note in &self.notes {
            while ply < note.ply {
                let Some(m) = moves.next() else { break };
                builder.play(&mut game, m);
                ply += 1;
            }
            match note.event {
                Event::Comment(start, end) => {
                    let text = self.text.get(start as usize..end as usize).unwrap_or_default();
                    builder.comment(&mut game, text);
                }
                event => builder.add(&mut game, event),
            }
        }
        for m in moves {
            builder.play(&mut game, m);
        }
        game.result = self.result;
        game
    }
}

/// Builds a tree from notes.
struct Builder {
    /// The last move of the line; at its beginning the move before it.
    current: NodeId,
    /// The last moves of the lines around it.
    outer: Vec<NodeId>,
    /// True before the first move of a variation.
    is_fresh: bool,
    before: Before,
}

impl Builder {
    fn play(&mut self, game: &mut Game, m: Option<Move>) {
        self.current = game.push(self.current, m);
        self.is_fresh = false;
        if self.before != Before::default() {
            game.node_mut(self.current).before = Some(mem::take(&mut self.before).into());
        }
    }

    fn comment(&mut self, game: &mut Game, text: &str) {
        match self.is_fresh {
            true => self.before.comments.push(text.into()),
            false => game.node_mut(self.current).comments.push(text.into()),
        }
    }

    fn add(&mut self, game: &mut Game, event: Event) {
        match event {
            Event::Move(raw) => self.play(game, Move::from_raw(raw)),
            Event::Nag(number) if self.is_fresh => self.before.nags.push(Nag::from_raw(number)),
            Event::Nag(number) => game.node_mut(self.current).nags.push(Nag::from_raw(number)),
            Event::Begin => {
                self.outer.push(self.current);
                self.current = game.node(self.current).parent().unwrap_or(self.current);
                self.is_fresh = true;
            }
            Event::End => {
                self.current = self.outer.pop().unwrap_or(self.current);
                self.is_fresh = false;
                // Comments and glyphs in a variation without moves belong to the move before it.
                let before = mem::take(&mut self.before);
                let node = game.node_mut(self.current);
                node.comments.extend(before.comments);
                node.nags.extend(before.nags);
            }
            Event::Comment(..) => {}
        }
    }
}
