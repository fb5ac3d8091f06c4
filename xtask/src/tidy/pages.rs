//! Every block of code of a page has a checker, which is chosen by its language.

use std::fs;
use std::path::{Path, PathBuf};

use clap::CommandFactory;

use super::Problem;
use super::blocks::{self, Block, Command};
use super::texts::{self, Text};
use crate::process::root;

/// What runs or parses the blocks of a language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Checker {
    /// Nothing: a text is not code. Its lines that begin with `$` are commands, see `Shell`.
    Nobody,
    /// rustdoc, in a package that includes the page.
    Rustdoc,
    /// `bindings/python/tests/pages.py`, in the step `python`: runs Python, and parses TOML and JSON.
    Python,
    /// node or the compiler of TypeScript, in the step `web`.
    Node,
    /// This file and, for `gardez`, `perft` and `scale`, tests with their command lines.
    Shell,
    /// `scale/tests/readers.py`, in the step `scale` with `--slow`.
    DuckDb,
}

const CHECKERS: [(&str, Checker); 9] = [
    ("text", Checker::Nobody),
    ("rust", Checker::Rustdoc),
    ("python", Checker::Python),
    ("toml", Checker::Python),
    ("json", Checker::Python),
    ("js", Checker::Node),
    ("ts", Checker::Node),
    ("sh", Checker::Shell),
    ("sql", Checker::DuckDb),
];

/// Programs in the blocks of shells. The arguments of the first three are parsed by a test of each.
const PROGRAMS: &str =
    "gardez perft scale engine tournament cargo cd export maturin npm pip pytest python python3 rustup sh spark-submit";

/// The commands of cargo in them.
const OF_CARGO: &str = "add bench build install new run test update";

/// Returns the checker of a block. In a Rust file and in the pages that only Rust files include, rustdoc's own words
/// are a language.
fn checker(block: &Block, is_rust: bool) -> Option<Checker> {
    let mut words = block.language.split(',');
    let language = words.next().unwrap_or_default();
    let is_known = |word: &str| ["no_run", "compile_fail", "should_panic"].contains(&word);
    if (language == "rust" || is_rust && (language.is_empty() || is_known(language))) && words.all(is_known) {
        return Some(Checker::Rustdoc);
    }
    CHECKERS.iter().find(|(known, _)| *known == block.language).map(|&(_, checker)| checker)
}

/// Writes the blocks of this checker into files for their language, named by page and line, and returns the files in
/// the order of the pages. Those of the page `besides` are left out.
pub(crate) fn write(wanted: Checker, besides: &str, directory: &Path) -> Result<Vec<PathBuf>, String> {
    let cannot = |error: std::io::Error| format!("{}: {error}", directory.display());
    let mut files = Vec::new();
    for page in texts::collect(&root()).map_err(cannot)?.iter().filter(|text| text.is("md") && text.path != besides) {
        for block in blocks::of(page).iter().filter(|block| checker(block, false) == Some(wanted)) {
            let ending = match block.language.as_str() {
                "python" => "py",
                // As `import` needs it.
                "js" => "mjs",
                language => language,
            };
            let file = directory.join(format!("{}.{}.{ending}", page.path.replace('/', "-"), block.line));
            fs::write(&file, &block.code).map_err(cannot)?;
            files.push(file);
        }
    }
    Ok(files)
}

/// Blocks that nothing checks, and commands that cannot be run.
pub(super) fn problems(texts: &[Text]) -> Vec<Problem> {
    let included = included(texts);
    let mut problems = Vec::new();
    for text in texts.iter().filter(|text| text.is("md") || text.is("rs")) {
        for block in blocks::of(text) {
            let what = match checker(&block, text.is("rs")) {
                None => {
                    format!("nothing checks a block of `{}`: see CHECKERS in xtask/src/tidy/pages.rs", block.language)
                }
                Some(Checker::Rustdoc) if text.is("md") && !included.contains(&text.path) => {
                    "no package compiles this block: include the page in benches/src/lib.rs".into()
                }
                Some(_) => {
                    let refused =
                        |command: Command| Some(Problem::at(&text.path, command.line, refusal(&command.words)?));
                    problems.extend(blocks::commands(&block).into_iter().filter_map(refused));
                    continue;
                }
            };
            problems.push(Problem::at(&text.path, block.line, what));
        }
    }
    problems
}

