//! For engine authors: a UCI engine whose search uses positions as they are meant to be used.
//!
//! Moves come in stages from `visit_legal_moves_of`. A `CheckInfo` is computed once for each node, and answers which
//! moves give check, lose material or are legal. Observers keep the score up to date. `is_draw` knows repetitions, and
//! nothing has to be done for Chess960.
//!
//! `cargo run --release -p gardez --features uci --example engine`, or give the program to a GUI. With the argument
//! `bench` it searches a few positions to a fixed depth, and prints the number of nodes.

use std::io::{self, BufReader};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use gardez::position::observers::{NodeCounter, PsqScore};
use gardez::uci::server::{Search, Server, serve};
use gardez::uci::{BestMove, EngineOption, Go, Info, Score, SetOption, SetPosition, UciText};
use gardez::{
    CheckInfo, Color, FenMode, Move, MoveClass, MoveKind, Piece, PieceType, Position, Square, Value, piece_value,
};

const MATE: Value = 100_000;
const MAX_PLY: usize = 100;
/// Scores beyond this are mates.
const MATE_BOUND: Value = MATE - MAX_PLY as Value;
/// The number of entries of the hash table.
const ENTRIES: usize = 1 << 18;

/// The positions of `bench`: an opening, a middlegame, an endgame, a check, promotions, and Chess960.
const BENCH: [(&str, FenMode); 6] = [
    ("rnbqkb1r/1p3ppp/p2ppn2/6B1/3NPP2/2N5/PPP3PP/R2QKB1R b KQkq - 0 7", FenMode::Standard),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", FenMode::Standard),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", FenMode::Standard),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", FenMode::Standard),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", FenMode::Standard),
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", FenMode::Chess960),
];

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("bench") => println!("{} nodes", bench(8)),
        _ => run(),
    }
}

/// Reads commands until the input ends.
pub(crate) fn run() {
    serve(&mut Engine::default(), BufReader::new(io::stdin()), io::stdout());
}

/// The number of nodes of searches to a fixed depth. A change that must not change the search must not change it.
pub(crate) fn bench(depth: usize) -> u64 {
    let search = |(fen, mode): (&str, FenMode)| {
        let position = Position::from_fen(fen, mode).expect("a position");
        let mut table = vec![Entry::default(); ENTRIES];
        let mut thinker = Thinker::new(position, &mut table, Limits { end: None, nodes: u64::MAX, search: None });
        let roots = thinker.position.legal_moves().to_vec();
        (1..=depth).for_each(|depth| drop(thinker.root(&roots, depth)));
        thinker.nodes.0
    };
    BENCH.into_iter().map(search).sum()
}

/// The engine: its position and what it remembers between searches.
struct Engine {
    position: Position,
    mode: FenMode,
    table: Vec<Entry>,
}

impl Default for Engine {
    fn default() -> Self {
        Self { position: Position::start(), mode: FenMode::Standard, table: vec![Entry::default(); ENTRIES] }
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
        [EngineOption::check("UCI_Chess960", false), EngineOption::check("Ponder", false)]
            .into_iter()
            .flatten()
            .collect()
    }

    fn set_option(&mut self, option: &SetOption) {
        if option.is("UCI_Chess960") {
            self.mode = if option.value() == Some("true") { FenMode::Chess960 } else { FenMode::Standard };
        }
    }

    fn new_game(&mut self) {
        self.table.fill(Entry::default());
    }

    fn set_position(&mut self, position: &SetPosition) -> Result<(), String> {
        self.position = position.to_position(self.mode).map_err(|error| error.to_string())?;
        Ok(())
    }

