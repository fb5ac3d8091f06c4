//! For engine authors: a UCI engine whose search uses positions as they are meant to be used.
//!
//! Moves come in stages: captures go to a scored list, a `MoveSink`, and quiet moves come as sets, divided by what the other
//! side's pawns threaten. A `CheckInfo` for each node answers which moves give check or are legal, and observers keep the
//! score up to date.
//!
//! `cargo run --release -p gardez --features nnue,uci --example engine`, or give the program to a GUI. `engine bench` prints
//! nodes and speed, `engine go perft 5` counts, and `--network FILE` evaluates with a network of Stockfish, or one of
//! bullet's with one output.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use std::{env, fs};

use gardez::nnue::{AccumulatorStack, Architecture, Network};
use gardez::position::observers::{NodeCounter, PsqScore};
use gardez::uci::server::{Search, Server, serve};
use gardez::uci::{BestMove, EngineOption, Go, Info, Score, SetOption, SetPosition, UciText};
use gardez::{
    CheckInfo, Color, FenMode, Move, MoveClass, MoveSink, Piece, PieceType, Position, Square, Threats, Value,
    piece_value,
};
use gardez_io::output::Stdout;

const MATE: Value = 100_000;
const MAX_PLY: usize = 100;
/// Scores beyond this are mates.
const MATE_BOUND: Value = MATE - MAX_PLY as Value;
/// Captures that lose material have a lower order than this, and quiet moves a higher one.
const LOSING: Value = -20_000;
/// The stages of a node: captures that lose material are tried after the quiet moves.
const STAGES: [MoveClass; 2] = [MoveClass::Captures, MoveClass::Quiets];
/// A move seldom changes the value by more: a little more than half a pawn.
const MARGIN: Value = 120;
/// The number of entries of the hash table.
const ENTRIES: usize = 1 << 18;

fn main() {
    let mut arguments: Vec<_> = env::args().skip(1).collect();
    let file = arguments.iter().position(|argument| argument == "--network").map(|at| {
        arguments.remove(at);
        if at < arguments.len() { arguments.remove(at) } else { String::new() }
    });
    let network = match file.map(|file| network(&file)).transpose() {
        Ok(network) => network,
        Err(reason) => return eprintln!("cannot read the network: {reason}"),
    };
    if arguments.is_empty() {
        run(network, io::stdin(), Stdout);
    } else {
        run(network, arguments.join(" ").as_bytes(), Stdout);
    }
}

/// A network that lives as long as the program.
pub(crate) type Evaluator = &'static Network<'static>;

/// Reads a network: of the description next to it (feature `toml`), of Stockfish, or else one of bullet's `simple`, whose
/// width follows from the length of the file.
pub(crate) fn network(file: &str) -> Result<Evaluator, String> {
    let named = |error: &dyn std::fmt::Display| format!("{file}: {error}");
    let bytes = fs::read(file).map_err(|error| named(&error))?;
    // An output of 1 is worth four pawns, in the unit of this engine.
    let (width, scale) = ((bytes.len() / 2).saturating_sub(1) / 771, f64::from(4 * piece_value(PieceType::Pawn)));
    let simple = Architecture { width, scale, ..Architecture::SIMPLE };
    #[cfg(feature = "toml")]
    let described = Architecture::beside(file.as_ref()).map_err(|error| named(&error))?;
    #[cfg(not(feature = "toml"))]
    let described = None;
    let read = match described {
        Some(architecture) => Network::borrow(&bytes, &architecture).map(Network::into_owned),
        None => Network::read(&bytes)
            .or_else(|error| Network::borrow(&bytes, &simple).map(Network::into_owned).map_err(|_| error)),
    };
    read.map(|network| &*Box::leak(Box::new(network))).map_err(|error| named(&error))
}

/// Reads commands until the input ends.
pub(crate) fn run(network: Option<Evaluator>, input: impl Read + Send, output: impl Write + Send) {
    let (position, table) = (Position::start(), vec![Entry::default(); ENTRIES]);
    let sums = network.map(AccumulatorStack::new);
    serve(&mut Engine { position, mode: FenMode::Standard, table, sums }, input, output);
}

