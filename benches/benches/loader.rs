//! Batches of training records: from compressed chunks and from memory.
//!
//! There is no other library to compare with. Instead,
//!
//! - `by-hand` is the loop over `Reader` that a trainer writes: each record, its planes, its numbers,
//! - `unpack` only unpacks the chunks,
//! - `libdeflate` is the loop that a trainer writes in C++: the program `benches/cpp/chunks.cpp`, if the variable
//!   `GARDEZ_CHUNKS` names it.

use std::hint::black_box;
use std::io::{Read, Write};
use std::process::Command;
use std::time::Duration;

use benches::quiet_playouts;
use criterion::{BenchmarkId, Criterion, Throughput};
use flate2::Compression;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use gardez_data::loader::{Batch, ChunkOrder, Loader, LoaderOptions, Memory, PlanesMut, Records};
use gardez_lc0::training::{Reader, V6};
use gardez_lc0::{CELLS, CellLayout, Encoder, InputFormat, PolicyIndexing, PositionHistory, Rule50Scale};
use gardez_position::Position;
use gardez_types::Generator;

/// The number of records in a batch.
const BATCH: usize = 1024;

const SCALE: Rule50Scale = Rule50Scale::Training;

fn main() {
    let mut criterion = benches::criterion();
    let games: Vec<_> = quiet_playouts().iter().map(game).collect();
    let records = games.iter().map(Vec::len).sum::<usize>() / V6::SIZE;
    let packed: Vec<_> = games.iter().map(|game| pack(game)).collect();
    compressed(&mut criterion, &packed, records);
    in_memory(&mut criterion, &games, records);
    criterion.final_summary();
}

/// The records of the game that leads to a position, with probabilities and values as a search leaves them: some moves have
/// most of the visits.
fn game(end: &Position) -> Vec<u8> {
    let (mut start, mut played) = (end.clone(), Vec::new());
    while let Some(m) = start.undo_move() {
        played.push(m);
    }
    let encoder = Encoder::new(InputFormat::Classical);
    let mut generator = Generator::new(end.key());
    let mut random = || (generator.next_u64() >> 40) as f32 / (1 << 24) as f32;
    let mut history = PositionHistory::from(&start);
    let mut game = Vec::new();
    while let Some(m) = played.pop() {
        let mut record = V6::from_history(&encoder, &history);
        let moves = history.last().board().legal_moves();
        let visits: Vec<_> = moves.iter().map(|&m| (m, (800.0 * random().powi(4)) as u32)).collect();
        record.set_visits(&visits, PolicyIndexing::Lc0).expect("moves of chess have an index");
        let values = [&mut record.root_q, &mut record.best_q, &mut record.root_d, &mut record.best_d];
        values.into_iter().for_each(|value| *value = random().into());
        let values = [&mut record.played_q, &mut record.played_d, &mut record.orig_q, &mut record.policy_kld];
        values.into_iter().for_each(|value| *value = random().into());
        game.extend_from_slice(record.bytes());
        history.push(m);
    }
    game
}

fn unpack(chunk: &[u8]) -> MultiGzDecoder<&[u8]> {
    MultiGzDecoder::new(chunk)
}

fn pack(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).expect("memory does not fail");
    encoder.finish().expect("memory does not fail")
}

/// The loop by hand. Returns the number of records, and the sum of the counters of the last batch.
fn by_hand(streams: impl Iterator<Item = impl Read>, cells: &mut [f32]) -> (usize, f32) {
    let mut count = 0;
    for stream in streams {
        for record in Reader::new(stream) {
            let record = record.expect("the chunk is not damaged").into_v6();
            let (planes, _) = record.planes(SCALE).expect("the format is known");
            planes.write_f32(&mut cells[count % BATCH * CELLS..][..CELLS]).expect("the length is right");
            count += 1;
        }
    }
    (count, counters(cells))
}

/// The same with a loader.
fn with_loader(source: &Memory, options: &LoaderOptions, cells: &mut [f32]) -> (usize, f32) {
    let mut loader = Loader::new(Records::new(source.clone()), options.clone()).expect("the options are right");
    let mut count = 0;
    loop {
        let planes = PlanesMut::F32 { cells: &mut *cells, layout: CellLayout::PlanesFirst, rule50: SCALE };
        match loader.next_batch(Batch::new(BATCH).with_planes(planes)).expect("nothing is damaged") {
            0 => return (count, counters(cells)),
            read => count += read,
        }
    }
}

/// The sum of plane 109 of a batch.
fn counters(cells: &[f32]) -> f32 {
    cells.chunks_exact(CELLS).map(|cells| cells[64 * 109]).sum()
}

