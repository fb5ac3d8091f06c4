//! Words and phrases that this project does not use, each with what to write instead.
//!
//! Single words are found everywhere in a text, parts of identifiers included; phrases only where nothing but spaces,
//! quotes or the signs of a comment separates their words. A `|` divides each word in the tables, so that the tables
//! pass their own check.

mod british;
mod scan;

use self::british::British;
use self::scan::{Gap, Word};
use super::Problem;
use super::prose;
use super::texts::Text;

/// Single words in lower case, and what to write instead.
const WORDS: [(&str, &str); 3] = [
    ("who|ever", "name the reader, or write `anyone who` or `code that`"),
    ("m|an", "write `piece`"),
    ("m|en", "write `pieces`"),
];

/// Two words in lower case, each one of several, and what to write instead of both.
const PHRASES: [(&str, &str, &str); 4] = [
    ("ha|lf", "mo|ve", "write `ply`"),
    ("ha|lf", "mo|ves", "write `plies`"),
    ("s|o", "ma|ny", "write `this many` or `the number of`"),
    ("is are was were be been being", "to|ld", "write what it `receives`, or what `reports` it"),
];

/// The phrase that `is not a` replaces before a noun.
const IS_NO: [&str; 2] = ["is", "n|o"];

/// What may follow that phrase: the rest of a comparison.
const COMPARED: &str = "better different earlier faster fewer greater higher larger later less longer lower more newer \
    older shorter slower smaller worse";

/// Names that others gave, each by two words in a row: the author of a format, a type and a function of other crates, and
/// a field of a data file.
const NAMES: [(&str, &str); 4] =
    [("de", "m|an"), ("mangen", "m|an"), ("optimi|sed", "build"), ("deseriali|se", "from")];

/// Every place in `texts` with a word or a phrase that the project does not use.
pub(super) fn refused(texts: &[Text]) -> Vec<Problem> {
    let british = British::new();
    let mut problems = Vec::new();
    for text in texts {
        let prose = prose::of(text);
        let words = scan::words(&prose);
        for (at, word) in words.iter().enumerate() {
            if let Some(what) = problem(&words[..at], &words[at..], &british) {
                problems.push(Problem::at(&text.path, word.line, what));
            }
        }
    }
    problems
}

/// What is wrong with the first word of `words`, or with the phrase that it begins; `before` is what precedes it.
fn problem(before: &[Word<'_>], words: &[Word<'_>], british: &British) -> Option<String> {
    let word = words[0].text.to_lowercase();
    if is_in_name(before, words) {
        return None;
    }
    if let Some((_, advice)) = WORDS.iter().find(|(refused, _)| is(&word, refused)) {
        return Some(format!("`{word}`: {advice}"));
    }
    if let Some(american) = british.american(&word) {
        return Some(format!("`{word}`: write `{american}`"));
    }

    let next = words.get(1).filter(|next| next.gap != Gap::Break)?;
    let next_word = next.text.to_lowercase();
    let is_phrase =
        |first: &str, second: &str| first.split(' ').any(|first| is(&word, first)) && is(&next_word, second);
    if let Some((.., advice)) = PHRASES.iter().find(|(first, second, _)| is_phrase(first, second)) {
        return Some(format!("`{word} {next_word}`: {advice}"));
    }
    let noun = words.get(2).filter(|noun| noun.gap == Gap::Space)?.text.to_lowercase();
    let is_comparison = COMPARED.split_whitespace().any(|compared| compared == noun);
    if is_phrase(IS_NO[0], IS_NO[1]) && next.gap == Gap::Space && !is_comparison && !follows_there(before, words[0]) {
        return Some(format!("`{word} {next_word} {noun}`: write `{word} not`, or `there {word} {next_word}`"));
    }
    None
}

