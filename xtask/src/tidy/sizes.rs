//! The size of each package, and its budget.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::sources;
use super::texts::Text;
use crate::process::{cargo, succeeds, timed};
use crate::workspace::Workspace;

/// The most of everything for each package. A number is raised by hand, and the commit says why;
/// `cargo xtask tidy --sizes --write` only lowers it.
pub(super) const BUDGET: &str = "xtask/sizes.tsv";

/// The numbers that are counted: lines of Rust with comments and all, and the work of a processor for a clean release
/// build with default features, dependencies and all, which is 0 where it was not measured.
const COUNTED: [&str; 3] = ["lines without tests", "public items", "seconds of a build"];

/// The room that a new budget leaves for growth, in percent. Seconds depend on the machine.
const ROOM: [usize; 3] = [2, 2, 50];

/// The sizes of packages, or the most that they may have, by their directories.
pub(super) type Sizes = BTreeMap<String, [usize; 3]>;

/// Returns the packages that are too large.
pub(super) fn problems(root: &Path, sizes: &Sizes) -> Result<Vec<String>, String> {
    let budget = budget(root)?;
    let mut problems = Vec::new();
    for (package, size) in sizes {
        let Some(most) = budget.get(package) else {
            problems.push(format!("{package}: has no line in {BUDGET}: `cargo xtask tidy --sizes --write`"));
            continue;
        };
        for ((found, &most), what) in size.iter().zip(most).zip(COUNTED) {
            let is_measured = what != COUNTED[2] || most != 0;
            if is_measured && most < *found {
                problems.push(format!("{package}: has {found} {what}, {most} are in {BUDGET}"));
            }
        }
    }
    Ok(problems)
}

/// Returns the sizes as a table, each with the most that it may be.
pub(super) fn table(root: &Path, sizes: &Sizes) -> Result<String, String> {
    let budget = budget(root)?;
    let mut table = format!("{:<28}{}\n", "package", COUNTED.map(|what| format!("{what:>20} (most)")).concat());
    let mut all = [0; 3];
    for (package, size) in sizes {
        let most = budget.get(package).unwrap_or(&[0; 3]);
        let cells = size.iter().zip(most).map(|(size, most)| format!("{size:>20} {:>6}", format!("({most})")));
        table += &format!("{package:<28}{}\n", cells.collect::<String>());
        all.iter_mut().zip(size).for_each(|(all, size)| *all += size);
    }
    Ok(table + &format!("{:<28}{}\n", "all", all.map(|all| format!("{all:>20}{:7}", "")).concat()))
}

/// Writes the budget, in which a number may only fall. What was not measured stays.
pub(super) fn write(root: &Path, sizes: &Sizes) -> Result<(), String> {
    let (budget, mut text) = (budget(root)?, String::new());
    for (package, size) in sizes {
        let known = budget.get(package).copied().unwrap_or([usize::MAX; 3]);
        let most = [0, 1, 2].map(|at| match (known[at], (size[at] * (100 + ROOM[at])).div_ceil(100)) {
            (usize::MAX, new) => new,
            (0, new) if at == 2 => new,
            (known, 0) => known,
            (known, new) => known.min(new),
        });
        text += &format!("{package}\t{}\n", most.map(|most| most.to_string()).join("\t"));
    }
    fs::write(root.join(BUDGET), text).map_err(|error| format!("{BUDGET}: {error}"))
}

/// Measures a build of each published package.
pub(super) fn build(workspace: &Workspace, sizes: &mut Sizes) -> Result<(), String> {
    let directory = workspace.target.join("sizes");
    for package in workspace.published() {
        _ = fs::remove_dir_all(&directory);
        let mut command = cargo();
        command.args(["build", "--locked", "--release", "--quiet", "-p", &package.name]);
        // A wrapper might use results of an earlier build.
        command.env("CARGO_TARGET_DIR", &directory).env("RUSTC_WRAPPER", "");
        let (passed, time) = timed(|| succeeds(&mut command));
        let size = sizes.get_mut(package.manifest.trim_end_matches("/Cargo.toml")).filter(|_| passed);
        size.ok_or_else(|| format!("{} does not build", package.name))?[2] = time.as_secs_f64().ceil() as usize;
    }
    fs::remove_dir_all(&directory).map_err(|error| format!("{}: {error}", directory.display()))
}

fn budget(root: &Path) -> Result<Sizes, String> {
    let text = fs::read_to_string(root.join(BUDGET)).unwrap_or_default();
    let row = |line: &str| {
        let (package, numbers) = line.split_once('\t')?;
        let numbers: Vec<_> = numbers.split('\t').map_while(|number| number.parse().ok()).collect();
        Some((package.to_owned(), numbers.try_into().ok()?))
    };
    text.lines().map(|line| row(line).ok_or_else(|| format!("{BUDGET}: {line}"))).collect()
}

/// Returns the sizes of all packages, without builds.
pub(super) fn sizes(texts: &[Text]) -> Sizes {
    let manifests = texts.iter().filter_map(|text| text.path.strip_suffix("/Cargo.toml"));
    let mut sizes: Sizes = manifests.map(|package| (package.into(), [0; 3])).collect();
    for text in sources::files(texts) {
        let inside = text.path.match_indices('/').rev().map(|(at, _)| &text.path[..at]);
        let Some(package) = inside.into_iter().find(|package| sizes.contains_key(*package)) else { continue };
        let [lines, public_items, _] = sizes.get_mut(package).expect("it was found");
        *lines += sources::code(text).lines().count();
        *public_items += sources::code(text).lines().filter(|line| is_public(line)).count();
    }
    sizes.retain(|_, size| size[0] != 0);
    sizes
}

fn is_public(line: &str) -> bool {
    let item = line.trim_start().strip_prefix("pub ");
    item.is_some_and(|item| !item.starts_with("use ") && !item.contains(':') | item.contains('('))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_items_are_counted_in_the_innermost_package_and_compared() {
        let code =
            "//! A.\n\npub const fn a() {}\nfn b() {}\npub c: u8,\n#[cfg(test)]\nmod tests {\n    fn d() {}\n}\n";
        let text = |path: &str, text: &str| Text { path: path.into(), text: text.into() };
        let texts = [
            text("a/Cargo.toml", ""),
            text("a/b/Cargo.toml", ""),
            text("a/b/src/lib.rs", code),
            text("a/b/tests/c.rs", code),
        ];
        let mut sizes = sizes(&texts);
        assert_eq!(sizes, Sizes::from([("a/b".into(), [5, 1, 0])]));

        let root = std::env::temp_dir().join(format!("gardez-sizes-{}", std::process::id()));
        fs::create_dir_all(root.join("xtask")).expect("a temporary directory");
        let count = |sizes: &Sizes| problems(&root, sizes).map(|problems| problems.len());
        assert_eq!(count(&sizes), Ok(1));
        write(&root, &sizes).expect("a temporary directory");
        assert_eq!(count(&sizes), Ok(0));
        *sizes.get_mut("a/b").expect("it is there") = [7, 3, 1];
        assert_eq!(count(&sizes), Ok(2), "seconds count when they have been measured");
        write(&root, &sizes).expect("a temporary directory");
        *sizes.get_mut("a/b").expect("it is there") = [7, 3, 4];
        assert_eq!(count(&sizes), Ok(3));
        write(&root, &sizes).expect("a temporary directory");
        assert_eq!(count(&sizes), Ok(3), "numbers only fall");
        fs::remove_dir_all(&root).expect("a temporary directory");
    }
}
