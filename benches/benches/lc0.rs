//! The cost of input and output of a network: planes, numbers, policy indices, histories and training records.
//!
//! There is no other library to compare with. Instead,
//!
//! - `list-moves` is `Position`'s list of legal moves of the same positions,
//! - `do-move` makes the moves of the same games with `gardez_position`,
//! - `by-value` is `encode`, where `gardez` is `encode_into`,
//! - `cell-by-cell` is the simple loop over 112 times 64 cells.

use std::hint::black_box;

use benches::{Contestant, QUIET, quiet_playouts};
use criterion::{BenchmarkId, Criterion, Throughput};
use gardez_lc0::training::{Reader, Record, RecordRef, V6, Writer, write_planes};
use gardez_lc0::{
    Board, CELLS, CellLayout, Encoder, FillMode, InputFormat, Move, Planes, PolicyIndex, PolicyIndexing,
    PositionHistory, Rule50Scale, Square, Transform,
};
use gardez_position::Position;

/// The formats that are measured, and their names in the results.
const FORMATS: [(InputFormat, &str); 2] =
    [(InputFormat::Classical, "classical"), (InputFormat::Canonical, "canonical")];

/// The number of boards of numbers, 28 KiB each, that fit into the cache of a core.
const CACHED: usize = 16;

/// The size of a batch in training or self-play.
const BATCH: usize = 256;

fn main() {
    let mut criterion = benches::criterion();
    let positions = quiet_playouts();
    let histories: Vec<_> = positions.iter().map(PositionHistory::from).collect();
    assert_eq!(histories.len(), QUIET);
    encode(&mut criterion, &positions, &histories);
    dense(&mut criterion, &histories);
    batch(&mut criterion, &histories);
    push(&mut criterion, &positions);
    legal_moves(&mut criterion, &positions, &histories);
    policy_index(&mut criterion, &histories);
    records(&mut criterion, &histories);
    criterion.final_summary();
}

fn encode(criterion: &mut Criterion, positions: &[Position], histories: &[PositionHistory]) {
    let mut group = criterion.benchmark_group("lc0-encode");
    group.throughput(Throughput::Elements(histories.len() as u64));
    for (format, case) in FORMATS {
        let encoder = Encoder::new(format);
        for history in histories {
            let (planes, _) = encoder.encode(history);
            assert!((0..8).all(|slot| !planes.slot(slot)[5].is_empty()), "all slots contain a position");
        }
        let mut planes = Planes::EMPTY;
        group.bench_function(BenchmarkId::new("gardez", case), |bencher| {
            bencher.iter(|| {
                for history in black_box(histories) {
                    encoder.encode_into(history, &mut planes);
                    black_box(&planes);
                }
            });
        });
        group.bench_function(BenchmarkId::new("by-value", case), |bencher| {
            bencher.iter(|| {
                for history in black_box(histories) {
                    let encoded = encoder.encode(history);
                    black_box(&encoded);
                }
            });
        });
        group.bench_function(BenchmarkId::new("list-moves", case), |bencher| {
            bencher.iter(|| black_box(positions).iter().map(Contestant::list_moves).sum::<usize>());
        });
    }
    group.finish();
}

/// The simple loop.
fn cell_by_cell(planes: &Planes, layout: CellLayout, cells: &mut [f32]) {
    for (index, plane) in planes.iter().enumerate() {
        for square in Square::ALL {
            let is_set = plane.mask.contains(square);
            cells[layout.cell(index, square)] = if is_set { plane.value } else { 0.0 };
        }
    }
}