/// Returns the pages that a Rust file includes: as documentation, which is compiled, or to compare their blocks with a
/// program.
fn included(texts: &[Text]) -> Vec<String> {
    let mut pages = Vec::new();
    for text in texts.iter().filter(|text| text.is("rs")) {
        for path in text.text.split("include_str!(\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            let mut parts: Vec<&str> = text.path.split('/').collect();
            parts.pop();
            for part in path.split('/') {
                match part {
                    ".." => _ = parts.pop(),
                    part => parts.push(part),
                }
            }
            pages.push(parts.join("/"));
        }
    }
    pages
}

/// Returns why a command of a page cannot be run; `None` if it can, or if a test of its program says so.
fn refusal(words: &[String]) -> Option<String> {
    let program = Path::new(words.first()?).file_name()?.to_str()?;
    if !PROGRAMS.split(' ').any(|known| known == program) {
        return Some(format!("`{program}` is not a program that pages use: see `PROGRAMS` in xtask/src/tidy/pages.rs"));
    }
    let command = words.get(1).map(String::as_str).unwrap_or_default();
    match (program, command) {
        ("cargo", "xtask") => {
            let parsed = crate::Xtask::command().try_get_matches_from(&words[1..]);
            let error = parsed.err().filter(clap::Error::use_stderr)?;
            Some(format!("`{}`: {}", words.join(" "), error.to_string().lines().next().unwrap_or_default()))
        }
        ("cargo", command) if !OF_CARGO.split(' ').any(|known| known == command) => {
            Some(format!("`cargo {command}` is not known"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The problems of a page, without its name.
    fn of(page: &str) -> Vec<String> {
        let text = Text { path: "docs/a.md".into(), text: page.into() };
        problems(&[text]).iter().map(|problem| problem.to_string().replace("docs/a.md:", "")).collect()
    }

    #[test]
    fn a_block_that_nothing_checks_is_a_problem() {
        for language in ["", "rust,ignore", "fish", "js,ignore", "no_run"] {
            let found = of(&format!("# A\n\n- In a list:\n  ```{language}\n  x\n  ```\n"));
            assert!(
                matches!(&found[..], [problem] if problem.starts_with("4: nothing checks")),
                "{language}: {found:?}"
            );
        }
        assert!(of("```rust\n```\n")[0].contains("no package compiles"));
        assert!(of("```text\ngardez --nonsense\n```\n~~~json\n```\n~~~\n").is_empty());
    }

    #[test]
    fn commands_of_this_program_are_parsed() {
        let good = "cargo xtask ci --slow tests  # some\nA=1 cargo test && perft > b; gardez 'x # y' \\\n  | sh\n";
        assert_eq!(of(&format!("```sh\n{good}```\n")), [""; 0]);
        let bad = "cargo xtask web --help\n\ncargo xtask web --sevre\ncargo destroy\nls | perft\n";
        let found = of(&format!("```sh\n{bad}```\n```text\n$ cargo xtask tidier\ncargo xtask tidier\n```\n"));
        let lines: Vec<&str> = found.iter().map(|problem| problem.split(':').next().unwrap_or_default()).collect();
        assert_eq!(lines, ["4", "5", "6", "9"], "{found:#?}");
    }

    #[test]
    fn a_page_is_included_by_a_path_from_the_rust_file() {
        let text = "#[doc = include_str!(\"../../docs/b.md\")]\n";
        let texts = [Text { path: "crates/a/lib.rs".into(), text: text.into() }];
        assert_eq!(included(&texts), ["docs/b.md"]);
    }
}