fn source_of(chunks: &[Vec<u8>]) -> Memory {
    let mut source = Memory::new();
    chunks.iter().enumerate().for_each(|(index, chunk)| source.push(format!("{index}"), &chunk[..]));
    source
}

/// Without shuffling, so that all do the same work.
fn in_order() -> LoaderOptions {
    LoaderOptions::default().with_chunk_order(ChunkOrder::Source)
}

fn compressed(criterion: &mut Criterion, chunks: &[Vec<u8>], records: usize) {
    let source = source_of(chunks);
    let mut cells = vec![0.0; BATCH * CELLS];
    let expected = by_hand(chunks.iter().map(|chunk| unpack(chunk)), &mut cells);
    assert_eq!(expected.0, records);
    for threads in 0..2 {
        assert_eq!(with_loader(&source, &in_order().with_threads(threads), &mut cells), expected);
    }

    let mut group = criterion.benchmark_group("lc0-loader-gzip");
    group.throughput(Throughput::Elements(records as u64));
    group.bench_function(BenchmarkId::new("by-hand", "f32"), |bencher| {
        bencher.iter(|| by_hand(black_box(chunks).iter().map(|chunk| unpack(chunk)), &mut cells));
    });
    if let Some(program) = std::env::var_os("GARDEZ_CHUNKS") {
        let file = std::env::temp_dir().join(format!("gardez-bench-{}.chunks", std::process::id()));
        let packed = chunks.iter().flat_map(|chunk| [(chunk.len() as u32).to_le_bytes().to_vec(), chunk.clone()]);
        std::fs::write(&file, packed.collect::<Vec<_>>().concat()).expect("a temporary file");
        let run = |passes: u64, shuffle: &str| {
            let output = Command::new(&program).arg(&file).args([&passes.to_string(), shuffle]).output();
            let output = String::from_utf8(output.expect("the program runs").stdout).expect("numbers");
            let numbers: Vec<f64> = output.split_whitespace().map(|number| number.parse().expect("a number")).collect();
            assert_eq!(numbers[1], records as f64);
            (Duration::from_nanos(numbers[0] as u64), numbers[2])
        };
        let sum = cells.iter().enumerate().map(|(cell, &value)| f64::from(value) * (cell % 8191) as f64).sum::<f64>();
        assert_eq!(run(1, "0").1, sum);
        for (case, shuffle) in [("f32", "0"), ("shuffle", "2048")] {
            group.bench_function(BenchmarkId::new("libdeflate", case), |bencher| {
                bencher.iter_custom(|passes| run(passes, shuffle).0);
            });
        }
        std::fs::remove_file(&file).expect("the temporary file");
    }
    let mut bytes = vec![0; 1 << 24];
    group.bench_function(BenchmarkId::new("unpack", "f32"), |bencher| {
        bencher.iter(|| {
            for chunk in black_box(chunks) {
                let (mut decoder, mut filled) = (unpack(chunk), 0);
                loop {
                    match decoder.read(&mut bytes[filled..]).expect("the chunk is not damaged") {
                        0 => break,
                        count => filled += count,
                    }
                }
                black_box(&bytes);
            }
        });
    });
    let cases =
        [("f32", in_order()), ("threads-2", in_order().with_threads(1)), ("shuffle", in_order().with_shuffle(2048))];
    for (case, options) in cases {
        group.bench_function(BenchmarkId::new("gardez", case), |bencher| {
            bencher.iter(|| with_loader(black_box(&source), &options, &mut cells));
        });
    }
    group.finish();
}

fn in_memory(criterion: &mut Criterion, games: &[Vec<u8>], records: usize) {
    let source = source_of(games);
    let mut cells = vec![0.0; BATCH * CELLS];
    let expected = by_hand(games.iter().map(Vec::as_slice), &mut cells);
    assert_eq!(with_loader(&source, &in_order(), &mut cells), expected);

    let mut group = criterion.benchmark_group("lc0-loader-memory");
    group.throughput(Throughput::Elements(records as u64));
    group.bench_function(BenchmarkId::new("by-hand", "f32"), |bencher| {
        bencher.iter(|| by_hand(black_box(games).iter().map(Vec::as_slice), &mut cells));
    });
    for (case, options) in [("f32", in_order()), ("shuffle", in_order().with_shuffle(2048))] {
        group.bench_function(BenchmarkId::new("gardez", case), |bencher| {
            bencher.iter(|| with_loader(black_box(&source), &options, &mut cells));
        });
    }
    group.finish();
}