fn dense(criterion: &mut Criterion, histories: &[PositionHistory]) {
    let encoder = Encoder::new(InputFormat::Classical);
    let planes: Vec<_> = histories.iter().take(CACHED).map(|history| encoder.encode(history).0).collect();
    let (mut ours, mut theirs) = (vec![f32::NAN; CACHED * CELLS], vec![f32::NAN; CACHED * CELLS]);
    let mut halves = vec![u16::MAX; CACHED * CELLS];
    let write = |layout: CellLayout, cells: &mut [f32]| {
        for (planes, cells) in black_box(&planes).iter().zip(cells.chunks_exact_mut(CELLS)) {
            planes.write(layout, cells).expect("the length is right");
        }
    };
    let write_simply = |layout: CellLayout, cells: &mut [f32]| {
        for (planes, cells) in black_box(&planes).iter().zip(cells.chunks_exact_mut(CELLS)) {
            cell_by_cell(planes, layout, cells);
        }
    };

    let mut group = criterion.benchmark_group("lc0-dense");
    group.throughput(Throughput::Elements(CACHED as u64));
    for (layout, case) in [(CellLayout::PlanesFirst, "f32"), (CellLayout::Tokens, "tokens")] {
        write(layout, &mut ours);
        write_simply(layout, &mut theirs);
        assert_eq!(ours, theirs);
        group.bench_function(BenchmarkId::new("gardez", case), |bencher| {
            bencher.iter(|| write(layout, black_box(&mut ours)));
        });
        group.bench_function(BenchmarkId::new("cell-by-cell", case), |bencher| {
            bencher.iter(|| write_simply(layout, black_box(&mut theirs)));
        });
    }
    group.bench_function(BenchmarkId::new("gardez", "f16"), |bencher| {
        bencher.iter(|| {
            for (planes, cells) in black_box(&planes).iter().zip(black_box(&mut halves).chunks_exact_mut(CELLS)) {
                planes.write(CellLayout::PlanesFirst, cells).expect("the length is right");
            }
        });
    });
    group.finish();
}

fn batch(criterion: &mut Criterion, histories: &[PositionHistory]) {
    let histories: Vec<_> = histories.iter().cycle().take(BATCH).collect();
    let encoder = Encoder::new(InputFormat::Hectoplies).with_fill(FillMode::Always);
    let (mut cells, mut transforms) = (vec![0.0; BATCH * CELLS], vec![Transform::NONE; BATCH]);
    let mut again = cells.clone();
    encoder
        .encode_batch(&histories, CellLayout::PlanesFirst, &mut cells, &mut transforms)
        .expect("the lengths are right");
    encoder
        .par_encode_batch(&histories, CellLayout::PlanesFirst, &mut again, &mut transforms)
        .expect("the lengths are right");
    assert_eq!(cells, again);

    let mut group = criterion.benchmark_group("lc0-batch");
    group.throughput(Throughput::Elements(BATCH as u64));
    group.bench_function(BenchmarkId::new("gardez", BATCH), |bencher| {
        bencher
            .iter(|| encoder.encode_batch(black_box(&histories), CellLayout::PlanesFirst, &mut cells, &mut transforms));
    });
    group.bench_function(BenchmarkId::new("rayon", BATCH), |bencher| {
        bencher.iter(|| {
            encoder.par_encode_batch(black_box(&histories), CellLayout::PlanesFirst, &mut cells, &mut transforms)
        });
    });
    group.bench_function(BenchmarkId::new("cell-by-cell", BATCH), |bencher| {
        bencher.iter(|| {
            for (history, cells) in black_box(&histories).iter().zip(cells.chunks_exact_mut(CELLS)) {
                cell_by_cell(&encoder.encode(history).0, CellLayout::PlanesFirst, cells);
            }
        });
    });
    group.finish();
}

fn push(criterion: &mut Criterion, positions: &[Position]) {
    // Each game from its start.
    let games: Vec<_> = positions
        .iter()
        .map(|position| {
            let (mut start, mut moves) = (position.clone(), Vec::new());
            while let Some(m) = start.undo_move() {
                moves.push(m);
            }
            moves.reverse();
            let mut history = PositionHistory::from(&start);
            let relative: Vec<_> = moves
                .iter()
                .map(|&m| {
                    let relative = Move::from_absolute(m, history.last().board().side_to_move());
                    history.push(m);
                    relative
                })
                .collect();
            assert_eq!(history.last().board().fen().to_string(), Board::from(position.board()).fen().to_string());
            (start, moves, relative)
        })
        .collect();
    let plies: usize = games.iter().map(|(_, moves, _)| moves.len()).sum();

    let mut group = criterion.benchmark_group("lc0-push");
    group.throughput(Throughput::Elements(plies as u64));
    let mut history = PositionHistory::start();
    group.bench_function(BenchmarkId::new("gardez", "games"), |bencher| {
        bencher.iter(|| {
            for (start, _, moves) in black_box(&games) {
                history.reset(gardez_lc0::Position::from(start.board()));
                moves.iter().for_each(|&m| history.push_relative(m));
                black_box(&history);
            }
        });
    });
    let mut position = Position::start();
    group.bench_function(BenchmarkId::new("do-move", "games"), |bencher| {
        bencher.iter(|| {
            for (start, moves, _) in black_box(&games) {
                position.clone_from(start);
                moves.iter().for_each(|&m| position.do_move(m));
                black_box(&position);
            }
        });
    });
    group.finish();
}

