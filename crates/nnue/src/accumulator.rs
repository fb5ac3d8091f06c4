//! The first layer, kept up to date along a game.

mod changes;

use alloc::vec::Vec;

use gardez_position::observers::{DirtyPiece, DirtyThreats};
use gardez_position::{Board, Builder, MoveObserver};
use gardez_types::{Color, Move, Piece, PieceType, Square};

use crate::architecture::BUCKETS;
use crate::evaluation::Evaluation;
use crate::features::{
    Difference, DirtyPawnPairs, FeatureSet, IndexList, Numbering, PawnPairs, Pieces, RefreshCache, piece_sets,
};
use crate::layers::{Scratch, output};
use crate::network::Network;
use crate::simd::{Backend, Simd, Task};
use crate::sums::{Accumulator, Apply};

/// The changes of a move, and the sums after it.
#[derive(Clone, Debug)]
struct Ply {
    pieces: DirtyPiece,
    threats: DirtyThreats,
    pairs: DirtyPawnPairs,
    /// The sums of both perspectives, if they are computed.
    sums: [Accumulator; 2],
    is_computed: [bool; 2],
    /// The sums do not follow from the ply before.
    is_start: bool,
}

/// The sums of a network's first layer along a line of moves, as an observer of them.
///
/// Pass it to each move; it only records what changes. When a board is evaluated, the sums are updated from the nearest
/// board before it whose sums are known, or, after a move of the perspective's king, through a [`RefreshCache`]. Then
/// call [`undo_move`](AccumulatorStack::undo_move) for each move that is undone, including null moves.
///
/// ```
/// use gardez_nnue::{AccumulatorStack, Architecture, Network};
/// use gardez_position::Position;
///
/// let architecture = Architecture { width: 64, ..Architecture::STOCKFISH_15 };
/// let network = Network::build(&architecture, |_, i| i as i32 * 31 % 61 - 30)?;
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
    /// The inputs that a move changes, for each perspective.
    lists: Vec<Lists>,
}

/// Lists that are used again. Those of inputs that the network does not have stay empty.
#[derive(Clone, Debug, Default)]
struct Lists {
    /// The numbers of the pieces for this square of the king.
    numbering: Option<(Square, Numbering)>,
    pieces: Difference,
    threats: Difference,
    pairs: Difference,
}

impl Lists {
    /// Lists the inputs that the move before a ply changes.
    #[inline(always)]
    fn list(&mut self, network: &Network<'_>, king: Square, ply: &Ply, perspective: Color) {
        let (_, numbering) = match &self.numbering {
            Some(known) if known.0 == king => known,
            _ => self.numbering.insert((king, network.inputs.numbering(perspective, king))),
        };
        numbering.difference_into(&ply.pieces, &mut self.pieces);
        if let Some(set) = network.threat_set() {
            set.difference_into(king, &ply.threats, perspective, &mut self.threats);
        }
        if network.has_pairs() {
            PawnPairs.difference_into(king, &ply.pairs, perspective, &mut self.pairs);
        }
    }
}

impl<'n> AccumulatorStack<'n> {
    /// Returns a stack for the fastest back end of this CPU. The first board that it evaluates is computed from nothing.
    pub fn new(network: &'n Network<'n>) -> Self {
        Self::with_backend(network, Backend::detect())
    }

