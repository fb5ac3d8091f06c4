//! Manifests: dependencies that no source names, and builds that must stay light.

use std::collections::BTreeSet;

use super::texts::Text;
use crate::process;
use crate::workspace::Workspace;

/// The dependencies that published crates bring from outside the workspace, at most: the package, its features without
/// the default ones, and what it may bring.
const LIGHT: [(&str, &str, &[&str]); 2] = [
    ("gardez-position", "std", &["arrayvec", "bitflags"]),
    ("gardez", "std,notation", &["arrayvec", "bitflags", "memchr"]),
];

/// Dependencies that no source of their package names.
pub(super) fn problems(workspace: &Workspace, texts: &[Text]) -> Vec<String> {
    let mut problems = Vec::new();
    for package in &workspace.packages {
        let own = package.manifest.trim_end_matches("Cargo.toml");
        // A package may be inside the directory of another one.
        let is_source = |rest: &str| ["src/", "tests/", "benches/", "examples/"].iter().any(|at| rest.starts_with(at));
        let is_own = |text: &&Text| text.is("rs") && text.path.strip_prefix(own).is_some_and(is_source);
        let sources: Vec<&Text> = texts.iter().filter(is_own).collect();
        for name in package.dependencies.iter().map(|dependency| dependency.name.replace('-', "_")) {
            let uses = ["{}::", "use {};", "use {} as ", "extern crate {}"].map(|form| form.replace("{}", &name));
            if !sources.iter().any(|source| uses.iter().any(|uses| source.text.contains(uses))) {
                problems.push(format!("{}: no source of the package uses `{name}`", package.manifest));
            }
        }
    }
    problems
}

/// Packages that a light build brings and should not.
pub(super) fn heavy_builds(workspace: &Workspace) -> Result<Vec<String>, String> {
    let mut problems = Vec::new();
    for (name, features, allowed) in LIGHT {
        let Some(package) = workspace.package(name) else { continue };
        let arguments = ["tree", "--locked", "--package", name, "--no-default-features", "--features", features];
        let form = ["--edges", "no-dev", "--prefix", "none", "--format", "{p}"];
        let tree = process::output(process::cargo().args(arguments).args(form))?;
        for brought in heavy(&tree, workspace, allowed) {
            let manifest = &package.manifest;
            problems.push(format!("{manifest}: with the features `{features}` alone it must not bring `{brought}`"));
        }
    }
    Ok(problems)
}

/// Returns the packages in the output of `cargo tree` that are neither members of the workspace nor allowed.
fn heavy<'a>(tree: &'a str, workspace: &Workspace, allowed: &[&str]) -> BTreeSet<&'a str> {
    let names = tree.lines().filter_map(|line| line.split_whitespace().next());
    names.filter(|name| workspace.package(name).is_none() && !allowed.contains(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::{Dependency, Package};

    fn package(directory: &str, dependencies: &[&str]) -> Package {
        let dependency = |name: &&str| Dependency { name: (*name).into(), kind: None };
        Package {
            name: directory.into(),
            manifest: format!("{directory}/Cargo.toml"),
            dependencies: dependencies.iter().map(dependency).collect(),
            ..Package::default()
        }
    }

    #[test]
    fn a_package_from_outside_must_be_allowed() {
        let workspace = Workspace::load().expect("cargo describes its workspace");
        let tree = "gardez v0.1.0 (/somewhere)\nmemmap2 v0.9.0\nlibc v0.2.0\ngardez-types v0.1.0 (/a)\nbitflags v2.9.0\nlibc v0.2.0 (*)\n";
        assert_eq!(heavy(tree, &workspace, &["bitflags"]), BTreeSet::from(["libc", "memmap2"]));
        assert_eq!(heavy(tree, &workspace, &["bitflags", "libc", "memmap2"]), BTreeSet::new());
    }

    #[test]
    fn unused_dependencies_are_found() {
        let packages = vec![package("a", &["one-two", "thr-ee"]), package("a/b", &["thr-ee"])];
        let workspace = Workspace { packages, ..Workspace::default() };
        let text = |path: &str, text: &str| Text { path: path.into(), text: text.into() };
        let texts = [text("a/src/lib.rs", "use one_two::Thing;"), text("a/b/src/lib.rs", "use thr_ee;")];
        let found = problems(&workspace, &texts);
        assert_eq!(found, ["a/Cargo.toml: no source of the package uses `thr_ee`"]);
    }
}
