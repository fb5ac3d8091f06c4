//! cargo-deny, which checks the dependencies of a workspace against `deny.toml`.

use crate::process::{answers, cargo, shown, succeeds};

/// The tool, as the table of the steps names it.
pub(crate) const TOOL: &str = "cargo-deny";

/// Returns `true` if the tool answers.
pub(crate) fn is_installed() -> bool {
    let is_installed = answers(cargo().args(["deny", "--version"]));
    if !is_installed {
        println!("`cargo install cargo-deny --locked` installs it");
    }
    is_installed
}

/// Checks licenses, banned packages and sources of the workspace with this manifest, without the network once all
/// packages are downloaded.
pub(crate) fn check(manifest: &str) -> bool {
    // The packages of other systems are checked as well, and no build downloads them.
    let deny = ["deny", "--offline", "--locked", "--manifest-path", manifest, "check", "licenses", "bans", "sources"];
    succeeds(&mut shown(&["fetch", "--locked", "--manifest-path", manifest])) && succeeds(&mut shown(&deny))
}
