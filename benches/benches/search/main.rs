//! A search of forty positions, as an engine does it: alpha-beta to a fixed depth, then captures and evasions only.
//!
//! Moves are generated in stages, ordered by what they capture and by static exchange evaluation, made with a
//! piece-square score, and skipped near the leaves if they are quiet and give no check. There is no hash table, and equal
//! scores are ordered by the move itself. So the tree is the same for every contestant, which [`Tree`] proves. Where an
//! engine would prefetch the entry of its table, the key goes into a sum.
//!
//! What a library does not have (static exchange evaluation, checks before a move is made, an observer) is written once
//! over its attack functions, in `library::facts`, `exchange` and `score`. Some contestants use calls of their own instead;
//! the tree stays the same.

mod cozy_chess;
mod exchange;
mod gardez;
mod library;
mod score;
mod shakmaty;

use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BatchSize, BenchmarkGroup, BenchmarkId, Throughput};
use gardez_position::{Board, CastlingMode, Position};

use self::cozy_chess::Cozy;
use self::gardez::{Legal, OwnCalls};
use self::library::facts::Facts;
use self::library::{Candidate, Candidates, Contestant, Library, MoveOf, NOTHING, Stage};
use self::shakmaty::Shakmaty;

/// By how many plies a build with debug assertions searches less: it checks every move and every position.
const LESS: u32 = if cfg!(debug_assertions) { 3 } else { 0 };

/// The number of positions of all searches with debug assertions, and a sum over their trees. A change that is not meant
/// to change a search must not change this signature.
const SIGNATURE: (u64, u64) = (35_382, 6_612_374_860_814_424_341);

type Group<'a> = BenchmarkGroup<'a, WallTime>;

/// A position and how deeply to search it.
struct Case {
    name: &'static str,
    depth: u32,
    mode: CastlingMode,
    /// In Chess960 with a Shredder castling field.
    fen: &'static str,
}

impl Case {
    /// Reads the name, the depth and the position of a line.
    fn read(line: &'static str) -> Self {
        let fields: Vec<_> = line.split('\t').collect();
        let [name, depth, fen] = fields[..] else { panic!("a line has three fields: {line}") };
        let mode = if name.starts_with("chess960") { CastlingMode::Chess960 } else { CastlingMode::Standard };
        let depth: u32 = depth.parse().expect("the depth is a number");
        Self { name, depth: depth.saturating_sub(LESS).max(1), mode, fen }
    }
}

fn main() {
    let mut criterion = benches::criterion();
    let mut group = criterion.benchmark_group("search");
    // A search takes up to some ten milliseconds, and there are forty positions.
    group.sample_size(10).warm_up_time(Duration::from_millis(1)).measurement_time(Duration::from_millis(100));
    let (mut nodes, mut sum) = (0, 0_u64);
    // Openings, middlegames, endgames, Chess960, and positions with checks, promotions and en passant.
    for case in include_str!("../../data/search.tsv").lines().map(Case::read) {
        let tree = search::<Legal<Position>>(&mut Legal::<Position>::read(case.fen, case.mode), case.depth);
        (nodes, sum) = (nodes + tree.nodes, sum.rotate_left(5) ^ tree.sum.wrapping_add(tree.value as u64));
        time::<Legal<Position>>(&mut group, &case, tree);
        time::<Legal<Board>>(&mut group, &case, tree);
        time::<OwnCalls<Position>>(&mut group, &case, tree);
        time::<OwnCalls<Board>>(&mut group, &case, tree);
        time::<Cozy<false>>(&mut group, &case, tree);
        time::<Cozy<true>>(&mut group, &case, tree);
        time::<Shakmaty>(&mut group, &case, tree);
    }
    assert!(LESS == 0 || (nodes, sum) == SIGNATURE, "{nodes} positions, {sum}");
    group.finish();
    criterion.final_summary();
}

/// Times one contestant. It must search the expected tree.
fn time<C: Contestant>(group: &mut Group<'_>, case: &Case, expected: Tree) {
    let position = C::read(case.fen, case.mode);
    assert_eq!(search::<C>(&mut position.clone(), case.depth), expected, "{}: {}", C::NAME, case.name);
    group.throughput(Throughput::Elements(expected.nodes));
    group.bench_function(BenchmarkId::new(C::NAME, case.name), |bencher| {
        bencher.iter_batched_ref(
            || position.clone(),
            |position| search::<C>(position, case.depth),
            BatchSize::SmallInput,
        );
    });
}

/// The value of a mate at the root.
const MATE: i32 = 100_000;

