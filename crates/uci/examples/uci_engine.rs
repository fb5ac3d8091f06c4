//! A small UCI engine: alpha-beta search with deepening, time control, pondering and Chess960.
//!
//! `cargo run --release -p gardez-uci --example uci_engine`, or give the program to a GUI.

use std::cmp::Reverse;
use std::io;
use std::time::{Duration, Instant};

use gardez_io::output::Stdout;
use gardez_position::{PieceType, Position, Value, piece_value};
use gardez_types::{Color, Move};
use gardez_uci::server::{Search, Server, serve};
use gardez_uci::{BestMove, EngineOption, FenMode, Go, Info, Score, SetOption, SetPosition, UciText};

const MATE: Value = 100_000;

/// Scores beyond this are mates.
const MATE_BOUND: Value = MATE - 1_000;

fn main() {
    run();
}

/// Reads commands until the input ends.
pub(crate) fn run() {
    serve(&mut Engine::default(), io::stdin(), Stdout);
}

/// The engine: its position and its options.
struct Engine {
    position: Position,
    mode: FenMode,
    max_depth: u32,
}

impl Default for Engine {
    fn default() -> Self {
        Self { position: Position::start(), mode: FenMode::Standard, max_depth: 64 }
    }
}

impl Server for Engine {
    fn name(&self) -> String {
        format!("Gardez example {}", env!("CARGO_PKG_VERSION"))
    }

    fn author(&self) -> String {
        "The Gardez authors".into()
    }

    fn options(&self) -> Vec<EngineOption> {
        let options = [
            EngineOption::check("UCI_Chess960", false),
            EngineOption::check("Ponder", false),
            EngineOption::spin("Depth", 64, 1, 64),
        ];
        options.into_iter().flatten().collect()
    }

    fn set_option(&mut self, option: &SetOption) {
        let value = option.value().unwrap_or_default();
        if option.is("UCI_Chess960") {
            self.mode = if value == "true" { FenMode::Chess960 } else { FenMode::Standard };
        } else if option.is("Depth") {
            self.max_depth = value.parse().unwrap_or(self.max_depth);
        }
    }

    fn set_position(&mut self, position: &SetPosition) -> Result<(), String> {
        self.position = position.to_position(self.mode).map_err(|error| error.to_string())?;
        Ok(())
    }

    fn search(&mut self, go: &Go, search: &Search) -> BestMove {
        let limits = Limits::new(go, self.position.side_to_move(), search);
        let max_depth = go.depth.unwrap_or(self.max_depth).min(self.max_depth).max(1);
        let mut thinker = Thinker { position: self.position.clone(), limits, nodes: 0, is_over: false };
        let mut roots = self.position.legal_moves().to_vec();
        if !go.searchmoves.is_empty() {
            roots.retain(|&m| go.searchmoves.contains(&self.text(m)));
        }
        let mut best = match roots.first() {
            Some(&first) => BestMove::new(self.text(first)),
            None => return BestMove::none(),
        };
        for depth in 1..=max_depth {
            let line = thinker.root(&mut roots, depth);
            if thinker.is_over {
                break;
            }
            let texts: Vec<UciText> = line.moves.iter().map(|&m| self.text(m)).collect();
            best = BestMove::new(texts[0]);
            if let Some(&reply) = texts.get(1) {
                best = best.with_ponder(reply);
            }
            let info = Info::default().with_depth(depth).with_score(score(line.value)).with_nodes(thinker.nodes);
            search.info(&info.with_time(thinker.limits.start.elapsed()).with_pv(texts));
        }
        best
    }
}

impl Engine {
    fn text(&self, m: Move) -> UciText {
        m.uci(self.position.castling_mode())
    }
}

/// Returns a value as the protocol has it: hundredths of a pawn, or moves to the mate.
fn score(value: Value) -> Score {
    let plies = MATE - value.abs();
    match value {
        MATE_BOUND.. => Score::mate((plies + 1) / 2),
        _ if value < -MATE_BOUND => Score::mate(-plies / 2),
        _ => Score::cp(value * 100 / piece_value(PieceType::Pawn)),
    }
}

/// The end of a search.
struct Limits<'a> {
    start: Instant,
    time: Option<Duration>,
    nodes: u64,
    search: &'a Search<'a>,
}

impl<'a> Limits<'a> {
    fn new(go: &Go, us: Color, search: &'a Search<'a>) -> Self {
        let clock = go.time(us).map(|left| {
            let left = left.max(1);
            let share = left / i64::from(go.movestogo.unwrap_or(30).max(2)) + go.increment(us).unwrap_or(0) / 2;
            share.clamp(1, left) as u64
        });
        let time = go.movetime.or(clock).map(|millis| Duration::from_millis(millis.saturating_sub(2)));
        Self { start: Instant::now(), time, nodes: go.nodes.unwrap_or(u64::MAX), search }
    }

    fn are_reached(&self, nodes: u64) -> bool {
        let time_is_up = || self.time.is_some_and(|time| time <= self.start.elapsed());
        self.search.is_stopped() || !self.search.is_pondering() && (self.nodes <= nodes || time_is_up())
    }
}

/// The best moves of both sides, and the value for the side to move.
struct Line {
    value: Value,
    moves: Vec<Move>,
}

/// A search of one position.
struct Thinker<'a> {
    position: Position,
    limits: Limits<'a>,
    nodes: u64,
    is_over: bool,
}

impl Thinker<'_> {
    /// Searches the moves and puts the best one first. A search that is over has no useful result.
    fn root(&mut self, moves: &mut [Move], depth: u32) -> Line {
        let mut best = Line { value: -MATE, moves: vec![moves[0]] };
        for index in 0..moves.len() {
            let m = moves[index];
            self.position.do_move(m);
            let mut reply = None;
            let value = -self.search(depth - 1, 1, -MATE, -best.value, &mut reply);
            self.position.undo_move();
            if self.is_over {
                return best;
            }
            if index == 0 || best.value < value {
                best = Line { value, moves: [Some(m), reply].into_iter().flatten().collect() };
                moves[..=index].rotate_right(1);
            }
        }
        best
    }

    fn search(&mut self, depth: u32, ply: usize, mut alpha: Value, beta: Value, best: &mut Option<Move>) -> Value {
        self.nodes += 1;
        if self.nodes % 256 == 0 && self.limits.are_reached(self.nodes) {
            self.is_over = true;
        }
        if self.is_over || self.position.is_draw(ply) || self.position.has_insufficient_material() {
            return 0;
        }
        let mut moves = self.position.legal_moves().to_vec();
        if moves.is_empty() {
            return if self.position.in_check() { ply as Value - MATE } else { 0 };
        }
        if depth == 0 {
            return self.evaluate(moves.len());
        }
        moves.sort_by_cached_key(|&m| Reverse(self.position.see(m)));
        for m in moves {
            self.position.do_move(m);
            let value = -self.search(depth - 1, ply + 1, -beta, -alpha, &mut None);
            self.position.undo_move();
            if alpha < value {
                alpha = value;
                *best = Some(m);
            }
            if beta <= alpha {
                break;
            }
        }
        alpha
    }

    /// Returns the value of the pieces and of the number of moves, for the side to move.
    fn evaluate(&self, moves: usize) -> Value {
        let us = self.position.side_to_move();
        let balance = |piece| self.position.count(us, piece) as Value - self.position.count(!us, piece) as Value;
        let material: Value = PieceType::ALL.into_iter().map(|piece| piece_value(piece) * balance(piece)).sum();
        material + 4 * moves as Value
    }
}
