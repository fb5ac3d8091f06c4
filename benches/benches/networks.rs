//! Evaluating by a network: boards without connection, every fourth position of games, and all positions at most two moves
//! away.
//!
//! The networks are generated: the big and the small one of Stockfish 18. `nnue-rs` reads the same bytes, and its values
//! must be those of Gardez. `gardez-avx2` has the back end for CPUs without AVX-512.

use std::hint::black_box;

use benches::{CastlingMode, playouts};
use criterion::{BenchmarkId, Criterion, SamplingMode, Throughput};
use gardez_nnue::{AccumulatorStack, Architecture, Backend, Network};
use gardez_position::Position;
use gardez_types::Move;
use gardez_zobrist::Generator;

/// The number of games, and of positions whose moves are followed.
const DRAWN: usize = 8;

fn main() {
    let mut criterion = benches::criterion();
    let small = Architecture { width: 128, ..Architecture::STOCKFISH_16 };
    for (name, architecture) in [("big", Architecture::STOCKFISH_18_BIG), ("small", small)] {
        let mut generator = Generator::new(20_261_129);
        let network = Network::build(&architecture, |_, _| (generator.next_u64() >> 58) as i32 - 32);
        measure(&mut criterion, name, &network.expect("all numbers are in range"));
    }
    criterion.final_summary();
}

/// Contestants, each of which returns the sum of all values.
type Contestants<'a> = Vec<(&'static str, Box<dyn FnMut() -> i32 + 'a>)>;

