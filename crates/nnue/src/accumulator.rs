//! The first layer, kept up to date along a game.

use alloc::vec::Vec;

use gardez_position::observers::{DirtyPiece, DirtyThreats};
use gardez_position::{Board, Builder, MoveObserver};
use gardez_types::{Color, Move, PieceType};

use crate::evaluation::Evaluation;
use crate::features::{Difference, DirtyPawnPairs, FeatureSet, PawnPairs, Pieces, RefreshCache};
use crate::layers::{Scratch, SimpleLayers, StackLayers, Update, described_output};
use crate::network::{BUCKETS, Block, Network, Output, blocks};
use crate::simd::Backend;

/// The sums of the first layer for one perspective.
#[derive(Clone, Debug)]
struct Accumulator {
    sums: Vec<Block>,
    material: [i32; BUCKETS],
}

/// The parts that a network keeps for one perspective: the sums of pieces, and the sums of threats and pairs of pawns.
/// They are apart because most moves of the perspective's king need a refresh of the first only, which is cheap.
const PIECES: usize = 0;
const THREATS: usize = 1;

/// The changes of a move, and the sums after it.
#[derive(Clone, Debug)]
struct Ply {
    pieces: DirtyPiece,
    threats: DirtyThreats,
    pairs: DirtyPawnPairs,
    /// The sums of both parts for both perspectives, if they are computed.
    sums: [[Accumulator; 2]; 2],
    is_computed: [[bool; 2]; 2],
}

/// The sums of a network's first layer along a line of moves, as an observer of them.
///
/// Pass it to each move; it only records what changes. When a board is evaluated, the sums are updated from the nearest
/// board before it whose sums are known, or, after a move of the perspective's king, through a [`RefreshCache`]. Then
/// call [`undo_move`](AccumulatorStack::undo_move) for each move that is undone, including null moves.
///
/// ```
/// use gardez_nnue::{AccumulatorStack, Network, NetworkKind};
/// use gardez_position::Position;
///
/// let network = Network::build(NetworkKind::Stockfish15, 64, "", |_, i| i as i32 * 31 % 61 - 30)?;
/// let mut position = Position::start();
/// let mut stack = AccumulatorStack::new(&network);
/// for text in ["e2e4", "c7c5", "g1f3"] {
///     position.do_move_with(position.parse_uci(text)?, &mut stack);
/// }
/// assert_eq!(stack.evaluate(&position), network.evaluate_board(&position));
///
/// position.undo_move();
/// stack.undo_move();
/// assert_eq!(stack.evaluate(&position), network.evaluate_board(&position));
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct AccumulatorStack<'n> {
    network: &'n Network<'n>,
    backend: Backend,
    /// The board at the beginning, and each board after a move that is not a null move.
    plies: Vec<Ply>,
    /// The number of plies that are in use. Others are left over.
    len: usize,
    /// For each move since the beginning, whether it was a null move.
    are_null: Vec<bool>,
    cache: RefreshCache<Accumulator>,
    scratch: Scratch,
    lists: Lists,
}

/// Lists that are used again.
#[derive(Clone, Debug, Default)]
struct Lists {
    pieces: Difference,
    threats: Difference,
    pairs: Difference,
}

impl<'n> AccumulatorStack<'n> {
    /// Returns a stack for the fastest back end of this CPU. The first board that it evaluates is computed from nothing.
    pub fn new(network: &'n Network<'n>) -> Self {
        Self::with_backend(network, Backend::detect())
    }

    /// Returns a stack for a back end.
    pub fn with_backend(network: &'n Network<'n>, backend: Backend) -> Self {
        let empty = Accumulator { sums: network.biases.row(0).to_vec(), material: [0; BUCKETS] };
        let mut this = Self {
            network,
            backend,
            plies: Vec::new(),
            len: 0,
            are_null: Vec::new(),
            cache: RefreshCache::new(empty),
            scratch: Scratch::new(network.width()),
            lists: Lists::default(),
        };
        this.push();
        this
    }

    /// Forgets all moves, for a board that does not come from the last one by a move. What was computed for other boards
    /// stays in a cache.
    pub fn reset(&mut self) {
        self.len = 0;
        self.are_null.clear();
        self.push();
    }

    /// Returns the network.
    pub const fn network(&self) -> &'n Network<'n> {
        self.network
    }

