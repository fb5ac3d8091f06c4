//! The layers: which crate may depend on which.

use super::Problem;
use crate::workspace::Workspace;

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
        for used in user.dependencies.iter().filter(|used| !used.is_dev && workspace.package(&used.name).is_some()) {
            if may_use(&user.name, &used.name) == Some(false) {
                let what = format!("`{}` must not depend on `{}`: see the layers", user.name, used.name);
                problems.push(Problem::new(&user.manifest, format!("{what} in docs/architecture.md")));
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::workspace::{Dependency, Package};

    /// A package with its dependencies, and whether they are for tests.
    fn package(name: &str, dependencies: &[(&str, bool)]) -> Package {
        let dependencies = dependencies.iter().map(|&(name, is_dev)| Dependency { name: name.into(), is_dev });
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
        let dependencies = [("gardez-position", false), ("gardez-perft", true), ("serde", false)];
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
        let problems = edges(&workspace(package("gardez-opening", &[("gardez-types", false)]), &["gardez-types"]));
        assert_eq!(problems.len(), 1);
        assert!(problems[0].what.contains("not in the table of layers"), "{}", problems[0]);
    }
}
