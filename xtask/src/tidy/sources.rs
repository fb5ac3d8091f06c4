//! The Rust files of the workspace: how they begin, how long they are, and what files must not contain.

use std::collections::BTreeSet;
use std::path::Path;

use crate::process::{output, program};
use crate::texts::Text;

const PAGE: &str = "docs/unsafe.md";

/// The keyword.
const UNSAFE: &str = "unsafe";

/// The most lines of a source file, without the lines of tables of numbers.
const MAX_LINES: usize = 500;

/// An absolute path of a home or work directory, for git's extended expressions.
const MACHINE_PATH: &str = "(^|[^[:alnum:]_.)}>~*-])/(home|root|Users|work)/";

const LIMITED: [&str; 3] = ["crates/", "scale/", "xtask/"];

/// The packages above the libraries, and texts of what belongs below them.
const THIN: [&str; 4] = ["crates/cli/src/", "bindings/python/src/", "bindings/web/src/", "scale/src/"];
const BELOW: [&str; 6] = ["_attacks(", "Generator::new(", ".shuffle(", ".next_entry(", ".next_record(", ".read_game()"];

/// The only file of the crates that asks what the CPU has.
const CPU: &str = "crates/bitboard/src/cpu.rs";

/// Returns what is wrong with each file, and with the list of unsafe code.
pub(super) fn problems(texts: &[Text]) -> Vec<String> {
    let page = texts.iter().find(|text| text.path == PAGE).map_or("", |page| page.text.as_str());
    let listed: BTreeSet<_> = page.lines().filter_map(|line| line.strip_prefix("- `")?.split('`').next()).collect();
    let starts_in = |path: &str, starts: &[&str]| starts.iter().any(|start| path.starts_with(start));
    let mut problems = Vec::new();
    for text in texts.iter().filter(|text| text.is("rs")) {
        let path = text.path.as_str();
        let is_src = path.contains("/src/") && starts_in(path, &LIMITED);
        let has = |attribute: &str| text.text.lines().any(|line| line.trim_start().starts_with(attribute));
        let rules = [
            (!text.text.starts_with("//!"), "must begin with `//!` and a sentence that says what it is"),
            (
                is_src && MAX_LINES < text.text.lines().filter(|line| !is_table(line)).count(),
                "has more than 500 lines: split it by concept",
            ),
            (has("#[ignore"), "has an ignored test: run a slow test only if `GARDEZ_SLOW` is set"),
            (has("#[should_panic"), "has a test that should panic: assert on a value instead"),
            (
                is_src && !path.starts_with("xtask/") && path != CPU && text.text.contains("_feature_detected!("),
                "asks the CPU, which `bitboard::cpu` alone does",
            ),
            (needs_proof(&text.text) && !listed.contains(path), "has unsafe code, and docs/unsafe.md lacks it"),
        ];
        problems.extend(rules.iter().filter(|(is_broken, _)| *is_broken).map(|(_, what)| format!("{path}: {what}")));
    }
    // Matches of engines are a program of their own, with openings and a journal that no library has.
    let is_thin = |path: &str| starts_in(path, &THIN) && !path.starts_with("crates/cli/src/play/");
    for text in files(texts).filter(|text| is_thin(&text.path)) {
        let found = code(text).filter_map(|line| BELOW.iter().find(|word| line.contains(**word)));
        problems.extend(found.map(|word| format!("{}: `{word}` belongs in the libraries", text.path)));
    }
    let safe = |path: &&&str| !texts.iter().any(|text| text.path == **path && needs_proof(&text.text));
    problems.extend(listed.iter().filter(safe).map(|path| format!("{PAGE}: lists `{path}`, which has no unsafe code")));
    problems
}

/// Returns `true` if `text` has a block or an item with the keyword `unsafe`, outside comments.
fn needs_proof(text: &str) -> bool {
    let code = text.lines().map(|line| line.split("//").next().unwrap_or(line));
    let mut after = code.flat_map(|code| code.split(UNSAFE).skip(1));
    after.any(|rest| [" {", "(", " fn ", " impl", " trait ", " extern "].iter().any(|item| rest.starts_with(item)))
}

fn is_table(line: &str) -> bool {
    line.trim_start().starts_with(|c: char| c.is_ascii_digit()) && line.ends_with(',')
}

/// Returns the lines before the module of tests, which may also be for some builds only, without comments.
pub(super) fn code(text: &Text) -> impl Iterator<Item = &str> {
    let mut ends = text.text.match_indices("]\nmod tests {").map(|(end, _)| text.text[..end].lines().count());
    let end = ends.find(|&end| text.text.lines().nth(end - 1).is_some_and(|line| line.starts_with("#[cfg(")));
    let lines = text.text.lines().take(end.map_or(usize::MAX, |end| end - 1));
    lines.map(|line| line.split("//").next().unwrap_or(line))
}

