//! The public interfaces, compared with the last release by cargo-semver-checks.

use std::path::Path;
use std::process::Command;

use super::Effort;
use crate::outcome::Outcome;
use crate::process::{answers, cargo, output, root, shown, succeeds};

/// The tags of releases, as a git pattern.
const TAGS: &str = "v[0-9]*";

/// Compares every published crate with the latest release in the history of the current commit.
pub(super) fn step(_: Effort) -> Result<Outcome, String> {
    if !answers(Command::new("git").current_dir(root()).args(["rev-parse", "HEAD"])) {
        return Ok(Outcome::Skipped("git"));
    }
    let Some(tag) = latest_tag(&root()) else { return Ok(Outcome::Skipped("git tag")) };
    if !answers(cargo().args(["semver-checks", "--version"])) {
        println!("`cargo install cargo-semver-checks --locked` installs it");
        return Ok(Outcome::Skipped("cargo-semver-checks"));
    }
    Ok(succeeds(&mut shown(&["semver-checks", "--workspace", "--baseline-rev", &tag])).into())
}

/// Returns the tag of the latest release before the current commit of the repository at `root`, or on it.
fn latest_tag(root: &Path) -> Option<String> {
    let mut git = Command::new("git");
    let tag = output(git.current_dir(root).args(["describe", "--tags", "--abbrev=0", "--match", TAGS])).ok()?;
    Some(tag.trim().into())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_latest_tag_of_a_release_is_found_in_the_history() {
        let root = std::env::temp_dir().join(format!("gardez-semver-{}", std::process::id()));
        fs::create_dir_all(&root).expect("the temporary directory can be written");
        let git = |arguments: &[&str]| {
            let author = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
            output(Command::new("git").current_dir(&root).args(author).args(arguments)).expect("git works")
        };
        let commit = || git(&["commit", "--quiet", "--allow-empty", "--no-gpg-sign", "--message", "a"]);
        git(&["init", "--quiet"]);
        commit();
        git(&["tag", "vote"]);
        let before = latest_tag(&root);
        git(&["tag", "v0.1.0"]);
        commit();
        git(&["tag", "v0.2.0"]);
        commit();
        git(&["tag", "later"]);
        let after = latest_tag(&root);
        fs::remove_dir_all(&root).expect("the temporary directory can be removed");
        assert_eq!((before, after.as_deref()), (None, Some("v0.2.0")));
    }
}
