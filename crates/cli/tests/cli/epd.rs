//! `gardez epd`.

use crate::{directory, file, gardez, gardez_reading};

const LINES: &str = "# suite\n4k3/8/8/8/8/8/8/4K2R w K - 3 9 id one; bm Rh1-h8 0-0\n4k3/8/8/8/8/8/8/4K3 w - - ce 5;\n\
                     4k3/8/8/8/8/8/8/4K2R w K - bm Rg1; id \"two\";\n";

#[test]
fn positions_are_written_in_standard_form_merged_and_filtered() {
    let rows: [(&[&str], &str); 5] = [
        (
            &[],
            "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8+ O-O; fmvn 9; hmvc 3; id \"one\";\n4k3/8/8/8/8/8/8/4K3 w - - ce 5;\n\
             4k3/8/8/8/8/8/8/4K2R w K - bm Rg1; id \"two\";\n",
        ),
        (
            &["--merge"],
            "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8+ O-O Rg1; fmvn 9; hmvc 3; id \"one\";\n4k3/8/8/8/8/8/8/4K3 w - - ce 5;\n",
        ),
        (&["--scores", "1..9"], "4k3/8/8/8/8/8/8/4K3 w - - ce 5;\n"),
        (&["--to", "fen", "--merge"], "4k3/8/8/8/8/8/8/4K2R w K - 3 9\n4k3/8/8/8/8/8/8/4K3 w - - 0 1\n"),
        (
            &["--to", "pgn", "--scores", "1..9"],
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\
             [SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n{ [%eval 0.05] } *\n\n",
        ),
    ];
    for (arguments, expected) in rows {
        let run = gardez_reading(LINES, ["epd"].iter().chain(arguments));
        assert_eq!(run.quiet(), (Some(0), expected), "{arguments:?}");
    }
}

#[test]
fn lines_that_cannot_be_read_are_printed_and_left_out() {
    let path = file(&directory("epd-bad"), "bad.epd", "8/8 w - -\n4k3/8/8/8/8/8/8/4K3 w - - acd 1;\n");
    let run = gardez(["epd", &path]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), "4k3/8/8/8/8/8/8/4K3 w - - acd 1;\n"));
    assert!(run.stderr.starts_with(&format!("{path}: positions (EPD): 1 error\n")), "{run:?}");
    assert!(run.stderr.ends_with("    line 1, column 4\n"), "{run:?}");
}
