//! Evaluating by a network: boards without connection, every fourth position of games, and all positions at most two moves
//! away.
//!
//! The networks are generated: the big and the small one of Stockfish 18. `nnue-rs` reads the same bytes, and its values
//! must be those of Gardez. `gardez-avx2` has the back end for CPUs without AVX-512.

use std::hint::black_box;

use benches::{CastlingMode, playouts};
use criterion::{BenchmarkId, Criterion, SamplingMode, Throughput};
use gardez_nnue::{AccumulatorStack, Backend, Network, NetworkKind};
use gardez_position::Position;
use gardez_types::Move;
use gardez_zobrist::Generator;

/// The number of games, and of positions whose moves are followed.
const DRAWN: usize = 8;

fn main() {
    let mut criterion = benches::criterion();
    for (name, kind, width) in [("big", NetworkKind::Stockfish18Big, 1024), ("small", NetworkKind::Stockfish16, 128)] {
        let mut generator = Generator::new(20_261_129);
        let network = Network::build(kind, width, "", |_, _| (generator.next_u64() >> 58) as i32 - 32);
        measure(&mut criterion, name, &network.expect("all numbers are in range"));
    }
    criterion.final_summary();
}

fn measure(criterion: &mut Criterion, name: &str, network: &Network<'_>) {
    let positions = playouts(CastlingMode::Standard);
    let mut roots = positions[..DRAWN].to_vec();
    let games: Vec<_> = roots.iter().map(moves_before).collect();
    let avx2 = Backend::available().find(|backend| backend.name() == "avx2").map(|backend| ("gardez-avx2", backend));
    let backends = || [("gardez", Backend::detect())].into_iter().chain(avx2);
    #[cfg(feature = "peers")]
    let peer = nnue_rs::Network::from_bytes(&network.to_bytes()).expect("the format that it reads");

    let mut group = criterion.benchmark_group("networks-alone");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function(BenchmarkId::new("gardez", name), |bencher| {
        bencher.iter(|| positions.iter().map(|board| network.evaluate_board(black_box(board)).value).sum::<i32>());
    });
    #[cfg(feature = "peers")]
    group.bench_function(BenchmarkId::new("nnue-rs", name), |bencher| {
        bencher.iter(|| positions.iter().map(|board| peer.evaluate(&theirs::Pieces(black_box(board)))).sum::<i32>());
    });
    group.finish();

    let mut group = criterion.benchmark_group("networks-fourth");
    let count = games.iter().map(|moves| moves.len() / 4).sum::<usize>();
    group.sampling_mode(SamplingMode::Flat).throughput(Throughput::Elements(count as u64));
    for (contestant, backend) in backends() {
        let mut stack = AccumulatorStack::with_backend(network, backend);
        group.bench_function(BenchmarkId::new(contestant, name), |bencher| {
            bencher.iter(|| games.iter().map(|moves| follow(black_box(moves), &mut stack)).sum::<i32>());
        });
    }
    #[cfg(feature = "peers")]
    group.bench_function(BenchmarkId::new("nnue-rs", name), |bencher| {
        bencher.iter(|| games.iter().map(|moves| theirs::follow(&peer, black_box(moves))).sum::<i32>());
    });
    group.finish();

    let mut group = criterion.benchmark_group("networks-tree");
    let mut stack = AccumulatorStack::new(network);
    let mut ours = |root: &mut Position, stack: &mut AccumulatorStack<'_>| {
        stack.reset();
        tree(root, stack, 2)
    };
    let counts: Vec<_> = roots.iter_mut().map(|root| ours(root, &mut stack)).collect();
    group.sampling_mode(SamplingMode::Flat).throughput(Throughput::Elements(counts.iter().map(|count| count.0).sum()));
    for (contestant, backend) in backends() {
        let mut stack = AccumulatorStack::with_backend(network, backend);
        group.bench_function(BenchmarkId::new(contestant, name), |bencher| {
            bencher.iter(|| roots.iter_mut().map(|root| ours(black_box(root), &mut stack).1).sum::<i32>());
        });
    }
    #[cfg(feature = "peers")]
    {
        let mut sums: Vec<_> = (0..3).map(|_| peer.empty_accumulator()).collect();
        let mut theirs = |root: &mut Position| {
            peer.refresh(&theirs::Pieces(root), &mut sums[0]);
            theirs::tree(&peer, root, &mut sums, 2)
        };
        assert!(roots.iter_mut().map(&mut theirs).eq(counts.iter().map(|count| count.1)), "the same values");
        group.bench_function(BenchmarkId::new("nnue-rs", name), |bencher| {
            bencher.iter(|| roots.iter_mut().map(|root| theirs(black_box(root))).sum::<i32>());
        });
    }
    group.finish();
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

/// The same by `nnue-rs`, which finds the pieces that differ.
#[cfg(feature = "peers")]
mod theirs {
    use gardez_position::{Board, Move, Position};
    use gardez_types::Color;
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
            let before: Board = *position.board();
            moves.iter().for_each(|&m| position.do_move(m));
            network.update(&Pieces(&before), &Pieces(&position), &sums, &mut next);
            std::mem::swap(&mut sums, &mut next);
            sum += network.evaluate_accumulator(&sums, color(position.side_to_move()));
        }
        sum
    }

    pub fn tree(network: &Network, position: &mut Position, sums: &mut [Accumulator], plies: u32) -> i32 {
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
