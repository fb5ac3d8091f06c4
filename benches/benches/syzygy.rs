//! Endgame tables: win, draw or loss, and the distance to the next zeroing move, for positions with known values.
//!
//! An element of throughput is one probed position. The tables are open and in memory, as in a search that has probed
//! them before.

// Mapping files is unsafe, in Gardez and in shakmaty-syzygy.
#![allow(unsafe_code)]

use std::fs;
use std::hint::black_box;
use std::path::PathBuf;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput};
use gardez_bitboard::{
    Bitboard, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};
use gardez_position::{Board, FenReader};
use gardez_syzygy::{Access, Tablebase};
use gardez_types::{Color, PieceType, Square};
use pyrrhic_rs::{EngineAdapter, TableBases, WdlProbeResult};
use shakmaty::fen::Fen;
use shakmaty::{Chess, PositionError};

type Group<'a> = BenchmarkGroup<'a, WallTime>;

/// Positions with their values, and the directory of their tables.
struct Vectors {
    case: &'static str,
    tables: PathBuf,
    rows: Vec<Row>,
}

struct Row {
    board: Board,
    wdl: i32,
    dtz: i32,
}

impl Vectors {
    /// Reads the vectors of the directory `GARDEZ_DATA`, with up to five pieces, or the committed ones, with up to four
    /// pieces.
    fn read() -> Self {
        let (case, vectors, tables) = match benches::large_data("data/syzygy") {
            Some(large) => ("vectors", large.join("vectors.tsv"), large),
            None => {
                let committed = benches::committed("crates/syzygy/tests");
                ("small-vectors", committed.join("vectors.tsv"), committed.join("tables"))
            }
        };
        let text = fs::read_to_string(vectors).expect("the vectors are there");
        let row = |line: &str| {
            let cells: Vec<_> = line.split('\t').collect();
            let number = |cell: &str| cell.parse().expect("a number");
            let read = FenReader::new().read(cells[0]).expect("a FEN");
            Row { board: *read.position.board(), wdl: number(cells[1]), dtz: number(cells[2]) }
        };
        Self { case, tables, rows: text.lines().skip(1).map(row).collect() }
    }

    fn boards(&self) -> Vec<Board> {
        self.rows.iter().map(|row| row.board).collect()
    }

    fn positions(&self) -> Vec<Chess> {
        let read = |row: &Row| {
            let fen = Fen::from_ascii(row.board.to_string().as_bytes()).expect("a FEN");
            let position = fen.into_position(shakmaty::CastlingMode::Standard);
            // Some vectors cannot arise in a game.
            position.or_else(PositionError::ignore_impossible_check).expect("a position")
        };
        self.rows.iter().map(read).collect()
    }
}

fn main() {
    let mut criterion = benches::criterion();
    let vectors = Vectors::read();
    wdl(&mut criterion, &vectors);
    dtz(&mut criterion, &vectors);
    criterion.final_summary();
}

fn wdl(criterion: &mut Criterion, vectors: &Vectors) {
    let mut group = criterion.benchmark_group("syzygy-wdl");
    let expected: Vec<i32> = vectors.rows.iter().map(|row| row.wdl).collect();
    for (name, tablebase) in ours(vectors) {
        let probe = |board: &Board| i32::from(tablebase.probe_wdl(board).expect("the table is there").raw());
        measure(&mut group, name, vectors, &vectors.boards(), &expected, probe);
    }
    let pyrrhic = TableBases::<Adapter>::new(vectors.tables.to_str().expect("a path as text")).expect("tables");
    let positions: Vec<Sets> = vectors.rows.iter().map(|row| Sets::from_board(&row.board)).collect();
    measure(&mut group, "pyrrhic", vectors, &positions, &expected, |sets| sets.probe(&pyrrhic));
    for (name, tablebase) in theirs(vectors) {
        let probe = |position: &Chess| match tablebase.probe_wdl_after_zeroing(position).expect("the table is there") {
            shakmaty_syzygy::Wdl::Loss => -2,
            shakmaty_syzygy::Wdl::BlessedLoss => -1,
            shakmaty_syzygy::Wdl::Draw => 0,
            shakmaty_syzygy::Wdl::CursedWin => 1,
            shakmaty_syzygy::Wdl::Win => 2,
        };
        measure(&mut group, name, vectors, &vectors.positions(), &expected, probe);
    }
    group.finish();
}

fn dtz(criterion: &mut Criterion, vectors: &Vectors) {
    let mut group = criterion.benchmark_group("syzygy-dtz");
    let expected: Vec<i32> = vectors.rows.iter().map(|row| row.dtz).collect();
    for (name, tablebase) in ours(vectors) {
        let probe = |board: &Board| tablebase.probe_dtz(board).expect("the table is there").plies();
        measure(&mut group, name, vectors, &vectors.boards(), &expected, probe);
    }
    for (name, tablebase) in theirs(vectors) {
        let probe =
            |position: &Chess| tablebase.probe_dtz(position).expect("the table is there").ignore_rounding().into();
        measure(&mut group, name, vectors, &vectors.positions(), &expected, probe);
    }
    group.finish();
}