fn measure(criterion: &mut Criterion, name: &str, network: &Network<'_>) {
    let positions = playouts(CastlingMode::Standard);
    let roots = &positions[..DRAWN];
    let games: Vec<_> = roots.iter().map(moves_before).collect();
    #[cfg(feature = "peers")]
    let peer = nnue_rs::Network::from_bytes(&network.to_bytes()).expect("the format that it reads");
    let avx2 = Backend::available().find(|backend| backend.name() == "avx2").map(|backend| ("gardez-avx2", backend));
    let backends = || [("gardez", Backend::detect())].into_iter().chain(avx2);
    let stacks = || backends().map(|(name, backend)| (name, AccumulatorStack::with_backend(network, backend)));
    let (mut alone, mut fourth, mut trees): (Contestants<'_>, Contestants<'_>, Contestants<'_>) = Default::default();
    alone.push(("gardez", Box::new(|| positions.iter().map(|it| network.evaluate_board(black_box(it)).value).sum())));
    for (name, mut stack) in stacks() {
        let games = &games;
        fourth.push((name, Box::new(move || games.iter().map(|moves| follow(moves, &mut stack)).sum())));
    }
    for (name, mut stack) in stacks() {
        trees.push((name, Box::new(move || roots.iter().map(|root| tree_of(root, &mut stack).1).sum())));
    }
    #[cfg(feature = "peers")]
    {
        alone.push(("nnue-rs", Box::new(|| positions.iter().map(|it| peer.evaluate(&theirs::Pieces(it))).sum())));
        fourth.push(("nnue-rs", Box::new(|| games.iter().map(|moves| theirs::follow(&peer, moves)).sum())));
        trees.push(("nnue-rs", Box::new(|| roots.iter().map(|root| theirs::tree_of(&peer, root)).sum())));
    }
    let mut stack = AccumulatorStack::new(network);
    let nodes = roots.iter().map(|root| tree_of(root, &mut stack).0).sum();
    let fourths = games.iter().map(|moves| moves.len() as u64 / 4).sum();
    for (bench, count, contestants) in [
        ("networks-alone", positions.len() as u64, alone),
        ("networks-fourth", fourths, fourth),
        ("networks-tree", nodes, trees),
    ] {
        let (mut group, mut expected) = (criterion.benchmark_group(bench), None);
        group.sampling_mode(SamplingMode::Flat).throughput(Throughput::Elements(count));
        for (contestant, mut evaluate) in contestants {
            assert_eq!(evaluate(), *expected.get_or_insert_with(&mut evaluate), "{contestant}");
            group.bench_function(BenchmarkId::new(contestant, name), |bencher| bencher.iter(&mut evaluate));
        }
        group.finish();
    }
}

/// Returns the moves that led to a position.
fn moves_before(position: &Position) -> Vec<Move> {
    let mut position = position.clone();
    let mut moves: Vec<_> = std::iter::from_fn(|| position.undo_move()).collect();
    moves.reverse();
    moves
}

/// Returns the sum of the values of every fourth position of a game.
fn follow(moves: &[Move], stack: &mut AccumulatorStack<'_>) -> i32 {
    stack.reset();
    let (mut position, mut sum) = (Position::start(), 0);
    for moves in moves.chunks_exact(4) {
        moves.iter().for_each(|&m| position.do_move_with(m, stack));
        sum += stack.evaluate(&position).value;
    }
    sum
}

/// Returns the number of positions that are at most two moves away, and the sum of their values.
fn tree_of(root: &Position, stack: &mut AccumulatorStack<'_>) -> (u64, i32) {
    stack.reset();
    tree(&mut root.clone(), stack, 2)
}

/// Returns the number of positions that are at most this many moves away, and the sum of their values.
fn tree(position: &mut Position, stack: &mut AccumulatorStack<'_>, plies: u32) -> (u64, i32) {
    let (mut count, mut sum) = (1, stack.evaluate(position).value);
    if plies > 0 {
        for m in position.legal_moves() {
            position.do_move_with(m, stack);
            let (more, values) = tree(position, stack, plies - 1);
            (count, sum) = (count + more, sum + values);
            position.undo_move();
            stack.undo_move();
        }
    }
    (count, sum)
}

/// The same by `nnue-rs`, which finds the pieces that differ, and is told of each move.
#[cfg(feature = "peers")]
mod theirs {
    use gardez_position::{Board, Position};
    use gardez_types::{Color, Move};
    use nnue_rs::{Accumulator, Network, Piece, PieceKind};

    pub struct Pieces<'a>(pub &'a Board);

    fn color(color: Color) -> nnue_rs::Color {
        if color == Color::White { nnue_rs::Color::White } else { nnue_rs::Color::Black }
    }

    impl nnue_rs::Board for Pieces<'_> {
        fn side_to_move(&self) -> nnue_rs::Color {
            color(self.0.side_to_move())
        }

        fn king_square(&self, of: nnue_rs::Color) -> u8 {
            self.0.king(if of == nnue_rs::Color::White { Color::White } else { Color::Black }) as u8
        }

        fn for_each_piece(&self, each: &mut dyn FnMut(u8, Piece)) {
            const KINDS: [PieceKind; 6] = [
                PieceKind::Pawn,
                PieceKind::Knight,
                PieceKind::Bishop,
                PieceKind::Rook,
                PieceKind::Queen,
                PieceKind::King,
            ];
            for (square, piece) in self.0.piece_map() {
                each(square as u8, Piece::new(color(piece.color()), KINDS[piece.piece_type().index()]));
            }
        }
    }

    pub fn follow(network: &Network, moves: &[Move]) -> i32 {
        let (mut position, mut sum) = (Position::start(), 0);
        let [mut sums, mut next] = [(); 2].map(|()| network.empty_accumulator());
        network.refresh(&Pieces(&position), &mut sums);
        for moves in moves.chunks_exact(4) {
            for &m in moves {
                let before: Board = *position.board();
                position.do_move(m);
                network.update(&Pieces(&before), &Pieces(&position), &sums, &mut next);
                std::mem::swap(&mut sums, &mut next);
            }
            sum += network.evaluate_accumulator(&sums, color(position.side_to_move()));
        }
        sum
    }

    pub fn tree_of(network: &Network, root: &Position) -> i32 {
        let mut sums: Vec<_> = (0..3).map(|_| network.empty_accumulator()).collect();
        network.refresh(&Pieces(root), &mut sums[0]);
        tree(network, &mut root.clone(), &mut sums, 2)
    }

    fn tree(network: &Network, position: &mut Position, sums: &mut [Accumulator], plies: u32) -> i32 {
        let (here, next) = sums.split_first_mut().expect("sums for each ply");
        let mut sum = network.evaluate_accumulator(here, color(position.side_to_move()));
        if plies > 0 {
            for m in position.legal_moves() {
                let before: Board = *position.board();
                position.do_move(m);
                network.update(&Pieces(&before), &Pieces(position), here, &mut next[0]);
                sum += tree(network, position, next, plies - 1);
                position.undo_move();
            }
        }
        sum
    }
}