/// Whether the first word of `words` belongs to a name that others gave.
fn is_in_name(before: &[Word<'_>], words: &[Word<'_>]) -> bool {
    let is_name = |first: &Word<'_>, second: &Word<'_>| {
        NAMES.iter().any(|&name| is(&first.text.to_lowercase(), name.0) && is(&second.text.to_lowercase(), name.1))
    };
    before.last().is_some_and(|last| is_name(last, &words[0]))
        || words.get(1).is_some_and(|next| is_name(&words[0], next))
}

/// Whether `word` is the entry of a table, without the mark in it.
fn is(word: &str, entry: &str) -> bool {
    word.len() <= entry.len() && word.chars().eq(entry.chars().filter(|&c| c != '|'))
}

/// An entry of a table without its mark.
fn undivided(entry: &str) -> String {
    entry.replace('|', "")
}

/// Whether `word`, or an adverb before it, comes after "there": "there usually is".
fn follows_there(before: &[Word<'_>], word: Word<'_>) -> bool {
    let is_there = |word: &Word<'_>| word.text.eq_ignore_ascii_case("there");
    match before {
        [.., last] if word.gap != Gap::Space || is_there(last) => word.gap == Gap::Space,
        [.., second_last, last] => last.gap == Gap::Space && is_there(second_last),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(path: &str, text: &str) -> Vec<String> {
        let texts = [Text { path: path.into(), text: undivided(text) }];
        refused(&texts).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn each_word_and_phrase_is_refused_when_it_comes_back() {
        let cases = [
            ("Who|ever asks", "`who|ever`: name the reader"),
            ("a table for five m|en", "`m|en`: write `pieces`"),
            ("let m|an = 1;", "`m|an`: write `piece`"),
            ("const MAX_M|EN: usize", "`m|en`: write `pieces`"),
            ("a ha|lf-move", "`ha|lf move`: write `ply`"),
            ("ten Ha|lf moves", "`ha|lf moves`: write `plies`"),
            ("with s|o many threads", "`s|o many`: write `this many`"),
            ("An observer is to|ld of it", "`is to|ld`: write what it `receives`"),
            ("cannot be to|ld", "`be to|ld`: write"),
            ("a piece that is n|o pawn", "`is n|o pawn`: write `is not`"),
            ("is n|o `Move`", "`is n|o move`: write `is not`"),
            ("Yes. It is n|o file", "`is n|o file`"),
            ("there, it is n|o file", "`is n|o file`"),
            ("its col|our", "`col|our`: write `color`"),
            ("fn optimi|se_it()", "`optimi|se`: write `optimize`"),
        ];
        for (text, expected) in cases {
            let problems = problems("a.rs", &format!("//! A.\n\n// {text}\n"));
            assert_eq!(problems.len(), 1, "{text}: {problems:?}");
            assert!(problems[0].starts_with(&format!("a.rs:3: {}", undivided(expected))), "{text}: {problems:?}");
        }
    }

    #[test]
    fn what_only_looks_like_one_is_left_alone() {
        let texts = [
            "it is no longer, is no more than, and is not",
            "there is no room; if there really is n|o room",
            "the answer is no, and is no.",
            "is_no_file, is no_std, is no-op",
            "the halfmove clock counts half of the moves",
            "so, many threads",
            "he told that is. Told",
            "Ronald de M|an",
            "let optimi|sed_build",
            "human, mentor, manner, manual",
        ];
        for text in texts {
            assert_eq!(problems("a.rs", text), [""; 0], "{text}");
        }
    }

    #[test]
    fn a_phrase_is_found_across_the_lines_of_a_comment_or_a_paragraph() {
        for (path, text) in
            [("a.rs", "/// It is\n/// n|o move."), ("a.md", "It is\nn|o `Move`."), ("a.rs", "\"it is \\\n n|o move\"")]
        {
            assert_eq!(problems(path, text).len(), 1, "{text}");
        }
    }

    #[test]
    fn code_in_markdown_is_left_alone() {
        assert_eq!(problems("a.md", "`m|en` and\n```text\ncol|our\n```\n"), [""; 0]);
        assert_eq!(problems("a.md", "```\n```\ncol|our `a`\n"), ["a.md:3: `col|our`: write `color`"].map(undivided));
    }
}
