//! Every block of code of a page has a checker, which is chosen by its language.

use std::fs;
use std::path::{Path, PathBuf};

use clap::CommandFactory;

use crate::blocks::{self, Block};
use crate::process::{cannot, root};
use crate::texts::{self, Text};

/// The languages of blocks besides Rust. Steps run or parse them, or tests of the programs and of `gardez-cli`; this file
/// parses the commands of `sh`, and of `text` after `$`.
const LANGUAGES: [&str; 11] = ["text", "python", "toml", "json", "js", "ts", "sh", "make", "sql", "console", "pgn"];

/// Programs in the blocks of shells. The arguments of the first three are parsed by a test of each.
const PROGRAMS: &str =
    "gardez perft scale engine cargo cd export maturin npm pip pytest python python3 rustup sh spark-submit";

/// The commands of cargo in them.
const OF_CARGO: &str = "add bench build install new run test update xtask";

/// Returns `true` if rustdoc compiles a block. In a Rust file, its own words are a language.
fn is_rust(block: &Block, in_rust: bool) -> bool {
    let is_known = |word: &&str| ["no_run", "compile_fail", "should_panic"].contains(word);
    let (first, rest) = block.language.split_once(',').unwrap_or((&block.language, ""));
    (first == "rust" || in_rust && (first.is_empty() || is_known(&first)))
        && rest.split(',').all(|word| word.is_empty() || is_known(&word))
}

/// Writes the blocks in these languages into files, named by page and line. Those of the page `besides` are left out.
pub(crate) fn write(languages: &[&str], besides: &str, directory: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    let mut texts = texts::collect(&root())?;
    texts.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    for page in texts.iter().filter(|text| text.is("md") && text.path != besides) {
        for block in blocks::of(page).iter().filter(|block| languages.contains(&block.language.as_str())) {
            let ending = match block.language.as_str() {
                "python" => "py",
                "js" => "mjs",
                language => language,
            };
            let file = directory.join(format!("{}.{}.{ending}", page.path.replace('/', "-"), block.line));
            fs::write(&file, &block.code).map_err(cannot(&file))?;
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
        let mut note = |line: usize, what: &str| problems.push(format!("{}:{line}: {what}", text.path));
        for block in blocks::of(text) {
            match is_rust(&block, text.is("rs")) {
                true if text.is("md") && !included.contains(&text.path) => {
                    note(block.line, "no package compiles this block: include the page in benches/src/lib.rs");
                }
                false if !LANGUAGES.contains(&&*block.language) => {
                    note(block.line, &format!("nothing checks a block of `{}`: see LANGUAGES", block.language));
                }
                _ => blocks::commands(&block).iter().for_each(|command| {
                    refusal(&command.words, texts).iter().for_each(|what| note(command.line, what));
                }),
            }
        }
    }
    problems
}

/// Returns the pages that a Rust file includes, as documentation or to compare their blocks with a program.
fn included(texts: &[Text]) -> Vec<String> {
    // The step `crates-alone` tests a README with `cargo add`.
    let is_alone = |text: &&Text| text.path.ends_with("/README.md") && text.text.contains("\ncargo add ");
    let mut pages: Vec<String> = texts.iter().filter(is_alone).map(|text| text.path.clone()).collect();
    for text in texts.iter().filter(|text| text.is("rs")) {
        for path in text.text.split("include_str!(\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            let path = crate::guide::normal(&Path::new(&text.path).with_file_name("").join(path));
            pages.push(path.display().to_string().replace('\\', "/"));
        }
    }
    pages
}

/// Returns why a command of a page cannot be run.
fn refusal(words: &[String], texts: &[Text]) -> Option<String> {
    let program = Path::new(&words[0]).file_name()?.to_str()?;
    if !PROGRAMS.split(' ').any(|known| known == program) {
        return Some(format!("`{program}` is not a program that pages use: see PROGRAMS"));
    }
    let command = words.get(1).filter(|_| program == "cargo")?;
    if command == "xtask" {
        let error = crate::Xtask::command().try_get_matches_from(&words[1..]).err().filter(clap::Error::use_stderr)?;
        return Some(format!("`{}`: {}", words.join(" "), error.to_string().lines().next().unwrap_or_default()));
    }
    let after = |option: &str| words.iter().position(|word| word == option).and_then(|at| words.get(at + 1));
    if !OF_CARGO.split(' ').any(|known| known == command) {
        return Some(format!("`cargo {command}` is not known"));
    } else if command == "install" && words[2].starts_with("gardez") {
        return Some(format!("`{}` is not published: anyone may own the name", words[2]));
    }
    let (package, is_manifest) = (after("-p")?, |text: &&Text| text.path.ends_with("Cargo.toml"));
    let named = |text: &&Text| text.text.contains(&format!("[package]\nname = \"{package}\"\n"));
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

    /// The problems of a page, without its name, next to a package.
    fn of(page: &str) -> Vec<String> {
        let files = [
            ("docs/a.md", page),
            ("a/Cargo.toml", "[package]\nname = \"x\"\n[features]\nf = []\n"),
            ("a/tests/t.rs", ""),
        ];
        let texts = files.map(|(path, text)| Text { path: path.into(), text: text.into() });
        problems(&texts).iter().map(|problem| problem.replace("docs/a.md:", "")).collect()
    }

    #[test]
    fn a_block_that_nothing_checks_is_a_problem() {
        for language in ["", "rust,ignore", "fish", "js,ignore", "no_run"] {
            let found = of(&format!("# A\n\n- In a list:\n  ```{language}\n  x\n  ```\n"));
            assert!(found.len() == 1 && found[0].starts_with("4: nothing checks"), "{language}: {found:?}");
        }
        assert!(of("```rust\n```\n")[0].contains("no package compiles"));
        assert!(of("```text\ngardez --nonsense\n```\n~~~json\n```\n~~~\n").is_empty());
        let texts =
            [Text { path: "crates/a/lib.rs".into(), text: "#[doc = include_str!(\"../../docs/b.md\")]\n".into() }];
        assert_eq!(included(&texts), ["docs/b.md"]);
    }

    #[test]
    fn commands_are_parsed_and_what_they_name_exists() {
        let good = "cargo xtask ci --slow tests  # some\nA=1 cargo test && perft > b\ngardez 'x # y' \\\n  | sh\n\
                    cargo test -p x --features f --test t\ncargo install mdbook\n";
        assert_eq!(of(&format!("```sh\n{good}```\n")), [""; 0]);
        let bad = "cargo xtask web --help\n\ncargo xtask web --sevre\ncargo destroy\nls | perft\ncargo install gardez-cli\n\
                   cargo test -p y\ncargo test -p x --features f,g\ncargo run -p x --example t\n";
        let found = of(&format!("```sh\n{bad}```\n```text\n$ cargo xtask tidier\ncargo xtask tidier\n```\n"));
        let mut lines: Vec<&str> = found.iter().map(|problem| problem.split(':').next().unwrap_or_default()).collect();
        lines.sort_unstable();
        assert_eq!(lines, ["10", "13", "4", "5", "6", "7", "8", "9"], "{found:#?}");
    }
}