/// Deeper positions are valued without a search.
const MAX_PLY: usize = 64;

/// By how much a quiet move may fail to reach alpha at each depth, so that it is tried nevertheless.
const MARGINS: [i32; 3] = [0, 120, 250];

/// The most that a single capture may gain besides the captured piece.
const CAPTURE_MARGIN: i32 = 150;

/// A searched tree: two trees are the same if these numbers are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Tree {
    /// The number of positions.
    nodes: u64,
    /// A sum over the values and best moves of all positions, in the order in which they were searched.
    sum: u64,
    /// The value of the root for the side to move.
    value: i32,
}

/// Searches a position.
fn search<C: Contestant>(position: &mut C::Position, depth: u32) -> Tree {
    let mut searcher = Searcher::new();
    let (score, in_check) = (C::score(position), C::in_check(position));
    let node = Node { score, in_check, depth, ply: 0 };
    let value = searcher.search::<C>(position, node, -MATE, MATE);
    searcher.tree(value)
}

/// The facts of a position that are known before it is searched.
#[derive(Clone, Copy)]
struct Node<Score> {
    score: Score,
    in_check: bool,
    depth: u32,
    ply: usize,
}

struct Searcher {
    nodes: u64,
    sum: u64,
    keys: u64,
    /// For each ply, the two quiet moves that last caused a cut.
    killers: [[u16; 2]; MAX_PLY],
}

/// The results of the moves tried so far.
struct Best {
    alpha: i32,
    beta: i32,
    value: i32,
    code: u16,
    has_legal_move: bool,
}

impl Best {
    fn is_cut(&self) -> bool {
        self.beta <= self.value
    }
}

impl Searcher {
    const fn new() -> Self {
        Self { nodes: 0, sum: 0, keys: 0, killers: [[0; 2]; MAX_PLY] }
    }

    /// Returns the searched tree, whose root has this value.
    fn tree(&self, value: i32) -> Tree {
        std::hint::black_box(self.keys);
        Tree { nodes: self.nodes, sum: self.sum, value }
    }

    fn search<C: Contestant>(
        &mut self,
        position: &mut C::Position,
        node: Node<C::Score>,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        // A check at the end is answered before the position is valued.
        if MAX_PLY <= node.ply || node.depth == 0 && !node.in_check {
            return self.quiesce::<C>(position, node, alpha, beta);
        }
        self.nodes += 1;
        let mut facts = Facts::default();
        let mut best = Best { alpha, beta, value: -MATE, code: 0, has_legal_move: false };
        self.try_all::<C>(position, node, &mut facts, &mut best);
        if !best.has_legal_move {
            best.value = if node.in_check { node.ply as i32 - MATE } else { 0 };
        }
        self.note(best.value, best.code)
    }

    /// Tries the moves stage by stage, until one causes a cut.
    fn try_all<C: Contestant>(
        &mut self,
        position: &mut C::Position,
        node: Node<C::Score>,
        facts: &mut Facts<C::Own>,
        best: &mut Best,
    ) {
        let mut captures = Candidates::new();
        add_captures::<C>(position, &mut captures);
        let mut losing = Candidates::new();
        while let Some(candidate) = pop_best(&mut captures) {
            if !C::keeps_material(position, facts, &candidate) {
                losing.push(candidate);
                continue;
            }
            self.try_move::<C>(position, node, facts, &candidate, best);
            if best.is_cut() {
                return;
            }
        }

        // Near the leaves, a quiet move cannot make up for a bad score, except by giving check.
        let is_hopeless = |margin: &i32| value::<C>(position, node.score) + margin <= best.alpha;
        let only_checks =
            best.has_legal_move && !node.in_check && MARGINS.get(node.depth as usize).is_some_and(is_hopeless);
        let mut quiets = Candidates::new();
        self.add_quiets::<C>(position, node, facts, only_checks, &mut quiets);
        while let Some(candidate) = pop_best(&mut quiets) {
            self.try_move::<C>(position, node, facts, &candidate, best);
            if best.is_cut() {
                let [first, second] = &mut self.killers[node.ply];
                if *first != best.code {
                    (*first, *second) = (best.code, *first);
                }
                return;
            }
        }

        for candidate in &losing {
            self.try_move::<C>(position, node, facts, candidate, best);
            if best.is_cut() {
                return;
            }
        }
    }

