//! Lines with what they say, and lines with the place and the reason of their error.

use gardez_formats::{Entry, ReadEntries, ReadOptions, Strictness, Wdl};
use gardez_types::ErrorInfo;
use quickcheck::quickcheck;

use super::{Layout, Reader, Row, Rows};
use crate::Evaluation;

const PAWN: &str = "8/8/4k3/8/8/4K3/4P3/8";

/// Reads all lines: a row as a text, or the text of the error.
fn read(text: &[u8], layout: Layout) -> Vec<String> {
    let mut reader = Reader::new(text, layout);
    let told = |row: Row| {
        let evaluation = row.evaluation.map(|evaluation| match evaluation {
            Evaluation::Mate(plies) => format!("#{plies}"),
            other => other.to_score().to_string(),
        });
        let mv = row.mv.map(|mv| mv.uci(row.board.castling_mode()).to_string());
        format!("{} {mv:?} {evaluation:?} {:?}", row.board, row.result)
    };
    std::iter::from_fn(|| reader.next_row().transpose())
        .map(|row| row.map_or_else(|error| error.to_string(), told))
        .collect()
}

#[test]
fn every_layout_says_what_its_lines_say() {
    let fen = format!("{PAWN} b - - 0 1");
    let castling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let rows: [(Layout, String, String); 12] = [
        (Layout::Table, format!("fen,Evaluation\n{fen},+56\n"), format!("{fen} None Some(\"-56\") None")),
        (
            Layout::Table,
            format!("\u{feff}FEN,Evaluation\r\n\"{fen}\",#-2\r\n"),
            format!("{fen} None Some(\"#3\") None"),
        ),
        (Layout::Table, format!("fen;cp;mate;x\n{fen};;1;\n"), format!("{fen} None Some(\"#-2\") None")),
        (Layout::Table, format!("{fen};-7;1/2"), format!("{fen} None Some(\"7\") Some(Draw)")),
        (Layout::Table, format!("{fen},-32766,0"), format!("{fen} None Some(\"#-4\") Some(Win)")),
        (Layout::Table, format!("{fen},32765,2"), format!("{fen} None Some(\"#3\") Some(Loss)")),
        (
            Layout::Table,
            format!("PuzzleId,FEN,Moves\n1,{PAWN} w - - 0 1,e3e4 e6d6 e4d4\n"),
            "8/8/4k3/8/4K3/8/4P3/8 b - - 1 1 Some(\"e6d6\") None None".into(),
        ),
        (
            Layout::Operations,
            "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; ce 31; hmvc 7; fmvn 33; c9 \"1-0\"; id \"a;b\";".into(),
            "4k3/8/8/8/8/8/8/4K2R w K - 7 33 Some(\"e1g1\") Some(\"31\") Some(Win)".into(),
        ),
        (Layout::Operations, format!("# list\n\n {fen} \n"), format!("{fen} None None None")),
        (Layout::Operations, format!("{PAWN} b - - dm 3;"), format!("{fen} None Some(\"#5\") None")),
        (Layout::Brackets, format!("{fen} [0.0]  12"), format!("{fen} None Some(\"-12\") Some(Loss)")),
        (
            Layout::Evaluations,
            format!(
                "{{\"evals\":[{{\"pvs\":[{{\"cp\":1,\"line\":\"e1e2\"}}],\"depth\":9}},{{\"pvs\":[{{\"cp\":5,\"line\":\"e1h1 e8e7\"}},{{\"cp\":4}}],\"depth\":20}}],\"fen\":\"{}\"}}",
                "4k3\\/8/8/8/8/8/8/4K2R w K -"
            ),
            format!("{castling} Some(\"e1g1\") Some(\"5\") None"),
        ),
    ];
    for (layout, text, expected) in rows {
        assert_eq!(read(text.as_bytes(), layout), [expected], "{text}");
    }
}

