//! Formats of training data: writing positions, reading them, and walking through games.
//!
//! `gardez` checks every board and every move that it reads. `bulletformat` and `viriformat` do not: the first copies
//! records, the second makes the moves of a file as they are.

use std::hint::black_box;

use benches::{CastlingMode, many_playouts};
use bulletformat::{BulletFormat, ChessBoard};
use criterion::{BenchmarkId, Criterion, Throughput};
use gardez_formats::{
    Entry, Game, GameMove, RawEntry, ReadEntries, ReadGames, Wdl, White, WriteEntries, WriteGames, bin, binpack,
    bullet, marlin, viri,
};
use gardez_position::Board;
use gardez_types::{Color, Generator, Piece, PieceType, Square};

/// More positions than a branch predictor can remember.
const POSITIONS: usize = 2500;

/// The number of games, and the longest game in plies.
const GAMES: u64 = 100;
const PLIES: usize = 120;

fn main() {
    let mut criterion = benches::criterion();
    bullet_write(&mut criterion);
    bullet_read(&mut criterion);
    raw_read(&mut criterion);
    boards_read(&mut criterion);
    games_read(&mut criterion);
    criterion.final_summary();
}

/// Entries of White's view, which are what the peers begin with.
fn entries() -> Vec<Entry<White>> {
    let positions = many_playouts(CastlingMode::Standard, POSITIONS);
    let entry = |(index, board): (usize, &Board)| Entry::new(*board, None, index as i16 - 1250, Wdl::ALL[index % 3]);
    positions.iter().map(gardez_position::Position::board).enumerate().map(entry).collect()
}

/// The record of bulletformat's own crate, which takes sets of squares.
fn peer_record(entry: &Entry<White>) -> ChessBoard {
    let board = &entry.board;
    let types = PieceType::ALL.map(|piece| board.by_type(piece).bits());
    let [pawns, knights, bishops, rooks, queens, kings] = types;
    let [white, black] = [Color::White, Color::Black].map(|color| board.by_color(color).bits());
    let sets = [white, black, pawns, knights, bishops, rooks, queens, kings];
    let result = f32::from(entry.result as u8) / 2.0;
    ChessBoard::from_raw(sets, board.side_to_move() as usize, entry.score, result).expect("a board")
}

fn record(entry: &Entry<White>) -> bullet::ChessBoard {
    let entry = entry.to_side_to_move().expect("the score is small");
    bullet::ChessBoard::new(&entry).expect("at most 32 pieces")
}

/// A record of bulletformat from each position.
fn bullet_write(criterion: &mut Criterion) {
    let entries = entries();
    for entry in &entries {
        let (ours, peer) = (record(entry), peer_record(entry));
        assert!(ours.pieces().map(|(square, _)| square as u8).eq(peer.into_iter().map(|(_, square)| square)));
        assert_eq!(ChessBoard::as_bytes_slice(&[peer]), ours.to_bytes());
    }
    let mut group = criterion.benchmark_group("formats-bullet-write");
    group.throughput(Throughput::Elements(entries.len() as u64));
    group.bench_function(BenchmarkId::new("gardez", "many"), |bencher| {
        bencher.iter(|| entries.iter().for_each(|entry| _ = black_box(record(black_box(entry)))));
    });
    group.bench_function(BenchmarkId::new("bulletformat", "many"), |bencher| {
        bencher.iter(|| entries.iter().for_each(|entry| _ = black_box(peer_record(black_box(entry)))));
    });
    group.finish();
}

/// The squares and pieces of each record of bulletformat.
fn bullet_read(criterion: &mut Criterion) {
    let entries = entries();
    let peers: Vec<ChessBoard> = entries.iter().map(peer_record).collect();
    let bytes = ChessBoard::as_bytes_slice(&peers).to_vec();
    let ours = || {
        let records = bullet::ChessBoard::records(black_box(&bytes)).0;
        // The raw number of a piece is one more than its code in the format.
        let number = |(square, piece): (Square, Piece)| (piece as u64 - 1) << 6 | square as u64;
        records.map(|record| sum(record.pieces().map(number))).fold(0, u64::wrapping_add)
    };
    let peer = || {
        let number = |(piece, square): (u8, u8)| u64::from(piece) << 6 | u64::from(square);
        black_box(&peers).iter().map(|record| sum(record.into_iter().map(number))).fold(0, u64::wrapping_add)
    };
    assert_eq!(ours(), peer());
    let mut group = criterion.benchmark_group("formats-bullet-read");
    group.throughput(Throughput::Elements(peers.len() as u64));
    group.bench_function(BenchmarkId::new("gardez", "many"), |bencher| bencher.iter(ours));
    group.bench_function(BenchmarkId::new("bulletformat", "many"), |bencher| bencher.iter(peer));
    group.finish();
}

