//! The inputs of networks: listing them for a board, and finding the difference that a move makes.
//!
//! `copy` copies the board, and `legal-moves` lists its legal moves: the inputs are compared with them. `loop` is the loop
//! that one writes first: it asks for each piece's number, or compares every pair of pieces, and pushes. `bulletformat`
//! reads the pieces from a record of that crate.

use std::hint::black_box;

use benches::{CastlingMode, many_playouts};
use bulletformat::ChessBoard;
use criterion::{BenchmarkId, Criterion, Throughput};
use gardez_bitboard::piece_attacks;
use gardez_nnue::features::definition::ThreatSlots;
use gardez_nnue::features::{Difference, FULL_THREATS, FeatureSet, IndexList, PawnPairs, PieceSquares};
use gardez_position::observers::{DirtyPiece, DirtyThreats};
use gardez_position::{Board, MoveList};
use gardez_types::Color;

const HALF_KA: PieceSquares = PieceSquares::HALF_KA_V2_HM;

/// More positions than a branch predictor can remember.
const POSITIONS: usize = 2500;

fn main() {
    let mut criterion = benches::criterion();
    let positions = many_playouts(CastlingMode::Standard, POSITIONS);
    let boards: Vec<Board> = positions.iter().map(|position| *position.board()).collect();
    half_ka(&mut criterion, &boards);
    full_threats(&mut criterion, &boards);
    differences(&mut criterion, &boards);
    criterion.final_summary();
}

/// The sum of the numbers of each board.
fn sum<'a, B: 'a>(boards: &'a [B], mut list: impl FnMut(&'a B) -> u64) -> u64 {
    boards.iter().fold(0, |sum, board| sum.wrapping_add(list(board)))
}

fn total(indices: &[u32]) -> u64 {
    indices.iter().map(|&index| u64::from(index)).sum()
}

/// The inputs of HalfKAv2_hm as the side to move sees them.
fn half_ka(criterion: &mut Criterion, boards: &[Board]) {
    let bullets: Vec<ChessBoard> =
        boards.iter().map(|board| format!("{board} | 0 | 0.5").parse().expect("a board")).collect();
    let mut list = IndexList::new();
    let mut pushed = Vec::with_capacity(IndexList::CAPACITY);
    let expected = sum(boards, |board| {
        let (us, king) = (board.side_to_move(), board.king(board.side_to_move()));
        let index = |(square, piece)| u64::from(HALF_KA.index(us, king, piece, square).expect("each piece has one"));
        board.piece_map().map(index).sum()
    });
    assert_eq!(sum(boards, |board| total(&HALF_KA.active(board, board.side_to_move()))), expected);
    assert_eq!(sum(boards, |board| total(push_pieces(board, &mut pushed))), expected);
    assert_eq!(sum(&bullets, |board| total(push_bullet(board, &mut pushed))), expected);

    let mut group = criterion.benchmark_group("features-half-ka");
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function(BenchmarkId::new("gardez", "many"), |bencher| {
        bencher.iter(|| {
            for board in boards {
                HALF_KA.active_into(black_box(board), board.side_to_move(), &mut list);
                black_box(&list);
            }
        });
    });
    let mut both = [IndexList::new(), IndexList::new()];
    group.bench_function(BenchmarkId::new("gardez", "both"), |bencher| {
        bencher.iter(|| {
            for board in boards {
                HALF_KA.active_both_into(black_box(board), &mut both);
                black_box(&both);
            }
        });
    });
    let mut copy = boards[0];
    group.bench_function(BenchmarkId::new("copy", "many"), |bencher| {
        bencher.iter(|| {
            for board in boards {
                copy.clone_from(black_box(board));
                black_box(&mut copy);
            }
        });
    });
    group.bench_function(BenchmarkId::new("loop", "many"), |bencher| {
        bencher.iter(|| boards.iter().for_each(|board| _ = black_box(push_pieces(black_box(board), &mut pushed))));
    });
    group.bench_function(BenchmarkId::new("bulletformat", "many"), |bencher| {
        bencher.iter(|| bullets.iter().for_each(|board| _ = black_box(push_bullet(black_box(board), &mut pushed))));
    });
    group.finish();
}

fn push_pieces<'a>(board: &Board, pushed: &'a mut Vec<u32>) -> &'a [u32] {
    let us = board.side_to_move();
    let numbering = HALF_KA.numbering(us, board.king(us));
    pushed.clear();
    for (square, piece) in board.piece_map() {
        pushed.extend(numbering.index(piece, square));
    }
    pushed
}

