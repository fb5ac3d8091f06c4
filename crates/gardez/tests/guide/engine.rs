//! A small chess engine for any GUI.

use std::io;
use std::time::{Duration, Instant};

use gardez::uci::server::{Search, Server, serve};
use gardez::uci::{BestMove, Go, Info, Score, SetPosition};
use gardez::{FenMode, Move, Piece, PieceType, Position, Square};

/// A value in hundredths of a pawn.
type Value = i32;

/// The value of a mate. A mate after some plies is worth so many less.
const MATE: Value = 30_000;

/// Returns the value of a type of piece.
fn worth(piece_type: PieceType) -> Value {
    match piece_type {
        PieceType::Pawn => 100,
        PieceType::Knight => 320,
        PieceType::Bishop => 330,
        PieceType::Rook => 500,
        PieceType::Queen => 900,
        PieceType::King => 0,
    }
}

/// Returns the value of a position for the side to move.
fn evaluate(position: &Position) -> Value {
    let value = |(square, piece): (Square, Piece)| {
        let center = square.file().edge_distance() + square.rank().edge_distance();
        let step = if piece.piece_type() == PieceType::King { -5 } else { 5 };
        let value = worth(piece.piece_type()) + step * Value::from(center);
        if piece.color() == position.side_to_move() { value } else { -value }
    };
    position.piece_map().map(value).sum()
}

/// Returns the legal moves, the most promising first.
fn ordered(position: &Position, only_captures: bool, first: Option<Move>) -> Vec<Move> {
    let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
    moves.retain(|&m| !only_captures || position.is_capture(m));
    let worth = |piece: Option<Piece>| piece.map_or(0, |piece| worth(piece.piece_type()));
    moves.sort_by_key(|&m| match position.captured_piece(m) {
        _ if Some(m) == first => Value::MIN,
        None => 0,
        captured => worth(position.piece_on(m.from())) - 16 * worth(captured),
    });
    moves
}

/// One search, from the moment the GUI says `go`.
struct Thinker<'a> {
    position: Position,
    table: &'a mut [Entry],
    search: &'a Search<'a>,
    end: Option<Instant>,
    most_nodes: u64,
    nodes: u64,
}

/// The result of an earlier search of a position.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    best: Option<Move>,
}

impl Thinker<'_> {
    /// Returns `true` if the GUI wants a move now, or if time or nodes are used up.
    fn is_over(&self) -> bool {
        let is_late = || self.nodes % 1024 == 0 && self.end.is_some_and(|end| end <= Instant::now());
        self.search.is_stopped() || self.most_nodes <= self.nodes || is_late()
    }

    /// Returns the value of the position for the side to move, or `None` if the search is over.
    fn search(&mut self, depth: usize, ply: usize, mut alpha: Value, beta: Value) -> Option<Value> {
        self.nodes += 1;
        if self.is_over() {
            return None;
        }
        if ply > 0 && (self.position.is_draw(ply) || self.position.has_insufficient_material()) {
            return Some(0);
        }
        let in_check = self.position.in_check();
        let only_captures = depth == 0 && !in_check;
        if only_captures || ply >= 100 {
            let standing = evaluate(&self.position);
            if standing >= beta || ply >= 100 {
                return Some(standing);
            }
            alpha = alpha.max(standing);
        }

        let entry = &self.table[self.slot()];
        let first = entry.best.filter(|_| entry.key == self.position.key());
        let moves = ordered(&self.position, only_captures, first);
        if moves.is_empty() && !only_captures {
            return Some(if in_check { ply as Value - MATE } else { 0 });
        }
        let mut best = None;
        for m in moves {
            self.position.do_move(m);
            let value = self.search(depth.saturating_sub(1), ply + 1, -beta, -alpha);
            self.position.undo_move();
            let value = -value?;
            if value > alpha {
                (alpha, best) = (value, Some(m));
            }
            if alpha >= beta {
                break;
            }
        }
        if best.is_some() {
            let slot = self.slot();
            self.table[slot] = Entry { key: self.position.key(), best };
        }
        Some(alpha)
    }

    /// Returns where the table keeps the position.
    fn slot(&self) -> usize {
        self.position.key() as usize % self.table.len()
    }

    /// Returns the best moves that the table knows, from the position on.
    fn line(&self, length: usize) -> Vec<Move> {
        let (mut position, mut line) = (self.position.clone(), Vec::new());
        while line.len() < length {
            let entry = self.table[position.key() as usize % self.table.len()];
            let known = entry.best.filter(|&m| entry.key == position.key() && position.is_legal(m));
            let Some(m) = known else { break };
            position.do_move(m);
            line.push(m);
        }
        line
    }
}

/// The state that the engine keeps between searches.
struct Engine {
    position: Position,
    table: Vec<Entry>,
}

impl Server for Engine {
    fn name(&self) -> String {
        "Two Hundred Lines".into()
    }

    fn author(&self) -> String {
        "You".into()
    }

    fn new_game(&mut self) {
        self.table.fill(Entry::default());
    }

    fn set_position(&mut self, position: &SetPosition) -> Result<(), String> {
        self.position = position.to_position(FenMode::Standard).map_err(|error| error.to_string())?;
        Ok(())
    }

    fn search(&mut self, go: &Go, search: &Search) -> BestMove {
        let start = Instant::now();
        // A thirtieth of the clock, unless the GUI names the time.
        let clock = go.time(self.position.side_to_move()).map(|left| left.max(0) as u64 / 30);
        let time = go.movetime.or(clock).map(Duration::from_millis);
        let mut thinker = Thinker {
            position: self.position.clone(),
            table: &mut self.table,
            search,
            end: time.and_then(|time| start.checked_add(time)),
            most_nodes: go.nodes.unwrap_or(u64::MAX),
            nodes: 0,
        };
        let mode = self.position.castling_mode();
        let mut best = BestMove::none();
        for depth in 1..=go.depth.unwrap_or(64).clamp(1, 64) {
            let Some(value) = thinker.search(depth as usize, 0, -MATE, MATE) else { break };
            let line: Vec<_> = thinker.line(depth as usize).into_iter().map(|m| m.uci(mode)).collect();
            let Some(&m) = line.first() else { break };
            best = BestMove::new(m);
            let info = Info::default().with_depth(depth).with_score(score(value)).with_nodes(thinker.nodes);
            search.info(&info.with_time(start.elapsed()).with_pv(line));
        }
        best
    }
}

/// Returns a value as the protocol has it: hundredths of a pawn, or moves to the mate.
fn score(value: Value) -> Score {
    let plies = MATE - value.abs();
    match plies {
        0..=100 if value > 0 => Score::mate((plies + 1) / 2),
        0..=100 => Score::mate(-plies / 2),
        _ => Score::cp(value),
    }
}

fn main() {
    let mut engine = Engine { position: Position::start(), table: vec![Entry::default(); 1 << 18] };
    serve(&mut engine, io::stdin(), io::stdout());
}
