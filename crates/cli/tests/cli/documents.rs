//! The commands in the documentation.

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
        let verified = gardez(["verify", "--quiet", directory.join(output).to_str().expect("text")]);
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
}
