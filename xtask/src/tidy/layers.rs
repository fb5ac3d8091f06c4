//! The layers: which crate may depend on which, and how a manifest names another member.

use super::Problem;
use crate::workspace::{Package, Workspace};

/// The published crates, from the vocabulary up to the façade. A crate may use the crates of the layers before its own.
const LAYERS: [&[&str]; 8] = [
    &["gardez-types"],
    &["gardez-bitboard", "gardez-io"],
    &["gardez-zobrist"],
    &["gardez-position"],
    &[
        "gardez-count",
        "gardez-formats",
        "gardez-notation",
        "gardez-uci",
        "gardez-lc0",
        "gardez-nnue",
        "gardez-openings",
        "gardez-svg",
        "gardez-syzygy",
    ],
    &["gardez-perft", "gardez-data", "gardez-variants"],
    &["gardez"],
    &["gardez-cli"],
];

/// The chores, and all that they link, so that they can repair a broken table.
const XTASK: &str = "xtask";
const XTASK_USES: [&str; 2] = ["gardez-types", "gardez-io"];

/// Unpublished packages that may use any crate.
const FREE: [&str; 5] = ["benches", "conformance", "fuzz", "instructions", "openings-generator"];

/// Returns the layer of a published crate.
fn layer(name: &str) -> Option<usize> {
    LAYERS.iter().position(|crates| crates.contains(&name))
}

/// Returns `true` if `user` may depend on `used`, or `None` if the table does not know `user`.
fn may_use(user: &str, used: &str) -> Option<bool> {
    match layer(user) {
        Some(above) => Some(layer(used).is_some_and(|below| below < above)),
        None if user == XTASK => Some(XTASK_USES.contains(&used)),
        None if FREE.contains(&user) => Some(layer(used).is_some()),
        None => None,
    }
}

/// Dependencies between members that the layers forbid.
pub(super) fn edges(workspace: &Workspace) -> Vec<Problem> {
    let mut problems = Vec::new();
    for user in &workspace.packages {
        // The answer is `None` for every used crate if the table does not know the user.
        if may_use(&user.name, "gardez-types").is_none() {
            problems.push(Problem::new(
                &user.manifest,
                format!("`{}` is not in the table of layers: add it in xtask/src/tidy/layers.rs", user.name),
            ));
            continue;
        }
        for used in neighbors(workspace, user, false) {
            if may_use(&user.name, &used.package.name) == Some(false) {
                let what = format!("`{}` must not depend on `{}`: see the layers", user.name, used.package.name);
                problems.push(Problem::new(&user.manifest, format!("{what} in docs/architecture.md")));
            }
        }
    }
    problems
}

/// Dependencies between published crates without a version, and dev-dependencies on unpublished packages with one.
pub(super) fn requirements(workspace: &Workspace) -> Vec<Problem> {
    let mut problems = Vec::new();
    for user in &workspace.packages {
        for used in neighbors(workspace, user, false) {
            if user.is_published && used.package.is_published && used.requirement == "*" {
                let what = format!("`{}` needs a version next to its path", used.package.name);
                problems.push(Problem::new(&user.manifest, what));
            }
        }
        for used in neighbors(workspace, user, true) {
            if !used.package.is_published && used.requirement != "*" {
                let what = format!("`{}` is unpublished: a dev-dependency on it takes a path only", used.package.name);
                problems.push(Problem::new(&user.manifest, what));
            }
        }
    }
    problems
}

/// A member that another member depends on.
struct Neighbor<'a> {
    package: &'a Package,
    requirement: &'a str,
}

