//! Help texts, completions and manual pages.

use std::path::Path;

use crate::{command, directory, gardez, names, read};

/// The commands with committed help texts. That of perft is tested in its crate.
const COMMANDS: [&[&str]; 22] = [
    &[],
    &["convert"],
    &["stats"],
    &["check"],
    &["epd"],
    &["pgn"],
    &["pgn", "count"],
    &["pgn", "clean"],
    &["pgn", "filter"],
    &["pgn", "extract"],
    &["pgn", "split"],
    &["pgn", "tree"],
    &["pgn", "positions"],
    &["book"],
    &["fen"],
    &["tb"],
    &["eval"],
    &["rescore"],
    &["match"],
    &["completions"],
    &["manual"],
    &["licenses"],
];

fn help(path: &[&str], option: &str) -> String {
    let run = gardez(path.iter().chain([&option]));
    assert_eq!(run.quiet().0, Some(0));
    run.stdout
}

/// `GARDEZ_WRITE_HELP=1 cargo test -p gardez-cli help` writes the committed texts.
#[test]
fn help_texts_are_the_committed_ones() {
    let is_writing = std::env::var_os("GARDEZ_WRITE_HELP").is_some();
    for path in COMMANDS {
        let name = [&["gardez"], path].concat().join("-") + ".txt";
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/help").join(&name);
        // The optional format is not in the committed texts.
        let help: String =
            help(path, "--help").split_inclusive('\n').filter(|line| !line.starts_with("  parquet ")).collect();
        if is_writing {
            std::fs::write(&file, &help).expect("a file");
        }
        assert!(read(&file).replace("\r\n", "\n") == help, "{name} is not the help of gardez {}", path.join(" "));
    }
}

#[test]
fn help_fits_into_80_columns_and_teaches_with_examples() {
    for path in COMMANDS.into_iter().chain([&["perft"][..]]) {
        for option in ["-h", "--help"] {
            let help = help(path, option);
            let wide: Vec<&str> = help.lines().filter(|line| 80 < line.chars().count()).collect();
            assert_eq!(wide, [""; 0], "{path:?} {option}");
        }
        let help = help(path, "--help");
        let (_, examples) = help.split_once("\nExamples:\n").unwrap_or_else(|| panic!("{help}"));
        let example = format!("  {}", [&["gardez"], path].concat().join(" "));
        assert!(examples.lines().next().is_some_and(|line| line.contains(&example)), "{help}");
    }
}

#[test]
fn the_short_help_is_shorter() {
    for path in COMMANDS {
        assert!(help(path, "-h").len() <= help(path, "--help").len(), "{path:?}");
    }
}

#[test]
fn without_a_command_the_help_is_printed() {
    assert!(gardez([""; 0]).quiet().1.starts_with("Chess on the command line"));
    assert!(gardez(["pgn"]).quiet().1.contains("gardez pgn count"));
}

#[test]
fn wrong_arguments_are_reported_on_one_line() {
    for (line, expected) in [
        ("pgm", "unrecognized subcommand 'pgm'; tip: a similar subcommand exists: 'pgn' (see --help)"),
        ("pgn filter --min-elo x", "invalid value 'x' for '--min-elo <ELO>': invalid digit found in string"),
        ("pgn filter --result 2-0", "expected 1-0, 0-1, 1/2-1/2 or *"),
        ("pgn filter --eco B99-B90", "expected a code such as B90 or a range such as B90-B99"),
        ("pgn extract --games 0", "expected a number from 1 on, or a range such as 10-12 or 1000-"),
        ("pgn split", "<--by <TAG>|--games <N>>"),
        ("tb", "--tables <DIRS>"),
        ("perft --depth x", "expected a number of plies from 0 to 64"),
        ("perft --engine position --threads 2", "--threads has no effect with --engine position"),
    ] {
        assert!(gardez(line.split(' ')).only_error().contains(expected), "{line}: {}", gardez(line.split(' ')).stderr);
    }
}

#[test]
fn completions_contain_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = gardez(["completions", shell]);
        let (code, script) = run.quiet();
        assert_eq!(code, Some(0));
        assert!(["filter", "perft", "completions"].iter().all(|name| script.contains(name)), "{shell}");
    }
}

#[test]
fn bash_completes_commands() {
    let script = gardez(["completions", "bash"]).stdout;
    let check = "COMP_WORDS=(gardez pgn fi); COMP_CWORD=2; _gardez gardez fi pgn; echo ${COMPREPLY[@]}";
    let bash = std::process::Command::new("bash").args(["--norc", "-c", &format!("{script}\n{check}")]).output();
    // Not every system has bash.
    if let Ok(bash) = bash {
        assert_eq!(String::from_utf8_lossy(&bash.stdout).trim(), "filter", "{bash:?}");
    }
}

#[test]
fn there_is_a_manual_page_for_every_command() {
    assert!(gardez(["manual"]).quiet().1.contains(".TH gardez 1"));
    let pages = directory("manual");
    assert_eq!(gardez(["manual", "--dir", pages.to_str().expect("text")]).quiet(), (Some(0), ""));
    let names = names(&pages);
    for name in ["gardez.1", "gardez-pgn.1", "gardez-pgn-filter.1", "gardez-fen.1", "gardez-tb.1", "gardez-perft.1"] {
        assert!(names.iter().any(|page| page == name), "{names:?}");
    }
}

#[test]
fn the_licenses_of_the_program_are_part_of_it() {
    let run = gardez(["licenses"]);
    assert!(run.quiet().1.contains("Permission is hereby granted") && run.stdout.contains("\n  clap "), "{run:?}");
}

#[test]
fn a_help_that_cannot_be_printed_is_an_error() {
    for arguments in [&["--help"][..], &["pgn"], &["perft", "--help"], &["manual"], &["completions", "bash"]] {
        let Ok(full) = std::fs::File::options().write(true).open("/dev/full") else { return };
        let output = command(arguments).stdout(full).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: cannot write the output: "), "{output:?}");
    }
}
