//! The dependencies, checked by cargo-deny against `deny.toml`.

use super::Effort;
use crate::outcome::Outcome;
use crate::process::{answers, cargo, shown, succeeds};

/// The tool, as the table names it.
const TOOL: &str = "cargo-deny";

/// Checks licenses, banned packages and sources, without the network once all packages are downloaded.
pub(super) fn cargo_deny(_: Effort) -> Result<Outcome, String> {
    if !is_installed() {
        return Ok(Outcome::Skipped(TOOL));
    }
    // The packages of other systems are checked as well, and no build downloads them.
    let passed = succeeds(&mut shown(&["fetch", "--locked"]))
        && succeeds(&mut shown(&["deny", "--offline", "--locked", "check", "licenses", "bans", "sources"]));
    Ok(passed.into())
}

/// Checks that the database of RustSec has no entry for a dependency. The database comes from the network.
pub(super) fn advisories(_: Effort) -> Result<Outcome, String> {
    if !is_installed() {
        return Ok(Outcome::Skipped(TOOL));
    }
    if !answers(&mut shown(&["deny", "--locked", "fetch", "db"])) {
        println!("the database of RustSec cannot be downloaded");
        return Ok(Outcome::Skipped("advisory-db"));
    }
    Ok(succeeds(&mut shown(&["deny", "--locked", "check", "advisories"])).into())
}

fn is_installed() -> bool {
    let is_installed = answers(cargo().args(["deny", "--version"]));
    if !is_installed {
        println!("`cargo install cargo-deny --locked` installs it");
    }
    is_installed
}