    /// Makes a move, searches the position after it, and undoes the move.
    #[inline]
    fn try_move<C: Contestant>(
        &mut self,
        position: &mut C::Position,
        node: Node<C::Score>,
        facts: &mut Facts<C::Own>,
        candidate: &Candidate<MoveOf<C>>,
        best: &mut Best,
    ) {
        best.has_legal_move = true;
        let gives_check = !C::KEEPS_CHECKERS && C::gives_check(position, facts, candidate);
        let value = C::after(position, candidate, node.score, |position, score, key| {
            self.keys ^= key;
            let in_check = if C::KEEPS_CHECKERS { C::in_check(position) } else { gives_check };
            let child = Node { score, in_check, depth: node.depth.saturating_sub(1), ply: node.ply + 1 };
            -self.search::<C>(position, child, -best.beta, -best.alpha)
        });
        if best.value < value {
            best.value = value;
            best.code = candidate.code::<C::Library>();
            best.alpha = best.alpha.max(value);
        }
    }

    /// Searches captures only; the side to move may also stop capturing. It is not in check.
    fn quiesce<C: Contestant>(
        &mut self,
        position: &mut C::Position,
        node: Node<C::Score>,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        self.nodes += 1;
        let value = value::<C>(position, node.score);
        let mut best = Best { alpha: alpha.max(value), beta, value, code: 0, has_legal_move: true };
        if !best.is_cut() && node.ply < MAX_PLY {
            let mut facts = Facts::default();
            let mut captures = Candidates::new();
            add_captures::<C>(position, &mut captures);
            while let Some(candidate) = pop_best(&mut captures) {
                let most = value + score::VALUES[usize::from(candidate.captured)] + CAPTURE_MARGIN;
                let is_hopeless = candidate.kind != library::Kind::Promotion && most <= best.alpha;
                if is_hopeless && !C::gives_check(position, &mut facts, &candidate)
                    || !C::keeps_material(position, &mut facts, &candidate)
                {
                    continue;
                }
                self.try_move::<C>(position, node, &mut facts, &candidate, &mut best);
                if best.is_cut() {
                    break;
                }
            }
        }
        self.note(best.value, best.code)
    }

    /// Adds a searched position to the sum.
    fn note(&mut self, value: i32, code: u16) -> i32 {
        self.sum = self.sum.rotate_left(7) ^ (u64::from(code) << 32 | u64::from(value as u32));
        value
    }

    /// Adds the quiet moves: killers first, then by what they gain on the table.
    fn add_quiets<C: Contestant>(
        &self,
        position: &C::Position,
        node: Node<C::Score>,
        facts: &mut Facts<C::Own>,
        only_checks: bool,
        quiets: &mut Candidates<MoveOf<C>>,
    ) {
        let white = C::Library::white_to_move(C::board(position));
        let [first, second] = self.killers[node.ply];
        let mut add = |mut candidate: Candidate<_>| {
            let code = candidate.code::<C::Library>();
            let rank = if first == code {
                20_001
            } else if second == code {
                20_000
            } else {
                let change = score::change::<C::Library>(white, &candidate);
                (10_000 + if white { change } else { -change }) as u32
            };
            candidate.order = rank << 16 | u32::from(code);
            quiets.push(candidate);
        };
        if only_checks {
            C::generate_quiet_checks(position, facts, add);
        } else {
            C::generate(position, Stage::Quiets, |m, piece| {
                add(Candidate::new::<C::Library>(C::board(position), m, piece));
            });
        }
    }
}

/// Adds the captures and promotions: the most valuable captured piece first, and of these the least valuable capturing
/// piece.
fn add_captures<C: Contestant>(position: &C::Position, captures: &mut Candidates<MoveOf<C>>) {
    C::generate(position, Stage::Captures, |m, piece| {
        let mut candidate = Candidate::new::<C::Library>(C::board(position), m, piece);
        let captured = (usize::from(candidate.captured) + 1) % (NOTHING + 1);
        let promotion = (C::Library::promotion(m) + 1) % (NOTHING + 1);
        let rank = 8 * (captured + promotion) + NOTHING - piece;
        candidate.order = (rank as u32) << 16 | u32::from(candidate.code::<C::Library>());
        captures.push(candidate);
    });
}

/// Removes the candidate with the highest order.
#[inline]
fn pop_best<M: Copy>(candidates: &mut Candidates<M>) -> Option<Candidate<M>> {
    let best = (0..candidates.len()).max_by_key(|&index| candidates[index].order)?;
    candidates.swap_pop(best)
}

/// Returns the score for the side to move.
#[inline]
fn value<C: Contestant>(position: &C::Position, score: C::Score) -> i32 {
    let value = C::value(score);
    if C::Library::white_to_move(C::board(position)) { value } else { -value }
}
