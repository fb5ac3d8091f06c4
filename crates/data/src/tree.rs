//! The moves of many games as one tree.

use core::convert::Infallible;
use core::ops::ControlFlow::{self, Continue};

use gardez_notation::pgn::{Boards, Game, PgnBoard, Played, Problem, Severity, Skip, Visitor};
use gardez_position::Board;
use gardez_types::{GameResult, Move};

/// The moves of many games from one position on, as a tree with counts. It takes 28 bytes for each different line.
///
/// ```
/// use gardez_data::{GameTexts, GameTree, TreeLine};
/// use gardez_position::Board;
///
/// let mut games = GameTexts::new(&b"1. e4 c5 1-0\n\n1. d4 1/2-1/2\n\n1. e4 e5 0-1\n\n1. e4 c5 *"[..]);
/// let (mut tree, mut line) = (GameTree::new(Board::start(), 1000), TreeLine::new(Board::start(), 20));
/// while games.read(&mut line)? {
///     tree.add(&line);
/// }
/// let rows: Vec<_> = tree.rows(2).map(|row| (row.ply, row.games(), row.score())).collect();
/// assert_eq!(rows, [(0, 4, Some(0.5)), (1, 3, Some(0.5)), (2, 2, Some(1.0))]);
/// assert!(tree.to_game(1).to_string().contains("1... c5 { 2 games: +1 =0 -0 }"));
/// # Ok::<_, gardez_data::GameTextError>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameTree {
    root: Board,
    nodes: Vec<Node>,
    most: usize,
    is_full: bool,
}

/// A visitor that reads the moves of each game from one position on, for a [`GameTree`].
#[derive(Clone, Debug)]
pub struct TreeLine {
    root: Board,
    plies: usize,
    /// The moves from the root on; `None` if the game has not reached it.
    moves: Option<Vec<Move>>,
    result: GameResult,
    errors: u64,
}

/// A move of a [`GameTree`] with its games. The first row is the root.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TreeRow {
    /// The number of moves from the root on.
    pub ply: usize,
    /// The move, with the board before it; `None` at the root.
    pub mv: Option<(Board, Move)>,
    /// The board after the move.
    pub board: Board,
    /// The games with each result, in the order of [`GameResult::ALL`].
    pub results: [u32; 4],
}

#[derive(Clone, Debug)]
struct Node {
    mv: Option<Move>,
    results: [u32; 4],
    /// The first move that follows, and the next move in place of this one; 0 if there is none.
    child: u32,
    next: u32,
}

impl TreeLine {
    /// Reads this many plies from a position on.
    pub const fn new(root: Board, plies: usize) -> Self {
        Self { root, plies, moves: None, result: GameResult::Unknown, errors: 0 }
    }

    /// Returns the number of errors in the last game, as far as it was read. A game counts up to its first error.
    pub const fn errors(&self) -> u64 {
        self.errors
    }

    fn skip(&self) -> Skip {
        Skip(self.moves.as_ref().is_some_and(|moves| self.plies <= moves.len()))
    }
}

impl<B: PgnBoard> Visitor<Boards<B>> for TreeLine {
    type Break = Infallible;

    fn begin_game(&mut self) -> ControlFlow<Infallible, Skip> {
        (self.moves, self.result, self.errors) = (None, GameResult::Unknown, 0);
        Continue(Skip(false))
    }

    fn begin_moves(&mut self, start: &B) -> ControlFlow<Infallible, Skip> {
        self.moves = start.as_chess().filter(|&start| *start == self.root).map(|_| Vec::new());
        Continue(self.skip())
    }

    fn play(&mut self, played: Played<'_, B>) -> ControlFlow<Infallible, Skip> {
        let Some(after) = played.after.as_chess() else { return Continue(Skip(true)) };
        match (&mut self.moves, after.last_move()) {
            (Some(moves), Some(m)) => moves.push(m),
            (Some(_), None) => return Continue(Skip(true)),
            (None, _) if after.raw_key() == self.root.raw_key() && *after == self.root => self.moves = Some(Vec::new()),
            (None, _) => {}
        }
        Continue(self.skip())
    }

