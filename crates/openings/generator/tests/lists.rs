//! The library against every row of the lists, read by a simple reader.

use std::path::Path;

use gardez_notation::san::San;
use gardez_openings::{Board, Opening};

#[test]
fn the_library_contains_exactly_the_rows_of_the_lists() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let rows = ["a", "b", "c", "d", "e"]
        .map(|volume| std::fs::read_to_string(directory.join(format!("{volume}.tsv"))).expect("the list can be read"));
    let rows = rows.iter().flat_map(|list| list.lines().skip(1));
    let mut count = 0;
    for (row, opening) in rows.zip(Opening::all()) {
        let mut board = Board::start();
        let mut moves = String::new();
        for (ply, m) in opening.moves().enumerate() {
            if ply % 2 == 0 {
                moves += &format!("{}. ", ply / 2 + 1);
            }
            moves += &format!("{} ", San::new(&board, m));
            board.do_move(m);
        }
        assert_eq!(format!("{}\t{}\t{}", opening.eco(), opening.name(), moves.trim_end()), row);
        count += 1;
    }
    assert_eq!((count, Opening::COUNT), (3807, 3807));
}