/// Returns the Rust files without tests and benches.
pub(super) fn files(texts: &[Text]) -> impl Iterator<Item = &Text> {
    let tests = test_modules(texts);
    let is_test =
        move |path: &str| tests.contains(path) || ["/tests/", "/benches/"].iter().any(|part| path.contains(part));
    texts.iter().filter(move |text| text.is("rs") && !is_test(&text.path))
}

/// Returns the paths of the modules that are compiled for tests only, and have a file of their own.
fn test_modules(texts: &[Text]) -> BTreeSet<String> {
    let modules = |text: &Text| {
        let (parent, name) = text.path.rsplit_once('/').unwrap_or(("", &text.path));
        let stem = name.trim_end_matches(".rs");
        let inside = if ["lib", "main", "mod"].contains(&stem) { String::new() } else { format!("/{stem}") };
        let is_for_tests = |line: &str| ["#[cfg(test", "#[cfg(all(test"].iter().any(|start| line.starts_with(start));
        let lines = text.text.lines().zip(text.text.lines().skip(1)).filter(|(line, _)| is_for_tests(line));
        let names = lines.filter_map(|(_, next)| next.strip_prefix("mod ")?.strip_suffix(';'));
        names.map(|name| format!("{parent}{inside}/{name}.rs")).collect::<Vec<_>>()
    };
    texts.iter().filter(|text| text.is("rs")).flat_map(modules).collect()
}

/// Returns the lines of tracked files that contain an absolute path which only one machine has.
pub(super) fn machine_paths(root: &Path) -> Vec<String> {
    // It fails if there is no such line.
    let lines = output(program("git", "grep -nIE").arg(MACHINE_PATH).current_dir(root)).unwrap_or_default();
    lines.lines().map(|line| format!("{line}: is a path that other machines lack")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_of_a_file_finds_what_breaks_it() {
        let file = |path: &str, text: &str| Text { path: path.into(), text: text.into() };
        let allow = &*format!("//! It.\n{UNSAFE} {{}}\n");
        let (fits, long) = ("    0x12,\n\n".repeat(MAX_LINES - 1), "\n".repeat(MAX_LINES));
        for (path, text, expected) in [
            ("a.rs", "//! It is.\n", 0),
            ("a.rs", "use std::fmt;\n", 1),
            ("crates/a/src/b.rs", &format!("//! It.\n{fits}"), 0),
            ("crates/a/src/b.rs", &format!("//! It.\n{long}"), 1),
            ("crates/a/tests/b.rs", &format!("//! It.\n{long}"), 0),
            ("a.rs", "//! It.\n#[test]\n#[ignore = \"slow\"]\nfn f() {}", 1),
            ("a.rs", "//! It.\n    #[should_panic]\n", 1),
            ("a.rs", "//! It.\n// #[ignore]\nconst A: &str = \"#[should_panic]\";\n", 0),
            ("a.rs", allow, 1),
            ("scale/src/b.rs", "//! It.\nlet c = king_attacks(square);\n", 1),
            ("scale/src/b.rs", "//! It.\n#[cfg(test)]\nmod tests {\nlet d = king_attacks(square);\n", 0),
            ("scale/src/b.rs", "//! It.\n#[cfg(all(test, a))]\nmod tests {\nlet d = king_attacks(square);\n", 0),
            ("bindings/python/src/c.rs", "//! It.\nwhile r.next_entry()?.is_some() {}\n", 1),
        ] {
            let texts = [file(PAGE, "# A\n\n- `fine.rs`: pext\n"), file("fine.rs", allow), file(path, text)];
            assert_eq!(problems(&texts).len(), expected, "{path}: {text}");
        }
        assert_eq!(problems(&[file(PAGE, "- `gone.rs`\n")]).len(), 1);
    }

    #[test]
    fn modules_for_tests_are_found_next_to_their_parents() {
        let text = |path: &str, text: &str| Text { path: path.into(), text: text.into() };
        let texts = [
            text("a/lib.rs", "mod b;\n#[cfg(test)]\nmod c;\n"),
            text("a/b.rs", "#[cfg(test)]\nmod d;\n#[cfg(test)]\nmod tests {"),
        ];
        assert_eq!(test_modules(&texts), ["a/b/d.rs", "a/c.rs"].map(String::from).into());
    }
}
