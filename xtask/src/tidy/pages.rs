//! Every block of code of a page has a checker, which is chosen by its language.

use std::fs;
use std::path::{Path, PathBuf};

use clap::CommandFactory;

use super::blocks::{self, Block, Command};
use super::texts::{self, Text};
use crate::process::root;

/// The languages of blocks, each with what runs or parses them.
const CHECKERS: [(&str, &str); 10] = [
    ("text", "nothing, but its lines that begin with `$` are commands of `sh`"),
    ("rust", "rustdoc, in a package that includes the page"),
    ("python", "`bindings/python/tests/pages.py`, in the step `python`, which runs it"),
    ("toml", "the same, which parses it"),
    ("json", "the same, which parses it"),
    ("js", "node, in the step `web`"),
    ("ts", "the compiler of TypeScript, in the step `web`"),
    ("sh", "this file and, for `gardez`, `perft` and `scale`, tests with their command lines"),
    ("make", "a test of `gardez-cli`, which runs it"),
    ("sql", "`scale/tests/readers.py`, in the step `scale` with `--slow`"),
];

/// Programs in the blocks of shells. The arguments of the first three are parsed by a test of each.
const PROGRAMS: &str =
    "gardez perft scale engine tournament cargo cd export maturin npm pip pytest python python3 rustup sh spark-submit";

/// The commands of cargo in them.
const OF_CARGO: &str = "add bench build install new run test update";

/// Returns the language of a block, if it has a checker. In a Rust file and in the pages that only Rust files include,
/// rustdoc's own words are a language.
fn language(block: &Block, is_rust: bool) -> Option<&str> {
    let mut words = block.language.split(',');
    let first = words.next().unwrap_or_default();
    let is_known = |word: &str| ["no_run", "compile_fail", "should_panic"].contains(&word);
    if (first == "rust" || is_rust && (first.is_empty() || is_known(first))) && words.all(is_known) {
        return Some("rust");
    }
    CHECKERS.iter().find(|(known, _)| *known == block.language).map(|(known, _)| *known)
}

/// Writes the blocks in these languages into files, named by page and line, and returns the files in the order of the
/// pages. Those of the page `besides` are left out.
pub(crate) fn write(languages: &[&str], besides: &str, directory: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for page in texts::collect(&root())?.iter().filter(|text| text.is("md") && text.path != besides) {
        for block in blocks::of(page).iter().filter(|block| languages.contains(&block.language.as_str())) {
            let ending = match block.language.as_str() {
                "python" => "py",
                // As `import` needs it.
                "js" => "mjs",
                language => language,
            };
            let file = directory.join(format!("{}.{}.{ending}", page.path.replace('/', "-"), block.line));
            fs::write(&file, &block.code).map_err(|error| format!("{}: {error}", file.display()))?;
            files.push(file);
        }
    }
    Ok(files)
}

/// Blocks that nothing checks, and commands that cannot be run.
pub(super) fn problems(texts: &[Text]) -> Vec<String> {
    let included = included(texts);
    let mut problems = Vec::new();
    for text in texts.iter().filter(|text| text.is("md") || text.is("rs")) {
        for block in blocks::of(text) {
            let what = match language(&block, text.is("rs")) {
                None => {
                    format!("nothing checks a block of `{}`: see CHECKERS in xtask/src/tidy/pages.rs", block.language)
                }
                Some("rust") if text.is("md") && !included.contains(&text.path) => {
                    "no package compiles this block: include the page in benches/src/lib.rs".into()
                }
                Some(_) => {
                    let refused = |command: Command| {
                        let refusal = refusal(&command.words).or_else(|| missing(&command.words, texts))?;
                        Some(format!("{}:{}: {refusal}", text.path, command.line))
                    };
                    problems.extend(blocks::commands(&block).into_iter().filter_map(refused));
                    continue;
                }
            };
            problems.push(format!("{}:{}: {what}", text.path, block.line));
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
            let parent = Path::new(&text.path).parent().unwrap_or(Path::new(""));
            pages.push(crate::guide::normal(&parent.join(path)).display().to_string().replace('\\', "/"));
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

/// Returns what a command of cargo names that does not exist: a package, or its feature, test or example.
fn missing(words: &[String], texts: &[Text]) -> Option<String> {
    if words.starts_with(&["cargo".into(), "install".into()]) && words[2].starts_with("gardez") {
        return Some(format!("`{}` is not published: anyone may own the name", words[2]));
    }
    let after = |option: &str| words.iter().position(|word| word == option).and_then(|at| words.get(at + 1));
    let (package, is_manifest) = (after("-p")?, |text: &&Text| text.path.ends_with("Cargo.toml"));
    let named = |text: &&Text| text.text.contains(&format!("\nname = \"{package}\"\n"));
    let Some(manifest) = texts.iter().filter(is_manifest).find(named) else {
        return Some(format!("there is no package `{package}`"));
    };
    let mut features = after("--features").into_iter().flat_map(|list| list.split(','));
    if let Some(feature) = features.find(|name| !manifest.text.contains(&format!("\n{name} = ["))) {
        return Some(format!("`{package}` has no feature `{feature}`"));
    }
    let (option, name) = ["--test", "--example"].into_iter().find_map(|option| Some((option, after(option)?)))?;
    let start = format!("{}{}s/{name}", manifest.path.trim_end_matches("Cargo.toml"), &option[2..]);
    let exists = texts.iter().any(|text| text.path == format!("{start}.rs") || text.path == format!("{start}/main.rs"));
    (!exists).then(|| format!("`{package}` has no file `{name}` for `{option}`"))
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
    fn what_a_command_of_cargo_names_exists() {
        let files = [("a/Cargo.toml", "[package]\nname = \"x\"\n[features]\nf = []\n"), ("a/tests/t.rs", "")];
        let texts = files.map(|(path, text)| Text { path: path.into(), text: text.into() });
        for (command, expected) in [
            ("cargo test -p x --features f --test t", ""),
            ("cargo build", ""),
            ("cargo install mdbook", ""),
            ("cargo install gardez-cli", "`gardez-cli` is not published: anyone may own the name"),
            ("cargo test -p y", "there is no package `y`"),
            ("cargo test -p x --features f,g", "`x` has no feature `g`"),
            ("cargo run -p x --example t", "`x` has no file `t` for `--example`"),
        ] {
            let words: Vec<_> = command.split(' ').map(String::from).collect();
            assert_eq!(missing(&words, &texts).unwrap_or_default(), expected, "{command}");
        }
    }

    #[test]
    fn a_page_is_included_by_a_path_from_the_rust_file() {
        let text = "#[doc = include_str!(\"../../docs/b.md\")]\n";
        let texts = [Text { path: "crates/a/lib.rs".into(), text: text.into() }];
        assert_eq!(included(&texts), ["docs/b.md"]);
    }
}