/// The engine: its position and what it remembers between searches.
struct Engine {
    position: Position,
    mode: FenMode,
    table: Vec<Entry>,
    sums: Option<AccumulatorStack<'static>>,
}

impl Server for Engine {
    fn name(&self) -> String {
        format!("Gardez example {}", env!("CARGO_PKG_VERSION"))
    }

    fn author(&self) -> String {
        "The Gardez authors".into()
    }

    fn options(&self) -> Vec<EngineOption> {
        let options = [EngineOption::check("UCI_Chess960", false), EngineOption::check("Ponder", false)];
        options.into_iter().flatten().collect()
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
        let text = |m: Move| -> UciText { m.uci(self.position.castling_mode()) };
        let mut roots = self.position.legal_moves().to_vec();
        roots.retain(|&m| go.searchmoves.is_empty() || go.searchmoves.contains(&text(m)));
        let Some(&first) = roots.first() else { return BestMove::none() };
        let mut thinker = Thinker::new(&self.position, &mut self.table, self.sums.as_mut(), search);
        thinker.end = end(go, self.position.side_to_move());
        thinker.most_nodes = go.nodes.unwrap_or(u64::MAX);
        let (start, mut best) = (Instant::now(), first);
        for depth in 1..=go.depth.map_or(MAX_PLY, |depth| depth.max(1) as usize).min(MAX_PLY) {
            let Some((value, m)) = thinker.root(&mut roots, depth) else { break };
            best = m;
            let info = Info::default().with_depth(depth as u32).with_score(score(value)).with_nodes(thinker.nodes.0);
            search.info(&info.with_time(start.elapsed()).with_pv([text(m)]));
        }
        BestMove::new(text(best))
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

/// Returns when a search for `us` must end.
fn end(go: &Go, us: Color) -> Option<Instant> {
    let clock = go.time(us).map(|left| {
        let share = left / i64::from(go.movestogo.unwrap_or(30).max(2)) + go.increment(us).unwrap_or(0) / 2;
        share.clamp(1, left.max(1)) as u64
    });
    let time = go.movetime.or(clock).map(|millis| Duration::from_millis(millis.saturating_sub(2)));
    time.and_then(|time| Instant::now().checked_add(time))
}

/// The result of an earlier search of a position: the value is at least, at most or exactly `value`.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    m: Option<Move>,
    depth: u8,
    is_lower: bool,
    is_upper: bool,
    value: Value,
}

type Psq = PsqScore<'static, Value>;

/// For white: the value of each piece, and a little more for each file that it is away from the edge.
static TABLE: [[Value; 64]; 16] = {
    let mut table = [[0; 64]; 16];
    let mut i = 0;
    while i < 64 * Piece::COUNT {
        let (piece, square) = (Piece::ALL[i / 64], Square::ALL[i % 64]);
        let value = piece_value(piece.piece_type());
        let worth = value + value / 200 * square.file().edge_distance() as Value;
        table[piece as usize][square as usize] = if matches!(piece.color(), Color::White) { worth } else { -worth };
        i += 1;
    }
    table
};

/// A search of one position.
struct Thinker<'a> {
    position: Position,
    table: &'a mut [Entry],
    /// The sums of the network's first layer, which follow the position.
    sums: Option<&'a mut AccumulatorStack<'static>>,
    search: &'a Search<'a>,
    end: Option<Instant>,
    most_nodes: u64,
    nodes: NodeCounter,
    is_over: bool,
    /// For each ply, the quiet move that last caused a cut.
    killers: [Option<Move>; MAX_PLY],
    /// How often quiet moves of a piece to a square caused a cut, and how often they were tried before one that did.
    history: [[Value; 64]; 16],
    /// The generated moves of all nodes from the root to the current one, each with its order.
    moves: Vec<(Value, Move)>,
}

