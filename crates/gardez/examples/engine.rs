//! For engine authors: a UCI engine whose search uses positions as they are meant to be used.
//!
//! Moves come in stages: captures are appended to a scored list, a `MoveSink`, and quiet moves come as sets, from which
//! the hash move is removed, and which are divided by what the other side's pawns threaten. A `CheckInfo`, computed once
//! for each node, answers which moves give check, lose material or are legal. Observers keep the score up to date. `is_draw` knows repetitions, and Chess960
//! needs no code.
//!
//! `cargo run --release -p gardez --features nnue,uci --example engine`, or give the program to a GUI. With the argument
//! `bench` it searches a few positions to a fixed depth, and prints the number of nodes. With `--network FILE` it evaluates
//! with a network of Stockfish, or one of bullet's with one output, instead of material and squares.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use std::{env, fs, io};

use gardez::nnue::{AccumulatorStack, Network, SimpleShape};
use gardez::position::observers::{NodeCounter, PsqScore};
use gardez::uci::server::{Search, Server, serve};
use gardez::uci::{BestMove, EngineOption, Go, Info, Score, SetOption, SetPosition, UciText};
use gardez::{
    CheckInfo, Color, FenMode, Move, MoveClass, MoveSink, Piece, PieceType, Position, Square, Threats, Value,
    piece_value,
};
use gardez_io::{output::Stdout, println};

const MATE: Value = 100_000;
const MAX_PLY: usize = 100;
/// Scores beyond this are mates.
const MATE_BOUND: Value = MATE - MAX_PLY as Value;
/// The stages of a node: captures that lose material are tried after the quiet moves.
const STAGES: [MoveClass; 2] = [MoveClass::Captures, MoveClass::Quiets];
/// The number of entries of the hash table.
const ENTRIES: usize = 1 << 18;

/// The positions of `bench`: a middlegame, an endgame, promotions, and Chess960.
const BENCH: [&str; 4] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
];

fn main() {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let file = arguments.iter().position(|argument| argument == "--network").map(|place| arguments.get(place + 1));
    let network = match file.map(|file| network(file.map_or("", String::as_str))).transpose() {
        Ok(network) => network,
        Err(reason) => return eprintln!("cannot read the network: {reason}"),
    };
    if arguments.iter().any(|argument| argument == "bench") {
        println!("{} nodes", bench(9, network));
    } else {
        run(network);
    }
}

/// A network that lives as long as the program.
pub(crate) type Evaluator = &'static Network<'static>;

/// Reads a network. A file without a header is taken for one of bullet's `simple`, whose width follows from its length.
pub(crate) fn network(file: &str) -> Result<Evaluator, String> {
    let bytes = fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    // An output of 1 is worth four pawns, in the unit of this engine.
    let (width, scale) = ((bytes.len() / 2).saturating_sub(1) / 771, 4 * piece_value(PieceType::Pawn));
    let shape = SimpleShape { width, scale, ..SimpleShape::default() };
    let read = Network::read(&bytes)
        .or_else(|error| Network::read_simple(&bytes, &shape).map(Network::into_owned).map_err(|_| error));
    read.map(|network| &*Box::leak(Box::new(network))).map_err(|error| format!("{file}: {error}"))
}

/// Reads commands until the input ends.
pub(crate) fn run(network: Option<Evaluator>) {
    let (position, table) = (Position::start(), vec![Entry::default(); ENTRIES]);
    serve(&mut Engine { position, mode: FenMode::Standard, table, network }, io::stdin(), Stdout);
}

/// Returns the number of nodes of searches to a fixed depth: a change that should not affect the search must not change
/// it.
pub(crate) fn bench(depth: usize, network: Option<Evaluator>) -> u64 {
    let search = |fen| {
        let position = Position::from_fen(fen, FenMode::Chess960).expect("a position");
        let (roots, mut table) = (position.legal_moves(), vec![Entry::default(); ENTRIES]);
        let mut thinker = Thinker::new(&position, &mut table, network);
        for depth in 1..=depth {
            thinker.root(&roots, depth);
        }
        thinker.nodes.0
    };
    BENCH.into_iter().map(search).sum()
}

/// The engine: its position and what it remembers between searches.
struct Engine {
    position: Position,
    mode: FenMode,
    table: Vec<Entry>,
    network: Option<Evaluator>,
}

impl Server for Engine {
    fn name(&self) -> String {
        format!("Gardez example {}", env!("CARGO_PKG_VERSION"))
    }

    fn author(&self) -> String {
        "The Gardez authors".into()
    }

    fn options(&self) -> Vec<EngineOption> {
        EngineOption::check("UCI_Chess960", false).into_iter().collect()
    }

