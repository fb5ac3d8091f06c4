//! The workspace of the libraries that the workspace of Gardez does not contain: `chess`, and some for formats and networks.

use crate::process::{cargo, output};

/// Its manifest. The package has the same benches as `benches`, with more libraries.
const MANIFEST: &str = "benches/peers/Cargo.toml";

/// The remedy for a lock file that is out of date.
pub(crate) const STALE: &str = "benches/peers/Cargo.lock is out of date: \
    `cargo update --workspace --manifest-path benches/peers/Cargo.toml` renews it";

/// Returns the manifest after cargo has downloaded what it needs. The error is [`STALE`], or that of cargo.
pub(crate) fn state() -> Result<&'static str, String> {
    let mut fetch = cargo(&format!("fetch --quiet --locked --manifest-path {MANIFEST}"));
    match output(&mut fetch) {
        Ok(_) => Ok(MANIFEST),
        Err(reason) if reason.contains("--locked") => Err(STALE.into()),
        Err(reason) => Err(format!("skipped: chess: {reason}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::read;

    /// The libraries that only this workspace has.
    const ONLY_HERE: [&str; 4] = ["chess", "nnue-rs", "sfbinpack", "viriformat"];

    /// The names of the tables `[[bench]]` and the lines of the dependencies from outside.
    fn facts(manifest: &str) -> (Vec<String>, Vec<String>) {
        let text = read(manifest).expect("it is committed");
        let benches = text.split("[[bench]]\nname = \"").skip(1).filter_map(|rest| rest.split('"').next());
        let is_only_here = |line: &str| ONLY_HERE.iter().any(|name| line.starts_with(&format!("{name} =")));
        let pinned = text.lines().filter(|line| line.contains("\"=") && !is_only_here(line));
        (benches.map(String::from).collect(), pinned.map(String::from).collect())
    }

    #[test]
    fn both_packages_have_the_same_benches_and_pinned_libraries() {
        assert_eq!(facts(MANIFEST), facts("benches/Cargo.toml"));
        let lock = read("Cargo.lock").expect("it is committed");
        assert!(ONLY_HERE.iter().all(|name| !lock.contains(&format!("name = \"{name}\"\n"))));
    }
}