/// The board of a record is always seen from the side to move.
fn push_bullet<'a>(board: &ChessBoard, pushed: &'a mut Vec<u32>) -> &'a [u32] {
    let king = u32::from(board.our_ksq());
    let flip = if king % 8 < 4 { 7 } else { 0 };
    let seen = king ^ flip;
    let bucket = 4 * (7 - seen / 8) + (7 - seen % 8);
    pushed.clear();
    for (piece, square) in *board {
        let plane = u32::from(2 * (piece & 7) + (piece >> 3)).min(10);
        pushed.push(704 * bucket + 64 * plane + (u32::from(square) ^ flip));
    }
    pushed
}

/// The inputs of full threats as the side to move sees them, and the pairs of pawns.
fn full_threats(criterion: &mut Criterion, boards: &[Board]) {
    let mut list = IndexList::new();
    let mut pushed = Vec::with_capacity(IndexList::CAPACITY);
    let some = &boards[..100];
    let expected = sum(some, |board| total(push_pairs(board, &mut pushed)));
    assert_eq!(sum(some, |board| total(&FULL_THREATS.active(board, board.side_to_move()))), expected);

    let mut group = criterion.benchmark_group("features-threats");
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function(BenchmarkId::new("gardez", "many"), |bencher| {
        bencher.iter(|| {
            for board in boards {
                FULL_THREATS.active_into(black_box(board), board.side_to_move(), &mut list);
                black_box(&list);
            }
        });
    });
    let mut moves = MoveList::new();
    group.bench_function(BenchmarkId::new("legal-moves", "many"), |bencher| {
        bencher.iter(|| {
            for board in boards {
                moves.clear();
                black_box(board).moves().into(&mut moves);
                black_box(&moves);
            }
        });
    });
    group.bench_function(BenchmarkId::new("pawn-pairs", "many"), |bencher| {
        bencher.iter(|| {
            for board in boards {
                PawnPairs.active_into(black_box(board), board.side_to_move(), &mut list);
                black_box(&list);
            }
        });
    });
    // The definition counts the pairs of squares before each attack, so a few boards take long enough.
    group.throughput(Throughput::Elements(some.len() as u64));
    group.bench_function(BenchmarkId::new("definition", "100"), |bencher| {
        bencher.iter(|| some.iter().for_each(|board| _ = black_box(push_pairs(black_box(board), &mut pushed))));
    });
    group.finish();
}

fn push_pairs<'a>(board: &Board, pushed: &'a mut Vec<u32>) -> &'a [u32] {
    let us = board.side_to_move();
    pushed.clear();
    for (from, attacker) in board.piece_map() {
        for to in piece_attacks(attacker, from, board.occupied()) & board.occupied() {
            let attacked = board.piece_on(to).expect("occupied");
            pushed.extend(ThreatSlots::CURRENT.index(us, board.king(us), (attacker, from), (attacked, to)));
        }
    }
    pushed
}

/// Finds a difference from the board after a move and the change.
type Find = fn(&Board, &(DirtyPiece, DirtyThreats), Color, &mut Difference);

/// The differences of one move of each board, for both perspectives.
fn differences(criterion: &mut Criterion, boards: &[Board]) {
    let mut played = Vec::new();
    for board in boards {
        let moves = board.legal_moves();
        let mut change = <(DirtyPiece, DirtyThreats)>::default();
        let mut after = *board;
        after.do_move_with(moves[moves.len() / 2], &mut change);
        played.push((after, change));
    }
    let mut difference = Difference::new();
    let mut group = criterion.benchmark_group("features-difference");
    group.throughput(Throughput::Elements(2 * boards.len() as u64));
    let mut measure = |name, find: Find| {
        group.bench_function(BenchmarkId::new("gardez", name), |bencher| {
            bencher.iter(|| {
                for (after, change) in &played {
                    for perspective in Color::ALL {
                        find(black_box(after), change, perspective, &mut difference);
                        black_box(&difference);
                    }
                }
            });
        });
    };
    measure("HalfKAv2_hm", |after, change, perspective, difference| {
        HALF_KA.difference_into(after.king(perspective), &change.0, perspective, difference);
    });
    measure("FullThreats", |after, change, perspective, difference| {
        FULL_THREATS.difference_into(after.king(perspective), &change.1, perspective, difference);
    });
    group.finish();
    // Each difference leads from the inputs before the move to those after it.
    for (before, (after, change)) in boards.iter().zip(&played) {
        for perspective in Color::ALL {
            HALF_KA.difference_into(after.king(perspective), &change.0, perspective, &mut difference);
            if !difference.refresh {
                let [before, after] = [before, after].map(|board| total(&HALF_KA.active(board, perspective)));
                assert_eq!(before + total(&difference.added), after + total(&difference.removed));
            }
            FULL_THREATS.difference_into(after.king(perspective), &change.1, perspective, &mut difference);
            if !difference.refresh {
                let [before, after] = [before, after].map(|board| total(&FULL_THREATS.active(board, perspective)));
                assert_eq!(before + total(&difference.added), after + total(&difference.removed));
            }
        }
    }
}
