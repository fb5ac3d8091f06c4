//! The layers: which crate may depend on which, as docs/architecture.md draws it.

use std::collections::BTreeMap;

use super::texts::Text;
use crate::workspace::Workspace;

/// The page with the drawing.
const PAGE: &str = "docs/architecture.md";

/// The members that each member may use.
type Allowed = BTreeMap<String, Vec<String>>;

/// Reads the drawing: a line with the layers from the vocabulary up, and one with what the chores use and with the
/// packages that may use any crate.
fn allowed(page: &str) -> Option<Allowed> {
    let crates = |names: &str| -> Vec<String> {
        let names = names.trim_matches([' ', '{', '}']).split(", ");
        names.map(|name| if name == "gardez" { name.into() } else { format!("gardez-{name}") }).collect()
    };
    let mut lines = page.lines().skip_while(|line| !line.starts_with("types <- "));
    let (mut allowed, mut below) = (Allowed::new(), Vec::new());
    for layer in lines.next()?.split(" <- ").map(crates) {
        allowed.extend(layer.iter().map(|user| (user.clone(), below.clone())));
        below.extend(layer);
    }
    let (chores, others) = lines.next()?.split_once("   ")?;
    let (used, user) = chores.split_once(" <- ")?;
    allowed.insert(user.into(), crates(used));
    let others = others.split_once(" -> ")?.0.trim().split(", ");
    allowed.extend(others.map(|user| (user.replace('/', "-"), below.clone())));
    Some(allowed)
}

/// Dependencies between members that the layers forbid.
pub(super) fn edges(workspace: &Workspace, texts: &[Text]) -> Vec<String> {
    let page = texts.iter().find(|text| text.path == PAGE).map_or("", |page| &page.text);
    let Some(allowed) = allowed(page) else { return vec![format!("{PAGE}: does not draw the layers")] };
    let mut problems = Vec::new();
    for user in &workspace.packages {
        let Some(allowed) = allowed.get(&user.name) else {
            problems.push(format!("{}: `{}` is not among the layers in {PAGE}", user.manifest, user.name));
            continue;
        };
        for used in user.dependencies.iter().filter(|used| !used.is_dev() && workspace.package(&used.name).is_some()) {
            if !allowed.contains(&used.name) {
                let what = format!("`{}` must not depend on `{}`: see the layers in {PAGE}", user.name, used.name);
                problems.push(format!("{}: {what}", user.manifest));
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::{Dependency, Package};

    /// A package with its dependencies, and whether they are for tests.
    fn package(name: &str, dependencies: &[(&str, bool)]) -> Package {
        let dependencies = dependencies
            .iter()
            .map(|&(name, is_dev)| Dependency { name: name.into(), kind: is_dev.then(|| "dev".into()) });
        Package {
            name: name.into(),
            manifest: format!("{name}/Cargo.toml"),
            dependencies: dependencies.collect(),
            ..Package::default()
        }
    }

    /// The problems of a package among members with these names, by the drawing of the page.
    fn problems(user: Package, others: &[&str]) -> Vec<String> {
        let page = std::fs::read_to_string(crate::process::root().join(PAGE)).expect("it is committed");
        let mut packages: Vec<_> = others.iter().map(|name| package(name, &[])).collect();
        packages.push(user);
        let workspace = Workspace { packages, ..Workspace::default() };
        let problems = edges(&workspace, &[Text { path: PAGE.into(), text: page }]);
        problems.into_iter().filter(|problem| !problem.contains("is not among")).collect()
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
        let count = |(user, used)| problems(package(user, &[(used, false)]), &[used]).len();
        assert_eq!(allowed.map(count), [0; 9]);
        assert_eq!(forbidden.map(count), [1; 10]);
    }

    #[test]
    fn a_forbidden_dependency_is_reported_unless_it_is_for_tests() {
        let dependencies = [("gardez-position", false), ("gardez-perft", true), ("serde", false)];
        let user = package("gardez-bitboard", &dependencies);
        let found = problems(user, &["gardez-position", "gardez-perft"]);
        let expected = "gardez-bitboard/Cargo.toml: `gardez-bitboard` must not depend on `gardez-position`";
        assert!(matches!(&found[..], [problem] if problem.starts_with(expected)), "{found:?}");
    }

    #[test]
    fn a_crate_without_a_layer_and_a_page_without_a_drawing_are_reported() {
        let workspace = Workspace { packages: vec![package("gardez-opening", &[])], ..Workspace::default() };
        let edges = |text: &str| edges(&workspace, &[Text { path: PAGE.into(), text: text.into() }]);
        let drawing = "types <- gardez\ntypes, io <- xtask    benches -> any crate\n";
        for (page, expected) in [(drawing, "is not among the layers"), ("", "does not draw")] {
            let found = edges(page);
            assert!(matches!(&found[..], [problem] if problem.contains(expected)), "{found:?}");
        }
    }
}