    fn search(&mut self, go: &Go, search: &Search) -> BestMove {
        let position = &self.position;
        let text = |m: Move| -> UciText { m.uci(position.castling_mode()) };
        let mut roots = position.legal_moves().to_vec();
        if !go.searchmoves.is_empty() {
            roots.retain(|&m| go.searchmoves.contains(&text(m)));
        }
        let Some(&first) = roots.first() else { return BestMove::none() };
        let limits = Limits::new(go, position.side_to_move(), search);
        let (start, most) =
            (Instant::now(), go.depth.map_or(MAX_PLY - 1, |depth| (depth as usize).clamp(1, MAX_PLY - 1)));
        let mut thinker = Thinker::new(position.clone(), &mut self.table, limits);
        let mut best = BestMove::new(text(first));
        for depth in 1..=most {
            let Some((value, line)) = thinker.root(&roots, depth) else { break };
            best = BestMove::new(text(line[0]));
            if let Some(&reply) = line.get(1) {
                best = best.with_ponder(text(reply));
            }
            search.info(&Info {
                depth: Some(depth as u32),
                score: Some(score(value)),
                nodes: Some(thinker.nodes.0),
                time: Some(start.elapsed().as_millis() as u64),
                pv: line.into_iter().map(text).collect(),
                ..Info::default()
            });
        }
        best
    }
}

/// A value as the protocol has it: hundredths of a pawn, or moves to the mate.
fn score(value: Value) -> Score {
    let plies = MATE - value.abs();
    match value {
        MATE_BOUND.. => Score::mate((plies + 1) / 2),
        _ if value < -MATE_BOUND => Score::mate(-plies / 2),
        _ => Score::cp(value * 100 / piece_value(PieceType::Pawn)),
    }
}

/// When a search ends.
struct Limits<'a> {
    end: Option<Instant>,
    nodes: u64,
    search: Option<&'a Search<'a>>,
}

impl<'a> Limits<'a> {
    fn new(go: &Go, us: Color, search: &'a Search<'a>) -> Self {
        let clock = go.time(us).map(|left| {
            let share = left / i64::from(go.movestogo.unwrap_or(30).max(2)) + go.increment(us).unwrap_or(0) / 2;
            share.clamp(1, left.max(1)) as u64
        });
        let time = go.movetime.or(clock).map(|millis| Duration::from_millis(millis.saturating_sub(2)));
        let end = time.and_then(|time| Instant::now().checked_add(time));
        Self { end, nodes: go.nodes.unwrap_or(u64::MAX), search: Some(search) }
    }

    fn are_reached(&self, nodes: u64) -> bool {
        self.search.is_some_and(Search::is_stopped)
            || !self.search.is_some_and(Search::is_pondering)
                && (self.nodes <= nodes || self.end.is_some_and(|end| end <= Instant::now()))
    }
}

/// What an earlier search found out about a position.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    m: Option<Move>,
    depth: u8,
    bound: Bound,
    value: Value,
}

/// How the value of an entry is related to the true value.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Bound {
    #[default]
    Lower,
    Upper,
    Exact,
}

/// A piece-square score, for white.
type Psq = PsqScore<'static, Value>;

/// The value of each piece, and five more for each step towards the center. A king stays where it is.
static TABLE: [[Value; 64]; 16] = {
    let mut table = [[0; 64]; 16];
    let mut i = 0;
    while i < 64 * Piece::COUNT {
        let (piece, square) = (Piece::ALL[i / 64], Square::ALL[i % 64]);
        let rank = square.rank() as u8;
        let center = square.file().edge_distance() + if rank < 4 { rank } else { 7 - rank };
        let worth = match piece.piece_type() {
            PieceType::King => 0,
            piece_type => piece_value(piece_type) + 5 * center as Value,
        };
        table[piece as usize][square as usize] = if matches!(piece.color(), Color::White) { worth } else { -worth };
        i += 1;
    }
    table
};

/// A search of one position.
struct Thinker<'a> {
    position: Position,
    table: &'a mut [Entry],
    limits: Limits<'a>,
    nodes: NodeCounter,
    is_over: bool,
    /// For each ply, the quiet move that last caused a cut.
    killers: [Option<Move>; MAX_PLY + 1],
    /// The moves of all nodes from the root to the current one, each with its order.
    moves: Vec<(Value, Move)>,
}

/// Which moves of a node are generated.
#[derive(PartialEq, Eq)]
enum Stage {
    Nothing,
    Captures,
    All,
}

