//! Positions with the values that python-chess computes: as they are, with colors swapped, and flipped horizontally.

use std::path::Path;

use gardez_position::{Board, FenReader, Position};
use gardez_syzygy::{TableName, Tablebase};

use crate::common::tablebases;

const HERE: &str = env!("CARGO_MANIFEST_DIR");

/// A position and its values.
struct Row {
    fen: String,
    wdl: i8,
    dtz: i32,
}

fn rows() -> Vec<Row> {
    let text = std::fs::read_to_string(Path::new(HERE).join("tests/vectors.tsv")).expect("the vectors are committed");
    let rows = text.lines().skip(1).map(|line| {
        let cells: Vec<_> = line.split('\t').collect();
        let number = |cell: &str| cell.parse().expect("a number");
        Row { fen: cells[0].into(), wdl: number(cells[1]) as i8, dtz: number(cells[2]) }
    });
    rows.collect()
}

fn read(fen: &str) -> Board {
    *FenReader::new().read(fen).unwrap_or_else(|error| panic!("{fen}: {error}")).position.board()
}

/// The position flipped left to right.
fn flip_horizontal(fen: &str) -> Board {
    let (pieces, rest) = fen.split_once(' ').expect("a FEN has fields");
    let ranks: Vec<String> = pieces.split('/').map(|rank| rank.chars().rev().collect()).collect();
    let mut fields: Vec<String> = rest.split(' ').map(String::from).collect();
    if fields[2] != "-" {
        let file = (b'a' + b'h' - fields[2].as_bytes()[0]) as char;
        fields[2].replace_range(..1, &file.to_string());
    }
    read(&format!("{} {}", ranks.join("/"), fields.join(" ")))
}

fn check(tablebase: &Tablebase) {
    let rows = rows();
    assert!(rows.len() > 200, "{} rows", rows.len());
    for Row { fen, wdl, dtz } in rows {
        let board = read(&fen);
        for board in [board, board.swap_colors(), flip_horizontal(&fen), flip_horizontal(&fen).swap_colors()] {
            let found = tablebase.probe_wdl(&board).unwrap_or_else(|error| panic!("{board}: {error}"));
            assert_eq!(found.raw(), wdl, "{board}");
            let found = tablebase.probe_dtz(&board).unwrap_or_else(|error| panic!("{board}: {error}"));
            assert_eq!(found.plies(), dtz, "{board}");
        }
    }
}

#[test]
fn every_row_agrees_with_each_access() {
    let directory = Path::new(HERE).join("tests/tables");
    tablebases(&directory).iter().for_each(check);
}

#[test]
fn every_row_agrees_with_tables_from_memory() {
    let mut tablebase = Tablebase::new();
    for file in std::fs::read_dir(Path::new(HERE).join("tests/tables")).expect("the tables are committed") {
        let path = file.expect("a file").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
        if TableName::from_file_name(name).is_some() {
            assert_eq!(tablebase.add_bytes(name, std::fs::read(&path).expect("a file")), Ok(true));
        }
    }
    check(&tablebase);
}

#[test]
fn the_history_and_the_counters_of_a_position_have_no_effect() {
    let tablebase = Tablebase::open([Path::new(HERE).join("tests/tables")]).expect("the tables are committed");
    let mut position: Position = "8/8/8/8/4k3/8/8/KR6 w - - 60 90".parse().expect("a FEN");
    let before = tablebase.probe_dtz(&position);
    for text in ["b1b2", "e4d4", "b2b1", "d4e4"] {
        let m = position.parse_uci(text).expect("a legal move");
        position.do_move(m);
    }
    assert_eq!(tablebase.probe_dtz(&position), before);
}
