//! The size of the repository, and its limit.

use std::collections::BTreeMap;

use super::sources;
use crate::process::read;
use crate::texts::Text;

/// The most that the whole repository may have, a number a line. The numbers only fall.
const LIMIT: &str = "xtask/sizes.tsv";

/// The numbers that are counted: lines of Rust, with comments and all.
const COUNTED: [&str; 2] = ["lines without tests", "public items"];

/// Returns a table of the sizes of packages, and the sums that are above their limits.
pub(super) fn sizes(texts: &[Text]) -> Result<(String, Vec<String>), String> {
    let manifests = texts.iter().filter_map(|text| text.path.strip_suffix("/Cargo.toml"));
    let mut sizes: BTreeMap<_, _> = manifests.map(|package| (package, [0; 2])).collect();
    let mut sum = [0; 2];
    for text in sources::files(texts) {
        let mut inside = text.path.match_indices('/').rev().map(|(at, _)| &text.path[..at]);
        let Some(package) = inside.find(|package| sizes.contains_key(package)) else { continue };
        for numbers in [Some(&mut sum), sizes.get_mut(package)].into_iter().flatten() {
            numbers[0] += sources::code(text).count();
            numbers[1] += sources::code(text).filter(|line| is_public(line)).count();
        }
    }
    sizes.retain(|_, size| size[0] != 0);
    let limits = read(LIMIT)?;
    let limit = |what| limits.lines().find_map(|line| line.strip_prefix(what)?.trim().parse::<usize>().ok());
    let [Some(lines), Some(items)] = COUNTED.map(limit) else { return Err(format!("{LIMIT} has no limits")) };
    let rows = sizes.into_iter().chain([("all", sum), ("limit", [lines, items])]);
    let rows: String = rows.map(|(name, [lines, items])| format!("{name:<28}{lines:>20}{items:>20}\n")).collect();
    let numbers = sum.into_iter().zip([lines, items]).zip(COUNTED);
    let problem = |((found, most), what)| (most < found).then(|| format!("{found} {what}, {most} are in {LIMIT}"));
    let table = format!("{:<28}{:>20}{:>20}\n{rows}", "package", COUNTED[0], COUNTED[1]);
    Ok((table, numbers.filter_map(problem).collect()))
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
        let texts = files.map(|(path, text)| Text { path: path.into(), text: text.into() });
        let (table, problems) = sizes(&texts).expect("there are limits");
        let lines: Vec<Vec<_>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!((&lines[1][..], &lines[2][..]), (&["a/b", "5", "1"][..], &["all", "5", "1"][..]));
        assert!(lines.len() == 4 && problems.is_empty(), "{table}");
        let many = Text { path: "a/b/src/c.rs".into(), text: "pub fn a();\n".repeat(1_000_000) };
        let manifest = Text { path: "a/b/Cargo.toml".into(), text: String::new() };
        assert_eq!(sizes(&[manifest, many]).map(|(_, problems)| problems.len()), Ok(2));
    }
}
