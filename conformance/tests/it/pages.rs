//! The commands in the pages: each has a program that understands its arguments.

#[path = "../../../xtask/src/blocks.rs"]
mod blocks;
#[path = "../../../xtask/src/texts.rs"]
mod texts;

use std::path::Path;

use clap::Command;

/// Reads every command of a program that a page or a doc comment contains; returns how many there are.
fn read(program: &str, command: impl Fn() -> Command) -> usize {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package is in the workspace");
    let mut count = 0;
    for text in texts::collect(root).expect("the pages can be read") {
        for blocks::Command { line, words } in blocks::of(&text).iter().flat_map(blocks::commands) {
            if words[0] == program {
                let read = command().try_get_matches_from(&words);
                assert!(!read.as_ref().is_err_and(clap::Error::use_stderr), "{}:{line}: {read:?}", text.path);
                count += 1;
            }
        }
    }
    count
}

#[test]
fn gardez_understands_its_commands() {
    assert!(10 < read("gardez", gardez_cli::command));
}

#[test]
fn perft_understands_its_commands() {
    assert!(2 < read("perft", <gardez_perft::program::Args as clap::CommandFactory>::command));
}
