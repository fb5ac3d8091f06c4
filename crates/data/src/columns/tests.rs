//! Lines with what they say, and lines with the place and the reason of their error.

use gardez_formats::{Entry, Fact, ReadEntries, ReadError, ReadOptions, Source, Strictness, Wdl};
use gardez_types::ErrorInfo;
use quickcheck::quickcheck;

use super::{BagReader, Layout, ReadRows, Reader, Row, Rows, names_columns};
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
    let rows: [(Layout, String, String); 15] = [
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
        (Layout::Operations, format!("{PAWN} b - - bm #3; id x.1"), format!("{fen} None Some(\"#5\") None")),
        (Layout::Operations, format!("{PAWN} b - - ; c9 \"e6e5 e6d5\""), format!("{fen} None None None")),
        (Layout::Operations, format!("{PAWN} b - - c0 1-0"), format!("{fen} None None Some(Win)")),
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
    let mut rows = Rows::new(
        Reader::new(text.as_bytes(), Layout::Table),
        ReadOptions { keeps_incomplete: true, ..ReadOptions::default() },
    );
    assert!(rows.next_entry().is_ok_and(|entry| entry.is_some_and(|entry| entry.score == -5)));
    assert_eq!([Fact::Score, Fact::Result].map(|fact| rows.lacks(fact)), [false, true]);
    let (found, _) = entries(ReadOptions { missing_result: Some(Wdl::Win), ..ReadOptions::default() });
    let [Ok(Entry { score: -5, result: Wdl::Loss, .. }), Err(error)] = &found[..] else { panic!("{found:?}") };
    assert!(error.kind_name() != "text" && error.to_string().contains("line 3"), "{error}");
}

#[test]
fn columns_can_have_other_names_and_the_point_of_view_of_the_side_to_move() {
    let text = format!("Position\tcp\tWDL\tScore\n{PAWN} b - - 0 1\t9\t1\t-31\n");
    let read = |columns| Reader::new(text.as_bytes(), Layout::Table).with_columns(columns).next_row();
    let row = read("fen=Position,cp=Score,mover-result=WDL").expect("the names are there").expect("a row");
    assert_eq!((row.evaluation, row.result), (Some(Evaluation::Centipawns(31)), Some(Wdl::Loss)));
    let row = read("FEN=Position,mover-evaluation=Score,cp=cp").expect("the names are there").expect("a row");
    assert_eq!((row.evaluation, row.result), (Some(Evaluation::Centipawns(-31)), None));
    for columns in ["fen=Position,cp=score", "cp=Score", ""] {
        let error = read(columns).expect_err("not such names").to_string();
        assert!(error.starts_with("expected names of columns, ") && error.contains("at line 1, column 1 "), "{error}");
    }
    assert!(names_columns("fen=A,Result=B c"));
    assert!(["", "fen", "fem=A", "fen=A,"].into_iter().all(|text| !names_columns(text)));
}

#[test]
fn of_the_rows_of_a_position_the_first_of_the_deepest_is_its_entry() {
    let [first, second] = ["8/8/4k3/8/8/4K3/4P3/8 w - -", "8/8/4k3/8/8/4K3/4P3/8 b - -"];
    let text = format!(
        "fen,line,depth,knodes,cp,mate\n{first},e3d3,20,1,31,\n{first},e3f3,36,1,40,\n{first},e3e4,36,1,12,\n\
         {second},e6d6,9,1,,-4\n{first},e3d3,20,1,31,\nbad,,1,1,1,\n{first},e3f3,30,1,32,\n"
    );
    let options =
        ReadOptions { missing_result: Some(Wdl::Draw), strictness: Strictness::Lenient, ..ReadOptions::default() };
    let mut rows = Rows::new(Reader::new(text.as_bytes(), Layout::Table), options);
    let scores: Vec<_> =
        std::iter::from_fn(|| rows.next_entry().expect("leniently").map(|entry| entry.score)).collect();
    // A line that cannot be read is between the last two.
    assert_eq!(scores, [40, 31_996, 31, 32]);
    assert_eq!(rows.left_out(), [("line without a position", 1)]);
}

/// Returns a file of these records, and where each begins.
fn bag(records: &[Vec<u8>]) -> (Vec<u8>, Vec<u64>) {
    let ends = records.iter().scan(0, |end, record| {
        *end += record.len() as u64;
        Some(*end)
    });
    let ends: Vec<u64> = ends.collect();
    let bytes = [records.concat(), ends.iter().flat_map(|end| end.to_le_bytes()).collect()].concat();
    (bytes, [vec![0], ends].concat())
}

/// Returns a record of the position `PAWN` with Black to move, and these bytes.
fn record(rest: &[u8]) -> Vec<u8> {
    let fen = format!("{PAWN} b - - 0 1");
    [&[fen.len() as u8], fen.as_bytes(), rest].concat()
}