    /// Returns the number of observed moves that are not undone.
    pub fn len(&self) -> usize {
        self.are_null.len()
    }

    /// Returns `true` if no move was observed, or all are undone.
    pub fn is_empty(&self) -> bool {
        self.are_null.is_empty()
    }

    /// Goes back to the board before the last observed move, which may be a null move.
    ///
    /// # Panics
    ///
    /// Panics if there is none.
    pub fn undo_move(&mut self) {
        let is_null = self.are_null.pop().expect("a move to undo");
        self.len -= usize::from(!is_null);
    }

    /// Evaluates the board after the observed moves. Its sums are computed at most once.
    ///
    /// A board of another program is not observed: [`reset`](AccumulatorStack::reset) the stack before each of them. Then only
    /// the pieces that differ from those of a board before are added and removed.
    #[inline]
    pub fn evaluate<B: Pieces + ?Sized>(&mut self, board: &B) -> Evaluation {
        self.evaluate_with_bucket(board, self.network.bucket(board))
    }

    /// Evaluates a board with the layers of a bucket that may be another one than the board's.
    ///
    /// # Panics
    ///
    /// Panics if the network does not have this bucket.
    pub fn evaluate_with_bucket<B: Pieces + ?Sized>(&mut self, board: &B, bucket: usize) -> Evaluation {
        let (network, backend) = (self.network, self.backend);
        let has_threats = network.has_threats();
        for perspective in Color::ALL {
            self.bring_up_to_date::<PIECES>(board, perspective);
            if has_threats {
                self.bring_up_to_date::<THREATS>(board, perspective);
            }
        }
        let (ply, scratch) = (&self.plies[self.len - 1], &mut self.scratch);
        let colors = [board.side_to_move(), !board.side_to_move()].map(|color| color as usize);
        let sides = colors.map(|side| {
            let threats = has_threats.then_some(&ply.sums[THREATS][side].sums[..]);
            (&ply.sums[PIECES][side].sums[..], threats)
        });
        let material = || {
            let [us, them] = colors.map(|side| {
                let [pieces, threats] =
                    [PIECES, THREATS].map(|part| ply.sums[part][side].material[bucket.min(BUCKETS - 1)]);
                pieces.wrapping_add(threats)
            });
            us.wrapping_sub(them) / 2
        };
        match &network.output {
            Output::Stacks(stacks, rules) => {
                let positional = backend.run(StackLayers { stack: &stacks[bucket], rules, sides, scratch });
                Evaluation::new(network, bucket, material(), positional)
            }
            Output::Simple(output) => {
                Evaluation::new(network, bucket, 0, backend.run(SimpleLayers { output, bucket, sides }))
            }
            Output::Described(described) => {
                Evaluation::described(described, bucket, material(), described_output(described, bucket, sides))
            }
        }
    }

    /// Adds a ply, nothing of which is computed.
    fn push(&mut self) {
        if self.len == self.plies.len() {
            let [pieces, threats] = [true, self.network.has_threats()].map(|is_used| {
                let length = if is_used { blocks(self.network.width()) } else { 0 };
                Accumulator { sums: alloc::vec![Block::ZERO; length], material: [0; BUCKETS] }
            });
            self.plies.push(Ply {
                pieces: DirtyPiece::default(),
                threats: DirtyThreats::default(),
                pairs: DirtyPawnPairs::default(),
                sums: [[pieces.clone(), pieces], [threats.clone(), threats]],
                is_computed: [[false; 2]; 2],
            });
        }
        self.plies[self.len].is_computed = [[false; 2]; 2];
        self.len += 1;
    }
}

impl MoveObserver for AccumulatorStack<'_> {
    #[inline]
    fn making(&mut self, board: &Board, m: Move) {
        self.push();
        self.are_null.push(false);
        let ply = &mut self.plies[self.len - 1];
        ply.pieces.making(board, m);
        if self.network.threat_set().is_some() {
            ply.threats.making(board, m);
        }
        if self.network.has_pairs() {
            ply.pairs.making(board, m);
        }
    }

    #[inline]
    fn making_null(&mut self, _: &Board) {
        self.are_null.push(true);
    }
}

