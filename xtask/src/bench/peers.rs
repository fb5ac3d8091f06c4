//! The workspace of the libraries that the workspace of Gardez does not contain.

use std::process::Stdio;

use crate::process::cargo;

/// Its manifest. The package has the same benches as `benches`, with more libraries.
pub(crate) const MANIFEST: &str = "benches/peers/Cargo.toml";

/// The libraries that only this workspace has.
pub(crate) const NAMES: &str = "chess";

/// What to do about a lock file that is out of date.
pub(crate) const STALE: &str = "benches/peers/Cargo.lock is out of date: \
    `cargo update --workspace --manifest-path benches/peers/Cargo.toml` renews it";

/// Whether the workspace can be used.
pub(crate) enum Peers {
    /// Its packages have been downloaded.
    Ready,
    /// Its lock file does not have the dependencies of the crates.
    Stale,
    /// Cargo cannot resolve it for another reason, such as a missing network.
    Missing(String),
}

/// Asks cargo to resolve the workspace and to download what it needs.
pub(crate) fn state() -> Result<Peers, String> {
    let mut metadata = cargo();
    metadata.args(["metadata", "--locked", "--format-version", "1", "--manifest-path", MANIFEST]);
    let output = metadata.stdin(Stdio::null()).output().map_err(|error| format!("cargo cannot be started: {error}"))?;
    Ok(if output.status.success() { Peers::Ready } else { refused(&String::from_utf8_lossy(&output.stderr)) })
}

/// Finds why cargo refuses to resolve it.
fn refused(log: &str) -> Peers {
    if log.contains("--locked") {
        return Peers::Stale;
    }
    // The lines before an error are about the progress of downloads.
    let error = log.lines().find_map(|line| line.strip_prefix("error: "));
    Peers::Missing(error.unwrap_or("cargo cannot resolve benches/peers").into())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::process::root;

    /// The libraries that only this workspace has.
    const ONLY_HERE: [&str; 3] = [NAMES, "sfbinpack", "viriformat"];

    #[test]
    fn an_old_lock_file_is_not_a_missing_network() {
        let old = "error: cannot update the lock file benches/peers/Cargo.lock because --locked was passed\n";
        assert!(matches!(refused(old), Peers::Stale));
        let network = "    Updating crates.io index\nerror: failed to download from `index`\n\nCaused by:\n";
        assert!(matches!(refused(network), Peers::Missing(reason) if reason == "failed to download from `index`"));
    }

    /// The names of the tables `[[bench]]` and the lines of the dependencies from outside.
    fn facts(manifest: &str) -> (Vec<String>, Vec<String>) {
        let text = fs::read_to_string(root().join(manifest)).expect("it is committed");
        let benches = text.split("[[bench]]\nname = \"").skip(1).filter_map(|rest| rest.split('"').next());
        let is_only_here = |line: &str| ONLY_HERE.iter().any(|name| line.starts_with(&format!("{name} =")));
        let pinned = text.lines().filter(|line| line.contains("\"=") && !is_only_here(line));
        (benches.map(String::from).collect(), pinned.map(String::from).collect())
    }

    #[test]
    fn both_packages_have_the_same_benches_and_pinned_libraries() {
        assert_eq!(facts(MANIFEST), facts("benches/Cargo.toml"));
    }

    #[test]
    fn the_workspace_of_gardez_has_none_of_these_libraries() {
        let lock = fs::read_to_string(root().join("Cargo.lock")).expect("it is committed");
        assert!(ONLY_HERE.iter().all(|name| !lock.contains(&format!("name = \"{name}\"\n"))));
    }
}
