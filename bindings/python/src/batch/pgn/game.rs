//! The main line of a game, and the positions along it.

use std::convert::Infallible;
use std::ops::ControlFlow;

use gardez_data::{Comment, Evaluation};
use gardez_lc0::{Move as Lc0Move, PolicyIndex, Position, PositionHistory, Transform};
use gardez_notation::pgn::{Played, Problem, Score, Severity, Skip, Tag, Text, Visitor};
use gardez_notation::san::San;
use gardez_position::{Board, FenStyle};
use gardez_types::{Color, GameResult, Move};

use super::Wanted;
use super::rows::Rows;

/// The main line of a game. Its memory is used again for the next game.
#[derive(Debug, Default)]
pub(super) struct Game {
    /// The numbers of the moves; 0 for a null move.
    moves: Vec<u16>,
    start: Option<Board>,
    pub(super) result: GameResult,
    pub(super) errors: u32,
    /// The names of the tags that are wanted, and their values.
    pub(super) names: Vec<String>,
    pub(super) tags: Vec<Option<String>>,
    /// Whether comments are read.
    pub(super) has_comments: bool,
    /// The scores of the positions, for the side to move, and the clocks after the moves.
    scores: Vec<i16>,
    clocks: Vec<f32>,
    /// Scores of positions by their numbers, for positions without another.
    profile: Vec<(usize, Score)>,
}

/// The score of a position of which nothing is said, with which Stockfish says the same.
const NO_SCORE: i16 = 32_002;

impl Game {
    /// Returns what keeps the tags with these names, and what comments say if it is wanted.
    pub(super) fn new(names: Vec<String>, has_comments: bool) -> Self {
        Self { names, has_comments, ..Self::default() }
    }

    /// Sets the score of a position, as White sees it.
    fn score(&mut self, position: usize, score: Score) {
        let begins_black = self.start.is_some_and(|start| start.side_to_move() == Color::Black);
        let color = if (position % 2 == 1) == begins_black { Color::White } else { Color::Black };
        if let Some(known) = self.scores.get_mut(position) {
            *known = Evaluation::from_white(score, color).to_score();
        }
    }

    /// Sets the scores that nothing else has set.
    pub(super) fn finish(&mut self) {
        for (position, score) in std::mem::take(&mut self.profile) {
            if self.scores.get(position) == Some(&NO_SCORE) {
                self.score(position, score);
            }
        }
    }
}

type Flow<T> = ControlFlow<Infallible, T>;

impl Visitor for Game {
    type Break = Infallible;

    fn begin_game(&mut self) -> Flow<Skip> {
        self.moves.clear();
        self.start = None;
        self.result = GameResult::Unknown;
        self.errors = 0;
        self.tags.clear();
        self.tags.resize(self.names.len(), None);
        self.scores.clear();
        self.clocks.clear();
        self.profile.clear();
        ControlFlow::Continue(Skip(false))
    }

    fn begin_tags(&mut self) -> Flow<Skip> {
        // They still set up the position.
        ControlFlow::Continue(Skip(self.names.is_empty()))
    }

    fn tag(&mut self, tag: Tag<'_>) -> Flow<()> {
        for (name, value) in self.names.iter().zip(&mut self.tags) {
            if name.as_bytes() == tag.name().as_bytes() {
                *value = Some(tag.value().into_owned());
            }
        }
        ControlFlow::Continue(())
    }

    fn comment(&mut self, comment: Text<'_>) -> Flow<()> {
        if !self.has_comments {
            return ControlFlow::Continue(());
        }
        let plies = self.moves.len();
        if let (Some(last), Some(left)) = (self.clocks.last_mut(), comment.clock()) {
            *last = left.as_secs_f32();
        }
        let begins_black = self.start.is_some_and(|start| start.side_to_move() == Color::Black);
        let mover = if (plies % 2 == 0) == begins_black { Color::White } else { Color::Black };
        let text = comment.to_str();
        let read = Comment::read(&text, mover);
        if let (Some(found), Some(position)) = (read.before, plies.checked_sub(1)) {
            // An `%eval` of the position is already there.
            if self.scores.get(position) == Some(&NO_SCORE) {
                self.score(position, found.score);
            }
        }
        if let Some(found) = read.after {
            self.score(plies, found.score);
        }
        self.profile.extend(read.profile_items());
        ControlFlow::Continue(())
    }

    fn begin_moves(&mut self, start: &Board) -> Flow<Skip> {
        self.start = Some(*start);
        if self.has_comments {
            self.scores.push(NO_SCORE);
        }
        ControlFlow::Continue(Skip(false))
    }

    fn play(&mut self, played: Played<'_>) -> Flow<Skip> {
        self.moves.push(played.mv.map_or(0, Move::raw));
        if self.has_comments {
            self.scores.push(NO_SCORE);
            self.clocks.push(f32::NAN);
        }
        ControlFlow::Continue(Skip(false))
    }

