//! The packages above the libraries stay thin: arguments, help, progress and the types of another language.
//!
//! This is a search in the text of formatted sources: it finds names that only rules of chess, orders, codecs and readers
//! need. Tests may use anything.

use super::sources;
use super::texts::Text;

/// The sources that are thin.
const THIN: [&str; 4] = ["crates/cli/src/", "bindings/python/src/", "bindings/web/src/", "scale/src/"];

/// The façade, which has re-exports and examples only.
const FACADE: &str = "crates/gardez/src/";

/// Sources that have rules of chess: a key of Polyglot for positions that break the rules.
const RULES_REMAIN: [&str; 1] = ["bindings/python/src/chess/pictures.rs"];

/// The beginnings of calls, what they are a part of, and where that belongs.
const FOREIGN: [(&[&str], &str); 3] = [
    (&["_attacks("], "a rule of chess, which belongs in `position`"),
    (&["Generator::new(", ".shuffle("], "an order at random, which belongs in `data`"),
    (&[".next_entry(", ".next_record(", ".read_game()"], "a reader's loop, which belongs in `data` or `notation`"),
];

/// Returns what is not thin.
pub(super) fn problems(texts: &[Text]) -> Vec<String> {
    let codecs = codecs(texts);
    let mut problems = Vec::new();
    for text in texts.iter().filter(|text| text.is("rs") && !text.path.contains("tests")) {
        for (number, line) in (1..).zip(sources::code(text).lines()) {
            let line = line.split("//").next().unwrap_or_default();
            let mut report = |what: String| problems.push(format!("{}:{number}: {what}", text.path));
            if text.path.starts_with(FACADE) && has_word(line, "fn") {
                report("has a function; the façade has re-exports and examples only".to_owned());
            }
            if !THIN.iter().any(|thin| text.path.starts_with(thin)) {
                continue;
            }
            if let Some(name) = codecs.iter().find(|name| has_word(line, name)) {
                report(format!("names the format `{name}`, which belongs in a row of the table of formats"));
            }
            for (calls, what) in FOREIGN {
                let is_known = RULES_REMAIN.iter().any(|path| text.path.starts_with(path));
                if let Some(call) = calls.iter().find(|call| line.contains(**call) && !is_known) {
                    report(format!("has `{call}`: {what}"));
                }
            }
        }
    }
    problems
}

/// Returns how code calls a format: the constants of formats, and the modules in which they are called `FORMAT`.
fn codecs(texts: &[Text]) -> Vec<String> {
    let mut codecs = Vec::new();
    for text in texts.iter().filter(|text| text.is("rs") && text.path.starts_with("crates/")) {
        let constants = text.text.lines().filter_map(|line| line.strip_prefix("pub const ")?.split_once(": Format = "));
        codecs.extend(constants.filter_map(|(name, _)| match name {
            "FORMAT" => Some(format!("{}::", text.path.rsplit('/').next()?.strip_suffix(".rs")?)),
            name => Some(name.to_owned()),
        }));
    }
    codecs
}

/// Returns `true` if the line has this word. A constant counts where it is compared or reached by a path: it may also be a
/// word of a text.
fn has_word(line: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let is_constant = word.starts_with(char::is_uppercase);
    line.match_indices(word).any(|(at, _)| {
        let (before, after) = (&line[..at], &line[at + word.len()..]);
        let is_reached = !is_constant || before.ends_with("::") || before.trim_end().ends_with('=');
        is_reached && !before.ends_with(is_part) && (word.ends_with(':') || !after.starts_with(is_part))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_rules_orders_loops_and_code_of_the_facade_are_found() {
        let texts = [
            ("crates/formats/src/toy.rs", "pub const FORMAT: Format = Format::new(&ROW);\n"),
            ("crates/data/src/pgn.rs", "pub const PGN: Format = Format::new(&ROW);\n"),
            (
                "crates/cli/src/a.rs",
                "//! A\nif format == PGN {\n// PGN\nlet a = toy::FORMAT;\nlet b = PGN_NAME + \"PGN\";\n",
            ),
            (
                "scale/src/b.rs",
                "let c = king_attacks(square);\n#[cfg(test)]\nmod tests {\nlet d = king_attacks(square);\n",
            ),
            ("bindings/python/src/c.rs", "let mut g = Generator::new(1);\nwhile r.next_entry()?.is_some() {}\n"),
            ("crates/gardez/src/d.rs", "//! fn a() {}\npub use gardez_fn;\npub fn a() {}\n"),
            ("crates/data/src/e.rs", "let e = toy::FORMAT;\n"),
        ];
        let texts = texts.map(|(path, text)| Text { path: path.into(), text: text.into() });
        let found: Vec<_> =
            problems(&texts).iter().filter_map(|problem| Some(problem.split_once(": ")?.0.to_owned())).collect();
        let expected = ["crates/cli/src/a.rs:2", "crates/cli/src/a.rs:4", "scale/src/b.rs:1"];
        let others = ["bindings/python/src/c.rs:1", "bindings/python/src/c.rs:2", "crates/gardez/src/d.rs:3"];
        assert_eq!(found, [expected, others].concat());
    }
}
