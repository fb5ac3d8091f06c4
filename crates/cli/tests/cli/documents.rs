//! The commands in the documentation.

use gardez_formats::Fact;
use serde_json::json;

use crate::{command, directory, file, gardez, read};

/// Two games with evaluations.
const GAMES: &str = "\
[Result \"1-0\"]\n\n{ [%eval 0.2] } 1. e4 { [%eval 0.36] } e5 { [%eval 0.28] } 2. Qh5 { [%eval -0.4] } Ke7 \
{ [%eval #1] } 3. Qxe5# 1-0\n\n[Result \"1/2-1/2\"]\n\n{ [%eval 0.2] } 1. d4 { [%eval 0.2] } d5 1/2-1/2\n";

#[test]
fn every_format_is_made_of_a_pgn_by_the_command_that_the_documentation_gives() {
    let text = read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/formats.md"));
    let (_, section) = text.split_once("## From PGN in one command").expect("the section");
    let (table, _) = section.split_once("Formats of single positions").expect("the text after the table");
    let commands: Vec<&str> = table.split("`gardez ").skip(1).filter_map(|rest| rest.split('`').next()).collect();
    assert!(11 <= commands.len(), "{commands:?}");
    for (number, line) in commands.into_iter().enumerate() {
        let directory = directory(&format!("documents-{number}"));
        file(&directory, "games.pgn.zst", GAMES);
        let run = command(line.split(' ')).current_dir(&directory).output().expect("it runs");
        let report = String::from_utf8_lossy(&run.stderr);
        let expected = ["7 entries read, 7 written\n", "2 games read, 2 written as 7 records\n"];
        assert!(run.status.success() && expected.iter().any(|first| report.starts_with(first)), "{line}: {report}");
        let output = line.rsplit(' ').next().expect("the name of the output");
        let verified = gardez(["check", "--quiet", directory.join(output).to_str().expect("text")]);
        assert_eq!(verified.quiet(), (Some(0), ""), "{line}");
    }
}

#[test]
fn evaluations_and_puzzles_are_converted_by_the_commands_that_the_documentation_gives() {
    let text = read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/formats.md"));
    let (_, section) = text.split_once("## From evaluations, puzzles and lists of positions").expect("the section");
    let (_, block) = section.split_once("```sh\n").expect("the commands");
    let lines: Vec<&str> = block.split("```").next().expect("a block").lines().collect();
    assert_eq!(lines.len(), 2);
    let directory = directory("documents-lines");
    file(
        &directory,
        "lichess_db_eval.jsonl.zst",
        "{\"fen\":\"4k3/8/8/8/8/8/4P3/4K3 w - -\",\"evals\":[{\"pvs\":[{\"mate\":30,\"line\":\"e2e4 e8e7\"}],\"knodes\":1,\"depth\":9}]}\n",
    );
    file(
        &directory,
        "lichess_db_puzzle.csv",
        "PuzzleId,FEN,Moves,Rating,Themes\n1,4k3/8/8/8/8/8/4P3/4K3 w - - 0 1,e2e4 e8e7,900,endgame\n",
    );
    for line in lines {
        let run = command(line.split(' ').skip(1)).current_dir(&directory).output().expect("it runs");
        let report = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success() && report.starts_with("1 entries read, 1 written"), "{line}: {report}");
    }
    let run = gardez(["convert", "-q", directory.join("puzzles.plain").to_str().expect("text"), "-", "--to", "plain"]);
    assert!(run.stdout.starts_with("fen 4k3/8/8/8/4P3/8/8/4K3 b - - 0 1\nmove e8e7\nscore 0\n"), "{}", run.stdout);

    // What is left out is told, with the option that keeps it, and so is the place of a bad line.
    let bad =
        file(&directory, "bad.csv", "FEN,cp\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1,31\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1,x\n");
    let run = gardez(["convert", "--to", "plain", &bad, "-"]);
    assert!(run.code == Some(1) && run.stderr.contains("a number, at line 3, column 33 of CSV"), "{run:?}");
    let run = gardez(["convert", "--lenient", "--to", "plain", &bad, "-"]);
    let told = ["1 left out: position without a result (--missing-result)\n", "1 left out: line that cannot be read\n"];
    assert!(run.code == Some(1) && told.iter().all(|line| run.stderr.contains(line)), "{run:?}");

    let named = file(&directory, "named.csv", "Position;Score;WDL\n4k3/8/8/8/8/8/4P3/4K3 b - - 0 1;31;1-0\n");
    let columns = "fen=Position,cp=Score,result=WDL";
    let run = gardez(["convert", "-q", "--columns", columns, "--to", "bullet.txt", &named, "-"]);
    assert_eq!(run.quiet(), (Some(0), "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1 | 31 | 1.0\n"));
    let run = gardez(["stats", "--columns", "position=fen", &named]);
    assert!(run.code == Some(2) && run.stderr.contains("such as fen=Position,cp=Score"), "{run:?}");
}

