//! Manifests: dependencies that no source names, and builds that must stay light.

use std::collections::BTreeSet;

use super::Problem;
use super::texts::Text;
use crate::process;
use crate::workspace::{Package, Workspace};

/// What published crates bring from outside the workspace, at most: the package, its features without the default ones,
/// and what it may bring.
const LIGHT: [(&str, &str, &[&str]); 2] = [
    ("gardez-position", "std", &["arrayvec", "bitflags"]),
    ("gardez", "std,notation", &["arrayvec", "bitflags", "memchr"]),
];

/// Dependencies that no source names.
pub(super) fn problems(workspace: &Workspace, texts: &[Text]) -> Vec<Problem> {
    let all = &workspace.packages;
    all.iter().flat_map(|package| unused(package, all, texts)).collect()
}

/// Returns the dependencies that no source of the package names.
fn unused(package: &Package, all: &[Package], texts: &[Text]) -> Vec<Problem> {
    let directory = |package: &Package| package.manifest.trim_end_matches("Cargo.toml").to_owned();
    let own = directory(package);
    // A package may be inside the directory of another one.
    let inner: Vec<_> =
        all.iter().map(directory).filter(|other| *other != own && other.starts_with(own.as_str())).collect();
    let is_own =
        |path: &str| path.starts_with(own.as_str()) && !inner.iter().any(|inner| path.starts_with(inner.as_str()));
    let sources: Vec<&Text> = texts.iter().filter(|text| text.is("rs") && is_own(&text.path)).collect();
    let is_unused = |name: &str| {
        let name = name.replace('-', "_");
        let uses =
            [format!("{name}::"), format!("use {name};"), format!("use {name} as "), format!("extern crate {name}")];
        !sources.iter().any(|source| uses.iter().any(|uses| source.text.contains(uses.as_str())))
    };
    let names = package.dependencies.iter().map(|dependency| &dependency.name).filter(|name| is_unused(name));
    names.map(|name| Problem::new(&package.manifest, format!("no source of the package uses `{name}`"))).collect()
}

/// Packages that a light build brings and should not.
pub(super) fn heavy_builds(workspace: &Workspace) -> Result<Vec<Problem>, String> {
    let mut problems = Vec::new();
    for (name, features, allowed) in LIGHT {
        let Some(package) = workspace.package(name) else { continue };
        let arguments = ["tree", "--locked", "--package", name, "--no-default-features", "--features", features];
        let form = ["--edges", "no-dev", "--prefix", "none", "--format", "{p}"];
        let tree = process::output(process::cargo().args(arguments).args(form))?;
        for brought in heavy(&tree, workspace, allowed) {
            let what = format!("with the features `{features}` alone it must not bring `{brought}`");
            problems.push(Problem::new(&package.manifest, what));
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
    use crate::workspace::Dependency;

    fn package(directory: &str, dependencies: &[&str]) -> Package {
        let dependency = |name: &&str| Dependency { name: (*name).into(), is_dev: false };
        Package {
            name: directory.into(),
            version: "0.1.0".into(),
            manifest: format!("{directory}/Cargo.toml"),
            rust_version: None,
            is_published: false,
            features: Default::default(),
            dependencies: dependencies.iter().map(dependency).collect(),
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
        let packages = vec![package("a", &["one-two", "three"]), package("a/b", &["three"])];
        let workspace = Workspace { target: "target".into(), packages };
        let text = |path: &str, text: &str| Text { path: path.into(), text: text.into() };
        let texts = [text("a/src/lib.rs", "use one_two::Thing;"), text("a/b/src/lib.rs", "use three;")];
        let found: Vec<String> = problems(&workspace, &texts).iter().map(ToString::to_string).collect();
        assert_eq!(found, ["a/Cargo.toml: no source of the package uses `three`"]);
    }
}