/// Returns the members that `user` depends on: for its tests if `is_dev`, or else for itself.
fn neighbors<'a>(workspace: &'a Workspace, user: &'a Package, is_dev: bool) -> impl Iterator<Item = Neighbor<'a>> {
    let dependencies = user.dependencies.iter().filter(move |dependency| dependency.is_dev == is_dev);
    dependencies.filter_map(|dependency| {
        Some(Neighbor { package: workspace.package(&dependency.name)?, requirement: &dependency.requirement })
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::workspace::Dependency;

    /// A package with its dependencies: name, whether it is for tests, and requirement.
    fn package(name: &str, dependencies: &[(&str, bool, &str)]) -> Package {
        let dependencies = dependencies.iter().map(|&(name, is_dev, requirement)| Dependency {
            name: name.into(),
            is_dev,
            requirement: requirement.into(),
        });
        Package {
            name: name.into(),
            manifest: format!("{name}/Cargo.toml"),
            version: "0.1.0".into(),
            rust_version: None,
            is_published: layer(name).is_some(),
            features: BTreeMap::new(),
            dependencies: dependencies.collect(),
        }
    }

    /// A workspace of `package` and of one member per name.
    fn workspace(package_: Package, others: &[&str]) -> Workspace {
        let mut packages = vec![package_];
        packages.extend(others.iter().map(|name| package(name, &[])));
        Workspace { target: "target".into(), packages }
    }

    #[test]
    fn crates_use_only_the_layers_below_them() {
        let allowed = [
            ("gardez-bitboard", "gardez-types"),
            ("gardez-position", "gardez-types"),
            ("gardez-lc0", "gardez-position"),
            ("gardez", "gardez-syzygy"),
            ("xtask", "gardez-types"),
            ("xtask", "gardez-io"),
            ("gardez-perft", "gardez-io"),
            ("benches", "gardez"),
            ("conformance", "gardez-lc0"),
        ];
        let forbidden = [
            ("gardez-types", "gardez-bitboard"),
            ("gardez-bitboard", "gardez-io"),
            ("gardez-types", "gardez-io"),
            ("gardez-zobrist", "gardez-position"),
            ("gardez-notation", "gardez-perft"),
            ("gardez-uci", "gardez-notation"),
            ("gardez-perft", "gardez"),
            ("gardez", "xtask"),
            ("xtask", "gardez-bitboard"),
            ("gardez-position", "benches"),
        ];
        for (user, used) in allowed {
            assert_eq!(may_use(user, used), Some(true), "{user} -> {used}");
        }
        for (user, used) in forbidden {
            assert_eq!(may_use(user, used), Some(false), "{user} -> {used}");
        }
    }

    #[test]
    fn a_forbidden_dependency_is_reported_unless_it_is_for_tests() {
        let dependencies = [("gardez-position", false, "^0.1"), ("gardez-perft", true, "*"), ("serde", false, "^1")];
        let workspace = workspace(package("gardez-bitboard", &dependencies), &["gardez-position", "gardez-perft"]);
        let problems = edges(&workspace);
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert!(
            problems[0]
                .to_string()
                .starts_with("gardez-bitboard/Cargo.toml: `gardez-bitboard` must not depend on `gardez-position`")
        );
    }

    #[test]
    fn a_crate_without_a_layer_is_reported() {
        let problems =
            edges(&workspace(package("gardez-opening", &[("gardez-types", false, "^0.1")]), &["gardez-types"]));
        assert_eq!(problems.len(), 1);
        assert!(problems[0].what.contains("not in the table of layers"), "{}", problems[0]);
    }

    #[test]
    fn a_published_neighbor_needs_a_version() {
        let used = ["gardez-types"];
        let problems = requirements(&workspace(package("gardez-bitboard", &[("gardez-types", false, "*")]), &used));
        assert_eq!(problems.len(), 1);
        assert!(problems[0].what.contains("needs a version"), "{}", problems[0]);
        // Unpublished users may omit it.
        assert!(requirements(&workspace(package("xtask", &[("gardez-types", false, "*")]), &used)).is_empty());
    }

    #[test]
    fn an_unpublished_neighbor_in_tests_takes_a_path_only() {
        let used = ["conformance"];
        let problems = requirements(&workspace(package("gardez-lc0", &[("conformance", true, "^0.1.0")]), &used));
        assert_eq!(problems.len(), 1);
        assert!(problems[0].what.contains("path only"), "{}", problems[0]);
        assert!(requirements(&workspace(package("gardez-lc0", &[("conformance", true, "*")]), &used)).is_empty());
    }
}
