//! The commands of `scale` in the pages.

#[path = "../../../xtask/src/blocks.rs"]
mod blocks;
#[path = "../../../xtask/src/texts.rs"]
mod texts;

use std::path::Path;

use clap::CommandFactory;

#[test]
fn the_commands_of_the_pages_are_understood() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package is in the repository");
    let mut count = 0;
    for text in texts::collect(root).expect("the pages can be read") {
        for blocks::Command { line, words } in blocks::of(&text).iter().flat_map(blocks::commands) {
            if words[0] == "scale" {
                let read = super::Args::command().try_get_matches_from(&words);
                assert!(!read.as_ref().is_err_and(clap::Error::use_stderr), "{}:{line}: {read:?}", text.path);
                count += 1;
            }
        }
    }
    assert!(8 < count);
}
