//! The size of the repository, and its limit.

use std::collections::BTreeMap;

use super::sources;
use super::texts::Text;
use crate::process::read;

/// The most that the whole repository may have, a number a line. The numbers only fall.
const LIMIT: &str = "xtask/sizes.tsv";

/// The numbers that are counted: lines of Rust, with comments and all.
const COUNTED: [&str; 2] = ["lines without tests", "public items"];

/// The sizes of packages, by their directories.
type Sizes = BTreeMap<String, [usize; 2]>;

/// Returns the numbers that are larger than their limits.
pub(super) fn problems(sizes: &Sizes) -> Result<Vec<String>, String> {
    let numbers = total(sizes).into_iter().zip(limit()?).zip(COUNTED);
    let problem = |((found, most), what)| (most < found).then(|| format!("{found} {what}, {most} are in {LIMIT}"));
    Ok(numbers.filter_map(problem).collect())
}

/// Returns the sizes as a table, which ends with the total and its limit.
pub(super) fn table(sizes: &Sizes) -> Result<String, String> {
    let row = |name: &str, [lines, items]: [usize; 2]| format!("{name:<28}{lines:>20}{items:>20}\n");
    let packages: String = sizes.iter().map(|(package, &size)| row(package, size)).collect();
    let head = format!("{:<28}{:>20}{:>20}\n", "package", COUNTED[0], COUNTED[1]);
    Ok(head + &packages + &row("all", total(sizes)) + &row("limit", limit()?))
}

fn total(sizes: &Sizes) -> [usize; 2] {
    [0, 1].map(|at| sizes.values().map(|size| size[at]).sum())
}

fn limit() -> Result<[usize; 2], String> {
    let text = read(LIMIT)?;
    let number = |what| text.lines().find_map(|line| line.strip_prefix(what)?.trim().parse().ok());
    let [Some(lines), Some(items)] = COUNTED.map(number) else { return Err(format!("{LIMIT} has no limits")) };
    Ok([lines, items])
}

/// Returns the sizes of all packages.
pub(super) fn sizes(texts: &[Text]) -> Sizes {
    let manifests = texts.iter().filter_map(|text| text.path.strip_suffix("/Cargo.toml"));
    let mut sizes: Sizes = manifests.map(|package| (package.into(), [0; 2])).collect();
    for text in sources::files(texts) {
        let mut inside = text.path.match_indices('/').rev().map(|(at, _)| &text.path[..at]);
        let Some([lines, items]) = inside.find(|package| sizes.contains_key(*package)).and_then(|it| sizes.get_mut(it))
        else {
            continue;
        };
        *lines += sources::code(text).lines().count();
        *items += sources::code(text).lines().filter(|line| is_public(line)).count();
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
    fn lines_and_items_are_counted_in_the_innermost_package() {
        let code =
            "//! A.\n\npub const fn a() {}\nfn b() {}\npub c: u8,\n#[cfg(test)]\nmod tests {\n    fn d() {}\n}\n";
        let files = [("a/Cargo.toml", ""), ("a/b/Cargo.toml", ""), ("a/b/src/lib.rs", code), ("a/b/tests/c.rs", code)];
        let sizes = sizes(&files.map(|(path, text)| Text { path: path.into(), text: text.into() }));
        assert_eq!(sizes, Sizes::from([("a/b".into(), [5, 1])]));
        assert_eq!(problems(&sizes), Ok(Vec::new()));
        assert_eq!(problems(&Sizes::from([("a".into(), [0, 1_000_000])])).map(|problems| problems.len()), Ok(1));
    }
}