impl<'a> Thinker<'a> {
    fn new(
        position: &Position,
        table: &'a mut [Entry],
        mut sums: Option<&'a mut AccumulatorStack<'static>>,
        search: &'a Search<'a>,
    ) -> Self {
        if let Some(sums) = &mut sums {
            sums.reset();
        }
        let (position, moves, nodes) = (position.clone(), Vec::with_capacity(1024), NodeCounter::default());
        let (end, most_nodes, killers, history) = (None, u64::MAX, [None; MAX_PLY], [[0; 64]; 16]);
        Self { position, table, sums, search, end, most_nodes, nodes, is_over: false, killers, history, moves }
    }

    /// Searches these moves, puts the best one first and returns it with its value, or `None` if the first was not searched.
    fn root(&mut self, roots: &mut [Move], depth: usize) -> Option<(Value, Move)> {
        let (psq, mut best) = (PsqScore::new(&TABLE, &self.position), None);
        for i in 0..roots.len() {
            let alpha = best.unwrap_or(-MATE);
            let value = self.after(roots[i], psq, |this, psq| {
                let look = |this: &mut Self, beta: Value| -this.search(psq, depth - 1, 1, -beta, -alpha);
                if i > 0 && look(this, alpha + 1) <= alpha { alpha } else { look(this, MATE) }
            });
            if self.is_over {
                break;
            }
            if best.is_none_or(|best| best < value) {
                best = Some(value);
                roots[..=i].rotate_right(1);
            }
        }
        best.map(|value| (value, roots[0]))
    }

    /// Makes a move, calls `search`, and undoes the move. Each node has a score of its own, which need not be undone.
    fn after(&mut self, m: Move, mut psq: Psq, search: impl FnOnce(&mut Self, Psq) -> Value) -> Value {
        // Two or three observers are an observer. With a large table, `Prefetch` would be one more.
        match &mut self.sums {
            Some(sums) => self.position.do_move_with(m, &mut (&mut psq, &mut self.nodes, &mut **sums)),
            None => self.position.do_move_with(m, &mut (&mut psq, &mut self.nodes)),
        }
        let value = search(self, psq);
        self.position.undo_move();
        if let Some(sums) = &mut self.sums {
            sums.undo_move();
        }
        value
    }

    /// Passes, calls `search`, and takes it back.
    fn after_passing(&mut self, search: impl FnOnce(&mut Self) -> Value) -> Value {
        match &mut self.sums {
            Some(sums) => self.position.do_null_move_with(&mut (&mut self.nodes, &mut **sums)),
            None => self.position.do_null_move_with(&mut self.nodes),
        }
        let value = search(self);
        self.position.undo_null_move();
        if let Some(sums) = &mut self.sums {
            sums.undo_move();
        }
        value
    }

    /// Returns the value of the current position for the side to move, without a search.
    fn standing(&mut self, psq: Psq) -> Value {
        match &mut self.sums {
            Some(sums) => sums.evaluate(&self.position).value.clamp(1 - MATE_BOUND, MATE_BOUND - 1),
            None if self.position.side_to_move() == Color::White => psq.value(),
            None => -psq.value(),
        }
    }

