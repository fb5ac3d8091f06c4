//! The size of the repository, and its limit.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::sources;
use super::texts::Text;

/// The most that the whole repository may have, a number a line. `cargo xtask tidy --sizes --write` only lowers it.
pub(super) const LIMIT: &str = "xtask/sizes.tsv";

/// The numbers that are counted: lines of Rust, with comments and all.
const COUNTED: [&str; 2] = ["lines without tests", "public items"];

/// The sizes of packages, by their directories.
pub(super) type Sizes = BTreeMap<String, [usize; 2]>;

/// Returns the numbers that are larger than their limits.
pub(super) fn problems(root: &Path, sizes: &Sizes) -> Result<Vec<String>, String> {
    let numbers = total(sizes).into_iter().zip(limit(root)?).zip(COUNTED);
    let problem = |((found, most), what)| (most < found).then(|| format!("{found} {what}, {most} are in {LIMIT}"));
    Ok(numbers.filter_map(problem).collect())
}

/// Returns the sizes as a table, which ends with the total and its limit.
pub(super) fn table(root: &Path, sizes: &Sizes) -> Result<String, String> {
    let row = |name: &str, cells: [String; 2]| format!("{name:<28}{:>20}{:>20}\n", cells[0], cells[1]);
    let numbers = |name: &str, size: [usize; 2]| row(name, size.map(|number| number.to_string()));
    let packages: String = sizes.iter().map(|(package, &size)| numbers(package, size)).collect();
    let ends = numbers("all", total(sizes)) + &numbers("limit", limit(root)?);
    Ok(row("package", COUNTED.map(str::to_owned)) + &packages + &ends)
}

/// Lowers the limit to what the repository has.
pub(super) fn write(root: &Path, sizes: &Sizes) -> Result<(), String> {
    let mut text = String::new();
    for ((found, most), what) in total(sizes).into_iter().zip(limit(root)?).zip(COUNTED) {
        text += &format!("{what}\t{}\n", found.min(most));
    }
    fs::write(root.join(LIMIT), text).map_err(|error| format!("{LIMIT}: {error}"))
}

fn total(sizes: &Sizes) -> [usize; 2] {
    [0, 1].map(|at| sizes.values().map(|size| size[at]).sum())
}

fn limit(root: &Path) -> Result<[usize; 2], String> {
    let text = fs::read_to_string(root.join(LIMIT)).map_err(|error| format!("{LIMIT}: {error}"))?;
    let number = |what| text.lines().find_map(|line| line.strip_prefix(what)?.trim().parse().ok());
    let [Some(lines), Some(items)] = COUNTED.map(number) else {
        return Err(format!("{LIMIT} has no number for one of: {}", COUNTED.join(", ")));
    };
    Ok([lines, items])
}

/// Returns the sizes of all packages.
pub(super) fn sizes(texts: &[Text]) -> Sizes {
    let manifests = texts.iter().filter_map(|text| text.path.strip_suffix("/Cargo.toml"));
    let mut sizes: Sizes = manifests.map(|package| (package.into(), [0; 2])).collect();
    for text in sources::files(texts) {
        let inside = text.path.match_indices('/').rev().map(|(at, _)| &text.path[..at]);
        let Some(package) = inside.into_iter().find(|package| sizes.contains_key(*package)) else { continue };
        let [lines, public_items] = sizes.get_mut(package).expect("it was found");
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
    fn lines_and_items_are_counted_in_the_innermost_package_and_all_of_them_have_one_limit() {
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
        assert_eq!(sizes, Sizes::from([("a/b".into(), [5, 1])]));

        let root = std::env::temp_dir().join(format!("gardez-sizes-{}", std::process::id()));
        fs::create_dir_all(root.join("xtask")).expect("a temporary directory");
        assert!(problems(&root, &sizes).is_err(), "a limit that is missing is no limit");
        fs::write(root.join(LIMIT), "lines without tests\t6\npublic items\t1\n").expect("a temporary directory");
        sizes.insert("c".into(), [1, 1]);
        assert_eq!(problems(&root, &sizes), Ok(vec!["2 public items, 1 are in xtask/sizes.tsv".to_owned()]));
        sizes.insert("c".into(), [0, 0]);
        write(&root, &sizes).expect("a temporary directory");
        assert_eq!(limit(&root), Ok([5, 1]), "numbers only fall");
        sizes.insert("c".into(), [1, 0]);
        write(&root, &sizes).expect("a temporary directory");
        assert_eq!(problems(&root, &sizes).map(|problems| problems.len()), Ok(1), "numbers only fall");
        fs::remove_dir_all(&root).expect("a temporary directory");
    }
}
