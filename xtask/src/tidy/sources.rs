//! The Rust files of the workspace: how they begin, how long they are, and what they must not contain.

use super::Problem;
use super::texts::Text;

/// The page that lists the files with unsafe code.
const PAGE: &str = "docs/unsafe.md";

/// The keyword, and what follows it in formatted code.
const UNSAFE: &str = "unsafe";
const UNSAFE_ITEMS: [&str; 6] = [" {", "(", " fn ", " impl", " trait ", " extern "];

/// The most lines of a source file, without the lines of tables of numbers.
const MAX_LINES: usize = 500;

/// Returns the Rust files among `texts`.
fn rust(texts: &[Text]) -> impl Iterator<Item = &Text> {
    texts.iter().filter(|text| text.is("rs"))
}

/// Files that do not begin by saying what the module is.
pub(super) fn headers(texts: &[Text]) -> Vec<Problem> {
    let headless = rust(texts).filter(|source| !source.text.starts_with("//!"));
    headless
        .map(|source| Problem::new(&source.path, "must begin with `//!` and a sentence that says what it is"))
        .collect()
}

/// Files of the libraries, of xtask and of scale that are too long.
pub(super) fn lengths(texts: &[Text]) -> Vec<Problem> {
    let is_src = |path: &str| {
        let is_package = ["xtask/src/", "scale/src/"].iter().any(|directory| path.starts_with(directory));
        is_package || path.starts_with("crates/") && path.contains("/src/")
    };
    let mut problems = Vec::new();
    for source in rust(texts).filter(|source| is_src(&source.path)) {
        let lines = source.text.lines().filter(|line| !is_table_line(line)).count();
        if MAX_LINES < lines {
            problems.push(Problem::new(
                &source.path,
                format!("has {lines} lines: split it by concept, at most {MAX_LINES}"),
            ));
        }
    }
    problems
}

/// Returns `true` if a line holds numbers of a table and nothing else.
fn is_table_line(line: &str) -> bool {
    let line = line.trim();
    line.starts_with(|c: char| c.is_ascii_digit()) && line.ends_with(',')
}

/// Tests that do not run, or that pass for any panic.
pub(super) fn test_attributes(texts: &[Text]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for source in rust(texts) {
        if has_attribute(&source.text, "ignore") {
            problems
                .push(Problem::new(&source.path, "has an ignored test: run a slow test only if `GARDEZ_SLOW` is set"));
        }
        if has_attribute(&source.text, "should_panic") {
            problems.push(Problem::new(&source.path, "has a test that should panic: assert on a value instead"));
        }
    }
    problems
}

/// Returns `true` if a line of `text` begins with the attribute `#[name]`, with or without arguments.
fn has_attribute(text: &str, name: &str) -> bool {
    let attributes = text.lines().filter_map(|line| line.trim_start().strip_prefix("#[")?.strip_prefix(name));
    attributes.into_iter().any(|rest| rest.starts_with([']', '(', ' ']))
}

/// Returns `true` if `text` has a block or an item with the keyword `unsafe`, outside comments.
fn has_unsafe_code(text: &str) -> bool {
    let code = text.lines().map(|line| line.split("//").next().unwrap_or(line));
    let mut after = code.flat_map(|code| code.split(UNSAFE).skip(1));
    after.any(|rest| UNSAFE_ITEMS.iter().any(|item| rest.starts_with(item)))
}

/// Returns unsafe code outside the list of the page, and entries of that list without any.
pub(super) fn unsafe_code(texts: &[Text]) -> Vec<Problem> {
    let page = texts.iter().find(|text| text.path == PAGE).map_or("", |page| page.text.as_str());
    let listed: Vec<_> = page.lines().filter_map(|line| line.strip_prefix("- `")?.split('`').next()).collect();
    let mut problems = Vec::new();
    for source in rust(texts).filter(|source| has_unsafe_code(&source.text)) {
        if !listed.contains(&source.path.as_str()) {
            problems.push(Problem::new(&source.path, format!("has unsafe code but is not in the list of {PAGE}")));
        }
    }
    for path in listed {
        if !rust(texts).any(|source| source.path == path && has_unsafe_code(&source.text)) {
            problems.push(Problem::new(PAGE, format!("lists `{path}`, which has no unsafe code")));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(path: &str, text: &str) -> Text {
        Text { path: path.into(), text: text.into() }
    }

    #[test]
    fn a_file_without_an_opening_sentence_is_reported() {
        let sources = [source("a.rs", "//! It is.\n"), source("b.rs", "use std::fmt;\n"), source("c.rs", "")];
        let files: Vec<_> = headers(&sources).into_iter().map(|problem| problem.file).collect();
        assert_eq!(files, ["b.rs", "c.rs"]);
    }

    #[test]
    fn a_long_file_is_reported_unless_it_is_a_test_or_a_table() {
        let (fits, long) = ("    0x12,\n\n".repeat(MAX_LINES), "\n".repeat(MAX_LINES + 1));
        let sources = [
            source("crates/a/src/fits.rs", &fits),
            source("crates/a/src/b/long.rs", &long),
            source("crates/a/tests/long.rs", &long),
            source("xtask/src/long.rs", &long),
            source("scale/src/long.rs", &long),
        ];
        let files: Vec<_> = lengths(&sources).into_iter().map(|problem| problem.file).collect();
        assert_eq!(files, ["crates/a/src/b/long.rs", "xtask/src/long.rs", "scale/src/long.rs"]);
    }

    #[test]
    fn ignored_and_panicking_tests_are_reported() {
        let sources = [
            source("a.rs", "#[test]\n#[ignore = \"slow\"]\nfn f() {}"),
            source("b.rs", "#[test]\n#[should_panic]\nfn f() {}"),
            source("c.rs", "// #[ignore]\nconst A: &str = \"#[should_panic]\";\n#[ignored]\n"),
        ];
        let files: Vec<_> = test_attributes(&sources).into_iter().map(|problem| problem.file).collect();
        assert_eq!(files, ["a.rs", "b.rs"]);
    }

    #[test]
    fn unsafe_code_and_its_list_must_agree() {
        let sources = [
            source(PAGE, "# A\n\nThese:\n\n- `fine.rs`: pext\n- `gone.rs`\n- `safe.rs`\n"),
            source("fine.rs", &format!("{UNSAFE} {{}}")),
            source("safe.rs", &format!("#![allow(unsafe_code)]\n// {UNSAFE} {{}}")),
            source("c.rs", &format!("pub {UNSAFE} fn c() {{}}")),
        ];
        let problems: Vec<_> = unsafe_code(&sources).iter().map(ToString::to_string).collect();
        assert_eq!(problems.len(), 3, "{problems:?}");
        assert!(problems[0].starts_with("c.rs: has unsafe code"));
        assert!(problems[1].contains("`gone.rs`, which has no"));
        assert!(problems[2].contains("`safe.rs`, which has no"));
    }
}
