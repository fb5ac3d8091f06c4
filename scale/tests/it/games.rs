//! Games, plans of training data, and the slow loop that says what must come out.

// Not every test uses everything.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, Int16Type, Int32Type, Int64Type};
use arrow_array::{Array, RecordBatch};
use gardez_notation::pgn::{Game, Reader, Score};
use gardez_position::{Board, PackedBoard};
use gardez_types::Move;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use tempfile::TempDir;

use crate::common::{expect_code, scale};

/// Games with castling, en passant, promotions, evaluations, all results, a set-up position, damage and nothing.
pub(crate) const GAMES: &str = r#"
[White "a"] [Black "b"] [WhiteElo "2100"] [BlackElo "?"] [Result "1-0"]
1. e4 { [%eval 0.36,20] [%clk 0:05:00] } e5 { [%eval 0.3] } 2. Nf3 Nc6 3. Bc4 { [%eval 0.1,12] } Bc5 4. O-O Nf6 1-0

[WhiteElo "1500"] [BlackElo "1600"] [Result "0-1"]
1. Nf3 { [%eval 0.5,30] } Nc6 2. e4 e5 { [%eval -0.2,31] } 3. Bc4 Bc5 4. O-O Nf6 { [%eval #-3] } 0-1

[Result "1/2-1/2"]
1. e4 a6 2. e5 d5 3. exd6 (3. d4 e6) exd6 1/2-1/2

[SetUp "1"] [FEN "8/P6k/8/8/8/8/6K1/8 w - - 98 120"] [Result "*"]
1. a8=Q { [%eval 999.99,255] } Kg7 2. Qa1+ *

[Result "1-0"]
1. e4 e5 2. Ke3 d5 1-0

[FEN "nonsense"] [Result "1-0"]
1. e4 1-0

[Variant "Chess960"] [FEN "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"] [Result "1-0"]
1. O-O-O Kf7 1-0
"#;

/// A plan of training data in a folder of its own.
pub(crate) struct Data {
    folder: TempDir,
}

impl Data {
    /// Files with these names and contents.
    pub(crate) fn new(files: &[(&str, &[u8])]) -> Self {
        let folder = TempDir::new().expect("a folder");
        for (name, content) in files {
            fs::write(folder.path().join(name), content).expect("a file");
        }
        Self { folder }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn plan(&self, name: &str, options: &[&str]) -> Output {
        let pattern = self.path("*.pgn*");
        let mut command = scale();
        command.args(["plan", "data", "--debug-builds", "--pgn"]).arg(pattern).arg("-C").arg(self.path(name));
        command.args(options).output().expect("scale can be started")
    }

    pub(crate) fn run(&self, name: &str, options: &[&str]) -> Output {
        let mut command = scale();
        command.arg("run").arg(self.path(name)).args(["--all", "--loose"]).args(options);
        command.output().expect("scale can be started")
    }

    /// Makes a plan and runs it. Returns its folder.
    pub(crate) fn made(&self, name: &str, options: &[&str]) -> PathBuf {
        expect_code(&self.plan(name, options), 0);
        expect_code(&self.run(name, &[]), 0);
        self.path(name)
    }
}

/// The batches of the files of this name in the folders of a stage, in order.
pub(crate) fn batches(stage: &Path, file: &str) -> Vec<RecordBatch> {
    let units = fs::read_dir(stage).expect("the stage has units").count();
    (0..units).flat_map(|unit| batches_of(&stage.join(unit.to_string()).join(file))).collect()
}

/// The batches of a file.
pub(crate) fn batches_of(path: &Path) -> Vec<RecordBatch> {
    let file = fs::File::open(path).expect("the unit has this file");
    let reader = ParquetRecordBatchReaderBuilder::try_new(file).expect("a Parquet file").build();
    reader.expect("a Parquet file").collect::<Result<_, _>>().expect("all rows can be read")
}

pub(crate) fn board(batch: &RecordBatch, row: usize) -> PackedBoard {
    let board = batch.column_by_name("board").expect("a column").as_fixed_size_binary();
    PackedBoard::from_bytes(board.value(row).try_into().expect("24 bytes"))
}

/// The value of a column of numbers, if there is one.
macro_rules! value {
    ($batch:expr, $name:literal, $type:ty, $row:expr) => {{
        let column = $batch.column_by_name($name).expect("a column").as_primitive::<$type>();
        column.is_valid($row).then(|| column.value($row))
    }};
}

/// A row of a game, as text and numbers.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Row {
    pub(crate) board: PackedBoard,
    pub(crate) mv: Option<u16>,
    pub(crate) ply: u16,
    pub(crate) rule50: u8,
    pub(crate) result: Option<i8>,
    pub(crate) cp: Option<i16>,
    pub(crate) mate: Option<i8>,
    pub(crate) depth: Option<u8>,
    pub(crate) white_elo: Option<u16>,
}

pub(crate) fn rows_of(batches: &[RecordBatch]) -> Vec<(u64, Row)> {
    let row = |batch: &RecordBatch, row: usize| {
        let found = Row {
            board: board(batch, row),
            mv: value!(batch, "move", Int32Type, row).map(|mv| mv as u16),
            ply: value!(batch, "ply", Int32Type, row).expect("a ply") as u16,
            rule50: value!(batch, "rule50", Int16Type, row).expect("a counter") as u8,
            result: value!(batch, "result", Int8Type, row),
            cp: value!(batch, "cp", Int16Type, row),
            mate: value!(batch, "mate", Int8Type, row),
            depth: value!(batch, "depth", Int16Type, row).map(|depth| depth as u8),
            white_elo: value!(batch, "white_elo", Int16Type, row).map(|elo| elo as u16),
        };
        (value!(batch, "game", Int64Type, row).expect("a number") as u64, found)
    };
    batches.iter().flat_map(|batch| (0..batch.num_rows()).map(move |index| row(batch, index))).collect()
}

/// The rows of a game, from its tree.
pub(crate) fn slow_rows(game: &Game) -> Vec<Row> {
    if game.tags.get("FEN") == Some("nonsense") {
        return Vec::new();
    }
    let result = match game.result.as_str() {
        "1-0" => Some(1),
        "0-1" => Some(-1),
        "*" => None,
        _ => Some(0),
    };
    let white_elo = game.tags.get("WhiteElo").and_then(|elo| elo.parse().ok());
    let row = |board: &Board| Row {
        board: board.packed().expect("it can be packed"),
        mv: None,
        ply: board.game_ply() as u16,
        rule50: board.halfmove_clock() as u8,
        result,
        cp: None,
        mate: None,
        depth: None,
        white_elo,
    };
    let mut board = *game.start();
    let mut rows = vec![row(&board)];
    for id in game.main_line() {
        let node = game.node(id);
        let mv: Move = node.mv().expect("no null moves in the test");
        rows.last_mut().expect("the start").mv = Some(mv.raw());
        board.do_move(mv);
        let mut next = row(&board);
        if let Some(found) = node.evaluation() {
            next.depth = found.depth.map(|depth| depth as u8);
            match found.score {
                Score::Centipawns(cp) => next.cp = Some(cp.clamp(-32_767, 32_767) as i16),
                Score::Mate(moves) => next.mate = Some(moves as i8),
            }
        }
        rows.push(next);
    }
    rows
}

pub(crate) fn slow_games(pgn: &[u8]) -> Vec<Vec<Row>> {
    let mut reader = Reader::from_bytes(pgn);
    let mut games = Vec::new();
    while let Some(read) = reader.read_game().expect("bytes in memory") {
        games.push(slow_rows(&read.game));
    }
    games
}

/// The depth of an evaluation for comparisons, and its columns `depth`, `cp` and `mate`.
pub(crate) type Best = (i16, Option<u8>, Option<i16>, Option<i8>);

/// What is known of a position: n, white, draws, black; the evaluation with the largest depth; the moves.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Position {
    pub(crate) counts: [u64; 4],
    pub(crate) best: Option<Best>,
    pub(crate) moves: BTreeMap<u16, u32>,
}

pub(crate) fn slow_positions(games: &[Vec<Row>], min_ply: u16) -> BTreeMap<PackedBoard, Position> {
    let mut positions: BTreeMap<PackedBoard, Position> = BTreeMap::new();
    for row in games.iter().flatten().filter(|row| min_ply <= row.ply) {
        let position = positions.entry(row.board).or_default();
        let is = |result: i8| u64::from(row.result == Some(result));
        for (sum, one) in position.counts.iter_mut().zip([1, is(1), is(0), is(-1)]) {
            *sum += one;
        }
        let depth = row.depth.map_or(-1, i16::from);
        let is_deeper = position.best.is_none_or(|(best, ..)| best < depth);
        if (row.cp.is_some() || row.mate.is_some()) && is_deeper {
            position.best = Some((depth, row.depth, row.cp, row.mate));
        }
        if let Some(mv) = row.mv {
            *position.moves.entry(mv).or_default() += 1;
        }
    }
    positions
}

pub(crate) fn positions_of(batches: &[RecordBatch]) -> BTreeMap<PackedBoard, Position> {
    let mut found = BTreeMap::new();
    let mut last = None;
    for batch in batches {
        for row in 0..batch.num_rows() {
            let lists = batch.column_by_name("moves").expect("a column").as_list::<i32>().value(row);
            let items = lists.as_struct();
            let moves = items.column(0).as_primitive::<Int32Type>().values().iter().map(|&mv| mv as u16);
            let counts = items.column(1).as_primitive::<Int64Type>().values();
            assert!(counts.is_sorted_by(|a, b| a >= b), "the most frequent move is first");
            let [n, white, draws, black] = [
                value!(batch, "n", Int64Type, row),
                value!(batch, "white", Int64Type, row),
                value!(batch, "draws", Int64Type, row),
                value!(batch, "black", Int64Type, row),
            ]
            .map(|count| count.expect("a count") as u64);
            let depth = value!(batch, "depth", Int16Type, row).map(|depth| depth as u8);
            let (cp, mate) = (value!(batch, "cp", Int16Type, row), value!(batch, "mate", Int8Type, row));
            let is_known = cp.is_some() || mate.is_some();
            let position = Position {
                counts: [n, white, draws, black],
                best: is_known.then_some((depth.map_or(-1, i16::from), depth, cp, mate)),
                moves: moves.zip(counts.iter().map(|&count| count as u32)).collect(),
            };
            let board = board(batch, row);
            assert!(last < Some(board), "the boards ascend, also from file to file");
            last = Some(board);
            found.insert(board, position);
        }
    }
    found
}
