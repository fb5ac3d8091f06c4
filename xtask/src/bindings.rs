//! The workspace of the bindings: cargo in it, and where it builds.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::{cargo, root, shown};

/// Its manifest.
pub(crate) const MANIFEST: &str = "bindings/Cargo.toml";

/// Returns cargo in the workspace of the bindings, with its command line shown.
pub(crate) fn in_bindings(arguments: &[&str]) -> Command {
    let (command, rest) = arguments.split_at(1);
    let manifest = ["--manifest-path", MANIFEST];
    shown(&[command, &manifest[..], rest].concat())
}

/// Returns the same without the line.
pub(crate) fn quiet_in_bindings(arguments: &[&str]) -> Command {
    let mut command = cargo();
    let (first, rest) = arguments.split_at(1);
    command.args(first).args(["--quiet", "--manifest-path", MANIFEST]).args(rest);
    command
}

/// Returns the directory in which the workspace of the bindings is built.
pub(crate) fn target() -> PathBuf {
    root().join("bindings/target")
}

/// Returns a path as messages show it: from the root of this project.
pub(crate) fn shown_path(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}
