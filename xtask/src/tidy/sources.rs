//! The Rust files of the workspace: how they begin, how long they are, and what files must not contain.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use super::texts::Text;
use crate::process::output;

/// The page that lists the files with unsafe code.
const PAGE: &str = "docs/unsafe.md";

/// The keyword, and what follows it in formatted code.
const UNSAFE: &str = "unsafe";
const UNSAFE_ITEMS: [&str; 6] = [" {", "(", " fn ", " impl", " trait ", " extern "];

/// The only file of the crates that asks what the CPU has.
const CPU: &str = "crates/bitboard/src/cpu.rs";

/// The most lines of a source file, without the lines of tables of numbers.
const MAX_LINES: usize = 500;

/// An absolute path of a home or work directory, as git's extended expressions describe it: before it is nothing that a
/// relative path or an address continues.
const MACHINE_PATH: &str = "(^|[^[:alnum:]_.)}>~*-])/(home|root|Users|work)/";

/// Returns what is wrong with each file, and with the list of unsafe code.
pub(super) fn problems(texts: &[Text]) -> Vec<String> {
    let page = texts.iter().find(|text| text.path == PAGE).map_or("", |page| page.text.as_str());
    let listed: Vec<_> = page.lines().filter_map(|line| line.strip_prefix("- `")?.split('`').next()).collect();
    let mut problems = Vec::new();
    for Text { path, text } in texts.iter().filter(|text| text.is("rs")) {
        let is_src =
            path.contains("/src/") && ["xtask/", "scale/", "crates/"].iter().any(|start| path.starts_with(start));
        let lines = text.lines().filter(|line| !is_table_line(line)).count();
        let has = |attribute: &str| text.lines().any(|line| line.trim_start().starts_with(attribute));
        let rules = [
            (!text.starts_with("//!"), "must begin with `//!` and a sentence that says what it is"),
            (is_src && MAX_LINES < lines, "has more than 500 lines: split it by concept"),
            (has("#[ignore"), "has an ignored test: run a slow test only if `GARDEZ_SLOW` is set"),
            (has("#[should_panic"), "has a test that should panic: assert on a value instead"),
            (
                is_src && !path.starts_with("xtask/") && path != CPU && asks_cpu(text),
                "asks the CPU, which `bitboard::cpu` alone does",
            ),
            (has_unsafe_code(text) && !listed.contains(&path.as_str()), "has unsafe code, and docs/unsafe.md lacks it"),
        ];
        problems.extend(rules.iter().filter(|(is_broken, _)| *is_broken).map(|(_, what)| format!("{path}: {what}")));
    }
    for path in listed {
        if !texts.iter().any(|text| text.path == path && has_unsafe_code(&text.text)) {
            problems.push(format!("{PAGE}: lists `{path}`, which has no unsafe code"));
        }
    }
    problems
}

/// Returns `true` if `text` asks what the CPU has.
fn asks_cpu(text: &str) -> bool {
    text.contains("_feature_detected!(") || text.contains("__cpuid")
}

/// Returns `true` if a line holds numbers of a table and nothing else.
fn is_table_line(line: &str) -> bool {
    let line = line.trim();
    line.starts_with(|c: char| c.is_ascii_digit()) && line.ends_with(',')
}

/// Returns `true` if `text` has a block or an item with the keyword `unsafe`, outside comments.
fn has_unsafe_code(text: &str) -> bool {
    let code = text.lines().map(|line| line.split("//").next().unwrap_or(line));
    let mut after = code.flat_map(|code| code.split(UNSAFE).skip(1));
    after.any(|rest| UNSAFE_ITEMS.iter().any(|item| rest.starts_with(item)))
}

/// Returns what is before the module of tests.
pub(super) fn code(text: &Text) -> &str {
    text.text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default()
}

/// Returns the Rust files without tests and benches.
pub(super) fn files(texts: &[Text]) -> impl Iterator<Item = &Text> {
    let tests = test_modules(texts);
    let is_test =
        move |path: &str| tests.contains(path) || ["/tests/", "/benches/"].iter().any(|part| path.contains(part));
    texts.iter().filter(move |text| text.is("rs") && !is_test(&text.path))
}

/// Returns the summaries of functions that do not begin with a verb in the third person.
pub(super) fn summaries(texts: &[Text]) -> Vec<String> {
    let mut problems = Vec::new();
    for text in files(texts) {
        let mut summary = None;
        for (number, line) in (1..).zip(code(text).lines().map(str::trim_start)) {
            if let Some(words) = line.strip_prefix("/// ") {
                summary.get_or_insert((number, words));
            } else if !line.starts_with("///") && !line.starts_with("#[") {
                let words = ["pub", "const", "async", "unsafe", "default"];
                let mut item = line.split(' ').skip_while(|word| words.contains(word) || word.starts_with("pub("));
                let is_function = item.next() == Some("fn");
                if let Some((number, words)) = summary.take().filter(|(_, words)| is_function && !has_verb(words)) {
                    problems.push(format!("{}:{number}: a summary without a verb: {words}", text.path));
                }
            }
        }
    }
    problems
}

