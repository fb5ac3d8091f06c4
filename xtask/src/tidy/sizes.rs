//! How large each package is, and how large it may be.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::texts::Text;
use super::{Problem, sources};
use crate::process::{cargo, succeeds, timed};
use crate::workspace::Workspace;

/// The budget: for each package its lines without tests, and its summaries of functions that do not begin with a verb.
/// A number is raised by hand, and the commit says why; `cargo xtask tidy --sizes --write` only lowers it.
pub(super) const BUDGET: &str = "xtask/sizes.tsv";

/// What a new budget leaves for growth, in percent.
const ROOM: usize = 2;

/// What is counted in a package.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Size {
    /// The lines of Rust, comments and all, without tests.
    lines: usize,
    public_items: usize,
    /// The summaries of functions that do not begin with a verb in the third person.
    summaries: usize,
}

/// Returns the packages that are too large.
pub(super) fn problems(root: &Path, texts: &[Text]) -> Result<Vec<Problem>, String> {
    let budget = budget(root)?;
    let mut problems = Vec::new();
    for (package, size) in sizes(texts) {
        let Some(&[lines, summaries]) = budget.get(package) else {
            problems
                .push(Problem::new(BUDGET, format!("has no line for {package}: `cargo xtask tidy --sizes --write`")));
            continue;
        };
        if lines < size.lines {
            let what = format!("has {} lines without tests, {lines} are in {BUDGET}", size.lines);
            problems.push(Problem::new(package, what));
        }
        if summaries < size.summaries {
            let what =
                format!("has {} summaries of functions without a verb, {summaries} are in {BUDGET}", size.summaries);
            problems.push(Problem::new(package, what));
        }
    }
    Ok(problems)
}

/// Returns the sizes as a table, or the new budget.
pub(super) fn table(root: &Path, texts: &[Text], is_budget: bool) -> Result<String, String> {
    let (budget, sizes) = (budget(root)?, sizes(texts));
    let mut table = String::new();
    for (package, size) in &sizes {
        let known = budget.get(*package).copied().unwrap_or([usize::MAX; 2]);
        let [lines, summaries] = [known[0].min(size.lines + size.lines * ROOM / 100), known[1].min(size.summaries)];
        table += &match is_budget {
            true => format!("{package}\t{lines}\t{summaries}\n"),
            false => format!("{package:<28}{:>7} lines{:>7} public\n", size.lines, size.public_items),
        };
    }
    if !is_budget {
        let [lines, items] =
            [|size: &Size| size.lines, |size: &Size| size.public_items].map(|f| sizes.values().map(f).sum::<usize>());
        table += &format!("{:<28}{lines:>7} lines{items:>7} public\n", "all");
    }
    Ok(table)
}

/// Prints the CPU seconds of a clean release build of each published package with its default features, dependencies
/// and all.
pub(super) fn build(workspace: &Workspace) -> Result<(), String> {
    let directory = workspace.target.join("sizes");
    for package in workspace.published() {
        _ = fs::remove_dir_all(&directory);
        let mut command = cargo();
        command.args(["build", "--locked", "--release", "--quiet", "-p", &package.name]);
        // A wrapper might use results of an earlier build.
        command.env("CARGO_TARGET_DIR", &directory).env("RUSTC_WRAPPER", "");
        let (passed, time) = timed(|| succeeds(&mut command));
        if !passed {
            return Err(format!("{} does not build", package.name));
        }
        println!("{:<28}{:>7.1} s", package.name, time.as_secs_f64());
    }
    fs::remove_dir_all(&directory).map_err(|error| format!("{}: {error}", directory.display()))
}

fn budget(root: &Path) -> Result<BTreeMap<String, [usize; 2]>, String> {
    let text = fs::read_to_string(root.join(BUDGET)).unwrap_or_default();
    let row = |line: &str| {
        let mut fields = line.split('\t');
        let package = fields.next()?.to_owned();
        Some((package, [fields.next()?.parse().ok()?, fields.next()?.parse().ok()?]))
    };
    text.lines().map(|line| row(line).ok_or_else(|| format!("{BUDGET}: {line}"))).collect()
}

/// Returns the directories of packages with the sizes of their code.
fn sizes(texts: &[Text]) -> BTreeMap<&str, Size> {
    let manifests = texts.iter().filter_map(|text| text.path.strip_suffix("/Cargo.toml"));
    let mut sizes: BTreeMap<&str, Size> = manifests.map(|package| (package, Size::default())).collect();
    let tests = sources::test_modules(texts);
    let is_test = |path: &str| tests.contains(path) || path.contains("/tests/") || path.contains("/benches/");
    for text in texts.iter().filter(|text| text.is("rs") && !is_test(&text.path)) {
        let packages = text.path.match_indices('/').filter_map(|(at, _)| sizes.get_key_value(&text.path[..at]));
        let Some(package) = packages.max_by_key(|(package, _)| package.len()).map(|(package, _)| *package) else {
            continue;
        };
        let size = sizes.get_mut(package).expect("it was found");
        let code = text.text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        size.lines += code.lines().count();
        size.public_items += code.lines().filter(|line| is_public(line)).count();
        size.summaries += summaries(code).filter(|summary| !has_verb(summary)).count();
    }
    sizes.retain(|_, size| size.lines != 0);
    sizes
}

fn is_public(line: &str) -> bool {
    let item = line.trim_start().strip_prefix("pub ");
    item.is_some_and(|item| !item.starts_with("use ") && !item.contains(':') | item.contains('('))
}

/// Returns the first lines of the documentation of functions.
fn summaries(code: &str) -> impl Iterator<Item = &str> {
    let mut summary = None;
    code.lines().filter_map(move |line| {
        let line = line.trim_start();
        if let Some(text) = line.strip_prefix("/// ") {
            summary.get_or_insert(text);
            return None;
        }
        if line.starts_with("///") || line.starts_with("#[") {
            return None;
        }
        let words = ["pub", "const", "async", "unsafe", "default"];
        let mut item = line.split(' ').skip_while(|word| words.contains(word) || word.starts_with("pub("));
        summary.take().filter(|_| item.next() == Some("fn"))
    })
}

/// Returns `true` if the first word of a summary is a verb in the third person.
fn has_verb(summary: &str) -> bool {
    let word = summary.split([' ', ',']).next().unwrap_or_default();
    let is_word = word.starts_with(char::is_uppercase) && word.ends_with('s');
    is_word && !["This", "Its", "Was", "Always", "Less", "Unless", "Across"].contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_items_and_summaries_are_counted_in_the_innermost_package() {
        let code = "//! A.\n\n/// Returns a.\n#[inline]\npub const fn a() {}\n\n/// The b.\nfn b() {}\n/// The c.\npub c: u8,\n\
                    #[cfg(test)]\nmod tests {\n    /// The d.\n    fn d() {}\n}\n";
        let text = |path: &str, text: &str| Text { path: path.into(), text: text.into() };
        let texts = [
            text("a/Cargo.toml", ""),
            text("a/b/Cargo.toml", ""),
            text("a/b/src/lib.rs", code),
            text("a/b/tests/c.rs", code),
        ];
        let expected = Size { lines: 10, public_items: 1, summaries: 1 };
        assert_eq!(sizes(&texts), BTreeMap::from([("a/b", expected)]));
    }
}