fn legal_moves(criterion: &mut Criterion, positions: &[Position], histories: &[PositionHistory]) {
    let boards: Vec<Board> = histories.iter().map(|history| *history.last().board()).collect();
    let count = |boards: &[Board]| boards.iter().map(|board| board.legal_moves().len()).sum::<usize>();
    let expected: usize = positions.iter().map(|position| position.legal_moves().len()).sum();
    assert_eq!(count(&boards), expected);

    let mut group = criterion.benchmark_group("lc0-legal-moves");
    group.throughput(Throughput::Elements(expected as u64));
    group.bench_function(BenchmarkId::new("gardez", "chess"), |bencher| bencher.iter(|| count(black_box(&boards))));
    group.bench_function(BenchmarkId::new("list-moves", "chess"), |bencher| {
        bencher.iter(|| black_box(positions).iter().map(Contestant::list_moves).sum::<usize>());
    });
    group.finish();
}

fn policy_index(criterion: &mut Criterion, histories: &[PositionHistory]) {
    let moves: Vec<_> = histories
        .iter()
        .flat_map(|history| {
            let board = history.last().board();
            let transform = Transform::canonical(board);
            board.legal_moves().iter().map(|&m| (m, transform)).collect::<Vec<_>>()
        })
        .collect();
    let index = |&(m, transform): &(Move, Transform)| PolicyIndex::from_move(m, transform, PolicyIndexing::Lc0);
    let indices: Vec<_> =
        moves.iter().map(|entry| (index(entry).expect("a legal move has an index"), entry.1)).collect();

    let mut group = criterion.benchmark_group("lc0-policy-index");
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function(BenchmarkId::new("gardez", "of-move"), |bencher| {
        bencher.iter(|| black_box(&moves).iter().filter_map(index).map(|index| u64::from(index.index())).sum::<u64>());
    });
    group.bench_function(BenchmarkId::new("gardez", "to-move"), |bencher| {
        let to_move = |&(index, transform): &(PolicyIndex, Transform)| {
            u64::from(index.to_move(transform, PolicyIndexing::Lc0).raw())
        };
        bencher.iter(|| black_box(&indices).iter().map(to_move).sum::<u64>());
    });
    group.finish();
}

fn records(criterion: &mut Criterion, histories: &[PositionHistory]) {
    let encoder = Encoder::new(InputFormat::Classical);
    let mut writer = Writer::new(Vec::new());
    for history in histories {
        writer.write(&V6::from_history(&encoder, history)).expect("memory does not fail");
    }
    let bytes = writer.finish().expect("memory does not fail");
    let read = |bytes: &[u8]| Reader::new(bytes).filter_map(Result::ok).map(Record::into_v6).collect::<Vec<_>>();
    assert_eq!(read(&bytes).len(), histories.len());

    let mut group = criterion.benchmark_group("lc0-records");
    group.throughput(Throughput::Elements(histories.len() as u64));
    group.bench_function(BenchmarkId::new("gardez", "read"), |bencher| {
        bencher.iter(|| Reader::new(black_box(&bytes[..])).filter_map(Result::ok).count());
    });
    group.bench_function(BenchmarkId::new("gardez", "planes"), |bencher| {
        let records = read(&bytes);
        bencher.iter(|| {
            for record in black_box(&records) {
                black_box(record.planes(Rule50Scale::Engine).expect("the format is known"));
            }
        });
    });
    group.bench_function(BenchmarkId::new("gardez", "batch"), |bencher| {
        let records = read(&bytes);
        let records: Vec<_> = records.iter().map(|record| RecordRef::V6(record)).collect();
        let mut cells = vec![0.0_f32; records.len() * CELLS];
        bencher.iter(|| write_planes(black_box(&records), Rule50Scale::Training, CellLayout::PlanesFirst, &mut cells));
    });
    group.bench_function(BenchmarkId::new("gardez", "make"), |bencher| {
        bencher.iter(|| {
            for history in black_box(histories) {
                black_box(V6::from_history(&encoder, history));
            }
        });
    });
    group.finish();
}