/// What a filter asks of each record of bulletformat: its score, the number of its pieces, and the material of one side.
fn raw_read(criterion: &mut Criterion) {
    let entries = entries();
    let peers: Vec<ChessBoard> = entries.iter().map(peer_record).collect();
    let bytes = ChessBoard::as_bytes_slice(&peers).to_vec();
    const VALUES: [(Piece, u64); 5] = [
        (Piece::WhitePawn, 1),
        (Piece::WhiteKnight, 3),
        (Piece::WhiteBishop, 3),
        (Piece::WhiteRook, 5),
        (Piece::WhiteQueen, 9),
    ];
    let total = |pieces: u32, score: i16, material: u64| material + u64::from(8 < pieces && score.abs() < 1000);
    let ours = || {
        let records = RawEntry::all::<bullet::ChessBoard, 32>(black_box(&bytes)).0;
        let material = |record: &RawEntry| {
            VALUES.iter().map(|&(piece, value)| u64::from(record.count(piece)) * value).sum::<u64>()
        };
        records.map(|record| total(record.len(), record.score(), material(&record))).sum::<u64>()
    };
    let peer = || {
        let values = [1, 3, 3, 5, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        let of = |record: &ChessBoard| {
            let add = |(pieces, material), (piece, _): (u8, u8)| (pieces + 1, material + values[usize::from(piece)]);
            let (pieces, material) = record.into_iter().fold((0, 0), add);
            total(pieces, record.score(), material)
        };
        black_box(&peers).iter().map(of).sum::<u64>()
    };
    assert_eq!(ours(), peer());
    let mut group = criterion.benchmark_group("formats-raw");
    group.throughput(Throughput::Elements(peers.len() as u64));
    group.bench_function(BenchmarkId::new("gardez", "many"), |bencher| bencher.iter(ours));
    group.bench_function(BenchmarkId::new("bulletformat", "many"), |bencher| bencher.iter(peer));
    group.finish();
}

/// A number that depends on all entries of a file.
fn read_all<R: ReadEntries>(mut reader: R) -> u64 {
    let mut total = 0_u64;
    while let Some(entry) = reader.next_entry().expect("the entries are sound") {
        total = total.wrapping_add(entry.board.occupied().bits()).wrapping_add(entry.score as u64);
    }
    total
}

/// Single positions of four formats, as a shuffle leaves them.
fn boards_read(criterion: &mut Criterion) {
    let entries: Vec<_> = entries()
        .into_iter()
        .map(|mut entry| {
            entry.mv = entry.board.legal_moves().first().copied();
            entry.to_side_to_move().expect("the score is small")
        })
        .collect();
    let mut writer = binpack::Writer::new(Vec::new());
    entries.iter().filter(|entry| entry.mv.is_some()).for_each(|entry| writer.write_entry(entry).expect("it fits"));
    let stems = writer.finish().expect("a list takes all bytes");
    let bullets: Vec<u8> = entries
        .iter()
        .flat_map(|entry| bullet::ChessBoard::new(entry).expect("at most 32 pieces").to_bytes())
        .collect();
    let (mut marlins, mut bins) = (marlin::Writer::new(Vec::new()), bin::Writer::new(Vec::new()));
    for entry in &entries {
        marlins.write_entry(&entry.to_white().expect("the score is small")).expect("it fits");
        bins.write_entry(entry).expect("it fits");
    }
    let [marlins, bins] = [marlins.finish(), bins.finish()].map(|bytes| bytes.expect("a list takes all bytes"));
    let expected = read_all(bullet::Reader::new(&bullets[..]));
    assert_ne!(expected, 0);
    let mut group = criterion.benchmark_group("formats-boards");
    group.throughput(Throughput::Elements(entries.len() as u64));
    group.bench_function(BenchmarkId::new("gardez", "bulletformat"), |bencher| {
        bencher.iter(|| read_all(bullet::Reader::new(black_box(&bullets[..]))));
    });
    group.bench_function(BenchmarkId::new("gardez", "marlinformat"), |bencher| {
        bencher.iter(|| read_all(marlin::Reader::new(black_box(&marlins[..]))));
    });
    group.bench_function(BenchmarkId::new("gardez", "bin"), |bencher| {
        bencher.iter(|| read_all(bin::Reader::new(black_box(&bins[..]))));
    });
    group.bench_function(BenchmarkId::new("gardez", "binpack"), |bencher| {
        bencher.iter(|| read_all(binpack::Reader::new(black_box(&stems[..]))));
    });
    #[cfg(feature = "peers")]
    {
        let path = std::env::temp_dir().join(format!("gardez-bench-{}.binpack", std::process::id()));
        std::fs::write(&path, &stems).expect("a temporary file");
        group.bench_function(BenchmarkId::new("sfbinpack", "binpack"), |bencher| {
            bencher.iter(|| sfbinpack_count(&path));
        });
        std::fs::remove_file(&path).expect("the temporary file");
    }
    group.finish();
}

/// The number of entries in a file, read by the crate `sfbinpack`.
#[cfg(feature = "peers")]
fn sfbinpack_count(path: &std::path::Path) -> usize {
    let file = std::fs::File::open(path).expect("the file");
    let mut reader = sfbinpack::CompressedTrainingDataEntryReader::new(file).expect("a sound file");
    let mut count = 0;
    while reader.has_next() {
        _ = black_box(reader.next());
        count += 1;
    }
    count
}

/// A number that depends on each of these and on their order.
fn sum(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers.fold(0, |sum, number| sum.wrapping_mul(31).wrapping_add(number))
}

/// Random games as viriformat, and the number of their positions.
fn games() -> (Vec<u8>, u64) {
    let mut writer = viri::Writer::new(Vec::new());
    let mut positions = 0;
    for number in 0..GAMES {
        let (mut generator, mut board) = (Generator::new(number), Board::start());
        let mut game = Game::<White>::new(board, Wdl::Draw);
        for _ in 0..PLIES {
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[generator.next_below(moves.len())];
            game.moves.push(GameMove { mv, score: generator.next_below(601) as i16 - 300 });
            board.do_move(mv);
        }
        positions += game.moves.len() as u64;
        writer.write_game(&game).expect("the game fits");
    }
    (writer.finish().expect("a list takes all bytes"), positions)
}

/// Every position of games in viriformat.
fn games_read(criterion: &mut Criterion) {
    let (bytes, positions) = games();
    let ours = || {
        let mut reader = viri::Reader::new(black_box(&bytes[..]));
        let mut total = 0_u64;
        while let Some(entry) = reader.next_entry().expect("the games are sound") {
            total = next_total(total, entry);
        }
        total
    };
    let mut expected = 0_u64;
    for game in viri::Reader::new(&bytes[..]).games() {
        for entry in game.expect("the games are sound").entries() {
            expected = next_total(expected, &entry.expect("a legal move"));
        }
    }
    assert_eq!(ours(), expected);
    let mut group = criterion.benchmark_group("formats-viri-read");
    group.throughput(Throughput::Elements(positions));
    group.bench_function(BenchmarkId::new("gardez", "games"), |bencher| bencher.iter(ours));
    #[cfg(feature = "peers")]
    {
        assert_eq!(viriformat_total(&bytes), expected);
        group.bench_function(BenchmarkId::new("viriformat", "games"), |bencher| {
            bencher.iter(|| viriformat_total(black_box(&bytes)));
        });
    }
    group.finish();
}

/// A number that depends on the occupied squares and the scores of all entries and on their order.
fn next_total(total: u64, entry: &Entry<White>) -> u64 {
    total.wrapping_mul(31).wrapping_add(entry.board.occupied().bits()).wrapping_add(entry.score as u64)
}

/// The same number, computed by the crate `viriformat`.
#[cfg(feature = "peers")]
fn viriformat_total(mut bytes: &[u8]) -> u64 {
    let (mut buffer, mut total) = (Vec::new(), 0_u64);
    while !bytes.is_empty() {
        let game = viriformat::dataformat::Game::deserialise_from(&mut bytes, buffer).expect("the games are sound");
        game.visit_positions(|board, score| {
            let occupied = board.pieces.occupied().inner();
            total = total.wrapping_mul(31).wrapping_add(occupied).wrapping_add(score as u64);
        });
        buffer = game.into_move_buffer();
    }
    total
}