    /// Returns a stack for a back end.
    pub fn with_backend(network: &'n Network<'n>, backend: Backend) -> Self {
        let empty = Accumulator::new(network);
        let mut this = Self {
            network,
            backend,
            plies: Vec::new(),
            len: 0,
            are_null: Vec::new(),
            cache: RefreshCache::new(empty),
            scratch: Scratch::new(network.width()),
            lists: alloc::vec![Lists::default(); 2],
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
    /// Boards of other programs are not observed: [record](AccumulatorStack::record_changes) their moves, or
    /// [`reset`](AccumulatorStack::reset) the stack before each of them. Then only pieces that differ are added and removed.
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
        self.backend.run(Evaluate { stack: self, board, bucket })
    }

    /// Adds a ply, nothing of which is computed.
    fn push(&mut self) {
        if self.len == self.plies.len() {
            self.plies.push(Ply {
                pieces: DirtyPiece::default(),
                threats: DirtyThreats::default(),
                pairs: DirtyPawnPairs::default(),
                sums: [(); 2].map(|()| Accumulator::new(self.network)),
                is_computed: [false; 2],
                is_start: false,
            });
        }
        (self.plies[self.len].is_computed, self.plies[self.len].is_start) = ([false; 2], false);
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
    /// use gardez_nnue::{Architecture, Network};
    /// use gardez_position::Board;
    ///
    /// let architecture = Architecture { width: 64, ..Architecture::STOCKFISH_16 };
    /// let network = Network::build(&architecture, |_, i| i as i32 * 31 % 61 - 30)?;
    /// let evaluation = network.evaluate_board(&Board::start());
    /// assert_eq!((evaluation.bucket, evaluation.material), (7, 0), "both sides have the same");
    /// assert_eq!(evaluation, Trace::new(&network, &Board::start()).evaluation);
    /// # Ok::<_, gardez_nnue::NetworkError>(())
    /// ```
    pub fn evaluate_board<B: Pieces + ?Sized>(&self, board: &B) -> Evaluation {
        Backend::detect().run(EvaluateAlone { network: self, board })
    }

    /// Returns for each square what White would lose without the piece on it, in the units of [`Evaluation::value`]. It is
    /// `None` for empty squares, for kings, and if the board without the piece is not legal.
    ///
    /// ```
    /// use gardez_nnue::{Architecture, Network};
    /// use gardez_position::{Board, Square};
    ///
    /// let architecture = Architecture { width: 64, ..Architecture::STOCKFISH_15 };
    /// let network = Network::build(&architecture, |_, i| i as i32 * 31 % 61 - 30)?;
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

/// Evaluates the board of the last ply.
struct Evaluate<'a, 'n, B: ?Sized> {
    stack: &'a mut AccumulatorStack<'n>,
    board: &'a B,
    bucket: usize,
}

impl<B: Pieces + ?Sized> Task for Evaluate<'_, '_, B> {
    type Output = Evaluation;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Evaluation {
        let Self { stack, board, bucket } = self;
        // The inputs of both perspectives are listed before the rows of the first are read. (A closure would not be compiled
        // for the level.)
        let mut is_behind = [false; 2];
        for perspective in Color::ALL {
            is_behind[perspective as usize] = stack.approach(simd, board, perspective);
        }
        for (side, is_behind) in is_behind.into_iter().enumerate() {
            if is_behind {
                stack.step(simd, side, stack.len - 2, Direction::Forward);
            }
        }
        let sums = &stack.plies[stack.len - 1].sums;
        evaluation(simd, stack.network, sums, board.side_to_move(), bucket, &mut stack.scratch)
    }
}

/// Evaluates a board without a stack.
struct EvaluateAlone<'a, B: ?Sized> {
    network: &'a Network<'a>,
    board: &'a B,
}

impl<B: Pieces + ?Sized> Task for EvaluateAlone<'_, B> {
    type Output = Evaluation;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Evaluation {
        let Self { network, board } = self;
        let mut lists = [const { IndexList::new() }; 3];
        let mut sums = [(); 2].map(|()| Accumulator::new(network));
        for perspective in Color::ALL {
            network.inputs.active_into(board, perspective, &mut lists[0]);
            if let Some(set) = network.threat_set() {
                set.active_into(board, perspective, &mut lists[1]);
            }
            if network.has_pairs() {
                PawnPairs.active_into(board, perspective, &mut lists[2]);
            }
            let [pieces, threats, pairs] = &lists;
            let lists = [[&[][..], pieces], [&[], threats], [&[], pairs]];
            simd.call(Apply { network, from: None, to: &mut sums[perspective as usize], lists });
        }
        let (bucket, mut scratch) = (network.bucket(board), Scratch::new(network.width()));
        evaluation(simd, network, &sums, board.side_to_move(), bucket, &mut scratch)
    }
}

/// Computes the layers after the first one.
#[inline(always)]
fn evaluation<S: Simd>(
    simd: S,
    network: &Network<'_>,
    sums: &[Accumulator; 2],
    us: Color,
    bucket: usize,
    scratch: &mut Scratch,
) -> Evaluation {
    let (us, them) = (&sums[us as usize], &sums[!us as usize]);
    let place = bucket.min(BUCKETS - 1);
    let (material, sides) = (us.material[place].wrapping_sub(them.material[place]) / 2, [&us.sums[..], &them.sums]);
    Evaluation::new(network, bucket, material, output(simd, network, bucket, sides, scratch))
}

impl AccumulatorStack<'_> {
    /// Computes the sums of the last ply for one perspective, or those of the ply before. In that case, it lists the inputs
    /// that the last move changes, and returns `true`.
    #[inline(always)]
    fn approach<S: Simd>(&mut self, simd: S, board: &(impl Pieces + ?Sized), perspective: Color) -> bool {
        let (network, last, side) = (self.network, self.len - 1, perspective as usize);
        // The first ply since which the numbers of pieces are those of the last one.
        let (mut first, mut alike) = (last, None);
        while !self.plies[first].is_computed[side] {
            let ply = &self.plies[first];
            let is_renumbered = network.inputs.requires_refresh(&ply.pieces, perspective);
            if is_renumbered {
                alike.get_or_insert(first);
            }
            let are_all_renumbered = match network.threat_set() {
                Some(set) => set.requires_refresh(&ply.threats, perspective),
                None if network.has_pairs() => PawnPairs.requires_refresh(&ply.pairs, perspective),
                None => is_renumbered,
            };
            if first == 0 || ply.is_start || are_all_renumbered {
                self.refresh(simd, board, perspective);
                // Other moves from the boards before will find them computed.
                for ply in (alike.unwrap_or(first)..last).rev() {
                    self.lists[side].list(network, board.king(perspective), &self.plies[ply + 1], perspective);
                    self.step(simd, side, ply, Direction::Backward);
                }
                return false;
            }
            first -= 1;
        }
        if alike.is_some() {
            self.renumber(simd, board, perspective, first);
            return false;
        }
        for ply in first + 1..=last {
            self.lists[side].list(network, board.king(perspective), &self.plies[ply], perspective);
            if ply < last {
                self.step(simd, side, ply - 1, Direction::Forward);
            }
        }
        first < last
    }