#[test]
fn an_error_has_its_line_its_column_and_its_reason_and_the_next_line_is_read() {
    let fen = format!("{PAWN} b - - 0 1");
    let rows = [
        (Layout::Table, "fen,evaluation\n", "1.35", "expected a number, at line 2, column 33 of CSV"),
        (Layout::Table, "fen,evaluation\n", "", "expected a number, at line 2, column 33 of CSV"),
        (Layout::Table, "fen,evaluation\n", "1,2", "expected the end of the line, at line 2, column 35 of CSV"),
        (Layout::Table, "fen,moves\n", "e6e5", "expected two moves or more, at line 2, column 33 of CSV"),
        (Layout::Table, "fen,moves\n", "e6e5 e3e5", "expected a legal move, at line 2, column 38 of CSV"),
        (
            Layout::Table,
            "fen,result\n",
            "\"1-0",
            "expected a field whose quotes are closed, at line 2, column 33 of CSV",
        ),
    ];
    for (layout, header, field, expected) in rows {
        let good = if header.contains("moves") { "e6e5 e3d3" } else { "1" };
        let found = read(format!("{header}{fen},{field}\n{fen},{good}\n").as_bytes(), layout);
        assert_eq!((found.len(), found[0].as_str()), (2, expected), "{field}");
        assert!(!found[1].contains("column"), "{}", found[1]);
    }
    let lines = [
        (
            Layout::Brackets,
            format!("{fen} 0.5"),
            "expected a result in brackets, at line 1, column 33 of FENs with results",
        ),
        (
            Layout::Brackets,
            format!("{fen} [0.7]"),
            "expected [1.0], [0.5] or [0.0], at line 1, column 33 of FENs with results",
        ),
        (
            Layout::Operations,
            format!("{PAWN} b - - c9 \"3-0\";"),
            "expected a result such as \"1-0\", at line 1, column 32 of EPD",
        ),
        (
            Layout::Operations,
            format!("{PAWN} b - - bm Qa1;"),
            "expected operands that the operation takes, at line 1, column 29 of EPD",
        ),
        (Layout::Evaluations, "[]".into(), "expected a JSON object, at line 1, column 1 of Lichess's evaluations"),
        (Layout::Table, "FEN2,cp".into(), "expected names of columns, one of them FEN, at line 1, column 1 of CSV"),
    ];
    for (layout, text, expected) in lines {
        assert_eq!(read(text.as_bytes(), layout), [expected], "{text}");
    }
    let long = format!("{{{}}}\n", " ".repeat(1 << 20));
    assert_eq!(
        read(long.as_bytes(), Layout::Evaluations),
        ["the line is too long, at line 1, column 1 of Lichess's evaluations"]
    );
}

#[test]
fn rows_without_a_result_are_entries_only_if_someone_says_what_it_is() {
    let text = format!("fen,evaluation\n{PAWN} b - - 0 1,5\nbad,1\n");
    let entries = |options| {
        let mut rows = Rows::new(Reader::new(text.as_bytes(), Layout::Table), options);
        let found: Vec<_> = std::iter::from_fn(|| rows.next_entry().map(|entry| entry.copied()).transpose()).collect();
        (found, rows.left_out())
    };
    let (found, left_out) = entries(ReadOptions { strictness: Strictness::Lenient, ..ReadOptions::default() });
    assert!(found.is_empty());
    assert_eq!(left_out, [("position without a result", 1), ("line without a position", 1)]);
    let (found, _) = entries(ReadOptions { missing_result: Some(Wdl::Win), ..ReadOptions::default() });
    let [Ok(Entry { score: -5, result: Wdl::Loss, .. }), Err(error)] = &found[..] else { panic!("{found:?}") };
    assert!(error.kind_name() != "text" && error.to_string().contains("line 3"), "{error}");
}

quickcheck! {
    fn no_bytes_are_too_much(bytes: Vec<u8>, line: u8) -> bool {
        let lines = ["{\"fen\":\"", "FEN,cp,mate\n", "8/8/4k3/8/8/4K3/4P3/8 b - - ", "8/8/4k3/8/8/4K3/4P3/8 b - - 0 1 [0.5"];
        let text = [lines[usize::from(line) % lines.len()].as_bytes(), &bytes].concat();
        let layouts = [Layout::Evaluations, Layout::Table, Layout::Operations, Layout::Brackets];
        layouts.into_iter().all(|layout| read(&text, layout).len() <= text.len())
    }
}