impl<'a> Thinker<'a> {
    fn new(position: Position, table: &'a mut [Entry], limits: Limits<'a>) -> Self {
        let (nodes, killers) = (NodeCounter::default(), [None; MAX_PLY + 1]);
        Self { position, table, limits, nodes, is_over: false, killers, moves: Vec::with_capacity(1024) }
    }

    /// Searches these moves. Returns the value and the best line, or `None` if the search is over before that.
    fn root(&mut self, roots: &[Move], depth: usize) -> Option<(Value, Vec<Move>)> {
        let (psq, mut best) = (PsqScore::new(&TABLE, &self.position), None);
        let first = self.entry().and_then(|entry| entry.m).filter(|m| roots.contains(m));
        let others = roots.iter().copied().filter(|&m| Some(m) != first);
        for m in first.into_iter().chain(others) {
            let alpha = best.map_or(-MATE, |(value, _)| value);
            let value = self.after(m, psq, |this, psq| -this.search(psq, depth - 1, 1, -MATE, -alpha));
            if best.is_none_or(|(highest, _)| highest < value) {
                best = Some((value, m));
            }
        }
        let (value, m) = best.filter(|_| !self.is_over)?;
        self.store(Entry { key: 0, m: Some(m), depth: depth as u8, bound: Bound::Exact, value });
        let mut line = vec![m];
        self.position.do_move(m);
        let reply = self.entry().and_then(|entry| entry.m).filter(|&reply| self.position.is_legal(reply));
        self.position.undo_move();
        line.extend(reply);
        Some((value, line))
    }

    /// Makes a move, calls `search`, and undoes the move. Each node has its own score, so it need not be undone.
    fn after(&mut self, m: Move, mut psq: Psq, search: impl FnOnce(&mut Self, Psq) -> Value) -> Value {
        // A pair of observers is an observer. A larger table would be prefetched with a third one, `Prefetch`.
        self.position.do_move_with(m, &mut (&mut psq, &mut self.nodes));
        let value = search(self, psq);
        self.position.undo_move();
        value
    }

    /// Alpha-beta search; returns the value for the side to move. With depth 0 it searches only captures and evasions.
    fn search(&mut self, psq: Psq, depth: usize, ply: usize, mut alpha: Value, beta: Value) -> Value {
        self.is_over |= self.nodes.0 % 256 == 0 && self.limits.are_reached(self.nodes.0);
        if self.is_over || self.position.is_draw(ply) || self.position.has_insufficient_material() {
            return 0;
        }
        let us = self.position.side_to_move();
        let standing = if us == Color::White { psq.value() } else { -psq.value() };
        if ply >= MAX_PLY {
            return standing;
        }
        let entry = self.entry();
        if let Some(Entry { value, bound, .. }) = entry.filter(|entry| usize::from(entry.depth) >= depth) {
            if bound != Bound::Upper && value >= beta || bound != Bound::Lower && value <= alpha {
                return value;
            }
        }

        // Everything about checks and pins, once for all moves of this node.
        let info = self.position.check_info();
        let in_check = !info.checkers.is_empty();
        let only_captures = depth == 0 && !in_check;
        let mut best = (if only_captures { standing } else { ply as Value - MATE }, None);
        if only_captures {
            alpha = alpha.max(standing);
            if beta <= alpha {
                return standing;
            }
        } else if depth >= 3 && !in_check && standing >= beta && self.has_pieces(us) && self.is_after_a_move() {
            // If even two moves in a row do not help the other side, a search of the moves would find a cut.
            self.position.do_null_move();
            let value = -self.search(psq, depth - 3, ply + 1, -beta, 1 - beta);
            self.position.undo_null_move();
            if value >= beta {
                return beta;
            }
        }

        // The hash move needs no generator: a test is enough.
        let hash_move = entry.and_then(|entry| entry.m).filter(|&m| self.position.is_legal_with(&info, m));
        let hash_move = hash_move.filter(|&m| !only_captures || self.position.is_capture_stage(m));
        let (start, floor, mut stage, mut tried) = (self.moves.len(), alpha, Stage::Nothing, 0);
        let mut next = hash_move;
        while let Some(m) = next.take().or_else(|| self.next_move(start, &mut stage, &info, ply, only_captures)) {
            if tried > 0 && Some(m) == hash_move {
                continue;
            }
            tried += 1;
            let is_quiet = !self.position.is_capture_stage(m);
            // A check is known before the move is made, so it can decide how deep to look.
            let gives_check = self.position.gives_check_with(&info, m);
            let is_late = is_quiet && !gives_check && !in_check && depth >= 3 && tried > 4;
            let deep = if gives_check && ply < 2 * depth { depth } else { depth.saturating_sub(1) };
            let value = self.after(m, psq, |this, psq| {
                if is_late {
                    let value = -this.search(psq, deep - 1, ply + 1, -alpha - 1, -alpha);
                    if value <= alpha {
                        return value;
                    }
                }
                -this.search(psq, deep, ply + 1, -beta, -alpha)
            });
            if best.0 < value {
                best = (value, Some(m));
                alpha = alpha.max(value);
            }
            if beta <= alpha {
                if is_quiet {
                    self.killers[ply] = Some(m);
                }
                break;
            }
        }
        self.moves.truncate(start);
        if tried == 0 && !only_captures && !in_check {
            return 0;
        }
        if !self.is_over && best.0.abs() < MATE_BOUND {
            let bound = match best.0 {
                value if beta <= value => Bound::Lower,
                value if value <= floor => Bound::Upper,
                _ => Bound::Exact,
            };
            self.store(Entry { key: 0, m: best.1, depth: depth as u8, bound, value: best.0 });
        }
        best.0
    }