impl Network<'_> {
    /// Evaluates a board on its own. To evaluate many, use an [`AccumulatorStack`]: it takes a fraction of the time along a
    /// game, and less for boards without connection, too.
    ///
    /// ```
    /// use gardez_nnue::definition::Trace;
    /// use gardez_nnue::{Network, NetworkKind};
    /// use gardez_position::Board;
    ///
    /// let network = Network::build(NetworkKind::Stockfish16, 64, "", |_, i| i as i32 * 31 % 61 - 30)?;
    /// let evaluation = network.evaluate_board(&Board::start());
    /// assert_eq!((evaluation.bucket, evaluation.material), (7, 0), "both sides have the same");
    /// assert_eq!(evaluation, Trace::new(&network, &Board::start()).evaluation);
    /// # Ok::<_, gardez_nnue::NetworkError>(())
    /// ```
    pub fn evaluate_board<B: Pieces + ?Sized>(&self, board: &B) -> Evaluation {
        AccumulatorStack::new(self).evaluate(board)
    }

    /// Returns for each square what White would lose without the piece on it, in the units of [`Evaluation::value`]. It is
    /// `None` for empty squares, for kings, and if the board without the piece is not legal.
    ///
    /// ```
    /// use gardez_nnue::{Network, NetworkKind};
    /// use gardez_position::{Board, Square};
    ///
    /// let network = Network::build(NetworkKind::Stockfish15, 64, "", |_, i| i as i32 * 31 % 61 - 30)?;
    /// let values = network.piece_values(&Board::start());
    /// assert!(values[Square::D1 as usize].is_some() && values[Square::E1 as usize].is_none());
    /// # Ok::<_, gardez_nnue::NetworkError>(())
    /// ```
    pub fn piece_values(&self, board: &Board) -> [Option<i32>; 64] {
        let mut stack = AccumulatorStack::new(self);
        let mut value = |board: &Board| {
            stack.reset();
            stack.evaluate(board).value
        };
        let (whole, mut values) = (value(board), [None; 64]);
        for square in board.occupied() - board.by_type(PieceType::King) {
            let without = Builder::from_board(board).without_castling_rights().without_double_push();
            if let Ok(without) = without.without_piece(square).build_board() {
                let lost = whole - value(&without);
                values[square as usize] = Some(if board.side_to_move() == Color::White { lost } else { -lost });
            }
        }
        values
    }
}