/// Probes all positions. Each answer is compared outside the timed part.
fn measure<P>(
    group: &mut Group<'_>,
    name: &str,
    vectors: &Vectors,
    positions: &[P],
    expected: &[i32],
    probe: impl Fn(&P) -> i32,
) {
    for ((position, expected), row) in positions.iter().zip(expected).zip(&vectors.rows) {
        assert_eq!(probe(position), *expected, "{name}: {}", row.board);
    }
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function(BenchmarkId::new(name, vectors.case), |bencher| {
        bencher.iter(|| positions.iter().map(|position| probe(black_box(position))).sum::<i32>());
    });
}

/// Gardez with its default, which reads parts of files and keeps them, without the cache, and with files mapped into
/// memory.
fn ours(vectors: &Vectors) -> [(&'static str, Tablebase); 3] {
    // SAFETY: no program writes to the tables while the benches run.
    let mapped = unsafe { Access::mapped() };
    let new = Tablebase::new;
    [
        ("gardez", new(), Access::Positioned),
        ("gardez-uncached", new().with_cache(0), Access::Positioned),
        ("gardez-mapped", new(), mapped),
    ]
    .map(|(name, mut tablebase, access)| {
        tablebase.add_directory(&vectors.tables, access).expect("the tables are there");
        (name, tablebase)
    })
}

/// shakmaty-syzygy with its default, which reads parts of files, and with files mapped into memory.
fn theirs(vectors: &Vectors) -> [(&'static str, shakmaty_syzygy::Tablebase<Chess>); 2] {
    // SAFETY: no program writes to the tables while the benches run.
    let mapped = unsafe { shakmaty_syzygy::Tablebase::with_mmap_filesystem() };
    [("shakmaty", shakmaty_syzygy::Tablebase::new()), ("shakmaty-mapped", mapped)].map(|(name, mut tablebase)| {
        tablebase.add_directory(&vectors.tables).expect("the tables are there");
        (name, tablebase)
    })
}

/// A position in the form that pyrrhic expects.
struct Sets {
    white: u64,
    black: u64,
    by_type: [u64; 6],
    ep: u32,
    is_white_to_move: bool,
}

impl Sets {
    fn from_board(board: &Board) -> Self {
        Self {
            white: board.by_color(Color::White).bits(),
            black: board.by_color(Color::Black).bits(),
            by_type: PieceType::ALL.map(|piece_type| board.by_type(piece_type).bits()),
            ep: board.ep_square().map_or(0, |square| square as u32),
            is_white_to_move: board.side_to_move() == Color::White,
        }
    }

    fn probe(&self, tables: &TableBases<Adapter>) -> i32 {
        let [pawns, knights, bishops, rooks, queens, kings] = self.by_type;
        let (ep, turn) = (self.ep, self.is_white_to_move);
        let result = tables.probe_wdl(self.white, self.black, kings, queens, rooks, bishops, knights, pawns, ep, turn);
        match result.expect("the table is there") {
            WdlProbeResult::Loss => -2,
            WdlProbeResult::BlessedLoss => -1,
            WdlProbeResult::Draw => 0,
            WdlProbeResult::CursedWin => 1,
            WdlProbeResult::Win => 2,
        }
    }
}

/// Gives pyrrhic the attacks of Gardez.
#[derive(Clone)]
struct Adapter;

fn square(number: u64) -> Square {
    Square::from_index(number as u8).expect("a square")
}

impl EngineAdapter for Adapter {
    fn pawn_attacks(color: pyrrhic_rs::Color, from: u64) -> u64 {
        let color = if matches!(color, pyrrhic_rs::Color::White) { Color::White } else { Color::Black };
        pawn_attacks(color, square(from)).bits()
    }

    fn knight_attacks(from: u64) -> u64 {
        knight_attacks(square(from)).bits()
    }

    fn bishop_attacks(from: u64, occupied: u64) -> u64 {
        bishop_attacks(square(from), Bitboard::from_bits(occupied)).bits()
    }

    fn rook_attacks(from: u64, occupied: u64) -> u64 {
        rook_attacks(square(from), Bitboard::from_bits(occupied)).bits()
    }

    fn queen_attacks(from: u64, occupied: u64) -> u64 {
        queen_attacks(square(from), Bitboard::from_bits(occupied)).bits()
    }

    fn king_attacks(from: u64) -> u64 {
        king_attacks(square(from)).bits()
    }
}