    /// Searches by alpha-beta and returns the value for the side to move; with depth 0 only captures and evasions.
    fn search(&mut self, psq: Psq, mut depth: usize, ply: usize, alpha: Value, beta: Value) -> Value {
        let is_late = || self.nodes.0 % 256 == 0 && self.end.is_some_and(|end| end <= Instant::now());
        self.is_over |= self.search.is_stopped() || self.most_nodes <= self.nodes.0;
        // The time of the opponent does not count.
        self.is_over |= is_late() && !self.search.is_pondering();
        // A position that was there before is no progress, so even the first repetition counts as a draw.
        let is_draw = self.position.is_draw(ply) || self.position.repetition() != 0;
        if self.is_over || is_draw || self.position.has_insufficient_material() {
            return 0;
        }
        if ply >= MAX_PLY {
            return self.standing(psq);
        }
        let entry = self.entry();
        if let Some(entry) = entry.filter(|entry| usize::from(entry.depth) > depth) {
            if entry.is_lower && entry.value >= beta || entry.is_upper && entry.value <= alpha {
                return entry.value;
            }
        }

        // Everything about checks, pins and threatened squares, once for all moves of this node.
        let (info, threats) = self.position.check_info_and_threats();
        let in_check = !info.checkers.is_empty();
        let only_captures = depth == 0 && !in_check;
        let lost = ply as Value - MATE;
        let standing = if in_check { lost } else { self.standing(psq) };

        // Away from the main line, the question is only whether the value is above a bound. The standing value may tell.
        let can_skip = !in_check && depth > 0 && beta - alpha == 1 && beta.abs() < MATE_BOUND;
        if can_skip && depth <= 6 && beta + MARGIN * depth as Value <= standing {
            return standing;
        }
        // Nearly always, a move is better than to pass. It need not be in endgames of pawns.
        let has_pieces = self.position.non_pawn_material(self.position.side_to_move()) > 0;
        if can_skip && depth >= 3 && beta <= standing && has_pieces {
            let less = depth.saturating_sub(3 + depth / 4);
            let value = self.after_passing(|this| -this.search(psq, less, ply + 1, -beta, 1 - beta));
            if beta <= value {
                return beta;
            }
        }
        // Without a move that was good before, a less deep search comes first.
        if depth >= 4 && entry.is_none_or(|entry| entry.m.is_none()) {
            depth -= 1;
        }
        let mut best = (if only_captures { standing } else { lost }, None);

        // The hash move needs no generator: a test is enough.
        let hash_move = entry.and_then(|entry| entry.m).filter(|&m| self.position.with(&info).is_legal(m));
        let hash_move = hash_move.filter(|&m| !only_captures || self.position.is_capture_stage(m));
        let node = Node { info, threats, hash_move, killer: self.killers[ply] };
        let mut classes: &[_] = if only_captures { &STAGES[..1] } else { &STAGES };
        let (start, mut tried, mut next) = (self.moves.len(), 0, hash_move.map(|m| (0, m)));
        let (mut quiets, mut quiet_count) = ([None; 32], 0);
        while best.0 < beta {
            let next = next.take().or_else(|| self.next_move(start, &mut classes, &node));
            let Some((order, m)) = next.filter(|&(order, _)| 0 <= order || !only_captures) else { break };
            // Whether a move gives check is known before it is made, so it can decide how deep to look.
            let is_quiet = !self.position.is_capture_stage(m);
            let is_calm = is_quiet && !in_check && !self.position.with(&node.info).gives_check(m);
            let captured = self.position.captured_piece(m).map_or(MATE, |piece| piece_value(piece.piece_type()));
            let is_hopeless = if only_captures {
                let gain = captured + 2 * MARGIN;
                beta - alpha == 1 && m.promotion().is_none() && standing + gain <= alpha
            } else if is_calm {
                depth <= 6 && (standing + MARGIN * (depth as Value + 1) <= alpha || 3 + depth * depth < tried)
            } else {
                depth <= 3 && order < LOSING
            };
            if is_hopeless && (can_skip || only_captures) && -MATE_BOUND < best.0 {
                continue;
            }
            tried += 1;
            let (deep, alpha) = (depth.saturating_sub(1), alpha.max(best.0));
            let is_late = is_calm && tried > 3 && depth >= 3;
            let less = if is_late { (depth.ilog2() * tried.ilog2() / 4).max(1) as usize } else { 0 };
            let value = self.after(m, psq, |this, psq| {
                let look = |this: &mut Self, depth, beta: Value| -this.search(psq, depth, ply + 1, -beta, -alpha);
                // All moves after the first are expected to be worse, and the late ones much worse.
                let mut value = if is_late { look(this, deep.saturating_sub(less), alpha + 1) } else { alpha + 1 };
                if alpha < value && tried > 1 {
                    value = look(this, deep, alpha + 1);
                }
                if tried == 1 || alpha < value && value < beta { look(this, deep, beta) } else { value }
            });
            if is_quiet && quiet_count < quiets.len() {
                quiets[quiet_count] = Some(m);
                quiet_count += 1;
            }
            if best.0 < value {
                best = (value, Some(m));
                if beta <= value && is_quiet && !self.is_over {
                    self.killers[ply] = Some(m);
                    self.remember(&quiets[..quiet_count], m, depth);
                }
            }
        }
        self.moves.truncate(start);
        if tried == 0 && !only_captures && !in_check {
            return 0; // stalemate
        }
        if !self.is_over && best.0.abs() < MATE_BOUND {
            let (is_lower, is_upper) = (alpha < best.0, best.0 < beta);
            self.store(Entry {
                m: best.1,
                depth: depth as u8 + 1,
                is_lower,
                is_upper,
                value: best.0,
                ..Entry::default()
            });
        }
        best.0
    }