impl AccumulatorStack<'_> {
    /// Computes a part of the sums of the last ply for one perspective.
    fn bring_up_to_date<const PART: usize>(&mut self, board: &(impl Pieces + ?Sized), perspective: Color) {
        let (last, side) = (self.len - 1, perspective as usize);
        let mut first = last;
        while !self.plies[first].is_computed[PART][side] {
            if first == 0 || self.requires_refresh::<PART>(first, perspective) {
                self.refresh::<PART>(board, perspective);
                // Other moves from the boards before will find them computed.
                for ply in (first..last).rev() {
                    self.step::<PART>(board, perspective, ply + 1, Direction::Backward);
                }
                return;
            }
            first -= 1;
        }
        for ply in first..last {
            self.step::<PART>(board, perspective, ply, Direction::Forward);
        }
    }

    #[inline]
    fn requires_refresh<const PART: usize>(&self, ply: usize, perspective: Color) -> bool {
        let ply = &self.plies[ply];
        if PART == PIECES {
            return self.network.inputs.requires_refresh(&ply.pieces, perspective);
        }
        match self.network.threat_set() {
            Some(set) => set.requires_refresh(&ply.threats, perspective),
            None => PawnPairs.requires_refresh(&ply.pairs, perspective),
        }
    }

    /// Computes a part of the sums of the last ply from the board.
    #[inline(always)]
    fn refresh<const PART: usize>(&mut self, board: &(impl Pieces + ?Sized), perspective: Color) {
        let (network, backend, lists) = (self.network, self.backend, &mut self.lists);
        let ply = &mut self.plies[self.len - 1];
        ply.is_computed[PART][perspective as usize] = true;
        let sums = &mut ply.sums[PART][perspective as usize];
        if PART == PIECES {
            let cached = self.cache.refresh(&network.inputs, board, perspective, &mut lists.pieces);
            let pieces: [&[u32]; 2] = [&lists.pieces.removed, &lists.pieces.added];
            apply::<PART>(backend, network, None, cached, [pieces, [&[]; 2], [&[]; 2]]);
            sums.sums.copy_from_slice(&cached.sums);
            sums.material = cached.material;
            return;
        }
        if let Some(set) = network.threat_set() {
            set.active_into(board, perspective, &mut lists.threats.added);
        }
        if network.has_pairs() {
            PawnPairs.active_into(board, perspective, &mut lists.pairs.added);
        }
        sums.sums.fill(Block::ZERO);
        sums.material = [0; BUCKETS];
        lists.threats.removed.clear();
        lists.pairs.removed.clear();
        let [threats, pairs] = [&lists.threats, &lists.pairs].map(|list| [&list.removed[..], &list.added[..]]);
        apply::<PART>(backend, network, None, sums, [[&[]; 2], threats, pairs]);
    }

    /// Computes a part of the sums of the ply after `from` by the move that led to it, or the sums of the ply before.
    #[inline(always)]
    fn step<const PART: usize>(
        &mut self,
        board: &(impl Pieces + ?Sized),
        perspective: Color,
        from: usize,
        direction: Direction,
    ) {
        let (network, backend) = (self.network, self.backend);
        let (lists, side) = (&mut self.lists, perspective as usize);
        let (before, after) = match direction {
            Direction::Forward => self.plies[from..from + 2].split_at_mut(1),
            Direction::Backward => self.plies[from - 1..from + 1].split_at_mut(1),
        };
        let (before, after) = (&mut before[0], &mut after[0]);
        let king = board.king(perspective);
        if PART == PIECES {
            network.inputs.difference_into(king, &after.pieces, perspective, &mut lists.pieces);
        } else {
            if let Some(set) = network.threat_set() {
                set.difference_into(king, &after.threats, perspective, &mut lists.threats);
            }
            if network.has_pairs() {
                PawnPairs.difference_into(king, &after.pairs, perspective, &mut lists.pairs);
            }
        }
        let (from, to) = match direction {
            Direction::Forward => (before, after),
            Direction::Backward => (after, before),
        };
        to.is_computed[PART][side] = true;
        let (from, to) = (&from.sums[PART][side], &mut to.sums[PART][side]);
        let indices = [&lists.pieces, &lists.threats, &lists.pairs].map(|list| match direction {
            Direction::Forward => [&list.removed[..], &list.added[..]],
            Direction::Backward => [&list.added[..], &list.removed[..]],
        });
        apply::<PART>(backend, network, Some(from), to, indices);
    }
}

/// The direction of a step along a line of moves.
#[derive(Clone, Copy)]
enum Direction {
    Forward,
    Backward,
}

/// Computes a part of the sums from `from`, or from themselves, by the inputs that are removed and added.
#[inline(always)]
fn apply<const PART: usize>(
    backend: Backend,
    network: &Network<'_>,
    from: Option<&Accumulator>,
    to: &mut Accumulator,
    [pieces, threats, pairs]: [[&[u32]; 2]; 3],
) {
    let start = from.map_or(to.material, |from| from.material);
    let (from, to_sums) = (from.map(|from| &from.sums[..]), &mut to.sums[..]);
    let bytes = [(&*network.threats.weights, threats), (&*network.pairs.weights, pairs)];
    if PART == PIECES {
        let (rows, bytes) = (Some((&network.pieces.weights, pieces)), [(&[][..], [&[][..]; 2]); 2]);
        backend.run(Update::<true> { from, to: to_sums, rows, bytes });
        to.material = material(start, &network.pieces.material, pieces);
    } else {
        backend.run(Update::<false> { from, to: to_sums, rows: None, bytes });
        to.material = material(material(start, &network.threats.material, threats), &network.pairs.material, pairs);
    }
}

/// Returns the material after inputs are removed and added. Simple networks have none.
#[inline(always)]
fn material(mut material: [i32; BUCKETS], table: &[[i32; BUCKETS]], [removed, added]: [&[u32]; 2]) -> [i32; BUCKETS] {
    if table.is_empty() {
        return material;
    }
    for &index in removed {
        let row = table[index as usize];
        material = core::array::from_fn(|i| material[i].wrapping_sub(row[i]));
    }
    for &index in added {
        let row = table[index as usize];
        material = core::array::from_fn(|i| material[i].wrapping_add(row[i]));
    }
    material
}
