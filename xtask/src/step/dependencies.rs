//! The dependencies, checked by cargo-deny against `deny.toml`.

use super::Effort;
use crate::deny::{self, TOOL, is_installed};
use crate::outcome::Outcome;
use crate::process::{answers, shown, succeeds};

/// The workspaces with packages that are published.
const MANIFESTS: [&str; 2] = ["Cargo.toml", "bindings/Cargo.toml"];

/// Checks licenses, banned packages and sources of what published packages depend on.
pub(super) fn cargo_deny(_: Effort) -> Result<Outcome, String> {
    if !is_installed() {
        return Ok(Outcome::Skipped(TOOL));
    }
    Ok(MANIFESTS.map(deny::check).iter().all(|&passed| passed).into())
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
