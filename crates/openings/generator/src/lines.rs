//! The named lines of the lists.

use std::fs;
use std::path::Path;

use gardez_notation::san;
use gardez_position::{Board, Move};

/// The lists, one for each volume of codes.
const FILES: [&str; 5] = ["a.tsv", "b.tsv", "c.tsv", "d.tsv", "e.tsv"];

/// The first line of each list.
const HEADER: &str = "eco\tname\tpgn";

pub(crate) struct Line {
    /// The index of the ECO code, from 0 to 499.
    pub(crate) code: u16,
    pub(crate) name: String,
    pub(crate) moves: Vec<Move>,
    /// The position after the moves.
    pub(crate) board: Board,
}

/// Returns all lines of the lists in a directory, in the order of codes and names.
pub(crate) fn read(directory: &Path) -> Result<Vec<Line>, String> {
    let mut lines: Vec<Line> = Vec::new();
    for file in FILES {
        let path = directory.join(file);
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut rows = text.lines();
        if rows.next() != Some(HEADER) {
            return Err(format!("{file}: the first line is not {HEADER:?}"));
        }
        for (number, row) in (2..).zip(rows) {
            lines.push(line(row).map_err(|error| format!("{file}:{number}: {error}"))?);
        }
    }
    if !lines.is_sorted_by(|a, b| (a.code, &a.name) <= (b.code, &b.name)) {
        return Err("the lines are not in the order of codes and names".into());
    }
    Ok(lines)
}

/// Returns a row of a list: code, name and moves, separated by tabs.
fn line(row: &str) -> Result<Line, String> {
    let columns: Vec<_> = row.split('\t').collect();
    let [code, name, movetext] = columns[..] else { return Err(format!("{} columns instead of 3", columns.len())) };
    let mut board = Board::start();
    let mut moves = Vec::new();
    for word in movetext.split(' ').filter(|word| !word.ends_with('.')) {
        let m = san::parse(&board, word).map_err(|error| format!("{word}: {error}"))?;
        board.do_move(m);
        moves.push(m);
    }
    Ok(Line { code: code_index(code)?, name: name.into(), moves, board })
}

/// Returns the index of a code such as `B90`.
fn code_index(code: &str) -> Result<u16, String> {
    let &[volume @ b'A'..=b'E', tens @ b'0'..=b'9', ones @ b'0'..=b'9'] = code.as_bytes() else {
        return Err(format!("{code:?} is not an ECO code"));
    };
    Ok(u16::from(volume - b'A') * 100 + u16::from(tens - b'0') * 10 + u16::from(ones - b'0'))
}
