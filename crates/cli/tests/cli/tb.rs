//! `gardez tb`.

use serde_json::json;

use crate::{gardez, gardez_reading};

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../syzygy/tests/tables");
const ROOK: &str = "8/8/8/8/4k3/8/8/KR6 w - - 0 1";

#[test]
fn a_position_is_looked_up_and_its_moves_are_ranked() {
    let run = gardez(["tb", "--path", TABLES, ROOK]);
    let (code, text) = run.quiet();
    assert_eq!(code, Some(0));
    let expected = format!(
        "FEN   {ROOK}\nWDL   win\nDTZ   29 or 30; with the fifty-move counter at 0: win\n\n\
         move      rank  DTZ        WDL\nKb2       1000  29 or 30   win\n"
    );
    assert!(text.starts_with(&expected), "{text}");
    assert_eq!(text.lines().count(), 5 + 15);
}

#[test]
fn positions_come_from_standard_input() {
    let run = gardez_reading(format!("{ROOK}\n4k3/8/8/8/8/8/8/4K3 w - - 0 1\n"), ["tb", "--path", TABLES, "--quiet"]);
    let expected = format!("win 29 or 30 {ROOK}\ndraw 0 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n");
    assert_eq!(run.quiet(), (Some(0), expected.as_str()));
}

#[test]
fn json_has_one_object_for_each_position() {
    let run = gardez(["tb", "--path", TABLES, "--json", ROOK, "startpos", "x"]);
    assert_eq!(run.code, Some(1));
    let lines = run.json();
    assert_eq!((&lines[0]["wdl"], &lines[0]["dtz"]), (&json!(2), &json!(29)));
    assert_eq!(lines[0]["dtz_is_rounded"], json!(true));
    assert_eq!(lines[0]["moves"][0]["san"], json!("Kb2"));
    assert_eq!(lines[1]["error"]["kind"], json!("castling-rights"));
    assert_eq!(lines[2]["error"]["kind"], json!("unknown-piece"));
}

#[test]
fn a_position_without_a_table_is_a_finding() {
    let run = gardez(["tb", "--path", TABLES, "4k3/8/8/8/8/8/8/RRRRKRRR w - - 0 1"]);
    assert_eq!(run.code, Some(1));
    assert!(run.stdout.starts_with("error: the board has 9 pieces, but the largest table has "), "{run:?}");
}

#[test]
fn a_directory_without_tables_is_an_error() {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    let message = format!("there are no tables of results (.rtbw) in {source}");
    assert_eq!(gardez(["tb", "--path", source, ROOK]).only_error(), message);
}

#[test]
fn a_missing_directory_is_named() {
    let reason = "cannot read nowhere/at/all: there is no such file or directory";
    assert_eq!(gardez(["tb", "--path", "nowhere/at/all", ROOK]).only_error(), reason);
    let both = std::env::join_paths([TABLES, "nowhere/at/all"]).expect("names");
    assert_eq!(gardez(["tb".as_ref(), "--path".as_ref(), both.as_os_str(), ROOK.as_ref()]).only_error(), reason);
    assert_eq!(gardez(["tb", "--path", "", ROOK]).only_error(), "a name in the list of directories \"\" is empty");
    let run = gardez(["convert", "--from", "plain", "--tables", "nowhere/at/all", "-", "x.bin"]);
    assert_eq!(run.only_error(), reason);
    let run = gardez(["rescore", "--syzygy", "nowhere/at/all", "-o", "out", "."]);
    assert_eq!(run.only_error(), reason);
}