fn read_bag(bytes: &[u8]) -> (Vec<Row>, Vec<String>) {
    let mut reader = BagReader::new(bytes.into());
    let rows = std::iter::from_fn(|| reader.next_row().transpose());
    let (good, bad): (Vec<_>, Vec<_>) = rows.partition(Result::is_ok);
    let text = |error: Result<Row, ReadError>| error.expect_err("the rows are bad").to_string();
    (good.into_iter().flatten().collect(), bad.into_iter().map(text).collect())
}

#[test]
fn the_three_kinds_of_records_are_read_and_a_damaged_one_leaves_the_others() {
    let probability = 0.25_f64.to_be_bytes();
    let (value, mv) = (record(&probability), record(b"e6d6"));
    let action = record(&[b"\x04e6d6", &probability[..]].concat());
    let bad = [
        (vec![], "expected the length of a text, at byte"),
        (b"\x7f8/8".to_vec(), "expected a text of the stated length, at byte"),
        (record(&probability[..7]), "expected a move, a win probability of 8 bytes, or both, at byte"),
        (record(&[&probability[..], b"x"].concat()), "expected a move, a win probability of 8 bytes, or both, at byte"),
        (record(&1.5_f64.to_be_bytes()), "expected a win probability from 0 to 1, at byte"),
        (record(&f64::NAN.to_be_bytes()), "expected a win probability from 0 to 1, at byte"),
        (record(b"e6e4"), "expected a legal move, at byte"),
        (vec![b'8'; 1 << 17], "expected a record of at most 65536 bytes, at byte"),
    ];
    for (bad, reason) in bad {
        let (bytes, starts) = bag(&[value.clone(), mv.clone(), bad.clone(), action.clone()]);
        let (rows, errors) = read_bag(&bytes);
        let told: Vec<_> = rows.iter().map(|row| (row.mv.is_some(), row.evaluation)).collect();
        let score = Some(Evaluation::Centipawns(-298));
        assert_eq!(told, [(false, score), (true, None), (true, score)], "{reason}");
        let [error] = &errors[..] else { panic!("{errors:?}") };
        let place = error.split(' ').rev().nth(2).and_then(|place| place.parse().ok()).expect("a place");
        assert!(error.starts_with(reason) && (starts[2]..=starts[3]).contains(&place), "{error}");
    }
    let decided = [0.0_f64, 1.0].map(|p| read_bag(&bag(&[record(&p.to_be_bytes())]).0).0[0].evaluation);
    assert_eq!(decided.map(|score| score.map(Evaluation::to_score)), [Some(-26_623), Some(26_623)]);
}

#[test]
fn a_damaged_index_is_an_error_after_the_records_that_it_names_and_nothing_follows() {
    let (bytes, starts) = bag(&vec![record(b"e6d6"); 3]);
    let index = starts[3] as usize;
    let changed = |at: usize, number: u64| {
        let mut bytes = bytes.clone();
        bytes[at..at + 8].copy_from_slice(&number.to_le_bytes());
        bytes
    };
    let table = [
        (vec![], 0, ""),
        (bytes[..7].to_vec(), 0, "expected 8 bytes, found 7, at byte 0 of ChessBench"),
        (
            bytes[..bytes.len() - 1].to_vec(),
            0,
            "expected the place of an index of eight bytes for each record, at byte",
        ),
        ([&bytes[..index], b"x", &bytes[index..]].concat(), 0, "expected the place of an index of eight bytes for"),
        (changed(index + 8, starts[1] - 1), 1, "expected an end after that of the record before, at byte"),
        (changed(index + 8, u64::MAX), 1, "expected an end after that of the record before, at byte"),
    ];
    for (bytes, count, expected) in table {
        let (rows, errors) = read_bag(&bytes);
        assert_eq!((rows.len(), errors.len()), (count, usize::from(!expected.is_empty())), "{expected}");
        assert!(errors.iter().all(|error| error.starts_with(expected)), "{errors:?}");
    }
    let mut pipe = BagReader::new(Source::stream(&bytes[..]));
    let error = pipe.next_row().expect_err("the index cannot be read").to_string();
    assert!(error.contains("only a file can be read"), "{error}");
    assert!(pipe.next_row().is_ok_and(|row| row.is_none()));
}

quickcheck! {
    fn no_bag_is_too_much(bytes: Vec<u8>, at: usize, value: u8) -> bool {
        let mut damaged = bag(&[record(&0.5_f64.to_be_bytes()), bytes, record(b"e6d6")]).0;
        let at = at % damaged.len();
        damaged[at] = value;
        let (rows, errors) = read_bag(&damaged);
        rows.len() + errors.len() <= damaged.len() / 8
    }

    fn no_bytes_are_too_much(bytes: Vec<u8>, line: u8) -> bool {
        let lines = ["{\"fen\":\"", "FEN,cp,mate\n", "8/8/4k3/8/8/4K3/4P3/8 b - - ", "8/8/4k3/8/8/4K3/4P3/8 b - - 0 1 [0.5"];
        let text = [lines[usize::from(line) % lines.len()].as_bytes(), &bytes].concat();
        let layouts = [Layout::Evaluations, Layout::Table, Layout::Operations, Layout::Brackets];
        layouts.into_iter().all(|layout| read(&text, layout).len() <= text.len())
    }
}