    fn result(&mut self, result: GameResult) -> ControlFlow<Infallible> {
        self.result = result;
        Continue(())
    }

    fn problem(&mut self, problem: &Problem) -> ControlFlow<Infallible> {
        self.errors += u64::from(problem.kind.severity() == Severity::Error);
        Continue(())
    }
}

impl GameTree {
    /// Creates a tree without games that will have at most this many moves.
    pub fn new(root: Board, most: usize) -> Self {
        let node = Node { mv: None, results: [0; 4], child: 0, next: 0 };
        Self { root, nodes: vec![node], most: most.min(u32::MAX as usize - 1), is_full: false }
    }

    /// Adds a game, unless it has not reached the root. If the tree is full, the game counts as far as its moves are known.
    pub fn add(&mut self, line: &TreeLine) {
        let Some(moves) = &line.moves else { return };
        let result = GameResult::ALL.iter().position(|&result| result == line.result).unwrap_or_default();
        let count = |node: &mut Node| node.results[result] = node.results[result].saturating_add(1);
        count(&mut self.nodes[0]);
        let mut at = 0;
        for &mv in moves {
            let (mut last, mut next) = (None, self.nodes[at].child);
            while next != 0 && self.nodes[next as usize].mv != Some(mv) {
                (last, next) = (Some(next as usize), self.nodes[next as usize].next);
            }
            if next == 0 {
                if self.most < self.nodes.len() {
                    self.is_full = true;
                    return;
                }
                next = self.nodes.len() as u32;
                self.nodes.push(Node { mv: Some(mv), results: [0; 4], child: 0, next: 0 });
                match last {
                    Some(last) => self.nodes[last].next = next,
                    None => self.nodes[at].child = next,
                }
            }
            at = next as usize;
            count(&mut self.nodes[at]);
        }
    }

    /// Returns `true` if moves were left out because there were too many.
    pub const fn is_full(&self) -> bool {
        self.is_full
    }

    /// Returns the moves of at least this many games, each followed by the moves after it, frequent moves first.
    pub fn rows(&self, least_games: u32) -> impl Iterator<Item = TreeRow> + '_ {
        let mut open = vec![(0, None, 0, self.root)];
        core::iter::from_fn(move || {
            let (at, mv, ply, board) = open.pop()?;
            let node: &Node = &self.nodes[at as usize];
            let links = core::iter::successors(Some(node.child), |&child| Some(self.nodes[child as usize].next));
            let mut children: Vec<u32> = links.take_while(|&child| child != 0).collect();
            // Of moves with the same number of games, the one that was played first comes first.
            children.sort_by_key(|&child| (games(&self.nodes[child as usize].results), core::cmp::Reverse(child)));
            for child in children {
                let Node { mv, results, .. } = &self.nodes[child as usize];
                if let Some(m) = mv.filter(|_| u64::from(least_games) <= games(results)) {
                    open.push((child, Some((board, m)), ply + 1, board.after(m)));
                }
            }
            Some(TreeRow { ply, mv, board, results: node.results })
        })
    }

    /// Returns the moves of at least this many games as one game with variations. Comments have the counts.
    pub fn to_game(&self, least_games: u32) -> Game {
        let mut game = Game::from_board(self.root);
        let mut path = vec![game.root()];
        for row in self.rows(least_games) {
            if let Some((_, m)) = row.mv {
                path.truncate(row.ply);
                path.push(game.push(path[row.ply - 1], Some(m)));
            }
            let [white, black, draws, _] = row.results;
            let (count, end) = (row.games(), if row.games() == 1 { "" } else { "s" });
            game.node_mut(path[row.ply]).comments.push(format!("{count} game{end}: +{white} ={draws} -{black}"));
        }
        game
    }
}

impl TreeRow {
    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        games(&self.results)
    }

    /// Returns White's share of the points, or `None` if no result is known.
    pub fn score(&self) -> Option<f64> {
        let [white, black, draws, _] = self.results.map(f64::from);
        Some((white + draws / 2.0) / (white + black + draws)).filter(|score| score.is_finite())
    }
}

fn games(results: &[u32; 4]) -> u64 {
    results.iter().map(|&count| u64::from(count)).sum()
}