    /// Notes that the last one of these quiet moves caused a cut, and those before did not.
    fn remember(&mut self, quiets: &[Option<Move>], best: Move, depth: usize) {
        for m in quiets.iter().flatten() {
            let Some(piece) = self.position.piece_on(m.from()) else { continue };
            let bonus = (depth * depth).min(150) as Value * if *m == best { 8 } else { -8 };
            let entry = &mut self.history[piece as usize][m.to() as usize];
            // The number stays between -1500 and 1500.
            *entry += bonus - *entry * bonus.abs() / 1500;
        }
    }

    /// Returns the best move that is left at the node whose moves begin at `start`, with its order. The moves of the
    /// next class are generated only if no good move is left.
    fn next_move(&mut self, start: usize, classes: &mut &[MoveClass], node: &Node) -> Option<(Value, Move)> {
        loop {
            let best = (start..self.moves.len()).max_by_key(|&i| self.moves[i].0);
            match (best, classes.split_first()) {
                (best, Some((&class, others))) if best.is_none_or(|i| self.moves[i].0 < 0) => {
                    *classes = others;
                    self.generate(class, node);
                }
                (best, _) => return best.map(|i| self.moves.swap_remove(i)),
            }
        }
    }

    /// Adds the legal moves of a class with their order, except the hash move.
    fn generate(&mut self, class: MoveClass, node: &Node) {
        let (position, moves, history) = (&self.position, &mut self.moves, &self.history);
        if class == MoveClass::Captures {
            return position.with(&node.info).moves().of(class).into(&mut Captures { position, node, moves });
        }
        let by_pawns = node.threats.by_type[PieceType::Pawn.index()];
        let _ = position.with(&node.info).moves().of(class).visit::<()>(|set| {
            let set = node.hash_move.map_or(set, |m| set.without(m));
            for (set, order) in [(set & !by_pawns, 0), (set & by_pawns, -500)] {
                moves.extend(set.into_iter().map(|m| {
                    let known = position.piece_on(m.from()).map_or(0, |piece| history[piece as usize][m.to() as usize]);
                    (order + known + 2_000 * Value::from(Some(m) == node.killer), m)
                }));
            }
            ControlFlow::Continue(())
        });
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

/// The facts about a node before its moves are generated.
struct Node {
    info: CheckInfo,
    threats: Threats,
    hash_move: Option<Move>,
    killer: Option<Move>,
}

/// The list of the captures of a node: more valuable pieces first, losing ones below 0.
struct Captures<'a> {
    position: &'a Position,
    node: &'a Node,
    moves: &'a mut Vec<(Value, Move)>,
}

impl MoveSink for Captures<'_> {
    fn append(&mut self, moves: &[Move]) {
        let value = |piece: Option<Piece>| piece.map_or(0, |piece| piece_value(piece.piece_type()));
        let others = moves.iter().copied().filter(|&m| Some(m) != self.node.hash_move);
        self.moves.extend(others.map(|m| {
            let gain = 8 * value(self.position.captured_piece(m)) - value(self.position.piece_on(m.from()));
            let keeps_material = self.position.with(&self.node.info).see_ge(m, 0);
            (if keeps_material { gain + 4_000 } else { gain + 2 * LOSING }, m)
        }));
    }
}