#[test]
fn every_command_of_the_table_of_pairs_makes_its_file() {
    let text = read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/formats.md"));
    let (_, section) = text.split_once("## I have X, I want Y").expect("the section");
    let (table, _) = section.split_once("\n\nPacked boards have neither").expect("the text after the table");
    let commands: Vec<&str> = table.split("`gardez ").skip(1).filter_map(|rest| rest.split('`').next()).collect();
    assert!(25 <= commands.len(), "{commands:?}");
    let (directory, made) = (directory("documents-pairs"), directory("documents-made"));
    presets(&directory);
    let games = file(&directory, "games.pgn", GAMES);
    for extension in ["binpack", "bin", "plain", "viri", "marlin", "montyvalue", "bullet", "bullet.txt", "v6"] {
        let path = directory.join(format!("games.{extension}"));
        assert_eq!(gardez(["convert", "-q", &games, path.to_str().expect("text")]).code, Some(0), "{extension}");
    }
    for line in commands {
        let words: Vec<&str> = line.split(' ').collect();
        let (input, output) = (words[words.len() - 2], words[words.len() - 1]);
        let output = made.join(output);
        // The output has a place of its own: other commands read files of the same name.
        let all = if words[0] == "stats" { words.clone() } else { words[..words.len() - 1].to_vec() };
        let mut run = command(&all);
        if words[0] != "stats" {
            run.arg("--force").arg(&output);
        }
        let run = run.current_dir(&directory).output().expect("it runs");
        let report = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success() && !report.contains(" 0 written"), "{line}: {report}");
        assert!(words[0] == "stats" || output.exists(), "{line}: {input}");
    }
}

/// Writes an input of each kind that people have, and returns their names. All begin with the same position.
fn presets(directory: &std::path::Path) -> Vec<&'static str> {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let texts = [
        (
            "lichess_db_eval.jsonl.zst",
            format!("{{\"fen\":\"{fen}\",\"evals\":[{{\"pvs\":[{{\"cp\":31,\"line\":\"e2e4\"}}],\"depth\":9}}]}}\n"),
        ),
        ("lichess_db_puzzle.csv", format!("PuzzleId,FEN,Moves\n1,{fen},e2e4 e8e7\n")),
        ("chessData.csv", format!("FEN,Evaluation\n{fen},+31\n")),
        ("tuner.txt", format!("{fen};31;1.0\n")),
        ("sample.csv", format!("{fen},31,2\n")),
        ("quiet.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"1-0\";\n".to_owned()),
        ("ethereal.book", format!("{fen} [1.0]\n")),
        ("openings.fen", format!("{fen}\n")),
    ];
    for (name, content) in &texts {
        file(directory, name, content);
    }
    let bags = ["state_value.bag", "action_value.bag"];
    bags.iter().for_each(|name| drop(file(directory, name, bag(3))));
    texts.iter().map(|(name, _)| *name).chain(bags).collect()
}

#[test]
fn every_input_becomes_records_and_chains_and_text_and_comes_back_with_its_losses_named() {
    let directory = directory("documents-back");
    let names = presets(&directory);
    let path = |name: &str| directory.join(name).to_str().expect("text").to_owned();
    let format = |name: &str| gardez::data::table::named(name).expect("a format");
    for name in names {
        let from = match name.rsplit_once('.').expect("an extension").1 {
            "zst" => "jsonl",
            "txt" => "csv",
            "fen" => "epd",
            end => end,
        };
        let is_from = |name: &str| if name == from { Some(["--from", from]) } else { None };
        let convert = |input: &str, from: &str, output: &str| {
            let given = ["convert", "--missing-result", "1-0", "--missing-score", "7", "-f", "--json"];
            let form = is_from(from).into_iter().flatten();
            gardez(given.into_iter().chain(form).map(str::to_owned).chain([path(input), path(output)]))
        };
        assert_eq!(convert(name, from, "direct.bullet.txt").code, Some(0), "{name}");
        for to in ["bullet", "binpack", "plain"] {
            let run = convert(name, from, &format!("a.{to}"));
            let has_moves = ["jsonl", "bag"].contains(&from) || name.contains("puzzle");
            if to == "plain" && !has_moves {
                // Its entries have moves: nothing is made up.
                assert!(
                    run.code != Some(0) && format!("{}{}", run.stderr, run.stdout).contains("move"),
                    "{name}: {run:?}"
                );
                continue;
            }
            let sum = run.json().pop().unwrap_or_default();
            assert!(run.code == Some(0) && sum["read"] == sum["written"] && sum["read"] != 0, "{name}: {run:?}");
            let named = |lost: bool| {
                let differs = |fact: &Fact| format(from).has(*fact) == lost && format(to).has(*fact) != lost;
                json!(Fact::ALL.iter().copied().filter(differs).map(Fact::name).collect::<Vec<_>>())
            };
            assert_eq!((&sum["lost"], &sum["missing"]), (&named(true), &named(false)), "{name} to {to}");
            assert_eq!(convert(&format!("a.{to}"), to, "back.bullet.txt").code, Some(0), "{name} to {to}");
            let direct = match name {
                // In bulletformat, every position is one with White to move.
                "lichess_db_puzzle.csv" if to == "bullet" => "4k3/8/8/4p3/8/8/8/4K3 w - - 0 1 | -7 | 0.0\n".to_owned(),
                _ => read(path("direct.bullet.txt")),
            };
            assert_eq!(read(path("back.bullet.txt")), direct, "{name} to {to}");
        }
    }
}