/// Returns `true` if the first word is a verb in the third person.
fn has_verb(summary: &str) -> bool {
    let word = summary.split([' ', ',']).next().unwrap_or_default();
    let is_word = word.starts_with(char::is_uppercase) && word.ends_with('s');
    is_word && !["This", "Its", "Was", "Always", "Less", "Unless", "Across"].contains(&word)
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

/// Lines of tracked files that contain an absolute path which only one machine has.
pub(super) fn machine_paths(root: &Path) -> Vec<String> {
    let git = |arguments: &[&str]| output(Command::new("git").current_dir(root).args(arguments));
    if git(&["rev-parse"]).is_err() {
        eprintln!("skipped: git");
        return Vec::new();
    }
    // It fails if there is no such line.
    let lines = git(&["grep", "-nIE", MACHINE_PATH]).unwrap_or_default();
    lines.lines().map(|line| format!("{line}: is a path that other machines lack")).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// The number of problems of a file, next to a page that lists one with unsafe code.
    fn count(path: &str, text: &str) -> usize {
        let file = |path: &str, text: &str| Text { path: path.into(), text: text.into() };
        let listed = format!("//! It.\n{UNSAFE} {{}}\n");
        problems(&[file(PAGE, "# A\n\n- `fine.rs`: pext\n"), file("fine.rs", &listed), file(path, text)]).len()
    }

    #[test]
    fn each_rule_of_a_file_finds_what_breaks_it() {
        let (fits, long) = ("    0x12,\n\n".repeat(MAX_LINES - 1), "\n".repeat(MAX_LINES));
        for (path, text, expected) in [
            ("a.rs", "//! It is.\n".to_owned(), 0),
            ("a.rs", "use std::fmt;\n".into(), 1),
            ("crates/a/src/b.rs", format!("//! It.\n{fits}"), 0),
            ("crates/a/src/b.rs", format!("//! It.\n{long}"), 1),
            ("crates/a/tests/b.rs", format!("//! It.\n{long}"), 0),
            ("a.rs", "//! It.\n#[test]\n#[ignore = \"slow\"]\nfn f() {}".into(), 1),
            ("a.rs", "//! It.\n    #[should_panic]\n".into(), 1),
            ("a.rs", "//! It.\n// #[ignore]\nconst A: &str = \"#[should_panic]\";\n".into(), 0),
            ("a.rs", format!("//! It.\npub {UNSAFE} fn c() {{}}"), 1),
            ("a.rs", format!("//! It.\n// {UNSAFE} {{}}"), 0),
        ] {
            assert_eq!(count(path, &text), expected, "{path}: {text}");
        }
        assert_eq!(problems(&[Text { path: PAGE.into(), text: "- `gone.rs`\n".into() }]).len(), 1);
    }

    #[test]
    fn a_summary_without_a_verb_is_found_and_one_of_a_field_is_not() {
        let code = "//! A.\n\n/// Returns a.\n#[inline]\npub const fn a() {}\n\n/// The b.\nfn b() {}\n/// The c.\npub c: u8,\n\
                    #[cfg(test)]\nmod tests {\n    /// The d.\n    fn d() {}\n}\n";
        let file = |path: &str| Text { path: path.into(), text: code.into() };
        let found = summaries(&[file("a/src/lib.rs"), file("a/tests/b.rs")]);
        assert_eq!(found, ["a/src/lib.rs:7: a summary without a verb: The b."]);
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

    #[test]
    fn a_path_of_one_machine_is_found_after_any_text() {
        let root = std::env::temp_dir().join(format!("gardez-paths-{}", std::process::id()));
        fs::create_dir_all(&root).expect("the temporary directory can be written");
        let lines =
            ["/h/x", "see /h/x", "\"/h/x", "(/h/x", "file:///h/x", "docs/h/x", "https://a.org/h/x", "../h/x", "/h"];
        for name in ["home", "root", "Users", "work"] {
            let text = lines.join("\n").replace("/h", &format!("/{name}"));
            fs::write(root.join("a"), text).expect("the temporary directory can be written");
            let mut git = Command::new("git");
            // Files that are not tracked are searched without an index.
            let found = output(git.current_dir(&root).args(["grep", "--no-index", "-nIE", MACHINE_PATH]));
            let numbers: Vec<_> =
                found.iter().flat_map(|found| found.lines()).map(|line| line[2..3].to_owned()).collect();
            assert_eq!(numbers, ["1", "2", "3", "4", "5"], "{name}");
        }
        fs::remove_dir_all(&root).expect("the temporary directory can be removed");
    }
}