    fn result(&mut self, result: GameResult) -> Flow<()> {
        self.result = result;
        ControlFlow::Continue(())
    }

    fn problem(&mut self, problem: &Problem) -> Flow<()> {
        self.errors = self.errors.saturating_add(u32::from(problem.kind.severity() == Severity::Error));
        ControlFlow::Continue(())
    }
}

/// The place in a game up to which its moves are in arrays.
#[derive(Debug)]
pub(super) struct Walk {
    ply: usize,
    /// The positions, if they are needed.
    line: Option<Line>,
}

/// The position before the next move, with those before it.
#[derive(Debug)]
struct Line {
    board: Board,
    history: PositionHistory,
}

/// The number of a null move among the outputs.
const NO_INDEX: u16 = u16::MAX;

/// The most positions of a history. No game has more without a capture or pawn move, because 75 moves end it.
const MAX_HISTORY: usize = 2048;

impl Walk {
    pub(super) fn new(game: &Game, wanted: &Wanted) -> Self {
        let needs_positions = wanted.encoder.is_some() || wanted.policy.is_some() || wanted.columns.are_of_positions();
        let start = game.start.filter(|_| needs_positions);
        let line = start.map(|board| Line { board, history: PositionHistory::new(Position::from(&board)) });
        Self { ply: 0, line }
    }

    /// Adds the next moves, until the arrays are full. Returns true at the end of the game.
    pub(super) fn add_to(&mut self, rows: &mut Rows, game: &Game, wanted: &Wanted) -> bool {
        let (first, last) = wanted.plies;
        let end = last.min(game.moves.len());
        let Some(line) = &mut self.line else {
            self.ply = self.ply.max(first).min(end);
            let stop = end.min(self.ply + (wanted.chunk - rows.moves.len()));
            rows.moves.extend_from_slice(&game.moves[self.ply..stop]);
            if game.has_comments {
                rows.scores.extend_from_slice(&game.scores[self.ply..stop]);
                rows.clocks.extend_from_slice(&game.clocks[self.ply..stop]);
            }
            self.ply = stop;
            return stop == end;
        };
        while self.ply < end {
            if rows.moves.len() == wanted.chunk {
                return false;
            }
            let raw = game.moves[self.ply];
            let m = Move::from_raw(raw);
            if first <= self.ply {
                line.add_to(rows, m, wanted);
                rows.moves.push(raw);
                if game.has_comments {
                    rows.scores.push(game.scores[self.ply]);
                    rows.clocks.push(game.clocks[self.ply]);
                }
            }
            line.play(m, &game.moves[..=self.ply], wanted);
            self.ply += 1;
        }
        true
    }
}

impl Line {
    /// Adds what is wanted about the position and its move.
    fn add_to(&self, rows: &mut Rows, m: Option<Move>, wanted: &Wanted) {
        let (board, columns) = (&self.board, wanted.columns);
        if columns.key {
            rows.keys.push(board.key());
        }
        if columns.fen {
            rows.fens.push(board.fen(FenStyle::XFen).to_string());
        }
        if columns.uci {
            rows.ucis.push(m.map_or_else(|| "0000".into(), |m| m.uci(board.castling_mode()).to_string()));
        }
        if columns.san {
            rows.sans.push(m.map_or_else(|| "--".into(), |m| San::new(board, m).to_string()));
        }
        let mut transform = Transform::NONE;
        if let Some(encoder) = wanted.encoder {
            let (planes, applied) = encoder.encode(&self.history);
            rows.add_planes(&planes, applied);
            transform = applied;
        }
        if let Some(indexing) = wanted.policy {
            let relative = m.map(|m| Lc0Move::from_absolute(m, self.board.side_to_move()));
            let index = relative.and_then(|m| PolicyIndex::from_move(m, transform, indexing));
            rows.policy.push(index.map_or(NO_INDEX, PolicyIndex::index));
        }
    }

    /// Makes the last of these moves.
    fn play(&mut self, m: Option<Move>, moves: &[u16], wanted: &Wanted) {
        let Some(m) = m else {
            // lc0 has no null moves: the history begins again.
            let _ = self.board.pass();
            self.history.reset(Position::from(&self.board));
            return;
        };
        self.board.do_move(m);
        if wanted.encoder.is_none() {
            return;
        }
        self.history.push(m);
        if MAX_HISTORY <= self.history.len() {
            let kept = MAX_HISTORY / 2;
            let mut history = PositionHistory::new(self.history[self.history.len() - 1 - kept]);
            for m in moves[moves.len() - kept..].iter().filter_map(|&raw| Move::from_raw(raw)) {
                history.push(m);
            }
            self.history = history;
        }
    }
}
