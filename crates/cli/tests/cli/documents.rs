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