    /// The best move that is left at a node whose moves begin at `start`: good captures, then quiet moves, which are
    /// generated only now, then captures that lose material.
    fn next_move(
        &mut self,
        start: usize,
        stage: &mut Stage,
        info: &CheckInfo,
        ply: usize,
        only_captures: bool,
    ) -> Option<Move> {
        if *stage == Stage::Nothing {
            *stage = Stage::Captures;
            self.generate(MoveClass::Captures, info, ply);
        }
        loop {
            let best = (start..self.moves.len()).max_by_key(|&i| self.moves[i].0);
            match best {
                Some(best) if *stage == Stage::All || self.moves[best].0 >= 0 => {
                    return Some(self.moves.swap_remove(best).1);
                }
                _ if *stage == Stage::All || only_captures => return None,
                _ => {
                    *stage = Stage::All;
                    self.generate(MoveClass::Quiets, info, ply);
                }
            }
        }
    }

    /// Adds the legal moves of a class with their order: captures of more valuable pieces first, losing ones below 0.
    fn generate(&mut self, class: MoveClass, info: &CheckInfo, ply: usize) {
        let (position, moves, killer) = (&self.position, &mut self.moves, self.killers[ply]);
        let _ = position.visit_legal_moves_of::<()>(class, |set| {
            let attacker = piece_value(set.piece_type());
            moves.extend(set.into_iter().map(|m| {
                let captured = position.captured_piece(m).map_or(0, |piece| piece_value(piece.piece_type()));
                let order = match class {
                    MoveClass::Captures if position.see_ge_with(info, m, 0) => 8 * captured + 4000 - attacker,
                    MoveClass::Captures => captured - attacker - 4000,
                    _ if Some(m) == killer => 1,
                    _ => 0,
                };
                (order, m)
            }));
            ControlFlow::Continue(())
        });
    }

    /// True if a side has more than pawns and its king.
    fn has_pieces(&self, color: Color) -> bool {
        let small = self.position.by_types([PieceType::Pawn, PieceType::King]);
        !(self.position.by_color(color) - small).is_empty()
    }

    /// False after a null move.
    fn is_after_a_move(&self) -> bool {
        self.position.last_move().is_some()
    }

    fn entry(&self) -> Option<Entry> {
        let key = self.position.key();
        Some(self.table[key as usize % ENTRIES]).filter(|entry| entry.key == key)
    }

    fn store(&mut self, entry: Entry) {
        let key = self.position.key();
        self.table[key as usize % ENTRIES] = Entry { key, ..entry };
    }
}