/// Returns a `.bag` of this many records: a position, a move and a win probability.
fn bag(count: u64) -> Vec<u8> {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let record = [&[fen.len() as u8], fen.as_bytes(), b"\x04e2e4", &0.75_f64.to_be_bytes()].concat();
    let ends = (1..=count).flat_map(|number| (number * record.len() as u64).to_le_bytes());
    [record.repeat(count as usize), ends.collect()].concat()
}

#[test]
fn records_of_chessbench_are_read_from_files_of_any_size_whose_index_is_at_the_end() {
    let directory = directory("documents-bag");
    for count in [3, 400_000] {
        let path = file(&directory, &format!("{count}.bag"), bag(count));
        let packed = directory.join("a.packed");
        let packed = packed.to_str().expect("text");
        let run = gardez(["convert", "-f", "--missing-result", "1-0", &path, packed]);
        assert!(
            run.code == Some(0) && run.stderr.starts_with(&format!("{count} entries read, {count} written\n")),
            "{run:?}"
        );
        let run = gardez(["stats", "--json", "--missing-result", "1-0", &path]);
        assert_eq!(run.json().last().expect("the sum")["entries"], count, "{run:?}");
    }
    // Without a result, positions are counted, and packed as boards.
    let small = file(&directory, "small.bag", bag(1));
    let numbers = gardez(["stats", "--json", &small]).json();
    assert_eq!(
        (&numbers[0]["entries"], &numbers[0]["without_result"], &numbers[0]["draws"]),
        (&json!(1), &json!(1), &json!(0))
    );
    let run = gardez(["convert", "--to", "packed", &small, directory.join("small.packed").to_str().expect("text")]);
    assert!(run.code == Some(0) && run.stderr.starts_with("1 entries read, 1 written\n"), "{run:?}");
    let run = gardez(["convert", "--missing-result", "1/2-1/2", "--to", "plain", &small, "-", "-q"]);
    let entry = "fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\nmove e2e4\nscore 298\nply 0\nresult 0\ne\n";
    assert_eq!(run.quiet(), (Some(0), entry));
}

#[test]
fn viriformat_that_is_called_binpack_is_recognized_and_otherwise_the_error_says_what_it_looks_like() {
    let directory = directory("documents-viri");
    let games = file(&directory, "games.pgn", GAMES);
    let path = |name: &str| directory.join(name).to_str().expect("text").to_owned();
    assert_eq!(gardez(["convert", "-q", &games, &path("games.viri")]).code, Some(0));
    let bytes = std::fs::read(path("games.viri")).expect("it was written");
    let named = file(&directory, "named.binpack", &bytes);
    let run = gardez(["convert", &named, &path("games.plain")]);
    assert!(run.code == Some(0) && run.stderr.starts_with("7 entries read, 7 written\n"), "{run:?}");
    let named = file(&directory, "named.bullet", &bytes);
    let run = gardez(["convert", &named, &path("games.marlin")]);
    assert!(run.code == Some(1) && run.stderr.contains("; this looks like viriformat: --from viri\n"), "{run:?}");
    // What is named on the command line is not guessed.
    let named = path("named.binpack");
    let run = gardez(["convert", "--from", "binpack", &named, &path("again.plain")]);
    assert!(run.code == Some(1) && run.stderr.contains("expected BINP"), "{run:?}");
}

#[cfg(unix)]
#[test]
fn questions_about_games_have_the_answers_that_the_documentation_gives() {
    let text = read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/questions.md"));
    let blocks = |kind: &str| {
        let parts = text.split("```").skip(1).step_by(2);
        parts.filter_map(|block| block.strip_prefix(kind)?.strip_prefix('\n')).collect::<Vec<_>>()
    };
    let directory = directory("documents-questions");
    file(&directory, "games.pgn", blocks("pgn")[0]);
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_gardez")).parent().expect("a directory").display();
    let path = format!("{program}:{}", std::env::var("PATH").expect("a path"));
    let mut tried = 0;
    for example in blocks("console").into_iter().flat_map(|block| block.split("$ ").skip(1)) {
        let (line, expected) = example.split_once('\n').expect("a command and its output");
        let mut shell = std::process::Command::new("sh");
        let run = shell.args(["-c", line]).env("PATH", &path).current_dir(&directory).output().expect("it runs");
        assert_eq!(
            (String::from_utf8_lossy(&run.stdout).as_ref(), run.stderr.as_slice()),
            (expected, &[][..]),
            "{line}"
        );
        tried += 1;
    }
    assert!(10 < tried);
}
