//! `gardez convert` with several inputs or outputs, endgame tables, chain rules and reports for programs.

use serde_json::json;

use crate::{directory, file, gardez, gardez_reading, names, read};

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../syzygy/tests/tables");

/// The text form of bulletformat with these FENs, scores and results.
fn lines<'a>(entries: impl IntoIterator<Item = (&'a str, i32, &'a str)>) -> String {
    entries.into_iter().map(|(fen, score, result)| format!("{fen} | {score} | {result}\n")).collect()
}

/// Entries that differ only in their score.
fn scores(scores: std::ops::Range<i32>) -> String {
    lines(scores.map(|score| ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", score, "0.5")))
}

/// Games of one move in the text form of bulletformat: each has another score.
fn found_scores(text: &str) -> Vec<i32> {
    text.lines().map(|line| line.split(" | ").nth(1).and_then(|score| score.parse().ok()).expect("a score")).collect()
}

#[test]
fn each_input_keeps_its_own_view_and_a_score_without_negation_is_unrepresentable_not_damage() {
    let directory = directory("transfer-views");
    let black = "4k3/8/8/8/8/8/8/4K2R b - - 0 1";
    let white = file(&directory, "a.bullet.txt", lines([(black, -32768, "0.5"), (black, 7, "0.5")]));
    let other = file(&directory, "b.bullet.txt", lines([(black, 9, "0.5")]));
    let to_bin = |options: &[&str], output: &str| {
        let output = directory.join(output);
        let arguments = ["convert", "--force"].iter().chain(options).copied();
        gardez(arguments.chain([white.as_str(), &other, output.to_str().expect("text")]))
    };
    // In the view of the input there is nothing to negate.
    let same = gardez(["convert", "-q", "--to", "bullet.txt", &white, &other, "-"]);
    assert_eq!(found_scores(same.quiet().1), [-32768, 7, 9]);
    let run = to_bin(&[], "a.bullet");
    let reason = "the negation of the score -32768 does not fit bulletformat";
    assert!(run.only_error().starts_with(&format!("{white}, entry 1: {reason}; --skip leaves")), "{run:?}");
    let run = to_bin(&["--skip"], "a.bullet");
    let lost = "bulletformat has no plies: lost\n";
    assert_eq!(run.stderr, format!("3 entries read, 2 written\n        1 left out: {reason}\n{lost}"));
    assert_eq!(run.code, Some(0));
    let run = to_bin(&["--lose", "score"], "a.bullet");
    assert_eq!((run.code, run.stderr), (Some(0), format!("3 entries read, 3 written\n{lost}")));
    assert_eq!(gardez(["stats", "--json", &white]).json()[0]["scores_without_negation"], json!(1));
}

#[test]
fn an_unrepresentable_entry_of_the_second_input_is_found_by_its_place_in_random_order_too() {
    let directory = directory("transfer-unrepresentable");
    let first = file(&directory, "a.bullet.txt", scores(0..5));
    let slow = "4k3/8/8/8/8/8/7R/4K3 w - - 130 90";
    let second = file(&directory, "b.bullet.txt", format!("{}{}", scores(5..6), lines([(slow, 1, "0.5")])));
    let output = directory.join("out.bin");
    let output = output.to_str().expect("text");
    for order in [&[][..], &["--shuffle"], &["--unique"]] {
        let run = gardez([&["convert"], order, &[&first, &second, output]].concat());
        assert!(run.only_error().starts_with(&format!("{second}, entry 2: rule50 130 does not fit .bin")), "{run:?}");
    }
    assert_eq!(names(&directory), ["a.bullet.txt", "b.bullet.txt"]);
}

#[test]
fn inputs_are_mixed_and_each_keeps_its_order() {
    let directory = directory("transfer-interleave");
    let first = file(&directory, "a.bullet.txt", scores(0..300));
    let second = file(&directory, "b.bullet.txt", scores(1000..1100));
    let mixed = |seed: &str| {
        let run = gardez(["convert", "-q", "--interleave", "--seed", seed, "--to", "bullet.txt", &first, &second, "-"]);
        found_scores(run.quiet().1)
    };
    let scores = mixed("1");
    assert_eq!(scores, mixed("1"));
    assert_ne!(scores, mixed("2"));
    let (low, high): (Vec<i32>, Vec<i32>) = scores.iter().partition(|score| **score < 1000);
    assert!(low.into_iter().eq(0..300) && high.iter().copied().eq(1000..1100));
    // The short input is not used up at once, nor left for the end.
    let places: Vec<usize> = (0..400).filter(|&place| 1000 <= scores[place]).collect();
    assert!(places[50] < 300 && 250 < places[99], "{places:?}");

    let cut = file(&directory, "c.bin", [0; 41]);
    let run = gardez(["convert", "--interleave", "--to", "bullet.txt", &first, &cut, "-"]);
    assert_eq!((run.code, found_scores(&run.stdout).len()), (Some(1), 300));
    assert!(run.stderr.starts_with(&format!("error: {cut}: ")), "{run:?}");
}

#[test]
fn games_are_divided_whole_also_if_a_filter_leaves_gaps() {
    let directory = directory("transfer-split");
    let mut text = String::new();
    for game in 0..200 {
        for (ply, (fen, mv)) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4"),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "e7e5"),
            ("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "g1f3"),
        ]
        .into_iter()
        .enumerate()
        {
            text += &format!("fen {fen}\nmove {mv}\nscore {game}\nply {ply}\nresult 0\ne\n");
        }
    }
    let input = file(&directory, "games.plain", text);
    let output = directory.join("out.bin.gz");
    let output = output.to_str().expect("text");
    // The second position of each game is left out.
    let run = gardez(["convert", "--split", "train=3,test=1", "--max-score", "199", "--plies", "0", &input, output]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(names(&directory), ["games.plain", "out.test.bin.gz", "out.train.bin.gz"]);
    let run = gardez(["convert", "-q", "--split", "train=3,test=1", "--force", &input, output]);
    assert_eq!(run.quiet().0, Some(0));
    let games = |part: &str| {
        let part = directory.join(format!("out.{part}.bin.gz"));
        let text = gardez(["convert", "-q", "--to", "plain", part.to_str().expect("text"), "-"]).stdout;
        let scores = text.lines().filter_map(|line| line.strip_prefix("score "));
        scores.map(|score| score.parse::<u32>().expect("a number")).collect::<Vec<_>>()
    };
    let (train, test) = (games("train"), games("test"));
    assert_eq!(train.len() + test.len(), 600);
    assert!((30 * 3..70 * 3).contains(&test.len()), "{}", test.len());
    for game in 0..200 {
        let counts = [&train, &test].map(|part| part.iter().filter(|&&score| score == game).count());
        assert!(counts == [0, 3] || counts == [3, 0], "game {game}: {counts:?}");
    }
}

#[test]
fn parts_of_a_split_need_files_names_and_sizes() {
    for (line, error) in [
        ("--split a=1,b=1 --to bin - -", "several files are written, so the output cannot be -"),
        ("--split a=1,A=2 - x.bin", "two parts of --split have the same name, without regard to case"),
        ("--split a=0 - x.bin", "expected a name and a size above 0, such as train=0.9"),
        ("--split a=1 --shuffle - x.bin", "the argument '--split <PARTS>' cannot be used with '--shuffle'"),
        ("--json --to bin - -", "--json needs standard output, but the output goes there"),
        ("--tb-result set - x.bin", "--tables <DIRS>"),
        ("--tables . - x.bin", "there are no tables of results (.rtbw) in ."),
    ] {
        let run = gardez(["convert"].into_iter().chain(line.split(' ')));
        assert!(run.only_error().contains(error), "{line}: {run:?}");
    }
}

#[test]
fn endgame_tables_leave_out_or_change_results() {
    let won = "8/8/8/8/4k3/8/8/KR6 w - - 0 1";
    let text = lines([(won, 1, "1.0"), (won, 2, "0.5"), ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 3, "0.0")]);
    let run = |action: &str| {
        let options = ["convert", "--tables", TABLES, "--tb-result", action, "--from", "bullet.txt"];
        gardez_reading(&text, options.into_iter().chain(["--to", "bullet.txt", "-", "-"]))
    };
    let matched = run("match");
    assert_eq!(found_scores(&matched.stdout), [1, 3]);
    let report = "        1 left out: result that is not that of the tables\n";
    assert_eq!(matched.stderr, format!("3 entries read, 2 written\n{report}"));
    let dropped = run("drop");
    assert_eq!(found_scores(&dropped.stdout), [3]);
    assert_eq!(dropped.stderr, "3 entries read, 1 written\n        2 left out: position in the tables\n");
    let set = run("set");
    let results: Vec<&str> = set.stdout.lines().filter_map(|line| line.rsplit(' ').next()).collect();
    assert_eq!(results, ["1.0", "1.0", "0.0"]);
    assert_eq!(set.stderr, "3 entries read, 3 written\n        1 results changed by endgame tables\n");
}

#[test]
fn the_chain_rule_decides_whether_another_counter_begins_a_chain() {
    // The second position has another fifty-move counter than the move gives.
    let game = "\
fen 4k3/8/8/8/8/8/8/4K2R w - - 0 1\nmove h1h2\nscore 5\nply 0\nresult 0\ne\n\
fen 4k3/8/8/8/8/8/7R/4K3 b - - 40 1\nmove e8e7\nscore -5\nply 1\nresult 0\ne\n";
    let directory = directory("transfer-chains");
    let input = file(&directory, "game.plain", game);
    let size = |rule: &str| {
        let output = directory.join(format!("{rule}.binpack"));
        let output = output.to_str().expect("text");
        assert_eq!(gardez(["convert", "-q", "--chain-rule", rule, &input, output]).quiet().0, Some(0));
        let text = gardez(["convert", "-q", "--to", "plain", output, "-"]).stdout;
        (std::fs::metadata(output).expect("a file").len(), text == read(&input))
    };
    assert_eq!(size("counters"), (8 + 2 * 34, true));
    assert_eq!(size("pieces"), (8 + 34 + 1, false));
}

#[test]
fn policy_games_can_be_read() {
    let run = gardez(["convert", "-", "out.monty"]);
    assert_eq!(run.only_error(), "montyformat policy cannot be written");
    let mut game = gardez_formats::monty::PolicyGame::new(gardez::Board::start(), gardez_formats::Wdl::Draw);
    let mv = game.start.parse_uci("e2e4").expect("a legal move");
    game.push(mv, gardez_formats::monty::WinProbability::from_raw(40_000), [7; 20]);
    let mut writer = gardez_formats::monty::PolicyWriter::new(Vec::new());
    writer.write_game(&game).expect("the game fits");
    let directory = directory("transfer-policy");
    let input = file(&directory, "a.monty", writer.finish().expect("a list has no errors"));
    let run = gardez(["convert", "-q", "--to", "plain", &input, "-"]);
    assert!(
        run.quiet().1.starts_with("fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nmove e2e4\nscore ")
    );
    assert_eq!(
        gardez(["check", &input]).quiet(),
        (Some(0), format!("{input}: montyformat policy, 1 entry: sound\n").as_str())
    );
}

#[test]
fn json_has_a_line_for_each_input_each_output_and_the_whole() {
    let directory = directory("transfer-json");
    let input = file(&directory, "a.bullet.txt", scores(0..3));
    let cut = file(&directory, "cut.bullet.txt", "x");
    let output = directory.join("out.bullet");
    let output = output.to_str().expect("text");
    for order in ["--interleave", "--shuffle"] {
        let run = gardez(["convert", order, "--json", "--force", "--max-score", "1", &input, &cut, output]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""), "{run:?}");
        let lines = run.json();
        assert_eq!(lines[0], json!({"file": input, "entries": 3, "error": null}));
        assert_eq!((&lines[1]["file"], &lines[1]["error"]["kind"]), (&json!(cut), &json!("text")));
        assert_eq!(lines[2], json!({"output": output, "written": 2}));
        let left_out = json!([{"reason": "score too large", "count": 1}]);
        let whole = json!({
            "read": 3, "written": 2, "left_out": left_out, "results_changed": 0, "lost": ["plies"], "missing": [],
        });
        assert_eq!(lines[3], whole);
        assert_eq!(lines.len(), 4);
    }
}

#[test]
fn a_missing_input_is_found_before_the_first_one_is_read() {
    let directory = directory("transfer-missing");
    let input = file(&directory, "a.bullet.txt", scores(0..3));
    let unknown = file(&directory, "b.dat", "what is this?");
    let run = gardez(["convert", "--to", "bullet.txt", &input, "missing.bin", "-"]);
    assert!(run.only_error().starts_with("cannot read missing.bin: "), "{run:?}");
    let run = gardez(["convert", "--to", "bullet.txt", &input, &unknown, "-"]);
    assert_eq!(run.only_error(), format!("the format of {unknown} is unknown; --from says what it is"));
    let folder = directory.to_str().expect("text");
    let run = gardez(["stats", &input, folder]);
    assert_eq!(run.only_error(), format!("cannot read {folder}: there are no chunks in it"));
}

#[cfg(target_os = "linux")]
#[test]
fn few_files_are_open_however_many_inputs_there_are() {
    let directory = directory("transfer-many");
    let inputs: Vec<String> =
        (0..50).map(|number| file(&directory, &format!("{number}.bullet.txt"), scores(number..number + 1))).collect();
    let program = env!("CARGO_BIN_EXE_gardez");
    let command = format!("ulimit -n 16; exec {program} convert -q --to bullet.txt {} -", inputs.join(" "));
    let output = std::process::Command::new("sh").args(["-c", &command]).output().expect("it runs");
    assert!(output.status.success(), "{output:?}");
    assert!(found_scores(&String::from_utf8_lossy(&output.stdout)).into_iter().eq(0..50));
}
