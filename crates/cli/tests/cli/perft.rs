//! `gardez perft`: the program of its crate, whose tests test it.

use crate::gardez;

#[test]
fn it_counts() {
    assert_eq!(gardez(["perft", "--depth", "4", "--quiet"]).quiet(), (Some(0), "197281\n"));
}

#[test]
fn its_help_shows_examples_of_this_program() {
    let help = gardez(["perft", "--help"]).stdout;
    assert!(help.contains("\n  gardez perft --position kiwipete --depth 5\n"), "{help}");
    assert!(help.contains("Usage: gardez perft [OPTIONS]"), "{help}");
}

#[test]
fn its_exit_code_is_kept() {
    let suite = concat!(env!("CARGO_MANIFEST_DIR"), "/no-such-suite.epd");
    assert_eq!(gardez(["perft", "--suite", suite]).code, Some(2));
}
