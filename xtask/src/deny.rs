//! The dependencies, checked by cargo-deny against `deny.toml`.

use crate::outcome::Outcome;
use crate::process::{answers, cargo, shown, succeeds};

/// The tool, as the table of the steps names it.
const TOOL: &str = "cargo-deny";

/// Checks licenses, banned packages and sources of the workspaces with these manifests, without the network once all
/// packages are downloaded.
pub(crate) fn check(manifests: &[&str]) -> Outcome {
    if !is_installed() {
        return Outcome::Skipped(TOOL);
    }
    let passes = |manifest: &&str| {
        let deny = ["deny", "--offline", "--locked", "--manifest-path", manifest];
        // The packages of other systems are checked as well, and no build downloads them.
        succeeds(&mut shown(&["fetch", "--locked", "--manifest-path", manifest]))
            && succeeds(shown(&deny).arg("check").args(["licenses", "bans", "sources"]))
    };
    manifests.iter().all(passes).into()
}

/// Checks that the database of RustSec has no entry for a dependency. The database comes from the network.
pub(crate) fn advisories() -> Outcome {
    if !is_installed() {
        return Outcome::Skipped(TOOL);
    }
    if !answers(&mut shown(&["deny", "--locked", "fetch", "db"])) {
        println!("the database of RustSec cannot be downloaded");
        return Outcome::Skipped("advisory-db");
    }
    succeeds(&mut shown(&["deny", "--locked", "check", "advisories"])).into()
}

fn is_installed() -> bool {
    let is_installed = answers(cargo().args(["deny", "--version"]));
    if !is_installed {
        println!("`cargo install cargo-deny --locked` installs it");
    }
    is_installed
}