    fn set_option(&mut self, option: &SetOption) {
        self.mode = if option.value() == Some("true") { FenMode::Chess960 } else { FenMode::Standard };
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
        let mut roots = self.position.legal_moves();
        roots.retain(|m| go.searchmoves.is_empty() || go.searchmoves.contains(&text(m)));
        let Some(&first) = roots.first() else { return BestMove::none() };
        let mut thinker = Thinker::new(&self.position, &mut self.table, self.network);
        thinker.end = end(go, self.position.side_to_move());
        thinker.most_nodes = go.nodes.unwrap_or(u64::MAX);
        thinker.search = Some(search);
        let (start, mut best) = (Instant::now(), first);
        for depth in 1..=go.depth.map_or(MAX_PLY, |depth| depth.max(1) as usize).min(MAX_PLY) {
            let Some((value, m)) = thinker.root(&roots, depth) else { break };
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

/// What an earlier search found out about a position: the value is at least, at most or exactly `value`.
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
    sums: Option<AccumulatorStack<'static>>,
    search: Option<&'a Search<'a>>,
    end: Option<Instant>,
    most_nodes: u64,
    nodes: NodeCounter,
    is_over: bool,
    /// For each ply, the quiet move that last caused a cut.
    killers: [Option<Move>; MAX_PLY],
    /// The generated moves of all nodes from the root to the current one, each with its order.
    moves: Vec<(Value, Move)>,
}

impl<'a> Thinker<'a> {
    fn new(position: &Position, table: &'a mut [Entry], network: Option<Evaluator>) -> Self {
        let sums = network.map(AccumulatorStack::new);
        let (position, moves, nodes) = (position.clone(), Vec::with_capacity(1024), NodeCounter::default());
        let (search, end, most_nodes) = (None, None, u64::MAX);
        Self { position, table, sums, search, end, most_nodes, nodes, is_over: false, killers: [None; MAX_PLY], moves }
    }

    /// Searches these moves. Returns the best one and its value, or `None` if the search is over before that.
    fn root(&mut self, roots: &[Move], depth: usize) -> Option<(Value, Move)> {
        let (psq, mut best) = (PsqScore::new(&TABLE, &self.position), None);
        let first = self.entry().and_then(|entry| entry.m).filter(|m| roots.contains(m));
        for m in first.into_iter().chain(roots.iter().copied().filter(|&m| Some(m) != first)) {
            let alpha = best.map_or(-MATE, |(value, _)| value);
            let value = self.after(m, psq, |this, psq| -this.search(psq, depth - 1, 1, -MATE, -alpha));
            if best.is_none_or(|(highest, _)| highest < value) {
                best = Some((value, m));
            }
        }
        let (value, m) = best.filter(|_| !self.is_over)?;
        self.store(Entry { m: Some(m), value, ..Entry::default() });
        Some((value, m))
    }

    /// Makes a move, calls `search`, and undoes the move. Each node has a score of its own, which need not be undone.
    fn after(&mut self, m: Move, mut psq: Psq, search: impl FnOnce(&mut Self, Psq) -> Value) -> Value {
        // Two or three observers are an observer. With a large table, `Prefetch` would be one more.
        match &mut self.sums {
            Some(sums) => self.position.do_move_with(m, &mut (&mut psq, &mut self.nodes, sums)),
            None => self.position.do_move_with(m, &mut (&mut psq, &mut self.nodes)),
        }
        let value = search(self, psq);
        self.position.undo_move();
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
    fn search(&mut self, psq: Psq, depth: usize, ply: usize, alpha: Value, beta: Value) -> Value {
        let is_late = || self.nodes.0 % 256 == 0 && self.end.is_some_and(|end| end <= Instant::now());
        self.is_over |= self.search.is_some_and(Search::is_stopped) || self.most_nodes <= self.nodes.0 || is_late();
        if self.is_over || self.position.is_draw(ply) || self.position.has_insufficient_material() {
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
        let mut best = (if only_captures { self.standing(psq) } else { ply as Value - MATE }, None);

        // The hash move needs no generator: a test is enough.
        let hash_move = entry.and_then(|entry| entry.m).filter(|&m| self.position.is_legal_with(&info, m));
        let hash_move = hash_move.filter(|&m| !only_captures || self.position.is_capture_stage(m));
        let node = Node { info, threats, hash_move, killer: self.killers[ply] };
        let mut classes: &[_] = if only_captures { &STAGES[..1] } else { &STAGES };
        let (start, mut tried, mut next) = (self.moves.len(), 0, hash_move.map(|m| (0, m)));
        while best.0 < beta {
            let next = next.take().or_else(|| self.next_move(start, &mut classes, &node));
            let Some((_, m)) = next.filter(|&(order, _)| 0 <= order || !only_captures) else { break };
            tried += 1;
            // Whether a move gives check is known before it is made, so it can decide how deep to look.
            let is_quiet = !self.position.is_capture_stage(m);
            let is_late =
                is_quiet && tried > 4 && depth >= 3 && !in_check && !self.position.gives_check_with(&node.info, m);
            let (deep, alpha) = (depth.saturating_sub(1), alpha.max(best.0));
            let value = self.after(m, psq, |this, psq| {
                let look = |this: &mut Self, depth, beta: Value| -this.search(psq, depth, ply + 1, -beta, -alpha);
                if is_late && look(this, deep - 1, alpha + 1) <= alpha { alpha } else { look(this, deep, beta) }
            });
            if best.0 < value {
                best = (value, Some(m));
                if beta <= value && is_quiet {
                    self.killers[ply] = Some(m);
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
        let (position, moves) = (&self.position, &mut self.moves);
        if class == MoveClass::Captures {
            return position.legal_moves_of_with(&node.info, class, &mut Captures { position, node, moves });
        }
        let by_pawns = node.threats.by_type[PieceType::Pawn.index()];
        let _ = position.visit_legal_moves_of_with::<()>(&node.info, class, |set| {
            let set = node.hash_move.map_or(set, |m| set.without(m));
            for (set, order) in [(set & !by_pawns, 1), (set & by_pawns, 0)] {
                moves.extend(set.into_iter().map(|m| (order + 2 * Value::from(Some(m) == node.killer), m)));
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

/// What a node knows before its moves are generated.
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
            let gain = 8 * value(self.position.captured_piece(m)) - value(self.position.moved_piece(m));
            let keeps_material = self.position.see_ge_with(&self.node.info, m, 0);
            (if keeps_material { gain + 4_000 } else { gain - 40_000 }, m)
        }));
    }
}