    /// Computes the sums of the last ply from the board.
    #[inline(always)]
    fn refresh<S: Simd>(&mut self, simd: S, board: &(impl Pieces + ?Sized), perspective: Color) {
        let (network, lists) = (self.network, &mut self.lists[perspective as usize]);
        let ply = &mut self.plies[self.len - 1];
        ply.is_computed[perspective as usize] = true;
        let cached = self.cache.refresh(&network.inputs, board, perspective, &mut lists.pieces);
        let pieces = lists.pieces.lists();
        simd.call(Apply { network, from: None, to: cached, lists: [pieces, [&[]; 2], [&[]; 2]] });
        lists.threats.restart(false);
        lists.pairs.restart(false);
        if let Some(set) = network.threat_set() {
            set.active_into(board, perspective, &mut lists.threats.added);
        }
        if network.has_pairs() {
            PawnPairs.active_into(board, perspective, &mut lists.pairs.added);
        }
        let to = &mut ply.sums[perspective as usize];
        let lists = [[&[][..]; 2], lists.threats.lists(), lists.pairs.lists()];
        simd.call(Apply { network, from: Some(cached), to, lists });
    }

    /// Computes the sums of the last ply from those of another one, since which only the numbers of pieces have changed: the
    /// sums of all pieces are exchanged.
    #[inline(always)]
    fn renumber<S: Simd>(&mut self, simd: S, board: &(impl Pieces + ?Sized), perspective: Color, first: usize) {
        let (network, last, side) = (self.network, self.len - 1, perspective as usize);
        let Self { plies, cache, lists, .. } = self;
        let (lists, (before, after)) = (&mut lists[side], plies.split_at_mut(last));
        let (changes, ply) = (&before[first + 1..], &mut after[0]);
        // The pieces of the other ply.
        let mut sets = piece_sets(board);
        for DirtyPiece { piece, from, to, removed, added, .. } in
            core::iter::once(ply.pieces).chain(changes.iter().rev().map(|ply| ply.pieces))
        {
            for (piece, square) in piece.zip(to).into_iter().chain(added) {
                sets[piece as usize].remove(square);
            }
            for (piece, square) in piece.zip(from).into_iter().chain(removed) {
                sets[piece as usize].insert(square);
            }
        }
        let king = sets[Piece::new(perspective, PieceType::King) as usize].into_iter().next().expect("a king");
        let cached = cache.update(&network.inputs, perspective, king, &sets, &mut lists.pieces);
        let pieces = lists.pieces.lists();
        simd.call(Apply { network, from: None, to: cached, lists: [pieces, [&[]; 2], [&[]; 2]] });
        let sums = &mut ply.sums[side];
        sums.sums.copy_from_slice(&before[first].sums[side].sums);
        sums.material = before[first].sums[side].material;
        sums.combine(cached, i16::wrapping_sub, i32::wrapping_sub);
        let cached = cache.refresh(&network.inputs, board, perspective, &mut lists.pieces);
        let pieces = lists.pieces.lists();
        simd.call(Apply { network, from: None, to: cached, lists: [pieces, [&[]; 2], [&[]; 2]] });
        sums.combine(cached, i16::wrapping_add, i32::wrapping_add);
        ply.is_computed[side] = true;
        let king = board.king(perspective);
        for place in 0..=changes.len() {
            lists.list(network, king, changes.get(place).unwrap_or(&*ply), perspective);
            let lists = [[&[][..]; 2], lists.threats.lists(), lists.pairs.lists()];
            simd.call(Apply { network, from: None, to: &mut ply.sums[side], lists });
        }
    }

    /// Computes the sums of a ply for a perspective from those of its neighbor, by the inputs that are listed.
    #[inline(always)]
    fn step<S: Simd>(&mut self, simd: S, side: usize, ply: usize, direction: Direction) {
        let (before, after) = self.plies.split_at_mut(ply + 1);
        let (before, after) = (&mut before[ply], &mut after[0]);
        let (from, to) = match direction {
            Direction::Forward => (before, after),
            Direction::Backward => (after, before),
        };
        to.is_computed[side] = true;
        let Lists { pieces, threats, pairs, .. } = &self.lists[side];
        let (from, to) = (Some(&from.sums[side]), &mut to.sums[side]);
        let lists = match direction {
            Direction::Forward => [pieces.lists(), threats.lists(), pairs.lists()],
            Direction::Backward => [pieces, threats, pairs].map(|list| [&list.added[..], &list.removed]),
        };
        simd.call(Apply { network: self.network, from, to, lists });
    }
}

/// The direction of a step along a line of moves.
#[derive(Clone, Copy)]
enum Direction {
    Forward,
    Backward,
}
